"""The course of a game under a driver: answering, looking back, and saying what is wrong."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any

import msgspec

from referee.diagnostics import MOST_LEGAL, Diagnostic, Severity, Span
from referee.drivers.options import legal_steps, written_step
from referee.drivers.script import Script
from referee.drivers.trails import Agreement, Sighting, Trail
from referee.engine.decision import Chance, Decision, Refusal
from referee.engine.play import Bookmark, Play
from referee.games.game import Moment
from referee.notation.record import Step

MOST_SEEN = 100  # options looked at to find those most like what was tried
MOST_SIGHTINGS = 3
BY_HAND = 'what is not there cannot be waived; put the table right with override "…": adjust …'
MANY = 500  # findings; behind so many nobody reads what would have been legal, and listing it is what takes time

Observer = Callable[[Any, str, str], None]


class Waiver(msgspec.Struct):
    """What a table waives for one doing: the reason, the ids, and what was lifted under each of them so far."""

    reason: str
    ids: tuple[str, ...]
    lifted: dict[str, Refusal] = {}


class Course:
    """A game in progress, the place in the record, and what has been said so far."""

    def __init__(self, script: Script, observer: Observer | None = None) -> None:
        self.script, self.game, self.setting = script, script.game, script.setting
        self.play: Play[Any] | None = None
        self.diagnostics: list[Diagnostic] = []
        self.lines: dict[int, int] = {}
        self._observer = observer
        self._last = Span(1, 1, 2)
        self._doubt = 0
        self._here = 0  # the line of the statement at hand
        self._said = 0  # findings so far, withdrawn ones included
        self._waiver: Waiver | None = None
        self._sighted: Trail[Sighting] = Trail()
        self._revealed: Trail[int] = Trail()
        self._agreed: Trail[Agreement] = Trail()
        self._begun_turn: tuple[int, str] = (0, "")

    @property
    def on(self) -> Play[Any]:
        """The game, which has begun."""
        assert self.play is not None
        return self.play

    def _answer(self, answer: Any, span: Span, tried: bool = False) -> None:
        """Give an answer; one that is only ``tried`` may be taken back, so nobody hears of the turn it ends."""
        before = self._moment()
        if answer is not None and not tried:
            self._begun_turn = self._key(before)
        self.lines[self.on.journal.step + 1] = span.line
        self._remember(answer, span)
        self.on.answer(answer)
        after = self._moment()
        if not tried and self._key(after) != self._key(before) and not before.before:
            self._notify("turn", f"{before.round}.{before.who}")
            if after.round != before.round:
                self._notify("round", str(before.round))

    def _remember(self, answer: Any, span: Span) -> None:
        """Which cards an answer names, and what it shows that could have come out differently."""
        question, step = self.on.pending, self.on.journal.step + 1
        if question is None or answer is None:
            return
        cards = self.game.cards_named(question, answer)
        if cards:
            self._sight_cards(cards, span, self._written(question, answer), step)
        if isinstance(question, Chance) and len(question.weights()) > 1:
            self._revealed.add(step, question.label, span.line)

    def _sight_cards(self, cards: Iterable[str], span: Span, how: str, step: int | None = None) -> None:
        for card in cards:
            self._sighted.add(self.on.journal.step if step is None else step, card, Sighting(span.line, how))

    def _written(self, question: Decision | Chance, answer: Any) -> str:
        if isinstance(question, Chance):
            who = f"{question.who} " if question.who else ""
            return f"{who}{question.label} -> {self.game.write_outcome(question, answer)}"
        return written_step(self.game, answer, question.who)

    def _moment(self) -> Moment:
        return self.game.moment(self.on.state)

    @staticmethod
    def _key(moment: Moment) -> tuple[int, str]:
        return moment.round, moment.who

    def _crossed(self, begin: Moment) -> bool:
        """Has the turn ended, or come to its Rest?"""
        now = self._moment()
        ended = begin.ending and now.stage != begin.stage
        return ended or self._key(now) != self._key(begin) or (now.resting and not begin.resting)

    def _notify(self, kind: str, where: str) -> None:
        if self._observer is not None and self.play is not None:
            self._observer(self, kind, where)

    def _go_back(self, bookmark: Bookmark) -> None:
        """Return to an earlier moment, unless nothing has happened since."""
        if self.on.bookmark() != bookmark:
            self.on.return_to(bookmark)
            for trail in (self._sighted, self._revealed, self._agreed):
                trail.forget(self.on.journal.step)

    def _unread_since_last(self) -> bool:
        """Could some line between the last statement and the one at hand not be read?"""
        unread = self.script.unread
        at = bisect_left(unread, self._last.line)
        return at < len(unread) and unread[at] <= self._here

    # ── what is said ────────────────────────────────────────────────────────────────────────────────────

    def _step_of(self, question: Decision, move: Any, doer: str = "") -> str:
        """A move as it is written here: who is asked stands in front, unless that is the doer or has the turn."""
        return written_step(self.game, move, "" if question.who == (doer or self._moment().who) else question.who)

    def _listed(self, question: Decision, like: Any = None, doer: str = "") -> tuple[str, ...]:
        """Some of what would be legal, moves of the kind that was tried first."""
        if self._said >= MANY:
            return ()
        options = list(islice(question.domain.options(), MOST_SEEN))
        options.sort(key=lambda move: type(move) is not type(like))
        return tuple(self._step_of(question, move, doer) for move in options[: MOST_LEGAL + 1])

    def _open_options(self) -> tuple[str, ...]:
        if self._said >= MANY:
            return ()
        return tuple(text for text, _ in legal_steps(self.game, self.on, MOST_LEGAL + 1))

    def _refused(self, refusal: Refusal, step: Step, question: Decision, doer: str = "") -> None:
        self._say_refused(refusal, step.span, self._listed(question, step.move, doer), doer or question.who)

    def _say_refused(self, refusal: Refusal, span: Span, legal: tuple[str, ...], who: str) -> None:
        """A refusal in words; while something is waived, with what that would take."""
        code, notes = refusal.code, self._seen_before(refusal, who)
        if self._waiver is not None and refusal.rule in self._waiver.ids:
            code, notes = "cannot-be-waived", (*notes, BY_HAND)
        elif self._waiver is not None:
            too = " as well" if self._waiver.ids else ""
            needed = f"{refusal.rule} would have to be waived{too}"
            notes = (*notes, BY_HAND if self.game.physical(refusal) else needed)
        self._report(code, span, self.game.message(refusal), rule=refusal.rule, legal=legal, notes=notes)

    def _seen_before(self, refusal: Refusal, who: str) -> tuple[str, ...]:
        """Where a card that cannot be here was named before, and which cards nobody named."""
        if self._said >= MANY:
            return ()
        suspect = self.game.card_refused(refusal, who, self.setting.players)
        if suspect is None:
            return ()
        seen = self._sighted.of(suspect.card)[:MOST_SIGHTINGS]
        notes = [f"{suspect.name} was named in line {sighting.line}: {sighting.how}" for sighting in seen]
        unknown = suspect.claimed if seen else suspect.unknown
        drawn = sorted({sighting.line for card in unknown for sighting in self._sighted.of(card)})
        if drawn:
            lines = f"line{'s' if len(drawn) > 1 else ''} {', '.join(map(str, drawn))}"
            claimed = f"what {who} holds unknown was drawn in {lines}"
            notes.append(claimed if seen else f"all others have come up, so it is one of those drawn as ? in {lines}")
        return tuple(notes)

    def _warn(self, doubt: Refusal | None, span: Span) -> None:
        if doubt is not None:
            self._report(doubt.code, span, self.game.message(doubt), rule=doubt.rule, severity="warning")

    def _amend(self, note: str) -> None:
        last = self.diagnostics.pop()
        self.diagnostics.append(msgspec.structs.replace(last, notes=(*last.notes, note)))

    def _report(
        self, code: str, span: Span, message: str, rule: str = "", legal: tuple[str, ...] = (),
        notes: tuple[str, ...] = (), near: list[str] | None = None, fix: str = "",
        severity: Severity = "error",
    ) -> None:  # fmt: skip
        if code in {"missing-outcome", "step-missing"} and self._unread_since_last():
            return  # an unreadable line, reported already, may well have said it
        if near:
            notes = (*notes, f"did you mean {near[0]!r}?")
        if self._doubt and self._doubt < span.line:
            notes = (*notes, f"this may follow from line {self._doubt}")
        self._said += 1
        says = self.game.rule(rule) if rule else ""
        self.diagnostics.append(
            Diagnostic(
                code=code, message=message, file=self.script.file, span=span, rule=rule, says=says, legal=legal,
                notes=notes, fix=fix, severity=severity,
            )
        )  # fmt: skip
