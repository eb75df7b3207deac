"""Switches: every value does something that a ruling shows, and games under every value play to their end."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support import NAMES, RULINGS, answer_to, played, run, seeded, settled_next, text_of

import referee
from referee.drivers.record import RecordDriver
from referee.drivers.ruling import Ruling
from referee.drivers.rulings import coverage, opened, outcomes
from referee.drivers.script import Script
from referee.engine.play import Play
from referee.games.dark_road import laws
from referee.games.dark_road.box.adapting import adapted, readings
from referee.games.dark_road.game import GAME
from referee.games.dark_road.options import EDITIONS, defaults, departures, switches
from referee.games.dark_road.rulebook import rulebook
from referee.games.dark_road.state import State
from referee.games.game import Setting

HOUSE = GAME.bundled_box("house")
EDITION_RULINGS = [path for path in RULINGS if path.parent.name == "editions"]
VALUES = [(switch.name, value) for switch in switches().values() for value in switch.values[1:]]
OTHERS = [edition for edition in EDITIONS if edition != "retail"]
TABLES: list[tuple[str, dict[str, str]]] = [
    *((edition, {}) for edition in OTHERS),
    *(("retail", {name: value}) for name, value in VALUES),
]


def named(table: Any) -> str:
    edition, options = table
    return edition if not options else "=".join(*options.items())


# ── the table of switches ───────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("switch", switches().values(), ids=switches())
def test_a_switch_names_its_rules_and_its_values(switch: Any) -> None:
    assert re.fullmatch(r"[a-z]+\.[a-z_]+", switch.name)
    assert len(switch.values) > 1
    assert len(set(switch.values)) == len(switch.values)
    assert {value for value in switch.profiles.values() if value} <= set(switch.values)
    assert switch.ids
    assert [rule for rule in switch.ids if rule not in rulebook()] == []
    assert switch.says.endswith(".")


def test_retail_is_the_game_with_every_switch_at_its_default() -> None:
    assert departures("retail", ()) == departures("", ()) == {}
    assert departures("retail", [(name, value) for name, value in defaults().items()]) == {}


@pytest.mark.parametrize("edition", OTHERS)
def test_an_edition_is_a_set_of_switches(edition: str) -> None:
    """Writing out what an edition sets makes the same table; what a record chooses beyond it comes last."""
    own = departures(edition, ())
    assert own
    assert departures("retail", own.items()) == own
    assert departures(edition, defaults().items()) == {}


def test_a_record_chooses_beyond_its_edition() -> None:
    text = "edition prototype\noption store.swap = yes\noption ruins.min = 0\nplayers A B\nfrom two-players\n"
    match = referee.begin(text)
    options = referee.snapshot(match)["options"]
    assert "store.swap" not in options
    assert options["ruins.min"] == "0"
    assert options["buildings.pool"] == "five"


# ── rulings ─────────────────────────────────────────────────────────────────────────────────────────────


@cache
def lines_with(head: str) -> dict[Path, list[int]]:
    """Where the rulings about editions write this header."""
    pattern = re.compile(rf"^{head}\s*(#.*)?$")
    found = {}
    for path in EDITION_RULINGS:
        lines = text_of(path).splitlines()
        found[path] = [number for number, line in enumerate(lines) if pattern.match(line)]
    return {path: numbers for path, numbers in found.items() if numbers}


def overruled(path: Path, numbers: list[int], instead: str) -> bool:
    """Does a case no longer hold once these lines of a ruling read otherwise?"""
    lines = text_of(path).splitlines()
    for number in numbers:
        lines[number] = instead
    return any(not outcome.holds for outcome in outcomes(Ruling("\n".join(lines) + "\n", str(path))))


@pytest.mark.parametrize(("name", "value"), VALUES, ids=map("=".join, VALUES))
def test_every_value_of_a_switch_is_shown_by_a_ruling(name: str, value: str) -> None:
    """With the switch back at its default some case of the ruling does not hold."""
    written = lines_with(rf"option\s+{re.escape(name)}\s*=\s*{value}")
    assert written, f"no ruling says option {name} = {value}"
    back = f"option {name} = {defaults()[name]}"
    assert [path.name for path, numbers in written.items() if overruled(path, numbers, back)]


@pytest.mark.parametrize("edition", OTHERS)
def test_every_edition_is_shown_by_rulings(edition: str) -> None:
    written = lines_with(rf"edition\s+{edition}")
    assert len([path.name for path, numbers in written.items() if overruled(path, numbers, "edition retail")]) > 1


@pytest.mark.parametrize("edition", OTHERS)
def test_what_an_edition_sets_matters_to_its_rulings(edition: str) -> None:
    """Each switch that an edition sets, put back, overrules a case written for that edition."""
    written = lines_with(rf"edition\s+{edition}")
    idle = []
    for name in departures(edition, ()):
        back = f"edition {edition}; option {name} = {defaults()[name]}"
        if not any(overruled(path, numbers, back) for path, numbers in written.items()):
            idle.append(name)
    # In the prototype tiles without a text are worth nothing anyway.
    assert idle == (["upgrade.storage_vp"] if edition == "prototype" else [])


@pytest.mark.parametrize("tag", ["[P]", "[HU]"])
def test_every_rule_of_one_edition_alone_is_cited(tag: str) -> None:
    own = [r.id for r in rulebook().values() if r.editions == tag and not r.solo and r.series != "EX"]
    cited = coverage(map(opened, EDITION_RULINGS))
    assert own
    assert [rule for rule in own if rule not in cited] == []


# ── boxes ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("name", "value"), readings(), ids=map("=".join, readings()))
def test_another_reading_of_a_card_changes_that_card(name: str, value: str) -> None:
    assert value in switches()[name].values
    other = adapted(HOUSE, {name: value})
    assert other != HOUSE
    assert adapted(HOUSE, {}) is HOUSE


def test_the_prototype_has_its_own_pieces() -> None:
    box = adapted(HOUSE, departures("prototype", ()))
    assert set(box.buildings) == {"mine", "harbor", "filigree", "oracle", "workshop"}
    assert box.pairs == ()
    assert set(box.steeds) == {"Sugarfoot", "Lovebug", "Whisper", "Brembizánt"}
    assert "Scorpion" in box.companions
    assert "Snow Bee" not in box.companions
    assert all(card.loyal for card in box.companions.values())
    assert not any(box.upgrades.values())
    assert set(box.upgrades) == set(HOUSE.upgrades)


def test_a_piece_that_the_box_lacks_is_an_unknown_name() -> None:
    found = referee.check("option buildings.pool = five\nplayers A B\nsetup\n  buildings mansion mine oracle harbor\n")
    assert ("unknown-name", 4) in {(d.code, d.span.line) for d in found}


# ── whole games ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("table", TABLES, ids=map(named, TABLES))
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_game_plays_to_its_end_and_reads_back_clean(table: tuple[str, dict[str, str]], policy: str) -> None:
    edition, options = table
    players = NAMES[: 2 + len(named(table)) % 3]
    text = GAME.simulated(players, "house", edition, [], policy, named(table), options)
    assert f"edition  {edition}\n" in text
    assert [line.split() for line in text.splitlines() if line.startswith("option")] == [
        ["option", name, "=", value] for name, value in options.items()
    ]
    assert [(d.code, d.span.line, d.message) for d in referee.check(text)] == []


@pytest.mark.parametrize("table", TABLES, ids=map(named, TABLES))
def test_what_is_taken_back_leaves_no_trace_but_its_mark(table: tuple[str, dict[str, str]]) -> None:
    """Doings that are withdrawn and done again, and things put right by hand and withdrawn."""
    edition, options = table
    text = GAME.simulated(NAMES[:2], "house", edition, [], "greedy", named(table), options)
    rng, written, withdrawn = seeded("taken back", named(table)), list[str](), 0
    head, rounds = text.split("round 1\n")
    for line in rounds.splitlines():
        written.append(line)
        if line in NAMES:
            written += [f'  override "a slip": adjust {rng.choice(NAMES[:2])} coins +3, prestige 0', "  takeback"]
        elif line.startswith("  ") and rng.random() < 1 / 3:
            written += ["  takeback", line]
            withdrawn += 1
    match = referee.begin(f"{head}round 1\n" + "\n".join(written) + "\n")
    assert withdrawn > 20
    assert {d.code for d in match.diagnostics if d.severity != "note"} <= {"takeback-reveals"}
    expected, actual = referee.snapshot(referee.begin(text)), referee.snapshot(match)
    assert {mark.partition(":")[0] for mark in actual.pop("irregular")} <= {"takeback over what came up"}
    assert expected.pop("irregular") == []
    assert {**actual, "inside": None} == {**expected, "inside": None}  # where the last step began has its marks too


@pytest.mark.parametrize("table", TABLES, ids=map(named, TABLES))
def test_no_law_is_broken_on_the_way(table: tuple[str, dict[str, str]]) -> None:
    edition, options = table
    box = GAME.adapted(HOUSE, edition, options)
    play = GAME.start(Setting(players=NAMES[:3], box=box, edition=edition, options=options))
    rng = seeded("options", named(table))
    for _ in played(play, rng):
        assert [law for law in broken(play) if not settled_next(play, law)] == []
    assert play.state.stage == "over"


def broken(play: Play[State]) -> list[str]:
    return laws.broken(play.state, play.rules.box) if play.state.stage != "setup" else []  # type: ignore[attr-defined]


def test_tables_with_many_switches_play_too() -> None:
    """Switches set at random all at once: whatever is chosen together must still be a game."""
    for number in range(6):
        rng = seeded("many options", number)
        options = {switch.name: rng.choice(switch.values) for switch in switches().values()}
        box = GAME.adapted(HOUSE, "retail", options)
        play = GAME.start(Setting(players=NAMES[: 2 + number % 3], box=box, edition="retail", options=options))
        while play.pending is not None:
            play.answer(answer_to(play.pending, rng))
        assert play.state.stage == "over"


def test_the_score_sheet_names_the_tie_break_that_decides() -> None:
    """RULING-107"""
    record = """players A B
