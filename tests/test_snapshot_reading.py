"""Snapshots read back: what is broken is refused, and what means harm does none."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from positioned import CARAVAN, at, driven, position, snapshot
from support import EXAMPLES, at_most, run, seeded, text_of

from referee.drivers.record import RecordDriver
from referee.drivers.returning import Contradiction, position_behind
from referee.drivers.script import Script
from referee.games.dark_road.game import GAME
from referee.games.dark_road.snapshot import SCHEMA


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{}", "not a snapshot of the referee"),
        ("{", "not a snapshot of the referee"),
        ('{"schema": 3}', "not a snapshot of the referee"),
        ('{"schema": "referee/dark-road/state/1"}', "this referee reads"),
        (json.dumps({"schema": SCHEMA}), "not a snapshot of the referee"),
        ('{"schema": ' + "[" * 100_000, "not a snapshot of the referee"),
        ('{"inside":' * 100_000, "not a snapshot of the referee"),
    ],
    ids=["empty", "cut", "type", "version", "fields", "deep", "inside"],
)
def test_what_is_no_snapshot(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "moment.json").write_text(text, encoding="utf-8")
    done = run("check", "moment.json", within=tmp_path)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()
    (found,) = driven('from "moment.json"', str(tmp_path / "friday.road"))[1]
    assert found.code == "unreadable-position"
    assert said in found.message


def test_a_snapshot_of_the_setup_is_no_position() -> None:
    script = Script("players Griffin Susie\nsetup\n  wheel -> potion", "setup")
    driver = RecordDriver(script)
    driver.play = GAME.start(script.setting)
    with pytest.raises(ValueError, match="still being set up"):
        GAME.position_from_json(json.dumps(snapshot(driver)))
    with pytest.raises(ValueError, match="still being set up"):
        position(driver)


EVIL: list[Any] = [
    "x\nGriffin coins 50", 'x" "y', 'x", coins 99', "x; Griffin coins 50", "armor, coins 9", "x # y", "now\u2028now",
    "", "?", "none", "-", "position", "last journey", "x" * 5000, -5, 10**30, 2.5, None, [], {},
]  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a snapshot where something stands, and the end of every list."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from places(part, (*path, key))
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from places(part, (*path, number))
        yield (*path, len(value))
    else:
        yield path


def forged(snapshot: dict[str, Any], path: tuple[Any, ...], evil: Any) -> str:
    changed = copy.deepcopy(snapshot)
    part: Any = changed
    for key in path[:-1]:
        part = part[key]
    if isinstance(part, list) and path[-1] == len(part):
        part.append(evil)
    else:
        part[path[-1]] = evil
    return json.dumps(changed)


@pytest.mark.parametrize("line", [43, 58])
def test_nothing_in_a_snapshot_becomes_a_statement_of_its_own(line: int) -> None:
    """Refused, or read as one word where it stands; never an exception, and never another statement."""
    driver = at(CARAVAN, line)
    true, plain = snapshot(driver), position(driver)
    usual = GAME.position_from_json(json.dumps(true))
    kinds = [statement.__class__ for statement in Script(plain, "plain").statements]
    harmless, rng = 0, seeded("forged", line)
    with at_most(120):
        for path in places(true):
            for evil in rng.sample(EVIL, 8):
                try:
                    text = GAME.position_from_json(forged(true, path, evil))
                except ValueError:
                    continue
                if text == usual:
                    continue
                again, found = driven(text)
                if found or position(again) == plain:
                    continue
                harmless += 1
                read = [statement.__class__ for statement in again.script.statements]
                extra = [kind for kind in read if kind not in kinds]
                assert not extra, (path, evil)
                if path[-1] != "name":  # a player may be called anything, and is then called so throughout
                    assert evil in {"", "?"} or path[-2] == "irregular", (path, evil)
                else:
                    assert evil in again.setting.players
                assert [player.coins for player in again.on.state.players] == [
                    player.coins for player in driver.on.state.players
                ], (path, evil)
    assert harmless


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("declared", ["declare deed Foo: vp 3; Griffin coins 99"]),
        ("declared", ["declare deed Foo: vp 3\nGriffin"]),
        ("declared", ["from two-players"]),
        ("options", {"supply.limited": "no\nposition"}),
        ("options", {"no.such": "yes"}),
        ("variants", ["draft two-deeds"]),
        ("edition", "retail\nbox house"),
        ("box", "house\nposition"),
        ("stage", "plan, market none"),
        ("turn_of", 'Griffin"'),
    ],
)
def test_a_header_of_a_snapshot_is_a_header_or_refused(field: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot|known|has the value|no stage"):
        GAME.position_from_json(json.dumps({**snapshot(at(CARAVAN, 36)), field: value}))


@pytest.mark.parametrize(
    "step",
    [
        "Griffin coins 99",
        'override "x": adjust Griffin coins 99',
        "takeback",
        "check Griffin coins 3",
        "from two-players",
        "drop shoe; Griffin",
    ],
)
def test_a_step_of_a_snapshot_is_a_step_or_refused(step: str) -> None:
    forged = snapshot(at(CARAVAN, 58))
    forged["inside"]["steps"].append(step)
    with pytest.raises(ValueError, match="cannot stand in a position"):
        GAME.position_from_json(json.dumps(forged))


# ── snapshots that contradict themselves ────────────────────────────────────────────────────────────────

BORDER, MIDWAY = 43, 58  # lines of the record behind which a scene begins, and one is under way


def test_a_true_snapshot_contradicts_nothing() -> None:
    """At every line of every example, as it is written and once all that is forced has happened."""

    def look(driver: RecordDriver, kind: str, where: str) -> None:
        if kind in {"line", "end"} and driver.on.state.stage != "setup":
            position_behind(GAME, json.dumps(snapshot(driver)))
            position_behind(GAME, json.dumps(driver.peek(lambda: snapshot(driver))))

    for path in EXAMPLES:
        RecordDriver(Script(text_of(path), path.name), look).run()


@pytest.mark.parametrize(
    ("line", "path", "value", "said"),
    [
        (BORDER, ("supply", "coins"), 3, "supply.coins is 3, and what is read leads to"),
        (BORDER, ("players", 0, "coins"), 50, "supply.coins is"),
        (BORDER, ("players", 0, "removed"), 4, "players.Griffin.removed is 4, and what is read leads to 0"),
        (BORDER, ("players", 1, "storage", "fits"), False, "players.Susie.storage.fits is false"),
        (BORDER, ("wheel", 0, "worth"), 9, "wheel.0.worth is 9"),
        (BORDER, ("decks", "heroes", "left"), 1, "decks.heroes.left is 1"),
        (BORDER, ("decks", "deeds", "unseen"), [], "decks.deeds.unseen is []"),
        (BORDER, ("commissions", "Farglen", "deck", "unseen"), [], "commissions.Farglen.deck.unseen is []"),
        (BORDER, ("journey", "leader"), "Susie", 'journey.leader is "Susie"'),
        (BORDER, ("pending", "what"), "rest", 'pending.what is "rest"'),
        (BORDER, ("unused_steeds"), [], "unused_steeds is []"),
        (BORDER, ("winners"), ["Susie"], 'winners is ["Susie"], and what is read leads to []'),
        (BORDER, ("remark"), "ours", 'remark is "ours", and what is read leads to nothing'),
        (MIDWAY, ("players", 0, "coins"), 50, "players.Griffin.coins is 50"),
        (MIDWAY, ("round"), 9, "round is 9, and what is read leads to 4"),
        (MIDWAY, ("inn"), ["Hedda", "", "", ""], 'inn is ["Hedda", "", "", ""]'),
        (MIDWAY, ("pending"), None, "pending is null"),
        (MIDWAY, ("inside", "began", "supply", "coins"), 3, "inside.began.supply.coins is 3"),
        (MIDWAY, ("inside", "began", "players", 0, "prestige"), 9, "players.Griffin.prestige is"),
    ],
)
def test_what_is_not_read_must_agree_with_what_is(
    line: int, path: tuple[Any, ...] | str, value: Any, said: str, tmp_path: Path
) -> None:
    places = (path,) if isinstance(path, str) else path
    changed = snapshot(at(CARAVAN, line))
    part: Any = changed
    for key in places[:-1]:
        part = part[key]
    part[places[-1]] = value
    (tmp_path / "moment.json").write_text(json.dumps(changed), encoding="utf-8")
    done = run("check", "moment.json", within=tmp_path)
    assert done.returncode == 2
    assert "moment.json: snapshot-contradiction: the snapshot contradicts itself: " in done.stderr.decode()
    assert said in done.stderr.decode()
    (found,) = driven('from "moment.json"', str(tmp_path / "friday.road"))[1]
    assert found.code == "snapshot-contradiction"
    assert said in found.message


def test_only_the_first_contradictions_are_told() -> None:
    changed = snapshot(at(CARAVAN, BORDER))
    changed["supply"] = dict.fromkeys(changed["supply"], 0) | {"goods": changed["supply"]["goods"]}
    with pytest.raises(Contradiction, match=r"supply.coins .*; supply.lanterns .*; supply.quartz .*; and \d more$"):
        position_behind(GAME, json.dumps(changed))


def test_what_has_no_order_may_stand_in_any_and_words_may_be_others() -> None:
    changed = snapshot(at(CARAVAN, MIDWAY))
    for part in (changed, changed["inside"]["began"]):
        for pile in ("upgrades", "unused_steeds", "out_of_play"):
            assert len(part[pile]) > 1
            part[pile].reverse()
    changed["inside"]["steps"] = [step.replace(" ", "  ") for step in changed["inside"]["steps"]]
    assert position_behind(GAME, json.dumps(changed))


def test_an_impossible_snapshot_is_told_as_a_position_is(tmp_path: Path) -> None:
    """Its reasons come first; what it would lead to is nothing that could be compared."""
    changed = snapshot(at(CARAVAN, BORDER))
    changed["players"][0]["lanterns"] = 9
    (tmp_path / "moment.json").write_text(json.dumps(changed), encoding="utf-8")
    done = run("check", "moment.json", within=tmp_path)
    assert done.returncode == 1
    assert "error[impossible-position]: Griffin has more lanterns than slots" in done.stdout.decode()
