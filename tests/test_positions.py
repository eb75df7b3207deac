"""Positions: printed at any place of any record, read back from text and from snapshots, begun from in files."""

from __future__ import annotations

import copy
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support import EXAMPLES, FIRST_TURN, at_most, run, text_of

import referee
from referee.diagnostics import Diagnostic
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.games.dark_road import laws
from referee.games.dark_road.game import GAME, bundled_box
from referee.games.dark_road.rules.game import SCENES
from referee.games.dark_road.snapshot import SCHEMA
from referee.games.dark_road.state import freeze, thaw

CARAVAN = next(path for path in EXAMPLES if path.stem == "caravan")
SHORT = """\
players Griffin Susie

position
  now round 4 Griffin plan
  buildings mine oracle lanternworks workshop
  Griffin reserve 2, spent 3, steed Whisper
  Susie reserve 0, spent 3, steed Velvet
"""


def driven(text: str, file: str = "<position>", folder: Path | None = None) -> tuple[RecordDriver, list[Diagnostic]]:
    """A record, played as far as it is written, and all that was said."""
    script = Script(text, file, folder=folder)
    driver = RecordDriver(script)
    driver.feed(script.statements)
    return driver, [*script.diagnostics, *driver.diagnostics]


def position(driver: RecordDriver) -> str:
    return GAME.position(driver.setting, driver.on)


def snapshot(driver: RecordDriver) -> dict[str, Any]:
    return dict(json.loads(msgspec.json.encode(GAME.snapshot(driver.setting, driver.on))))


def at(path: Path, line: int) -> RecordDriver:
    """A bundled record, played to a line."""
    script = Script(text_of(path), path.name)
    driver = RecordDriver(script)
    driver.feed([statement for statement in script.statements if statement.span.line <= line])
    return driver


def reasons(text: str) -> list[tuple[str, str]]:
    return [(found.code, found.message) for found in driven(text)[1]]


def beginning(folder: Path, text: str, *lines: str) -> list[Diagnostic]:
    """What is said of a record that begins from a file with this text."""
    (folder / "base.road").write_text(text, encoding="utf-8")
    record = "\n".join(['from "base.road"', *lines]) if not any("from " in line for line in lines) else "\n".join(lines)
    return driven(record, str(folder / "friday.road"))[1]


# ── there and back ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_line_of_every_example_there_and_back(path: Path) -> None:
    """As text at every line, as a snapshot at the end of every turn and wherever a line ends inside a step."""
    seen: set[str] = set()

    def look(driver: RecordDriver, kind: str, where: str) -> None:
        if kind not in {"line", "turn", "end"} or driver.on.state.stage == "setup":
            return
        text = position(driver)
        if text not in seen:
            again, found = driven(text)
            assert not found, f"line {where}: {found[0].message}\n{text}"
            assert position(again) == text, where
        if kind != "line" or (driver.on.answers and text not in seen):
            again, found = driven(GAME.position_from_json(json.dumps(snapshot(driver))))
            assert not found, f"{where}: {found[0].message}\n{text}"
            assert position(again) == text, where
        seen.add(text)

    script = Script(text_of(path), path.name)
    RecordDriver(script, look).run()
    assert seen


def test_a_game_goes_on_from_its_position_as_it_went_on() -> None:
    """Whoever begins in the middle comes to the same end."""
    lines = text_of(CARAVAN).splitlines()
    for line in (28, 33, 36, 43, 50, 58, 66, 74):
        rest = "\n".join(lines[line:])
        here = at(CARAVAN, line)
        turn = "" if here.on.answers else GAME.moment(here.on.state).who  # else the name stands before the steps
        half, found = driven(f"{position(here)}\n{turn}\n{rest}")
        assert not found, (line, found[0].message)
        assert position(half) == position(at(CARAVAN, len(lines))), line


def test_the_examples_come_through_every_scene() -> None:
    seen: set[str] = set()

    def look(driver: RecordDriver, kind: str, where: str) -> None:
        seen.add(driver.on.state.stage)

    for path in EXAMPLES:
        RecordDriver(Script(text_of(path), path.name), look).run()
    assert set(SCENES) - {"setup"} <= seen


# ── the command ─────────────────────────────────────────────────────────────────────────────────────────


def test_it_prints_the_position_of_a_record() -> None:
    done = run("position", CARAVAN)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode() == position(at(CARAVAN, 10_000))


