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
    """Each legal step with what it answers; optional questions are passed by, within this turn."""
    found: dict[str, str] = {}
    fork = play.fork()
    start = game.moment(play.state)
    while fork.pending is not None and (most is None or len(found) < most):
        now = game.moment(fork.state)
        if (now.round, now.who) != (start.round, start.who):
            break
        question = fork.pending
        if isinstance(question, Chance):
            for outcome in question.weights():
                found.setdefault(f"{question.label} -> {game.write_outcome(question, outcome)}", question.label)
            break
        assert isinstance(question, Decision)
        by, asked = "" if question.who == start.who else question.who, False
        for move in question.domain.options():
            asked = True
            found.setdefault(written_step(game, move, by), question.prompt)
            if most is not None and len(found) >= most:
                break
        if asked and not question.may:
            break
        fork.answer(None)
    fork.close()
    return list(found.items())


def refused_steps(game: Game, play: Play[Any]) -> list[tuple[str, str, str, str]]:
    """Candidates of the question at hand that are refused: step, code, rule and the reason in words."""
    question = play.pending
    if not isinstance(question, Decision):
        return []
    by = "" if question.who == game.moment(play.state).who else question.who
    found: dict[str, tuple[str, str, str, str]] = {}
    for move in question.domain.candidates():
        refusal = question.domain.judge(move)
        if refusal is not None:
            text = written_step(game, move, by)
            found.setdefault(text, (text, refusal.code, refusal.rule, game.message(refusal)))
    return list(found.values())


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
