"""A gift is tried wherever one may be made; whatever was on offer before it is looked at again after it."""

from __future__ import annotations

from collections import Counter

import pytest
from helpers import Table, any_answer, asked, broken, chunks, listed, name_of_chunk, playing
from support import SEED, seeded

from referee.engine.decision import Decision
from referee.engine.play import Play
from referee.games.dark_road.moves import Gift
from referee.games.dark_road.state import State, freeze, thaw

GAMES = 200
ANSWERS_AFTER = 9


def window(play: Play[State]) -> bool:
    return isinstance(play.pending, Decision) and play.pending.prompt == "make a gift"


def fresh(play: Play[State], told: str) -> None:
    """Right after a gift at the start of a scene the table alone is the game: nothing read before is still used."""
    anew, same = Play(play.rules, thaw(freeze(play.state))), play.fork()
    assert asked(anew) == asked(same), told
    while window(same) and window(anew):
        same.answer(None)
        anew.answer(None)
    assert asked(anew) == asked(same), told
    anew.close()
    same.close()


@pytest.mark.parametrize("chunk", chunks(GAMES, 20), ids=name_of_chunk)
def test_a_gift_at_every_window(chunk: range) -> None:
    made: Counter[str] = Counter()
    for number in chunk:
        table = Table(number)
        play = table.start()
        for question, _ in playing(table, play, "gifts"):
            if not window(play):
                continue
            options = listed(question)
            if not options:
                continue
            rng = seeded("gift", number, play.journal.step)
            gift = rng.choice(options)
            assert isinstance(gift, Gift)
            told = f"{table.told(play)}, gift {gift}"
            before = freeze(play.state)
            fork, at_start = play.fork(), play.between_scenes
            fork.answer(gift)
            made[play.state.stage] += 1
            for _ in range(ANSWERS_AFTER):
                if fork.over:
                    break
                assert broken(fork) == [], told
                if at_start and fork.answers and window(fork):
                    fresh(fork, told)
                    at_start = False
                if isinstance(fork.pending, Decision):
                    for option in listed(fork.pending, 5):
                        assert fork.pending.domain.judge(option) is None, f"{told}: {option}"
                at_start = at_start and bool(fork.answers)
                fork.answer(any_answer(fork, rng))
            fork.close()
            assert freeze(play.state) == before, told
    assert sum(made.values()) > 6 * len(chunk), f"REFEREE_SEED={SEED}: {made}"
    assert set(made) >= {"plan", "move", "act", "route", "die"}, f"REFEREE_SEED={SEED}: {made}"
