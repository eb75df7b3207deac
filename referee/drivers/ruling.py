"""Run rulings: each case plays from the same position and is judged by itself."""

from __future__ import annotations

from msgspec import Struct

from referee.diagnostics import Diagnostic, Span
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.notation.record import Facts, Given, Heading, Section, Statement, Verdict

STATUSES = ("rulebook", "inferred", "house")


class Case(Struct):
    """One case: what it cites and what it says."""

    title: str
    span: Span
    cites: tuple[str, ...]
    statements: list[Statement]

    @property
    def refuses(self) -> bool:
        """Does it show something that must not pass?"""
        return any(isinstance(s, Verdict) and s.verdict != "legal" for s in self.statements)

    @property
    def accepts(self) -> bool:
        return any(
            not isinstance(s, Verdict | Given) or (isinstance(s, Verdict) and s.verdict == "legal")
            for s in self.statements
        )


class Ruling:
    """A ruling file: a title, ids, a position with the way there, and cases."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.script = Script(text, file)
        self.diagnostics: list[Diagnostic] = list(self.script.diagnostics)
        self.title, self.status = "", "rulebook"
        self.cites: tuple[str, ...] = ()
        self.common: list[Statement] = []
        self.cases: list[Case] = []
        for statement in self.script.statements:
            self._take(statement)
        if not self.cases:
            self.cases.append(Case(self.title or file, Span(1, 1, 2), self.cites, []))

    def _take(self, statement: Statement) -> None:
        if not isinstance(statement, Heading):
            (self.cases[-1].statements if self.cases else self.common).append(statement)
            return
        match statement.word:
            case "ruling":
                self.title = statement.values[0]
            case "case":
                self.cases.append(Case(statement.values[0], statement.span, self.cites, []))
            case "status":
                self.status = statement.values[0]
                if self.status not in STATUSES:
                    self.script.report(
                        "unknown-status", statement.span, f"no status {self.status!r} is known", STATUSES
                    )
                    self.diagnostics.append(self.script.diagnostics[-1])
            case "cites":
                self._cites(statement)

    def _cites(self, statement: Heading) -> None:
        for rule_id in statement.values:
            if not self.script.game.rule(rule_id):
                self.script.report("unknown-rule", statement.span, f"no rule has the id {rule_id}")
                self.diagnostics.append(self.script.diagnostics[-1])
        if self.cases:
            case = self.cases[-1]
            case.cites = tuple(dict.fromkeys((*case.cites, *statement.values)))
        else:
            self.cites = tuple(dict.fromkeys((*self.cites, *statement.values)))

    def run(self, case: Case) -> list[Diagnostic]:
        """What is wrong with a case; nothing if it holds."""
        driver = RecordDriver(self.script, statements=self._arranged(case)).run()
        if driver.play is not None:
            driver.play.close()
        return driver.diagnostics

    def _arranged(self, case: Case) -> list[Statement]:
        """Position, what the case changes in it, the way there, the case."""
        given = [s for s in case.statements if isinstance(s, Given)]
        rest = [s for s in case.statements if not isinstance(s, Given)]
        start = next((i for i, s in enumerate(self.common) if isinstance(s, Section) and s.word == "from"), -1)
        end = start + 1
        while end < len(self.common) and isinstance(self.common[end], Facts):
            end += 1
        return [*self.common[:end], *given, *self.common[end:], *rest]
