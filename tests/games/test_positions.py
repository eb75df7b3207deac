"""Positions as text and as snapshots: any moment of any game is written, read back, and is the same moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from helpers import Table, chunks, name_of_chunk, said, shown
from support import NAMES, seeded

from referee.drivers.bot import Policy, answers
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.engine.decision import Chance
from referee.engine.play import Play
from referee.games.dark_road.game import GAME, bundled_box
from referee.games.dark_road.merchant import Merchant
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.options import EDITIONS, switches
from referee.games.dark_road.rules.game import SCENES
from referee.games.dark_road.state import State
from referee.games.game import Setting

GAMES, OTHERS = 48, 12
BETWEEN, INSIDE = 1 / 7, 1 / 16  # of all moments at a border of scenes, and inside one, that are written down
SNAPSHOTS = 1 / 3  # of these, that go through JSON too
UNSEEN = 1 / 6  # of all cards that nobody need have seen
CHANGED = 1 / 3  # of all switches, that stand otherwise than an edition sets them


def forgetful(choose: Policy, play: Play[State], rng: Random) -> Any:
    """A game whose scribe did not see every card."""
    while play.pending is not None:
        question = play.pending
        _, answer = next(answers(play.fork(), choose, rng))
        if isinstance(question, Chance) and question.unseen and rng.random() < UNSEEN:
            answer = UNKNOWN
        yield question
        play.answer(answer)


def followed(setting: Setting, play: Play[State], choose: Policy, rng: Random, about: str) -> None:
    """Play a game to its end; here and there, and at the end, it is written down and read back."""

    def look() -> None:
        text = GAME.position(setting, play)
        where = f"{about}; {play.state.round}, {play.state.stage}, {play.answers}"
        same(play, text, text, where)
        if rng.random() < SNAPSHOTS or play.over:
            same(play, GAME.position_from_json(shown(play, setting).decode()), text, where)

    for _ in forgetful(choose, play, rng):
        if play.state.stage != "setup" and rng.random() < (INSIDE if play.answers else BETWEEN):
            look()
    look()


@pytest.mark.parametrize("chunk", chunks(GAMES, 6), ids=name_of_chunk)
def test_a_position_reads_back_as_itself(chunk: range) -> None:
    for number in chunk:
        table = Table(number)
        followed(table.setting(), table.start(), table.choose(), seeded("positions", number), table.told())


@pytest.mark.parametrize("chunk", chunks(OTHERS, 3), ids=name_of_chunk)
def test_so_it_does_in_other_editions_and_under_other_options(chunk: range) -> None:
    for number in chunk:
        rng = seeded("positions elsewhere", number)
        edition = EDITIONS[number % len(EDITIONS)]
        chosen = {name: rng.choice(switch.values) for name, switch in switches().items() if rng.random() < CHANGED}
        box = GAME.adapted(bundled_box("house"), edition, chosen)
        setting = Setting(
            players=NAMES[: 2 + number % 3], box=box, edition=edition, options=chosen, lexicon=GAME.lexicon(box)
        )
        followed(setting, GAME.start(setting), Merchant(box), rng, f"game {number}: {edition}, {chosen}")


def same(play: Play[State], text: str, canonical: str, about: str) -> None:
    """A position, read, is this game, and is written in this form."""
    script = Script(text, "<position>")
    driver = RecordDriver(script)
    driver.feed(script.statements)
    found = [*script.diagnostics, *driver.diagnostics]
    assert not found, f"{about}\n{text}\n{said(found)}"
    assert driver.play is not None
    assert GAME.position(driver.setting, driver.play) == canonical, f"{about}\n{text}"
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
        for _ in forgetful(table.choose(), play, seeded("positions", number)):
            seen.add(play.state.stage)
    assert seen == set(SCENES)
