"""Checks and verdicts: they compare, try things out, and leave the game as it was."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from referee.drivers.accounts import account
from referee.drivers.course import MANY
from referee.drivers.snapshots import Snapshots, differences, part, told
from referee.drivers.steps import Steps
from referee.drivers.trails import Agreement
from referee.engine.decision import Pooled
from referee.notation.names import nearest
from referee.notation.record import Check, Fact, Override, Snapshot, Statement, Unchanged, Verdict

OVERRIDE = "override"  # the finding that speaks of what a table waived


class Trial(msgspec.Struct):
    """A case on trial: its title, where its snapshots are, how everything stood when it began, snapshots so far."""

    title: str
    snapshots: Snapshots
    began: dict[str, Any]
    taken: int = 0


class Judging(Steps, ABC):
    """Compares what is written with how the game stands."""

    _headed = (0, "")  # the turn whose name was written last
    case: Trial | None = None  # the case that is tried, if this is a ruling

    @abstractmethod
    def _override(self, override: Override) -> None:
        """What a table did although rules forbid it."""

    def _close_scoring(self) -> None:
        """Once scoring has begun, a check or the end of the record means that everything is shown."""
        if isinstance(self.on.pending, Pooled) and self._moment().stage == "scoring":
            self._answer(None, self._last)

    def _check(self, check: Check) -> None:
        """Compare after all that the line before forces, before anything is declined; never ends a turn."""
        self._close_scoring()
        bookmark, agreed = self.on.bookmark(), []
        self.settle()
        for fact in check.facts:
            holds, expected, actual = self.game.fact(self.setting, self.on.state, fact)
            if holds:
                agreed.append(fact)
            else:
                who = f"{fact.who}: " if fact.who else ""
                self._report(
                    "check-failed",
                    fact.span,
                    f"{who}{actual}, the record says {expected}",
                    notes=self._why(fact),
                )
        if check.only:
            self._nothing_else(check)
        posted = len(self.on.journal.postings)
        self._go_back(bookmark)
        for fact in agreed:
            self._agreed.add(self.on.journal.step, _about(fact), Agreement(check.span.line, posted))

    def _nothing_else(self, check: Check) -> None:
        """``only``: what is not said of the player is at 0 or none."""
        strays = self.game.stray_facts(self.setting, self.on.state, check.only, check.facts)
        if strays:
            message = f"{check.only} has more than the record says: {', '.join(strays)}"
            self._report("check-failed", check.span, message)

    def _why(self, fact: Fact) -> tuple[str, ...]:
        """What was posted since a check of the same fact held."""
        if self._said >= MANY:
            return ()
        before = self._agreed.of(_about(fact))
        agreed = before[-1] if before else None
        return account(self.game, self.on, self.lines, self.script.file, fact, agreed)

    def _verdict(self, verdict: Verdict) -> None:
        """Try a doing or an override, hear what is said of it, and come back as if nothing had happened."""
        tried = verdict.tried
        assert tried is not None
        if not self._known(verdict):
            return
        bookmark, said, last, doubt = self.on.bookmark(), self.diagnostics, self._last, self._doubt
        begun, headed = self._begun_turn, self._headed
        self.diagnostics = []
        if isinstance(tried, Override):
            self._override(tried)
        else:
            self._doing(tried)
        heard = [d for d in self.diagnostics if d.code != OVERRIDE]  # that something is waived is the point of it
        self.diagnostics = said
        self._last, self._doubt, self._begun_turn, self._headed = last, doubt, begun, headed
        self._go_back(bookmark)
        found = heard[0].code if heard else ""
        if verdict.verdict == "legal" and heard:
            self._report(
                "not-legal",
                verdict.span,
                f"this should be legal, but: {heard[0].message}",
                rule=heard[0].rule,
                legal=heard[0].legal,
            )
        elif verdict.verdict == "not-legal" and not heard:
            self._report("not-refused", verdict.span, "this should not be legal, but it is")
        elif verdict.verdict == "refused" and found != verdict.code:
            actual = f"it is refused as {found}: {heard[0].message}" if heard else "it is accepted"
            self._report("not-refused", verdict.span, f"this should be refused as {verdict.code}, but {actual}")

    def _known(self, verdict: Verdict) -> bool:
        """Is there such a code? One that is misspelt would be looked for in vain."""
        from referee.catalogue import codes

        if verdict.verdict != "refused" or verdict.code in codes():
            return True
        near = nearest(verdict.code, codes(), 1)
        self._report("unknown-code", verdict.span, f"nothing is ever refused as {verdict.code!r}", near=near)
        return False

    def _refused_so_far(self, verdict: Verdict) -> None:
        """What stands before this must have been refused in this way; then that was the point and is forgiven."""
        if not self._known(verdict):
            return
        found = [d for d in self.diagnostics if d.code == verdict.code]
        if found:
            self.diagnostics = [d for d in self.diagnostics if d is not found[0]]
        else:
            others = ", ".join(d.code for d in self.diagnostics) or "nothing"
            self._report(
                "not-refused", verdict.span, f"{verdict.code} should have been found before this; found was {others}"
            )

    def _unchanged(self, statement: Unchanged) -> None:
        """Everything of a player, or of the table, is as it was when the case began."""
        if self.case is None:
            self._not_a_case(statement, "'unchanged' looks back to the beginning of a case")
            return
        self._close_scoring()
        now = self.peek(lambda: self.game.view(self.setting, self.on, statement.who))
        changes = told(differences(self.case.began.get(statement.who), now))
        if changes:
            message = f"{statement.who or 'the table'} should be unchanged since the case began"
            self._report("not-unchanged", statement.span, message, notes=changes)

    def _snapshot(self, statement: Snapshot) -> None:
        """The state, or a part of it, is as in the file beside the ruling."""
        if self.case is None:
            self._not_a_case(statement, "a snapshot belongs to a case")
            return
        self._close_scoring()
        whole = msgspec.to_builtins(self.peek(lambda: self.game.snapshot(self.setting, self.on)))
        try:
            data = part(whole, statement.path)
        except KeyError as bad:
            known = tuple(bad.args[0])
            self._report("snapshot-path", statement.span, f"the state has no part {statement.path!r}", legal=known)
            return
        found = self.case.snapshots.compare(self.case.title, self.case.taken, data)
        self.case.taken += 1
        if found is not None:
            self._report(found.code, statement.span, found.message, notes=found.notes)

    def _not_a_case(self, statement: Statement, why: str) -> None:
        self._report("is-a-ruling", statement.span, why, legal=("referee test FILE",))


def _about(fact: Fact) -> str:
    return f"{fact.who}: {fact.key}"
