"""``legal`` lists exactly what ``check`` accepts: a listed step is taken, any other one is refused with a code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from helpers import HOUSE, VARIED, Table, chunks, name_of_chunk, playing
from support import NAMES, seeded

from referee.catalogue import codes
from referee.diagnostics import Diagnostic
from referee.drivers.options import legal_steps, written_step
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.engine.decision import Chance
from referee.engine.play import Play
from referee.games.dark_road.game import GAME
from referee.games.dark_road.notation.writing import written_name
from referee.games.dark_road.state import State, freeze
from referee.library import Match, do
from referee.notation.source import Source

GAMES, STATES_OF_A_GAME = 40, 20
UNLISTED = 5
CODES = codes()
KINDS: list[list[str]] = [
    list(map(str, range(8))),
    list(HOUSE.goods),
    [f"{kind}*" for kind in HOUSE.goods],
    list(HOUSE.towns),
    *(
        [written_name(name) for name in cards]
        for cards in (HOUSE.heroes, HOUSE.companions, HOUSE.buildings, HOUSE.deeds, HOUSE.upgrades, HOUSE.steeds)
    ),
    ["ahead", "back"],
    ["road", "shortcut"],
    ["upper", "lower", "deck"],
    ["join", "stay"],
    ["lantern", "quartz", "coins", "shoe", "prestige"],
    sorted({ability for card in HOUSE.companions.values() for ability in card.abilities}),
    ["glow", "deed", "coins", "upgrade"],
    ["gain", "lose", "pay", "drop", "return", "flip"],
    NAMES,
]
SCRIPTS = {
    (players, tuple(variants)): Script(
        f"players {' '.join(NAMES[:players])}\n" + (f"variant {' '.join(variants)}\n" if variants else ""), "<text>"
    )
    for players in (2, 3, 4)
    for variants in VARIED
}


def match_at(table: Table, play: Play[State]) -> Match:
    """A match of its own at this moment of a game."""
    driver = RecordDriver(SCRIPTS[len(table.players), tuple(table.variants)], statements=())
    driver.play = play.fork()
    return Match(driver)


def at_end(match: Match) -> Any:
    assert match._driver.play is not None
    play = match._driver.play
    end = play.position()
    play.close()
    return end


def tried(table: Table, play: Play[State], text: str) -> tuple[list[Diagnostic], Any, bytes]:
    """What ``do`` says of a step, and where it leads."""
    match = match_at(table, play)
    wrong = do(match, text)
    assert match._driver.play is not None
    match._driver.settle()  # whether or not it is done already, so that both ways end in the same place
    frozen = freeze(match._driver.play.state)
    return wrong, at_end(match), frozen


def meant(table: Table, play: Play[State], text: str) -> tuple[Any, bytes]:
    """Where a listed step leads: what needs no word is passed by until a question has it among its options."""
    match = match_at(table, play)
    fork = match._driver.play
    assert fork is not None
    start = GAME.moment(fork.state).who
    while True:
        question = fork.pending
        assert question is not None, text
        if isinstance(question, Chance):
            found = [o for o in question.weights() if text == f"{question.label} -> {GAME.write_outcome(question, o)}"]
        else:
            by = "" if question.who == start else question.who
            found = [move for move in question.domain.options() if written_step(GAME, move, by) == text]
        if found:
            answer = found[0]
            break
        forced, silent = question.silence()
        assert forced, text
        fork.answer(silent)
    fork.answer(answer)
    match._driver.settle()
    return at_end(match), freeze(fork.state)


def mutants(text: str, rng: Random) -> Iterator[str]:
    """The same step with another number, name or word in one place, or said by somebody else."""
    words = re.findall(r'"[^"]*"|\[|\]|[^\s\[\]]+', text)
    for _ in range(40):
        at = rng.randrange(len(words))
        kinds = [kind for kind in KINDS if words[at] in kind]
        if rng.random() < 0.15:
            changed = [rng.choice(NAMES), *words]
        elif kinds:
            changed = [*words[:at], rng.choice(rng.choice(kinds)), *words[at + 1 :]]
        else:
            continue
        yield " ".join(changed)


def grammatical(table: Table, text: str) -> bool:
    script = SCRIPTS[len(table.players), tuple(table.variants)]
    source = Source(text, "<text>", script.source.parser)
    reader = GAME.reader("<text>", script.setting)
    statements = [reader.statement(parsed) for parsed in source.statements(GAME.describe)]
    return (
        not source.diagnostics and not reader.diagnostics and [len(getattr(s, "steps", ())) for s in statements] == [1]
    )


def same_words(text: str) -> tuple[str, ...]:
    """A step without the order of its words: goods are bought in any order, listed in one."""
    words: list[str] = []
    for word in text.split():
        times = int(word[1:]) if re.fullmatch(r"x\d+", word) else 0
        words += [words[-1]] * (times - 1) if times else [word]
    return tuple(sorted(words))


def nothing_changed(text: str) -> bool:
    """A die turned to the face it shows is allowed and of no use, so nobody lists it. RULING-35"""
    words = text.split()
    return words[:1] == ["change"] and words[1] == words[3]


def disagreements(table: Table, play: Play[State], rng: Random, counted: dict[str, int]) -> Iterator[str]:
    every = [text for text, _ in legal_steps(GAME, play)]
    if not every:
        return
    counted["states"] += 1
    for text in every:
        wrong, end, _ = tried(table, play, text)
        counted["listed"] += 1
        if wrong:
            yield f"listed and refused: {text!r}: {wrong[0].code}: {wrong[0].message}"
        elif end != meant(table, play, text)[0]:
            yield f"listed and taken for something else: {text!r}"
    base, known, tries = rng.choice(every), set(every), 0
    leads: set[bytes] | None = None
    for text in mutants(base, rng):
        if tries == UNLISTED:
            return
        if text in known or not grammatical(table, text):
            continue
        known.add(text)
        tries += 1
        wrong, _, frozen = tried(table, play, text)
        counted["unlisted"] += 1
        if wrong and (wrong[0].code not in CODES or not wrong[0].message):
            yield f"refused without a known code: {text!r}: {wrong[0].code}"
        elif not wrong:
            counted["otherwise"] += 1
            if leads is None:
                leads = {meant(table, play, step)[1] for step in every[:200]}
            if nothing_changed(text) or same_words(text) in set(map(same_words, every)):
                continue
            if frozen not in leads:
                yield f"taken and not listed: {text!r} (like {base!r})"


@pytest.mark.parametrize("chunk", chunks(GAMES, 5), ids=name_of_chunk)
def test_what_is_listed_is_what_is_accepted(chunk: range) -> None:
    counted = dict.fromkeys(("states", "listed", "unlisted", "otherwise"), 0)
    found: list[str] = []
    for number in chunk:
        table, rng = Table(number), seeded("legal", number)
        play = table.start()
        for _ in playing(table, play, "legal"):
            if play.state.stage != "setup" and rng.random() < STATES_OF_A_GAME / (105 * len(table.players)):
                told = f"{table.told(play)}: "
                found += [told + wrong for wrong in disagreements(table, play, rng, counted)]
    assert found == []
    assert counted["states"] >= 15 * len(chunk), counted
    assert counted["listed"] > 2 * counted["states"], counted
    assert counted["unlisted"] > 2 * counted["states"], counted
    assert counted["otherwise"] < counted["unlisted"] / 3, counted