@pytest.mark.parametrize(
    ("where", "moment"),
    [
        ("line 28", "now round 4 Griffin plan"),
        ("line 29", "now round 4 Griffin move"),
        ("line 33", "now round 4 Griffin join"),
        ("line 41.1", "now round 4 Griffin die"),
        ("line 42", "now round 4 Griffin die"),
        ("line 50", "now round 4 Griffin visit"),
        ("line 58", "now round 4 Griffin fortune"),
        ("4.Griffin", "now round 4 Susie plan"),
        ("4.griffin", "now round 4 Susie plan"),
        ("round 4", "now round 5 Griffin plan"),
        ("end", "now round 5 Griffin plan"),
    ],
)
def test_at_every_kind_of_place(where: str, moment: str) -> None:
    done = run("position", CARAVAN, "--at", where)
    assert done.returncode == 0, done.stderr
    assert f"\n  {moment}\n" in done.stdout.decode()
    assert not driven(done.stdout.decode())[1]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("round 9", "the record never reaches 'round 9'"),
        ("4.Nobody", "the record never reaches '4.Nobody'"),
        ("somewhere", "is not a place"),
    ],
)
def test_a_place_that_is_not_there(where: str, said: str) -> None:
    done = run("position", CARAVAN, "--at", where)
    assert done.returncode == 2
    assert done.stdout == b""
    assert said in done.stderr.decode()


def test_from_standard_input() -> None:
    done = run("position", "-", given=text_of(CARAVAN))
    assert done.returncode == 0
    assert run("position", "-", given=done.stdout).stdout == done.stdout


def test_a_game_that_is_over_is_written_as_its_last_scene() -> None:
    path = next(path for path in EXAMPLES if path.stem == "game-two")
    done = run("position", path)
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "\n  now scoring\n" in text
    assert not referee.check(text)
    assert referee.replay(text)["winners"] == referee.replay(text_of(path))["winners"] == ["Griffin"]


def test_the_first_position_is_that_of_round_1() -> None:
    """The lines of the setup belong together, and what they lack is assumed."""
    done = run("position", FIRST_TURN, "--at", "line 8")
    assert done.returncode == 0
    assert "\n  now round 1 Griffin plan\n" in done.stdout.decode()
    done = run("position", "-", given="players Griffin Susie\nsetup\n  wheel -> potion\n")
    assert done.returncode == 1
    assert "error[missing-outcome]" in done.stderr.decode()
    assert not driven(done.stdout.decode())[1]


def test_a_record_with_errors_is_printed_as_the_referee_goes_on_and_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "slip.road").write_text("from two-players\nGriffin\n  plan 1 slot 4\n  move 9\n", encoding="utf-8")
    done = run("position", "slip.road", within=tmp_path)
    assert done.returncode == 1
    assert "error[no-such-slot]" in done.stderr.decode()
    assert not driven(done.stdout.decode())[1]


def test_a_record_that_plays_nothing(tmp_path: Path) -> None:
    (tmp_path / "void.road").write_text("players A B\nposition\n", encoding="utf-8")
    done = run("position", "void.road", within=tmp_path)
    assert done.returncode == 2
    assert done.stdout == b""
    assert "void.road: nothing is played" in done.stderr.decode()


@pytest.mark.parametrize("command", ["check", "show", "legal", "replay", "position"])
def test_every_command_takes_a_snapshot(command: str, tmp_path: Path) -> None:
    (tmp_path / "moment.json").write_bytes(run("replay", CARAVAN, "--at", "line 42").stdout)
    done = run(command, "moment.json", within=tmp_path)
    assert done.returncode == 0, done.stderr
    if command == "position":
        assert done.stdout == run("position", CARAVAN, "--at", "line 42").stdout


# ── what a position keeps ───────────────────────────────────────────────────────────────────────────────


def test_settings_cards_and_names_are_kept() -> None:
    text = """\
edition prototype
players "Anna Maria" "O'Hara, 3rd" "Round"
variant two-deeds
option supply.limited = no
declare deed Night-Watch when lanterns >= 2: vp 3
declare event Rockfall road
declare row 1 to 3: penalty coins -1
declare row 6: reward quartz +1
from three-players
  "O'Hara, 3rd" deeds Night-Watch, lanterns 2
"""
    driver, found = driven(text)
    assert not found
    written = position(driver)
    again, found = driven(written)
    assert not found, written
    assert position(again) == written
    assert again.setting.players == ["Anna Maria", "O'Hara, 3rd", "Round"]
    assert again.setting.variants == ["two-deeds"]
    assert again.on.state.edition == "prototype"
    assert again.on.state.options == driver.on.state.options
    assert again.setting.declarations == driver.setting.declarations
    assert len(again.setting.declarations) == 4
    back, found = driven(GAME.position_from_json(json.dumps(snapshot(driver))))
    assert not found
    assert position(back) == written