from two-players
  A  coins 10, prestige 30, glow none, deeds none
  B  coins 9, prestige 40, glow 1, deeds none
scoring
"""
    usual, other = (
        run("score", "-", given=head + record).stdout.decode() for head in ("", "option tie.first = lower\n")
    )
    assert "tie at 10: the larger of coins and prestige: A 30, B 40 (TIE-01)\nwinner: B\n" in usual
    assert "tie at 10: the lower of coins and prestige: A 10, B 9 (TIE-02)\nwinner: A\n" in other


# ── the command line ────────────────────────────────────────────────────────────────────────────────────


def test_simulate_takes_an_edition_and_options() -> None:
    done = run("simulate", "--players", "2", "--edition", "prototype", "--option", "ruins.min=0")
    assert done.returncode == 0
    assert b"edition  prototype\n" in done.stdout
    assert b"option   ruins.min = 0\n" in done.stdout
    assert run("check", "-", given=done.stdout).returncode == 0


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("ruin.min=0", b"did you mean 'ruins.min'?"),
        ("ruins.min=7", b"ruins.min is never '7'; there are 1, 0"),
        ("ruins.min", b"write ruins.min=VALUE; there are 1, 0"),
    ],
)
def test_simulate_refuses_options_that_do_not_exist(written: str, says: bytes) -> None:
    done = run("simulate", "--option", written)
    assert done.returncode == 2
    assert says in done.stderr


TRAVEL = "Griffin\n  plan 1 slot 3 coins; move 3; travel Raven\n"
LATE = "  Griffin reserve none, locked 1 2 3, spent 0\n  Susie reserve none, locked 1 2 3, spent 0\nround 11\n"
CITED = {
    "STEED-06": "edition retail-hu\nfrom two-players\n  Griffin steed Lovebug\n" + TRAVEL,
    "STEED-07": "edition prototype\nfrom two-players\n  Griffin steed Lovebug\n  Susie steed Whisper\n" + TRAVEL,
    "RUINS-10": "option ruins.again = one-space\nfrom two-players\n  Griffin lanterns 1\n"
    "Griffin\n  plan 1 slot 3 coins; move 3\n  ruins 1 book*, roll -> again\n",
    "PLAN-20": f"from two-players\n{LATE}Griffin\n  plan slot 1 potion\n",
}


@pytest.mark.parametrize("rule", CITED)
def test_the_journal_cites_the_rule_of_the_edition(rule: str) -> None:
    driver = RecordDriver(Script(CITED[rule], "<edition>"))
    driver.feed(driver.script.statements)
    assert not driver.diagnostics
    assert rule in {posting.rule for posting in driver.on.journal.postings}
