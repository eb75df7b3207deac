"""The records that come with the package: every one is clean, says what it shows, and checks what it claims."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import EXAMPLES, text_of

from referee.diagnostics import Diagnostic
from referee.library import begin, check, read, replay
from referee.notation.record import Check

WORKED = [path for path in EXAMPLES if path.name.startswith("example-")]
GAMES = [path for path in EXAMPLES if path.name.startswith("game-")]
WINNERS = {"game-two": "Griffin", "game-three": "Brian", "game-four": "Susie"}
VARIANTS = {"game-two": [], "game-three": ["two-deeds"], "game-four": ["draft"]}
WAIVED = {"real-table": 4}  # overrides in a record that shows what tables really do
LONGEST_LINE = 128
LARGEST_FILE = 40_000
ALL_TOGETHER = 120_000


def names(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


def findings(text: str, name: str) -> list[Diagnostic]:
    """What is wrong with a record, less the rules that its table waived."""
    return [found for found in check(text, name, allow_overrides=True) if found.code != "override"]


def checks(path: Path) -> list[Check]:
    """The statements of a record that say what must hold."""
    return [s for s in read(text_of(path), path.name).statements if isinstance(s, Check)]


# ── every file ──────────────────────────────────────────────────────────────────────────────────────────


def test_none_is_missing() -> None:
    assert {"first-turn", "caravan", "mid-turn", *WAIVED, *WINNERS} <= set(names(EXAMPLES))
    assert [int(path.stem.split("-")[1]) for path in WORKED] == [*range(1, 9)]


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_checks_clean(path: Path) -> None:
    assert findings(text_of(path), path.name) == []
    assert len(check(text_of(path), path.name)) == WAIVED.get(path.stem, 0)


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_claims_something(path: Path) -> None:
    assert checks(path), "without a check line a record shows nothing"


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_a_wrong_claim_is_found(path: Path) -> None:
    """The check lines are really compared: with a number changed the first of them fails, and nothing else does."""
    text = text_of(path)
    for statement in checks(path):
        line = text.splitlines()[statement.span.line - 1]
        wrong = re.sub(r"(coins|prestige|score \w+) (\d+)", lambda m: f"{m[1]} {int(m[2]) + 1}", line, count=1)
        if wrong == line:
            continue
        lines = text.splitlines()
        lines[statement.span.line - 1] = wrong
        found = findings("\n".join(lines), path.name)
        assert [d.code for d in found] == ["check-failed"], wrong
        assert found[0].span.line == statement.span.line
        return


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_is_kept_readable(path: Path) -> None:
    text = text_of(path)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    assert "\t" not in text
    assert all(line == line.rstrip() and len(line) <= LONGEST_LINE for line in text.splitlines())
    assert len(text.encode()) <= LARGEST_FILE
    assert "#" in text


def test_all_together_are_small() -> None:
    assert sum(path.stat().st_size for path in EXAMPLES) <= ALL_TOGETHER


# ── the worked examples ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", WORKED, ids=names(WORKED))
def test_worked_example_names_its_number(path: Path) -> None:
    number = path.stem.split("-")[1]
    comments = [line for line in text_of(path).splitlines() if line.startswith("#")]
    assert re.match(rf"# EX-{number}:", comments[0])


# The printed results, as they must stand in the check lines of each file.
RESULTS = {
    "example-01-plan": ["Griffin reserve 0 2 3, locked 1 1 3, glow none, lanterns 0"],
    "example-02-bazaar": ["Susie coins 0, goods armor armor weapon", "market potion staff, wheel staff"],
    "example-03-storm": ["Storm coins 0, goods weapon potion potion book", "market weapon armor"],
    "example-04-dark-market": ["Andrea coins 0, goods book staff", "marker dark E"],
    "example-05-inn": ["Brian coins 10, quartz 1, lanterns 1", "Brian goods book armor, heroes Atlantes"],
    "example-06-commission": ["Orange prestige 3, coins 6, goods none", "supply potion 14, supply book 14"],
    "example-07-heroes": ["Orange coins 2, heroes none, delivered Agatha", "Blue coins 2, heroes none, delivered Alun"],
    "example-08-journey": [
        "Griffin coins 11, prestige 6, goods instrument*, heroes none, commissions none",
        "Brian prestige 4, goods none, commissions none",
        "Griffin coins 11, prestige 8, lanterns 0, glow 1 2, deeds ? Lamplighter, companions Phoenix",
        "Susie coins 6, prestige 0, quartz 1, lanterns 1, goods staff",
        "row Ice-Mouse Raven Snow-Bee, court Three-Crowns Old-Friends",
    ],
}


@pytest.mark.parametrize("path", WORKED, ids=names(WORKED))
def test_worked_example_states_the_printed_results(path: Path) -> None:
    stated = [
        line.removeprefix("check ").split("#")[0].strip()
        for line in text_of(path).splitlines()
        if line.startswith("check ")
    ]
    assert set(RESULTS[path.stem]) <= set(stated)


# ── the complete games ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("path", GAMES, ids=names(GAMES))
def test_game_reaches_its_end(path: Path) -> None:
    text = text_of(path)
    match = begin(text, path.name)
    assert match.over
    assert match.diagnostics == []
    facts = [fact for statement in checks(path) for fact in statement.facts]
    players = [player["name"] for player in replay(text)["players"]]
    assert [fact.value for fact in facts if fact.key == "winner"] == [(WINNERS[path.stem],)]
    assert [fact.who for fact in facts if fact.key == "score"] == players
    assert replay(text)["variants"] == VARIANTS[path.stem]


@pytest.mark.parametrize("path", GAMES, ids=names(GAMES))
def test_game_has_thirteen_rounds_and_most_are_checked(path: Path) -> None:
    rounds = re.split(r"^round \d+$", text_of(path), flags=re.MULTILINE)[1:]
    assert len(rounds) == 13
    assert sum("\ncheck " in part for part in rounds) >= 10
    assert all("#" in part for part in rounds)


def test_the_game_for_two_is_a_tie() -> None:
    text = text_of(next(path for path in GAMES if path.stem == "game-two"))
    assert re.search(r"^check score Griffin (\d+), Susie \1$", text, re.MULTILINE)


# What a reader can look up in the games, and where it must be found at least once.
SHOWN = {
    "somebody stays at home while others join": r"\w+ joins; \w+ stays",
    "a shortcut": r"shortcut \w+",
    "a loyal companion and its gift": r"gift Cave-Dragon find",
    "a stray that is passed on": r"gift Grace potion",
    "a stray between two players": r"gift Li'l-Dumplin'",
    "an upgrade": r"fortune upgrade \w+",
    "a good that finds no room": r"drop (?:armor|weapon|potion|book|staff|instrument)\b",
    "an inventory that is full": r"drop (?:shoe|quartz)\b",
    "dice thrown again for a lantern": r"rerolls -> ",
    "a deed nobody sees": r"deed deck -> \?",
    "a deed that is shown at the end": r"reveals \w+",
    "dice set back": r"^  reset\b",
    "a horseshoe": r"move \d shoe (?:ahead|back)",
}


@pytest.mark.parametrize("pattern", SHOWN.values(), ids=SHOWN.keys())
def test_games_show(pattern: str) -> None:
    assert any(re.search(pattern, text_of(path), re.MULTILINE) for path in GAMES)