def test_unknown_cards_stay_unknown_wherever_they_lie() -> None:
    text = """\
from two-players
  row ? - ?; inn ? - ? ?; court ? -; top Farglen [?]; under Farglen [?] [?]
  under heroes ? Hedda ?; under deeds ?; under companions ? ?
  Griffin deeds ? ?, commissions Farglen [?] Windglass [?], delivered Alun and Northbreak [?] with staff*
"""
    driver, found = driven(text)
    assert not found
    written = position(driver)
    for part in (
        "row ? - ?", "inn ? - ? ?", "court ? -", "under Farglen [?] [?]", "under heroes ? Hedda ?",
        "Griffin steed Whisper, deeds ? ?", "commissions Farglen [?] Windglass [?]", "Northbreak [?] with",
    ):  # fmt: skip
        assert part in written, part
    for again in (written, GAME.position_from_json(json.dumps(snapshot(driver)))):
        read, found = driven(again)
        assert not found
        assert position(read) == written


def test_what_was_waived_is_kept_however_long_the_reason() -> None:
    reason = "x" * 198
    driver, found = driven(
        f'from two-players\n  Griffin coins 1\nGriffin\n  override "{reason}": adjust Griffin coins 5\n'
    )
    assert [wrong.code for wrong in found] == ["override"]
    written = position(driver)
    assert reason in written
    assert position(driven(written)[0]) == written


# ── short positions ─────────────────────────────────────────────────────────────────────────────────────


def test_what_is_left_out_is_empty() -> None:
    driver, found = driven(SHORT)
    assert not found
    state = driver.on.state
    assert state.row == ["", "", ""]
    assert set(state.inn) == set(state.court.values()) == {""}
    assert all(not stack.top for stack in state.stacks.values())
    assert (state.fortune_coins, sum(state.market.values()), state.die_on_far) == (5, 0, False)
    griffin = state.players[0]
    assert (griffin.coins, griffin.prestige, griffin.goods, griffin.heroes, griffin.deeds) == (0, 0, [], [], [])
    assert (griffin.locked, griffin.removed) == ([1, 2, 3], 0)


def test_an_empty_position_is_told_all_that_it_lacks() -> None:
    assert reasons("players Griffin Susie\nposition\n") == [
        ("impossible-position", "no buildings are named; 4 are in play"),
        ("impossible-position", "Griffin has 0 night dice in the reserve, 3 locked and 0 spent; now it is 4, 3 and 0"),
        ("impossible-position", "Susie has 0 night dice in the reserve, 3 locked and 0 spent; now it is 4, 3 and 0"),
        ("impossible-position", "Griffin has no steeds; everybody has one"),
        ("impossible-position", "Susie has no steeds; everybody has one"),
    ]


def test_every_reason_is_told_at_its_place() -> None:
    """Impossible facts where they stand, what they contradict at the head, and nothing twice."""
    text = (
        SHORT
        + "  Griffin lanterns 5, goods armor x9\n  Susie coins 3, heroes Torvald Torvald\n  pile 3, marker dark X\n"
    )
    found = [(wrong.span.line, wrong.code, wrong.message) for wrong in driven(text)[1]]
    assert sorted(found) == [
        (3, "impossible-position", "Griffin has more lanterns than slots"),
        (3, "impossible-position", "Griffin's goods do not fit"),
        (9, "impossible-fact", "Torvald is with somebody else"),
        (10, "impossible-fact", "the pile of 5 coins is there or gone"),
        (10, "impossible-fact", "the spaces are N, E, S, W"),
    ]


def test_what_follows_from_an_impossible_moment_is_not_told() -> None:
    assert [code for code, _ in reasons(SHORT + "  now round 14 Griffin plan\n")] == ["impossible-fact"]
    text = SHORT + "  now round 4 Griffin act, pool 7\n  Griffin reserve none\n"
    assert [code for code, _ in reasons(text)] == ["impossible-fact"]


def test_a_player_with_a_short_name_hides_nobody_elses_reasons() -> None:
    text = SHORT.replace("Susie", "i").replace("Griffin", "G") + "  i glow 9\n  G lanterns 5\n"
    assert sorted(code for code, _ in reasons(text)) == ["impossible-fact", "impossible-position"]


