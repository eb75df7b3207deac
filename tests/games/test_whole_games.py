"""Whole games, played by themselves: they end, every law holds, and their records replay to the same table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from helpers import (
    HOUSE,
    Table,
    any_answer,
    broken,
    chunks,
    driven,
    listed,
    name_of_chunk,
    playing,
    recorded,
    said,
    shown,
)
from support import seeded

from referee.engine.decision import Chance, Decision
from referee.engine.play import Play
from referee.games.dark_road import laws
from referee.games.dark_road.moves import Gain, Gift, Good, Return, Take
from referee.games.dark_road.scribe import Scribe
from referee.games.dark_road.state import State, freeze

GAMES, SOME, FORGETFUL = 1000, 1 / 12, 48
MOST_ANSWERS = 4000  # a game is over long before


def moved(play: Play[State]) -> Counter[tuple[Any, ...]]:
    """All that went from somewhere to somewhere. Of two windows with nothing between them a gift takes the first."""
    return Counter((p.thing, p.number, p.source, p.target, p.rule) for p in play.journal.postings)


@pytest.mark.parametrize("chunk", chunks(GAMES, 25), ids=name_of_chunk)
def test_games_end_lawfully_and_their_records_replay_to_the_same_table(chunk: range) -> None:
    for number in chunk:
        table = Table(number)
        play, scribe, rng = table.start(), Scribe(table.setting()), seeded("laws", number)
        for count, (question, answer) in enumerate(playing(table, play, "whole")):
            assert count < MOST_ANSWERS, f"no end: {table.told(play)}"
            if isinstance(question, Chance):
                assert answer in question.weights(), table.told(play)
            else:
                assert answer is not None or question.may or question.silence() == (True, None), table.told(play)
            if rng.random() < SOME:
                assert broken(play) == [], table.told(play)
            scribe.note(play.state, question, answer)
        assert play.over, table.told(play)
        assert (play.state.stage, play.state.round) == ("over", 14), table.told(play)
        assert laws.broken(play.state, HOUSE) == [], table.told(play)
        assert len(play.state.scores) == len(table.players)
        scribe.close(play.state)
        driver, diagnostics = driven(scribe.text())
        assert diagnostics == [], f"{table.told()}: {said(diagnostics)}"
        assert driver.play is not None
        assert driver.play.over, table.told()
        assert freeze(driver.play.state) == freeze(play.state), table.told()
        assert shown(driver.play, driver.setting) == shown(play, table.setting()), table.told()
        assert moved(driver.play) == moved(play), table.told()


@pytest.mark.parametrize("chunk", chunks(FORGETFUL, 12), ids=name_of_chunk)
def test_games_in_which_cards_were_not_noted_replay_as_well(chunk: range) -> None:
    """Every fourth card that nobody can know is written as ``?``. (One that everybody knows: see test_play.)"""
    unknown = 0
    for number in chunk:
        table = Table(number)
        play, scribe, rng = table.start(), Scribe(table.setting()), seeded("forgotten", number)
        choose = table.choose()
        while (question := play.pending) is not None:
            if isinstance(question, Chance):
                answer = any_answer(play, rng)
                if question.unseen and len(question.weights()) > 1 and rng.random() < 0.25:
                    unknown, answer = unknown + 1, "?"
            else:
                options = listed(question)
                answer = choose(play, question, options, rng) if options else None
            scribe.note(play.state, question, answer)
            play.answer(answer)
            if rng.random() < SOME:
                assert broken(play) == [], table.told(play)
        assert broken(play) == [], table.told(play)
        scribe.close(play.state)
        driver, diagnostics = driven(scribe.text())
        assert diagnostics == [], f"{table.told()}: {said(diagnostics)}"
        assert driver.play is not None
        assert freeze(driver.play.state) == freeze(play.state), table.told()
    assert unknown > 10 * len(chunk)


def test_an_outcome_behind_a_good_that_was_put_back() -> None:
    """A gift between taking a travel die and its effect, its good put back, then the effect rolls the oracle."""
    begun = """
        players Griffin Susie
        from two-players
          Griffin locked 1 0 3, at commission yurg, lanterns 2, shoes 0, companions Cave-Dragon, quartz 1
        round 1
        Griffin
          plan 1 slot 2 lantern
          move 0
          travel Raven, road Farglen
          Susie stay
          event -> Snow-Blind, dice -> 5
    """
    driver, diagnostics = driven(begun)
    assert diagnostics == []
    play, scribe = driver.play, Scribe(Table(0).setting())
    assert play is not None
    play = play.fork()
    good = Good("weapon")  # no market die shows it
    steps: list[Any] = [Take(5), Gift("Cave Dragon", "find"), Gain((good,)), Return(good), "lamp"]
    while steps:
        question = play.pending
        fits = isinstance(question, Chance) or (isinstance(question, Decision) and question.domain.takes(steps[0]))
        step = steps.pop(0) if fits else None
        scribe.note(play.state, question, step)
        play.answer(step)
    while isinstance(play.pending, Decision) and play.pending.brief:
        play.answer(None)  # as the end of a record does
    lines = scribe.text().split("Griffin\n")[-1]
    again, diagnostics = driven(begun + lines)
    assert diagnostics == [], f"{lines}: {said(diagnostics)}"
    assert again.play is not None
    assert freeze(again.play.state) == freeze(play.state)


def test_a_record_that_lost_a_line_does_not_replay_to_the_same_table() -> None:
    """The comparison above can fail."""
    text, play = recorded(Table(3), "whole")
    lines = text.split("\n")
    lost = next(at for at, line in enumerate(lines) if line.strip().startswith("commission"))
    driver, diagnostics = driven("\n".join(lines[:lost] + lines[lost + 1 :]))
    assert diagnostics
    assert driver.play is not None
    assert freeze(driver.play.state) != freeze(play.state)
