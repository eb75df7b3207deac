"""Positions as text and as snapshots: any moment of any game is written, read back, and is the same moment."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest
from helpers import HOUSE, Table, chunks, name_of_chunk, said, shown
from support import NAMES, seeded

from referee.drivers.bot import Policy, answers, random_choice
from referee.drivers.record import RecordDriver
from referee.drivers.returning import position_behind
from referee.drivers.script import Script
from referee.engine.decision import Chance
from referee.engine.play import Play
from referee.games.dark_road import laws
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.register import write_facts
from referee.games.dark_road.game import GAME
from referee.games.dark_road.merchant import Merchant
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.options import EDITIONS, switches
from referee.games.dark_road.position import facts_of
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
            same(play, position_behind(GAME, shown(play, setting).decode()), text, where)

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
        box = GAME.adapted(GAME.bundled_box("house"), edition, chosen)
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


# ── decks that run out ──────────────────────────────────────────────────────────────────────────────────

SCARCE = 18


def scarce(rng: Random) -> Box:
    """A box in which every deck is soon used up."""
    box = copy.deepcopy(HOUSE)
    heroes = [name for name, card in box.heroes.items() if not card.starting]
    for name in rng.sample(heroes, len(heroes) - rng.randint(4, 12)):
        del box.heroes[name]
    for name in rng.sample(list(box.deeds), len(box.deeds) - rng.randint(7, 12)):
        del box.deeds[name]
    for card in box.companions.values():
        card.copies = 1
    box.commissions = {town: wants[:2] for town, wants in box.commissions.items()}
    return box


@pytest.mark.parametrize("chunk", chunks(SCARCE, 6), ids=name_of_chunk)
def test_no_moment_between_scenes_is_called_impossible(chunk: range) -> None:
    """Nor is any display, though it be empty or show a starting hero that was sent away."""
    empty, returned = 0, 0
    for number in chunk:
        rng = seeded("scarce", number)
        box = scarce(rng)
        setting = Setting(players=NAMES[: 2 + number % 3], box=box, edition="retail", lexicon=GAME.lexicon(box))
        play = GAME.start(setting)
        for _ in forgetful(random_choice, play, rng):
            if play.state.stage == "setup" or play.answers:
                continue
            state, about = play.began(), f"game {number}: {play.state.round}, {play.state.stage}"
            assert laws.impossible(state, box) == [], about
            empty += state.stage == "plan" and "" in (*state.row, *state.inn, *state.court.values())
            returned += any(box.heroes[name].starting for name in state.inn if name in box.heroes)
            facts = [(who, key, value) for (who, key), value in facts_of(state, box).items() if key != "delivered"]
            assert write_facts(GAME.blank(setting), box, facts) == [], about
    assert empty > 10
    assert returned > 10
