"""Positions as text: any moment of any game is written, read back, and is the same moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import Table, chunks, name_of_chunk, said
from support import seeded

from referee.drivers.bot import answers
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.engine.decision import Chance
from referee.engine.play import Play
from referee.games.dark_road.game import GAME
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.rules.game import SCENES
from referee.games.dark_road.state import State

GAMES = 120
BETWEEN, INSIDE = 1 / 5, 1 / 12  # of all moments at a border of scenes, and inside one, that are written down
UNSEEN = 1 / 6  # of all cards that nobody need have seen


def forgetful(table: Table, play: Play[State], rng: Random) -> Any:
    """A game whose scribe did not see every card."""
    while play.pending is not None:
        question = play.pending
        _, answer = next(answers(play.fork(), table.choose(), rng))
        if isinstance(question, Chance) and question.unseen and rng.random() < UNSEEN:
            answer = UNKNOWN
        yield question
        play.answer(answer)


@pytest.mark.parametrize("chunk", chunks(GAMES, 12), ids=name_of_chunk)
def test_a_position_reads_back_as_itself(chunk: range) -> None:
    for number in chunk:
        table, rng = Table(number), seeded("positions", number)
        play, setting = table.start(), table.setting()
        for _ in forgetful(table, play, rng):
            chosen = rng.random() < (INSIDE if play.answers else BETWEEN)
            if play.state.stage != "setup" and chosen:
                same(play, GAME.position(setting, play), table.told(play))
        same(play, GAME.position(setting, play), table.told(play))


def same(play: Play[State], text: str, about: str) -> None:
    script = Script(text, "<position>")
    driver = RecordDriver(script)
    driver.feed(script.statements)
    found = [*script.diagnostics, *driver.diagnostics]
    assert not found, f"{about}\n{text}\n{said(found)}"
    assert driver.play is not None
    assert GAME.position(driver.setting, driver.play) == text, f"{about}\n{text}"
    if not play.answers:
        assert plain(driver.on.began()) == plain(play.began()), f"{about}\n{text}"


def plain(state: State) -> State:
    """Without what nobody can tell: the order of cards that were seen and discarded."""
    state.event_discards = {route: sorted(cards) for route, cards in state.event_discards.items() if cards}
    return state


def test_the_games_above_come_through_every_scene() -> None:
    seen = set()
    for number in range(6):
        table = Table(number)
        play = table.start()
        for _ in forgetful(table, play, seeded("positions", number)):
            seen.add(play.state.stage)
    assert seen == set(SCENES)
