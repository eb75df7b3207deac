"""What may be written next, in notation: the options of every question until one must be answered."""

from __future__ import annotations

from typing import Any

from referee.engine.decision import Chance, Decision
from referee.engine.play import Play
from referee.games.game import Game


def written_step(game: Game, move: Any, by: str = "") -> str:
    """A move as a step, its player in front where that is not the one whose turn it is."""
    if isinstance(move, tuple):
        by, move = move
    return game.write_of(by, move) if by else game.write(move)


def legal_steps(game: Game, play: Play[Any], most: int | None = None) -> list[tuple[str, str]]:
    """Each legal step of this turn with what it answers; questions that need no word are passed by."""
    fork = play.fork()
    found = _of_this_turn(game, fork, most)
    fork.close()
    return found


def steps_ahead(game: Game, play: Play[Any], heading: str) -> list[tuple[str, str]]:
    """All that may be written next: the steps of this turn under its ``heading``, if it still needs one.

    Where the turn may end without a word, those of the next turn follow, each with the name that begins it.
    """
    fork = play.fork()
    start = game.moment(fork.state)
    found = _headed(heading, _of_this_turn(game, fork))
    now = game.moment(fork.state)
    if fork.pending is not None and not start.ending and (now.round, now.who) != (start.round, start.who):
        following = now.stage if now.ending else game.write_name(now.who)
        found += _headed(following, _of_this_turn(game, fork))
    fork.close()
    return found


def _headed(heading: str, steps: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(f"{heading}; {text}" if heading else text, gloss) for text, gloss in steps]


def _of_this_turn(game: Game, fork: Play[Any], most: int | None = None) -> list[tuple[str, str]]:
    """Walk to the first question that needs a word, or to the end of the turn, and list what answers on the way.

    A step of Rest needs the word itself; what comes up in Rest does not.
    """
    found: dict[str, str] = {}
    start = now = game.moment(fork.state)
    while fork.pending is not None and (now.round, now.who) == (start.round, start.who):
        question = fork.pending
        if isinstance(question, Chance):
            for outcome in question.weights():
                found.setdefault(f"{question.label} -> {game.write_outcome(question, outcome)}", question.label)
        elif start.resting or not now.resting:
            by = "" if question.who == start.who else question.who
            for move in question.domain.options():
                found.setdefault(written_step(game, move, by), question.prompt)
                if most is not None and len(found) >= most:
                    break
        forced, answer = question.silence()
        if not forced or (most is not None and len(found) >= most):
            break
        fork.answer(answer)
        now = game.moment(fork.state)
    return list(found.items())


def refused_steps(game: Game, play: Play[Any]) -> list[tuple[str, str, str, str]]:
    """Candidates that are refused, up to the first choice of this turn: step, code, rule and the reason in words."""
    found: dict[str, tuple[str, str, str, str]] = {}
    fork = play.fork()
    start = now = game.moment(fork.state)
    while isinstance(fork.pending, Decision) and (now.round, now.who, now.resting) == (
        start.round,
        start.who,
        start.resting,
    ):
        question = fork.pending
        by = "" if question.who == start.who else question.who
        for move in question.domain.candidates():
            refusal = question.domain.judge(move)
            if refusal is not None:
                text = written_step(game, move, by)
                found.setdefault(text, (text, refusal.code, refusal.rule, game.message(refusal)))
        forced, answer = question.silence()
        if not forced:
            break
        fork.answer(answer)
        now = game.moment(fork.state)
    fork.close()
    legal = {text for text, _ in legal_steps(game, play)}
    return [refused for text, refused in found.items() if text not in legal]


def open_question(game: Game, play: Play[Any]) -> Any:
    """The question that a person would say is open: those that nobody could answer are passed by."""
    fork = play.fork()
    start = game.moment(play.state)
    question = play.pending
    while isinstance(fork.pending, Decision) and next(fork.pending.domain.options(), None) is None:
        fork.answer(None)
        now = game.moment(fork.state)
        if (now.round, now.who, now.resting) != (start.round, start.who, start.resting):
            break
        question = fork.pending
    fork.close()
    return question