def test_the_laws_that_no_text_can_break_are_laws() -> None:
    """Pieces and cards are moved, never made, when facts are written; a forged state shows that it would be seen."""
    driver, _ = driven("from two-players")
    frozen = freeze(driver.on.state)

    def broken(change: Any) -> str:
        state = thaw(frozen)
        change(state)
        return "\n".join(laws.impossible(state, bundled_box("house")))

    assert broken(lambda s: None) == ""
    assert "61 coins pieces are on the table, the box has 60" in broken(
        lambda s: setattr(s.supply, "coins", 1 + s.supply.coins)
    )
    assert "armor tiles are on the table" in broken(lambda s: s.supply.goods.update(armor=0))
    assert "the supply is 1 lantern short" in broken(lambda s: setattr(s.supply, "lanterns", -1))
    assert "hero Agatha is on the table 2 times, the box has 1" in broken(
        lambda s: s.players[0].heroes.append("Agatha")
    )
    assert "0 unknown deed cards lie about" in broken(lambda s: [p.deeds.clear() for p in s.players])
    assert "there is no round 20" in broken(lambda s: setattr(s, "round", 20))
    assert "more than two dice" in broken(lambda s: s.market.update(potion=3))
    assert "night dice instead of 7" in broken(lambda s: setattr(s.players[0], "removed", 2))
    assert "Griffin has less than nothing" in broken(lambda s: setattr(s.players[0], "coins", -1))
    assert "the travel die lies on a far companion" in broken(lambda s: s.row.__setitem__(2, ""))
    assert "2 buildings are named; 4 are in play" in broken(lambda s: setattr(s, "buildings", ["mine", "oracle"]))
    assert "which has not begun" in broken(lambda s: s.last_visits.update(Griffin="Farglen"))
    assert "at plan nobody is on a journey" in broken(lambda s: setattr(s, "journey", _journey()))


def _journey() -> Any:
    from referee.games.dark_road.state import Journey

    return Journey(leader=0)


# ── snapshots that are broken, or mean harm ─────────────────────────────────────────────────────────────


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
    harmless = 0
    with at_most(120):
        for path in places(true):
            for evil in EVIL:
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
    "step", ["Griffin coins 99", "takeback", "check Griffin coins 3", "from two-players", "drop shoe; Griffin"]
)
def test_a_step_of_a_snapshot_is_a_step_or_refused(step: str) -> None:
    forged = snapshot(at(CARAVAN, 58))
    forged["inside"]["steps"].append(step)
    with pytest.raises(ValueError, match="cannot stand in a position"):
        GAME.position_from_json(json.dumps(forged))


# ── files to begin from ─────────────────────────────────────────────────────────────────────────────────

TURN = "from two-players\nround 1\nGriffin\n  plan 1 slot 3 coins\n  move 3\n  dark 3\n"  # and Susie is next
INSIDE = "from two-players\nround 1\nGriffin\n  plan 1 slot 2 glow\n  move 1\n  bazaar rotate\n"


