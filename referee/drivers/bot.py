"""Games that play themselves: choices by a policy, chance by its weights, all from one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random
from typing import Any

from referee.engine.decision import Chance, Decision
from referee.engine.play import Play

# Given the game so far, a decision and its options, which option (None: decline, where that is allowed).
Policy = Callable[[Play[Any], Decision, list[Any], Random], Any]

MOST_OPTIONS = 6000  # enough for every choice but absurd discards, which come in order of size


def random_choice(play: Play[Any], question: Decision, options: list[Any], rng: Random) -> Any:
    """Any option, declining an optional one every third time."""
    if question.may and rng.random() < 1 / 3:
        return None
    return rng.choice(options)


def answers(play: Play[Any], policy: Policy, rng: Random) -> Iterator[tuple[Any, Any]]:
    """Play to the end; yields every question with its answer before the answer is given."""
    while play.pending is not None:
        question = play.pending
        answer = _answer(play, question, policy, rng)
        yield question, answer
        play.answer(answer)


def _answer(play: Play[Any], question: Any, policy: Policy, rng: Random) -> Any:
    if isinstance(question, Chance):
        weights = question.weights()
        return rng.choices(list(weights), list(weights.values()))[0]
    options = list(islice(question.domain.options(), MOST_OPTIONS))
    if not options:
        return None
    if not question.may and len(options) == 1:
        return options[0]
    return policy(play, question, options, rng)
