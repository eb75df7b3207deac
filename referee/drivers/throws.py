"""Throws and draws: what is written of them, and what to do when it is not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.diagnostics import Span
from referee.drivers.casts import Pool
from referee.drivers.course import Course
from referee.engine.decision import Chance, Decision, Refusal
from referee.notation.record import Cast


class Throws(Course):
    """Answers chance from the record."""

    _assumed = -1

    def _casts(self, casts: list[Cast], who: str) -> None:
        """Outcomes behind a step, or a run of labelled ones behind rest: in any order.

        One without a label belongs to the step before it, so it is not looked for in a Rest that follows.
        """
        pool = Pool.of(self.game, self.setting, casts, who)
        begin, labelled = self._moment(), any(cast.label for cast in casts)
        bookmark = self.on.bookmark()
        taken = 0
        while pool and self.on.pending is not None and self._key(self._moment()) == self._key(begin):
            if not labelled and self._crossed(begin):
                break
            question = self.on.pending
            if isinstance(question, Chance):
                if not pool.has(question) and taken == 0 and not question.silence().forced:
                    self._report(
                        "missing-outcome",
                        casts[0].span,
                        self._missing(question, 1),
                        rule=question.rule,
                        notes=(self._template(question),),
                    )
                    self._assume_chance(question)
                    continue
                taken += self._chance(question, pool)
            else:
                forced, answer = question.silence()
                if forced:
                    self._answer(answer, self._last, tried=True)
                elif self._begun_turn == self._key(self._moment()) and self._leads_to(answer, pool):
                    self._missing_step(question, self._step_of(question, answer), self._listed(question))
                    self._answer(answer, self._last)
                else:
                    break
        if taken == 0:
            self._go_back(bookmark)
        for cast in pool.left_over():
            self._report("not-asked", cast.span, "nothing was thrown or drawn that this could be", legal=())

    def _leads_to(self, assumed: Any, pool: Pool) -> bool:
        """Would this answer lead to a throw or draw that is written?"""
        bookmark = self.on.bookmark()
        self._answer(assumed, self._last, tried=True)
        for answer in self.on.unspoken(Decision):
            self._answer(answer, self._last, tried=True)
        found = isinstance(self.on.pending, Chance) and pool.has(self.on.pending)
        self._go_back(bookmark)
        return found

    def _missing_step(self, question: Decision, assumed: str, legal: tuple[str, ...]) -> None:
        """A compulsory step is missing behind the statement that led to it."""
        place = Span(self._last.line, self._last.end, self._last.end + 1)
        note = f"the referee goes on as if '{assumed}' were written"
        message = f"{question.who} has still to {question.prompt}"
        rule = question.domain.demanded_by
        self._report("step-missing", place, message, rule=rule, legal=legal, notes=(note,))
        self._doubt = self._doubt or self._last.line

    def _chance(self, question: Chance, pool: Pool) -> bool:
        """Answer a chance from what is written; was it written?"""
        value = pool.take(question)
        if value is None:
            forced, outcome = question.silence()
            if forced:
                self._answer(outcome, self._last)
            else:
                self._missing_outcome(question)
            return False
        outcome = self.game.outcome(question, value, self.setting)
        refusal = outcome if isinstance(outcome, Refusal) else question.judge(outcome)
        if refusal is None:
            self._answer(outcome, value.span)
        else:
            possible = tuple(self.game.write_outcome(question, o) for o in question.weights())
            self._say_refused(refusal, value.span, possible, question.who)
            self._assume_chance(question)
        return True

    def _missing_outcome(self, question: Chance) -> None:
        """One diagnostic for all that is missing under one label."""
        label, about, number = question.label, question.about, 0
        while isinstance(self.on.pending, Chance) and (self.on.pending.label, self.on.pending.about) == (label, about):
            number += 1
            self._assume_chance(self.on.pending)
        place = Span(self._last.line, self._last.end, self._last.end + 1)
        self._report(
            "missing-outcome",
            place,
            self._missing(question, number),
            rule=question.rule,
            notes=(self._template(question),),
        )

    def _missing(self, question: Chance, number: int) -> str:
        about = f" of {question.about}" if question.about else ""
        whose = f" ({question.who})" if question.who else ""
        return f"what came up is not written: {number} x {question.label}{about}{whose}"

    def _template(self, question: Chance) -> str:
        return f"write it behind the step: {question.label} -> …"

    def _assume_chance(self, question: Chance) -> None:
        """Go on with an unknown card, or with the likeliest throw that a reader is told not to trust."""
        self._doubt = self._doubt or self._last.line
        if question.unseen:
            self._answer("?", self._last)
        else:
            possible = list(question.weights())
            self._assumed += 1  # another face each time, so that a throw that is void is not thrown for ever
            self._answer(possible[self._assumed % len(possible)], self._last)

    def settle(self, begun: bool = False) -> None:
        """Fill in what is forced, up to the first choice or the end of the turn; or only what has ``begun``."""
        begin = self._moment()
        for answer in self.on.unspoken():
            question, bookmark = self.on.pending, self.on.bookmark()
            if begun and self.on.between_scenes:
                return
            if isinstance(question, Decision) and question.may and not question.brief:
                return
            self._answer(answer, self._last, tried=isinstance(question, Decision))
            if self._crossed(begin):
                self._go_back(bookmark)
                return

    def peek(self, look: Callable[[], Any]) -> Any:
        """Look at the game as it is once everything forced has happened, and come back."""
        bookmark = self.on.bookmark()
        self.settle()
        seen = look()
        self._go_back(bookmark)
        return seen
