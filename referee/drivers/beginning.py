"""How a game begins: from setup, or from a position with what differs from it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from referee.diagnostics import Diagnostic, Severity
from referee.drivers.bases import NoBase, base_of
from referee.drivers.casts import Pool
from referee.drivers.judging import Judging
from referee.drivers.script import Script
from referee.engine.decision import Chance, Decision
from referee.notation.record import Doing, Fact, Facts, Given, Section


class Beginning(Judging, ABC):
    """Sets the table."""

    _void = False  # the position is impossible: nothing is played
    _entered = (0, "")  # the turn in which a position lies

    @abstractmethod
    def run(self, settled: bool = True) -> Beginning:
        """Play the record to its end."""

    def _setup(self, section: Section, doings: list[Doing]) -> None:
        self._seats_missing(section)
        if len(self.setting.players) not in self.game.seats:
            return
        self.play = self.game.start(self.setting)
        pool = Pool(self.game, self.setting, doings)
        self._last = section.span if not doings else doings[-1].span
        while self.on.pending is not None and self._moment().before:
            question = self.on.pending
            if isinstance(question, Chance):
                self._chance(question, pool)
            else:
                self._choice_at_setup(question, pool)
        for cast in pool.left_over():
            self._report("not-asked", cast.span, "nothing at setup asks for this")

    def _choice_at_setup(self, question: Decision, pool: Pool) -> None:
        step = pool.step(question)
        if step is not None:
            refusal = question.domain.judge(step.move)
            if refusal is None:
                self._warn(question.domain.doubt(step.move), step.span)
                self._answer(step.move, step.span)
                return
            self._refused(refusal, step, question)
        if question.may:
            self._answer(None, self._last)
            return
        sole = question.domain.sole()
        if not sole.forced and step is None:
            self._report(
                "step-missing", self._last, f"setup does not say: {question.prompt}", legal=self._listed(question)
            )
        self._answer(sole.answer, self._last)

    def _from(self, section: Section, facts: list[Fact], when: str) -> None:
        """A position by name or in full, changed by facts; its moment is a fact too, or the section that follows."""
        self._void = True
        found = self._base(section)
        if found is None:
            return
        state, answers, seated = found
        if len(self.setting.players) != len(seated):
            message = f"{section.value} seats {len(seated)} players, the record names {len(self.setting.players)}"
            self._report("seats", section.span, message)
            return
        self.game.rename(state, self.setting.players)
        before = self.game.freeze(state)
        wrong = list(self.game.place(self.setting, state, facts, when))
        for place, code, why in wrong:
            if place >= 0 or not self._facts_unread(section):  # what a line that cannot be read would have said
                self._report(code, facts[place].span if place >= 0 else section.span, why)
        if self._misgivings(section, facts, state) or wrong:
            return
        if answers and self.game.freeze(state) != before:
            message = f"{section.value} ends in the middle of a step, where nothing of it can be changed"
            self._report("unreadable-position", section.span, message)
            return
        self._void = False
        self.play = self.game.resume(self.setting, state)
        names = dict(zip(seated, self.setting.players, strict=True))
        self.on.replay([(names[a[0]], a[1]) if isinstance(a, tuple) else a for a in answers])
        self._entered = self._key(self._moment())
        waived = self.game.marks(self.on.state)
        if waived:
            message = f"the position is irregular: {', '.join(waived[:3])}{' …' if len(waived) > 3 else ''}"
            self._report("irregular-position", section.span, message, severity="warning")

    def _said_twice(self, parts: list[Facts]) -> None:
        """A fact is said once; what a case of a ruling gives replaces what its position says."""
        first: dict[tuple[bool, str, str], int] = {}
        for part in parts:
            for fact in part.facts:
                said = (isinstance(part, Given), fact.who, fact.key)
                if said in first:
                    whose = f" of {fact.who}" if fact.who else ""
                    self._report("declared-twice", fact.span, f"this is said{whose} already on line {first[said]}")
                first.setdefault(said, fact.span.line)

    def _misgivings(self, section: Section, facts: list[Fact], state: Any) -> bool:
        """What a setup would say of this position is said here too; True if it would be refused."""
        found = list(self.game.misgivings(self.setting, state))
        for key, why, refused in found:
            written = [fact.span for fact in facts if not fact.who and fact.key == key]
            severity: Severity = "error" if refused else "warning"
            span = written[-1] if written else section.span
            self._report(why.code, span, self.game.message(why), rule=why.rule, severity=severity)
        return any(refused for _, _, refused in found)

    def _facts_unread(self, section: Section) -> bool:
        """Could a line among the facts of a position not be read?"""
        behind = (s.span.line for s in self.script.statements if s.span > section.span and not isinstance(s, Facts))
        end = next(behind, len(self.script.source.lines) + 1)
        return any(section.span.line <= line < end for line in self.script.unread)

    def _base(self, section: Section) -> tuple[Any, tuple[Any, ...], list[str]] | None:
        """The state to begin from, the answers given in its scene, and who sits there."""
        if section.word == "position":
            if len(self.setting.players) in self.game.seats:
                return self.game.blank(self.setting), (), self.setting.players
            self._seats_missing(section)
            return None
        try:
            base = self.script.bases.get(section.value) or base_of(self.script, section.value)
        except NoBase as bad:
            self._report(bad.code, section.span, bad.message, legal=bad.known, near=bad.near)
            return None
        own = self.setting.declared
        if own is not None and base.setting.declared not in (None, own):
            message = f"{section.value} declares cards of its own; a record that begins from it declares none"
            self._report("unreadable-position", section.span, message)
            return None
        frozen, answers, wrong = self._played(base)
        if wrong is not None:
            message = wrong.message
            if wrong.code != "unreadable-position":  # which says itself where
                message = f"{section.value} cannot be used: line {wrong.span.line}, {message}"
            self._report("unreadable-position", section.span, message, rule=wrong.rule)
            return None
        return self.game.thaw(frozen), answers, base.setting.players

    def _seats_missing(self, section: Section) -> None:
        if not self.setting.players:
            message = "the record does not name its players"
            self._report("no-players", section.span, message, legal=("players Griffin Susie",))

    def _played(self, base: Script) -> tuple[bytes, tuple[Any, ...], Diagnostic | None]:
        """A position as its record leaves it; bundled ones, with a box nobody changed, are played once."""
        own = self.setting
        if own.declared is not None:
            base.setting.box, base.setting.declared = own.box, own.declared
        elif base.depth == 0:
            key = (base.file, own.box.name, own.edition, *sorted(own.options.items()))
            if key not in _BUNDLED:
                _BUNDLED[key] = self._run(base)
            return _BUNDLED[key]
        return self._run(base)

    def _run(self, base: Script) -> tuple[bytes, tuple[Any, ...], Diagnostic | None]:
        driver = type(self)(base).run(settled=False)
        said = (*base.diagnostics, *driver.diagnostics)
        wrong = [d for d in said if d.severity == "error" and d.code != "override"]
        if driver.play is None:
            return b"", (), wrong[0] if wrong else None
        position = driver.play.position()
        answers = () if driver.play.untouched else position.answers
        driver.play.close()
        return position.state, answers, wrong[0] if wrong else None


_BUNDLED: dict[tuple[Any, ...], tuple[bytes, tuple[Any, ...], Diagnostic | None]] = {}
