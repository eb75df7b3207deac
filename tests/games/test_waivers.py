"""Whatever a table waives can be carried out: rules and verbs are total, and no piece is made or lost.

Games are played at random. Now and then an answer is given that the rules refuse, as an override would give it:
every reason against it is lifted, and none of them speaks of something that is not there.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from helpers import HOUSE, Table, any_answer, chunks, name_of_chunk
from support import SEED, seeded
from test_perft import UNIVERSE

from referee.engine.decision import Decision, Domain, Pooled, Refusal
from referee.engine.play import Play
from referee.games.dark_road import laws
from referee.games.dark_road.game import GAME
from referee.games.dark_road.moves import Add, Deliver, Gain, Good, Ruins, Skip
from referee.games.dark_road.refusals import PHYSICAL, REFUSALS
from referee.games.dark_road.rules.skipping import Compulsory
from referee.games.dark_road.state import State

GAMES, HELD_UP, FURTHER = 120, 40, 30
OFTEN = 1 / 12  # how many of the answers are waived, where something can be
MOST_ANSWERS = 6000

# Written by people who err more boldly than those who count ways.
BOLD: dict[type, list[Any]] = {
    Add: [Add(number) for number in (-3, 9)],
    Ruins: [Ruins(17)],
    Deliver: [Deliver(tile.what) for tile in UNIVERSE[Deliver]() if not tile.goods],
    Gain: [Gain((Good("staff"),) * 3)],
}


@cache
def universe(kind: type) -> list[Any]:
    return [*UNIVERSE[kind](), *BOLD.get(kind, [])] if kind in UNIVERSE else []


def held_up(domain: Domain, rng: Random) -> list[Any]:
    """Moves of the kind that is asked for: those the rules think of, and others."""
    found = list(islice(domain.candidates(), HELD_UP))
    for kind in domain.kinds:
        found += rng.sample(universe(kind), min(HELD_UP, len(universe(kind))))
    if isinstance(domain, Compulsory):
        found += map(Skip, domain.skips)
    return found


def lifted(domain: Domain, rng: Random) -> list[tuple[Any, list[Refusal]]]:
    """Refused moves that a waiver lets pass, with all that had to be lifted."""
    found = []
    for move in held_up(domain, rng):
        against = list(domain.refusals(move))
        assert (against[0] if against else None) == domain.judge(move), "judge tells the first reason"
        if against and not any(GAME.physical(refusal) for refusal in against):
            found.append((move, against))
    return found


def waived(question: Decision, rng: Random, seen: Counter[str]) -> tuple[Any, list[Refusal]] | None:
    """One of them, of the kind that has been waived least."""
    if isinstance(question, Pooled):
        who = rng.choice(list(question.domains))
        found = [((who, move), against) for move, against in lifted(question.domains[who], rng)]
    else:
        found = lifted(question.domain, rng)
    if not found:
        return None
    code = min(sorted({against[0].code for _, against in found}), key=lambda code: seen[code])
    return rng.choice([item for item in found if item[1][0].code == code])


def whole(play: Play[State], told: str) -> None:
    assert laws.lost(play.state, HOUSE) == [], told
    for player in play.state.players:
        assert min(player.coins, player.lanterns, player.quartz, player.horseshoes, player.removed, player.spent) >= 0


@pytest.mark.parametrize("chunk", chunks(GAMES, 10), ids=name_of_chunk)
def test_games_in_which_rules_are_waived_go_on_to_their_end(chunk: range) -> None:
    seen: Counter[str] = Counter()
    for number in chunk:
        table, rng = Table(number), seeded("waivers", number)
        play = table.start()
        said: list[str] = []
        for _ in range(MOST_ANSWERS):
            question = play.pending
            if question is None:
                break
            chosen = None
            if isinstance(question, Decision) and play.state.stage != "setup" and rng.random() < OFTEN:
                chosen = waived(question, rng, seen)
            if chosen is not None:
                said.append(f"{chosen[0]}: {[refusal.code for refusal in chosen[1]]}")
                seen.update(refusal.code for refusal in chosen[1])
            told = f"{table.told(play)}; waived {said[-3:]}"
            try:
                play.answer(any_answer(play, rng) if chosen is None else chosen[0])
            except Exception as bad:
                raise AssertionError(told) from bad
            if play.state.stage != "setup":
                whole(play, told)
        assert play.over, table.told(play)
    assert len(seen) > 20, f"REFEREE_SEED={SEED}: {seen}"


@pytest.mark.parametrize("chunk", chunks(30, 10), ids=name_of_chunk)
def test_every_single_waiver_leads_on(chunk: range) -> None:
    """One waiver in an otherwise regular game, for every code that could be waived at that moment."""
    tried: Counter[str] = Counter()
    for number in chunk:
        table, rng = Table(number), seeded("one waiver", number)
        play = table.start()
        while (question := play.pending) is not None:
            if isinstance(question, Decision) and play.state.stage != "setup" and rng.random() < 1 / 20:
                domains = question.domains if isinstance(question, Pooled) else {"": question.domain}
                for who, domain in domains.items():
                    by_code = {against[0].code: move for move, against in lifted(domain, rng)}
                    for code, move in by_code.items():
                        tried[code] += 1
                        led_on(table, play, (who, move) if who else move, rng)
            play.answer(any_answer(play, rng))
    assert len(tried) > 15, tried


def led_on(table: Table, play: Play[State], answer: Any, rng: Random) -> None:
    fork, told = play.fork(), f"{table.told(play)}: {answer}"
    try:
        fork.answer(answer)
        for _ in range(FURTHER):
            if fork.pending is None:
                break
            whole(fork, told)
            fork.answer(any_answer(fork, rng))
    except Exception as bad:
        raise AssertionError(told) from bad
    whole(fork, told)
    fork.close()


def test_what_is_physical_is_a_refusal() -> None:
    assert set(REFUSALS) >= PHYSICAL
    assert not GAME.physical(Refusal("no-such-die", "MOVE-02"))
    assert GAME.physical(Refusal("no-such-die", "EVENT-04"))
    assert not GAME.physical(Refusal("coins-short", "DARK-06"))