def test_a_record_begins_from_a_file_and_goes_on(tmp_path: Path) -> None:
    assert not beginning(tmp_path, TURN, "round 1", "Susie", "  plan 0 slot 3 coins", "check Susie coins 8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "other.road").write_text('from "base.road"\n', encoding="utf-8")
    (tmp_path / "deep" / "base.road").write_text(TURN, encoding="utf-8")
    assert not beginning(tmp_path, TURN, 'from "deep/other.road"', "Susie", "  plan 0 slot 3 coins")


def test_it_states_only_what_differs(tmp_path: Path) -> None:
    assert not beginning(
        tmp_path, TURN, "  Susie coins 1, goods book", "Susie", "  plan 0 slot 3 coins", "check Susie coins 3"
    )
    assert not beginning(
        tmp_path, TURN, "  Susie reserve 1 2 3, spent 1", "round 2", "Griffin", "  plan 0 slot 3 coins"
    )


def test_a_base_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    moving = TURN + "Susie\n  plan 0 slot 2 lantern\n"
    assert not beginning(tmp_path, moving, "round 1", "Susie", "  move 2", "check Susie lanterns 2")
    assert not beginning(
        tmp_path, moving, "  Susie coins 1, at dark inn", "Susie", "  move 2", "check Susie at bazaar commission"
    )
    found = beginning(tmp_path, moving, "round 2")
    assert [wrong.code for wrong in found] == ["impossible-position"]
    assert not beginning(tmp_path, moving, "  Susie spent 1", "round 2", "Griffin", "  plan 0 slot 1")


def test_a_base_on_a_journey_can_be_led_home(tmp_path: Path) -> None:
    """Another moment takes back what belongs to the old one: dice, caravan, event."""
    base = position(at(CARAVAN, 43))
    facts = "  Griffin spent 0, reserve 1 2 3\n  now round 4 Susie plan"
    (tmp_path / "base.road").write_text(base, encoding="utf-8")
    driver, found = driven(f'from "base.road"\n{facts}\n', str(tmp_path / "friday.road"))
    assert not found
    state = driver.on.state
    assert state.journey is None
    assert "Frozen-Ford" in state.events["shortcut"].unseen
    assert state.supply.travel == 5 - state.die_on_far


def test_a_visit_can_be_taken_back(tmp_path: Path) -> None:
    base = position(at(CARAVAN, 53))
    assert "visited Scorchborn" in base
    assert not beginning(tmp_path, base, "  Brian visited none", "check Brian visited none")


def test_another_event_on_another_route(tmp_path: Path) -> None:
    base = position(at(CARAVAN, 41))
    assert "journey shortcut Northbreak" in base
    found = beginning(tmp_path, base, "  journey road Northbreak, event Black-Ice, to-take Griffin Susie Brian")
    assert not found


def test_a_base_inside_a_step_is_taken_as_it_is_or_not_at_all(tmp_path: Path) -> None:
    assert not beginning(tmp_path, INSIDE, "round 1", "Griffin", "  buy armor")
    assert not beginning(tmp_path, INSIDE, "players Anna Bert", 'from "base.road"', "Anna", "  buy armor")
    assert not beginning(tmp_path, INSIDE, "  Griffin reserve 0 2 3", "Griffin", "  buy armor")  # which is so anyway
    (found,) = beginning(tmp_path, INSIDE, "  Griffin coins 30")
    assert found.code == "unreadable-position"
    assert found.message == "base.road ends in the middle of a step, where nothing of it can be changed"


def test_a_base_from_json_and_one_that_is_over(tmp_path: Path) -> None:
    (tmp_path / "moment.json").write_text(json.dumps(snapshot(at(CARAVAN, 43))), encoding="utf-8")
    assert not beginning(tmp_path, "", 'from "moment.json"', "Griffin", "  takes 4 +1")
    (tmp_path / "inside.json").write_text(json.dumps(snapshot(at(CARAVAN, 58))), encoding="utf-8")
    assert not beginning(tmp_path, "", 'from "inside.json"')
    path = next(path for path in EXAMPLES if path.stem == "game-three")
    assert not beginning(tmp_path, text_of(path), "check winner Brian")


def test_who_plays(tmp_path: Path) -> None:
    assert not beginning(
        tmp_path, TURN, 'players Anna "Bert the Bold"', 'from "base.road"', "Bert-the-Bold", "  plan 0 slot 1"
    )
    (found,) = beginning(tmp_path, TURN, "players Anna Bert Cleo", 'from "base.road"')
    assert (found.code, found.message) == ("seats", "base.road seats 2 players, the record names 3")


def test_cards_that_are_declared(tmp_path: Path) -> None:
    own = "declare deed Foo: vp 3\nfrom two-players\n  Griffin deeds Foo\n"
    assert not beginning(tmp_path, own, "check Griffin deeds Foo")
    assert not beginning(tmp_path, TURN, "declare deed Foo: vp 3", 'from "base.road"', "  Susie deeds Foo")
    (found,) = beginning(tmp_path, own, "declare deed Bar: vp 3", 'from "base.road"')
    assert found.code == "unreadable-position"
    assert "declares cards of its own" in found.message


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.road", "nowhere.road: no such file"),
        ("../base.road", "../base.road: a position lies in the folder of the record or below it"),
        ("/etc/hostname.road", "/etc/hostname.road: a position lies in the folder of the record or below it"),
        ("out.road", "out.road: a position lies in the folder of the record or below it"),
        ("pipe.road", "pipe.road: not a regular file"),
        (".", ".: is a directory"),
        ("self.road", "self.road: positions begin from one another more than 4 deep; does one begin from itself?"),
        ("wrong.road", "wrong.road cannot be used: line 3, there is no locked slot 9: they are 1, 2 and 3"),
        ("empty.road", "empty.road cannot be used: line 1, nothing is played: the record has neither setup nor from"),
    ],
)
def test_files_that_cannot_be_used(name: str, said: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (tmp_path / "base.road").write_text(TURN, encoding="utf-8")
    (folder / "self.road").write_text('from "self.road"\n', encoding="utf-8")
    (folder / "wrong.road").write_text("from two-players\nGriffin\n  plan 1 slot 9\n", encoding="utf-8")
    (folder / "empty.road").write_text("# nothing\n", encoding="utf-8")
    (folder / "out.road").symlink_to(tmp_path / "base.road")
    os.mkfifo(folder / "pipe.road")
    with at_most(30):
        (found,) = driven(f'from "{name}"', str(folder / "friday.road"))[1]
    assert found.code == "unreadable-position"
    assert found.message.startswith(said.partition(": they")[0])
