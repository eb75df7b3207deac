"""One thing changed in a legal record: it is flagged, at the change or after it, or it is another legal game."""

from __future__ import annotations

import re
from random import Random

import pytest
from helpers import HOUSE, Table, broken, chunks, driven, name_of_chunk, recorded, said
from support import NAMES, at_most, seeded

from referee.catalogue import codes
from referee.games.dark_road.state import freeze

GAMES, CHANGES = 60, 5
CODES = codes()
WORDS: list[list[str]] = [
    *map(list, (HOUSE.goods, HOUSE.towns, HOUSE.heroes, HOUSE.deeds)),
    NAMES,
    ["road", "shortcut"],
    ["join", "stay"],
]


def number(lines: list[str], at: int, rng: Random) -> list[str] | None:
    found = list(re.finditer(r"(?<![\w.])\d+(?![\w.])", lines[at]))
    if not found:
        return None
    one = rng.choice(found)
    other = rng.choice([n for n in range(8) if str(n) != one[0]])
    return [*lines[:at], lines[at][: one.start()] + str(other) + lines[at][one.end() :], *lines[at + 1 :]]


def name(lines: list[str], at: int, rng: Random) -> list[str] | None:
    found = [(m, kind) for m in re.finditer(r"[^\W\d_][\w'-]*", lines[at]) for kind in WORDS if m[0] in kind]
    if not found:
        return None
    one, kind = rng.choice(found)
    other = rng.choice([word for word in kind if word != one[0]])
    return [*lines[:at], lines[at][: one.start()] + other + lines[at][one.end() :], *lines[at + 1 :]]


def twice(lines: list[str], at: int, rng: Random) -> list[str] | None:
    return [*lines[: at + 1], *lines[at:]]


def gone(lines: list[str], at: int, rng: Random) -> list[str] | None:
    return [*lines[:at], *lines[at + 1 :]]


WAYS = [number, name, twice, gone]


def changed(text: str, rng: Random) -> tuple[str, int, str]:
    """A record with one change, the line of it, and what was done."""
    lines = text.split("\n")
    setup = lines.index("setup")
    while True:
        at, way = rng.randrange(setup + 1, len(lines)), rng.choice(WAYS)
        if not lines[at].strip():
            continue
        new = way(lines, at, rng)
        if new is not None and new != lines:
            return (
                "\n".join(new),
                at + 1,
                f"{way.__name__} at line {at + 1}: {lines[at].strip()!r} -> {new[at].strip()!r}",
            )


def earliest(text: str, line: int) -> int:
    """What is missing is reported at the statement before it; at setup everything is one statement, in any order."""
    lines = text.split("\n")
    rounds = lines.index("round 1") + 1 if "round 1" in lines else len(lines)
    if line <= rounds:
        return lines.index("setup") + 1
    before = [at for at in range(1, line) if lines[at - 1].strip()]
    return before[-1]


@pytest.mark.parametrize("chunk", chunks(GAMES, 10), ids=name_of_chunk)
def test_one_change_is_flagged_there_or_makes_another_legal_game(chunk: range) -> None:
    flagged = legal = same = 0
    for game in chunk:
        table = Table(game)
        text, play = recorded(table, "broken rule")
        whole = freeze(play.state)
        for change in range(CHANGES):
            mutant, line, done = changed(text, seeded("change", game, change))
            told = f"{table.told()}, change {change}: {done}"
            with at_most(60):
                driver, diagnostics = driven(mutant)
            errors = [d for d in diagnostics if d.severity == "error"]
            if errors:
                flagged += 1
                first = min(errors, key=lambda d: d.span)
                assert first.span.line >= earliest(text, line), f"{told}: {said([first])}"
                assert all(d.code in CODES and d.message and d.span.start >= 1 for d in diagnostics), told
                continue
            assert driver.play is not None
            assert driver.play.over, told
            assert broken(driver.play) == [], told
            if freeze(driver.play.state) == whole:
                same += 1
            else:  # the checks at the end still hold: another game with the same result
                legal += 1
                assert [s.total for s in driver.play.state.scores] == [s.total for s in play.state.scores], told
                assert driver.play.state.winners == play.state.winners, told
    assert flagged > 3 * (legal + same), f"{flagged} flagged, {legal} another game, {same} the same game"
