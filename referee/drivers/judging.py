"""Checks and verdicts: they compare, try things out, and leave the game as it was."""

from __future__ import annotations

from referee.drivers.steps import Steps
from referee.engine.decision import Pooled
from referee.notation.record import Check, Fact, Verdict


class Judging(Steps):
    """Compares what is written with how the game stands."""

    _headed = (0, "")  # the turn whose name was written last

    def _close_scoring(self) -> None:
        """Once scoring has begun, a check or the end of the record means that everything is shown."""
        if isinstance(self.on.pending, Pooled) and self._moment().stage == "scoring":
            self._answer(None, self._last)

    def _check(self, check: Check) -> None:
        """Compare after all that the line before forces, before anything is declined; never ends a turn."""
        self._close_scoring()
        bookmark = self.on.bookmark()
        self.settle()
        for fact in check.facts:
            holds, expected, actual = self.game.fact(self.setting, self.on.state, fact)
            if not holds:
                who = f"{fact.who}: " if fact.who else ""
                self._report(
                    "check-failed",
                    fact.span,
                    f"{who}{fact.key} is {actual}, the record says {expected}",
                    notes=self._why(fact),
                )
        self._go_back(bookmark)

    def _why(self, fact: Fact) -> tuple[str, ...]:
        """The last postings that touched what the check is about."""
        postings = list(self.on.journal.of(fact.who, fact.key.removeprefix("count "))) if fact.who else []
        return tuple(
            f"line {self.lines.get(p.step, 0)}: {'+' if p.target == fact.who else '-'}{p.number} {p.thing} ({p.rule})"
            for p in postings[-3:]
        )

    def _verdict(self, verdict: Verdict) -> None:
        """Try a doing, hear what is said of it, and come back as if nothing had happened."""
        assert verdict.doing is not None
        bookmark, said, last, doubt = self.on.bookmark(), self.diagnostics, self._last, self._doubt
        begun, headed = self._begun_turn, self._headed
        self.diagnostics = []
        self._doing(verdict.doing)
        heard, self.diagnostics = self.diagnostics, said
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

    def _refused_so_far(self, verdict: Verdict) -> None:
        """What stands before this must have been refused in this way; then that was the point and is forgiven."""
        found = [d for d in self.diagnostics if d.code == verdict.code]
        if found:
            self.diagnostics = [d for d in self.diagnostics if d is not found[0]]
        else:
            others = ", ".join(d.code for d in self.diagnostics) or "nothing"
            self._report(
                "not-refused", verdict.span, f"{verdict.code} should have been found before this; found was {others}"
            )
