"""Steps: each is offered to the question at hand, then to those that follow in the turn.

A step fits the question at hand, or a later one once "mays" are declined by not being written and forced
answers are filled in. Nothing written is dropped in silence and nothing is invented: where play can only go
on by assuming something, the diagnostic says what was assumed.
"""

from __future__ import annotations

from collections import deque
from itertools import islice
from typing import Any, NamedTuple

from referee.drivers.course import Waiver
from referee.drivers.throws import Throws
from referee.engine.decision import Chance, Decision, Pooled, Refusal, partial, refuse
from referee.engine.journal import Posting
from referee.notation.names import nearest
from referee.notation.record import Cast, Doing, Step

MOST_TRIED = 400  # options looked through for one like the refused step


class Fit(NamedTuple):
    """An answer that the question takes, completed where something was left out, and what had to be lifted for it."""

    answer: Any
    lifted: tuple[Refusal, ...] = ()


class Stuck(NamedTuple):
    """Where a step found no question: the first refusal, the question in the way, and what happened until then."""

    heard: tuple[Refusal, Decision] | None
    question: Decision | Chance | None
    crossed: bool
    happened: list[Posting]


class Steps(Throws):
    """Plays the steps of a doing."""

    steps = 0
    _steps_of_line = 0
    _postings = 0

    def _force(self, question: Decision) -> None:
        """A compulsory step that is not written: filled in if it is forced, else reported and assumed."""
        forced, answer = question.silence()
        if not forced:
            self._missing_step(question, self._step_of(question, answer), self._listed(question))
        self._answer(answer, self._last)

    def _doing(self, doing: Doing) -> None:
        steps = deque(doing.steps)
        self._postings = len(self.on.journal.postings) if self.play is not None else 0
        accepted = True
        while steps:
            if isinstance(steps[0], Cast):
                casts: list[Cast] = leading(steps, Cast)
                if accepted:  # what came up behind a refused step says nothing any more
                    self._casts(casts, doing.who)
            else:
                step = steps.popleft()
                assert isinstance(step, Step)
                accepted = self._step(step, doing.who)
            self._last = doing.span
            self.steps += 1
            self._steps_of_line += 1
            self._notify("step", f"{doing.span.line}.{self._steps_of_line}")

    def _step(self, step: Step, who: str) -> bool:
        """Offer one step: to the question at hand, then to those that follow in this turn. Was it taken?"""
        doer = who or self._moment().who
        tried = self._offer(step, doer)
        return isinstance(tried, Fit) or self._misfit(step, doer, tried)

    def _offer(self, step: Step, doer: str) -> Fit | Stuck:
        """Play on in silence until a question takes the step; if none does, come back and say where it ended."""
        bookmark, begin = self.on.bookmark(), self._moment()
        heard: tuple[Refusal, Decision] | None = None
        crossed = False
        while self.on.pending is not None and not crossed:
            question = self.on.pending
            if isinstance(question, Chance):
                forced, outcome = question.silence()
                if not forced:
                    break
                self._answer(outcome, self._last)
                continue
            verdict = self._consider(question, step.move, doer)
            if isinstance(verdict, Fit):
                self._lift(verdict.lifted)
                self._answer(verdict.answer, step.span)
                return verdict
            if verdict is not None and (heard is None or heard[0].code == "not-offered"):
                heard = verdict, question  # the first question of this kind speaks, unless it had little to say
            forced, answer = question.silence()
            if not forced:
                break
            self._answer(answer, self._last, tried=True)  # what silence leads to belongs to the line before
            crossed = self._crossed(begin)
        ended = Stuck(heard, self.on.pending, crossed, self.on.journal.since(self._postings))
        self._go_back(bookmark)
        return ended

    def _consider(self, question: Decision, move: Any, doer: str) -> Fit | Refusal | None:
        """Fits / refused, and why / not this kind / somebody else's."""
        domain = question.domains.get(doer) if isinstance(question, Pooled) else question.domain
        if domain is None or not domain.takes(move):
            return None
        if question.who != doer and not isinstance(question, Pooled):
            return refuse("not-your-choice", question.whose or self.game.turn_order, chooser=question.who, who=doer)
        refusal = domain.judge(move)
        if refusal is not None and partial(move):
            fits = domain.complete(move)
            if len(fits) == 1:
                refusal, move = None, fits[0]
            elif fits:
                return refuse("ambiguous", "", readings=tuple(self.game.write(fit) for fit in fits))
        lifted: tuple[Refusal, ...] = ()
        if refusal is not None and self._waiver is not None:
            refusal, lifted = self._waived(self._waiver, list(domain.refusals(move)))
        if refusal is not None:
            return refusal
        return Fit((doer, move) if isinstance(question, Pooled) else move, lifted)

    def _waived(self, waiver: Waiver, against: list[Refusal]) -> tuple[Refusal | None, tuple[Refusal, ...]]:
        """The first reason that still stands against a move, or all that are lifted."""
        for refusal in against:
            if refusal.rule not in waiver.ids or self.game.physical(refusal):
                return refusal, ()
        return None, tuple(against)

    def _lift(self, refusals: tuple[Refusal, ...]) -> None:
        """From here on the game is marked as irregular."""
        waiver = self._waiver
        for refusal in refusals:
            if waiver is not None and refusal.rule not in waiver.lifted:
                waiver.lifted[refusal.rule] = refusal
                self._mark(f"{refusal.rule}: {waiver.reason}")

    def _mark(self, text: str) -> None:
        self.on.amend(lambda state: self.game.mark(state, text))

    def _misfit(self, step: Step, doer: str, ended: Stuck) -> bool:
        """Say why a step was not taken, and go on where the meaning is clear; was it taken after all?"""
        if self.game.echoes(step.move, ended.happened, doer):
            return True
        if ended.heard is not None:
            refusal, question = ended.heard
            self._refused(refusal, step, question, doer)
            return not question.may and self._go_on_as_if(step, question)
        stuck = None if ended.crossed else ended.question
        if isinstance(stuck, Chance):
            self._up_to_chance()
            if not isinstance(self.on.pending, Chance):
                return False
            self._missing_outcome(self.on.pending)
            return self._step(step, doer)
        if isinstance(stuck, Decision) and self._fits_after(step, doer):
            return True
        text = self.game.write(step.move)
        if stuck is not None:
            message = f"'{text}' does not fit here: {stuck.who} is to {stuck.prompt}"
            rule = stuck.domain.demanded_by if isinstance(stuck, Decision) else ""
            self._report("not-now", step.span, message, rule=rule, legal=self._listed(stuck, doer=doer))
        elif ended.crossed:
            message = f"nothing in {self._moment().who}'s turn asks for '{text}' any more"
            self._report("not-now", step.span, message, legal=self._open_options())
        else:
            self._report("game-over", step.span, f"'{text}' comes after the end of the game")
        return False

    def _fits_after(self, step: Step, doer: str) -> bool:
        """Would the step fit if the one that must come before it were written? Then that one is missing."""
        bookmark = self.on.bookmark()
        self._up_to_chance()
        question = self.on.pending
        if not isinstance(question, Decision):
            self._go_back(bookmark)
            return False
        assumed, legal = question.domain.sole().answer, self._listed(question)
        text = self._step_of(question, assumed)
        self._answer(assumed, self._last, tried=True)
        if not isinstance(self._offer(step, doer), Fit):
            self._go_back(bookmark)
            return False
        self._missing_step(question, text, legal)
        return True

    def _up_to_chance(self) -> None:
        """Decline and fill in what stands before the next throw or draw."""
        for answer in self.on.unspoken(Decision):
            self._answer(answer, self._last)

    def _go_on_as_if(self, step: Step, refused: Decision) -> bool:
        """After a refused compulsory step, assume the nearest legal one so that the rest still makes sense."""
        while (
            isinstance(self.on.pending, Decision) and self.on.pending.prompt != refused.prompt and self.on.pending.may
        ):
            self._answer(None, step.span)
        question = self.on.pending
        if not isinstance(question, Decision) or question.prompt != refused.prompt:
            return False
        options = list(islice(question.domain.options(), 400))
        same = [move for move in options if type(move) is type(step.move)]
        if not same:
            return False
        text = self.game.write(step.move)
        near = nearest(text, [self.game.write(move) for move in same], 1)
        assumed = next((move for move in same if near and self.game.write(move) == near[0]), same[0])
        self._amend(f"the referee goes on as if '{self.game.write(assumed)}' were written")
        self._doubt = self._doubt or step.span.line
        self._answer(assumed, step.span)
        return True


def leading(items: deque[Any], kind: type) -> list[Any]:
    """Take the items of this kind off the front."""
    found = []
    while items and isinstance(items[0], kind):
        found.append(items.popleft())
    return found
