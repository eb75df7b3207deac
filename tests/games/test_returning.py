"""Every moment of a game can be written down, come back to and gone on from: state, answers, and undo."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import Table, asked, chunks, name_of_chunk, playing
from support import SEED, seeded

from referee.engine.play import Play
from referee.games.dark_road.rules.game import SCENES
from referee.games.dark_road.state import State, freeze, thaw

GAMES = 200
UNDONE = 3


class Taken:
    """One moment, and the answers of its scene that came after it."""

    def __init__(self, play: Play[State]) -> None:
        self.position, self.frozen, self.question = play.position(), freeze(play.state), asked(play)
        self.later: list[Any] = []
        self.end = b""


@pytest.mark.parametrize("chunk", chunks(GAMES, 20), ids=name_of_chunk)
def test_every_moment_is_written_and_every_prefix_of_a_scene_resumed(chunk: range) -> None:
    scenes: set[str] = set()
    for number in chunk:
        table = Table(number)
        play = table.start()
        moments: list[Taken] = []
        open_moments: list[Taken] = []
        for _, answer in playing(table, play, "returning"):
            frozen = freeze(play.state)
            again = thaw(frozen)
            assert freeze(again) == frozen, table.told(play)
            assert again == play.state, table.told(play)
            stage = play.state.stage
            if not play.answers:
                for moment in open_moments:
                    moment.end = frozen
                open_moments = []
            scenes.add(stage)
            moments.append(Taken(play))
            open_moments.append(moments[-1])
            for moment in open_moments:
                moment.later.append(answer)
        for moment in open_moments:
            moment.end = freeze(play.state)
        for moment in moments:
            resumed = Play.resume(play.rules, moment.position)
            assert freeze(resumed.state) == moment.frozen, f"{table.told()}: {moment.position}"
            assert asked(resumed) == moment.question, f"{table.told()}: {moment.position}"
            assert resumed.position() == moment.position, f"{table.told()}: {moment.position}"
            resumed.replay(moment.later)
            assert freeze(resumed.state) == moment.end, f"{table.told()}: {moment.position} then {moment.later}"
            resumed.close()
    assert scenes == set(SCENES), f"REFEREE_SEED={SEED}: never seen {set(SCENES) - scenes}"


@pytest.mark.parametrize("chunk", chunks(GAMES, 50), ids=name_of_chunk)
def test_undoing_leads_back_to_the_start_of_the_scene_and_forward_again(chunk: range) -> None:
    undone = 0
    for number in chunk:
        table, rng = Table(number), seeded("undone", number)
        play = table.start()
        for _ in playing(table, play, "returning"):
            if len(play.answers) < 2 or rng.random() > UNDONE / 200:
                continue
            position, frozen, question = play.position(), freeze(play.state), asked(play)
            postings, step = list(play.journal.postings), play.journal.step
            states = []
            for prefix in range(len(position.answers)):
                start = Play.resume(play.rules, type(position)(position.state, position.answers[:prefix]))
                states.append(freeze(start.state))
                start.close()
            for left in reversed(range(len(position.answers))):
                play.undo()
                assert play.position() == type(position)(position.state, position.answers[:left]), table.told(play)
                assert freeze(play.state) == states[left], table.told(play)
            assert play.between_scenes
            play.replay(position.answers)
            assert (freeze(play.state), asked(play), play.position()) == (frozen, question, position), table.told(play)
            assert (play.journal.postings, play.journal.step) == (postings, step), table.told(play)
            undone += 1
    assert undone >= len(chunk)


def test_a_wrong_answer_leads_elsewhere() -> None:
    """The comparisons above can fail: another answer in the same scene is another game."""
    table = Table(1)
    play = table.start()
    for _, _answer in playing(table, play, "returning"):
        if play.state.stage == "join":
            break
    position = play.position()
    one, other = Play.resume(play.rules, position), Play.resume(play.rules, position)
    while one.pending is not None and one.pending.prompt == "make a gift":  # type: ignore[union-attr]
        one.answer(None)
        other.answer(None)
    first, second = one.pending.domain.options()  # type: ignore[union-attr]
    one.answer(first)
    other.answer(second)
    assert freeze(one.state) != freeze(other.state)
