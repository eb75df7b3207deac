"""Run rulings: each case plays from its position and is judged by itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from referee.diagnostics import Diagnostic, Span
from referee.drivers.judging import Trial
from referee.drivers.record import RecordDriver
from referee.drivers.script import BEGINNINGS, Script
from referee.drivers.snapshots import Guarded, SnapshotFiles, Snapshots, file_name
from referee.notation.names import nearest
from referee.notation.record import (
    Check,
    Doing,
    Facts,
    Given,
    Heading,
    Override,
    Section,
    Snapshot,
    Statement,
    Unchanged,
    Verdict,
)

IRREGULAR = ("override", "irregular-position")  # what a ruling may well be about
STATUSES = ("rulebook", "inferred", "house")


class Case(Struct):
    """One case: what it cites and what it says, behind what the cases of the file share."""

    title: str
    span: Span
    cites: tuple[str, ...]
    script: Script
    common: list[Statement]
    statements: list[Statement]
    unclear: list[Diagnostic] = []  # what is wrong with it as it is written, or with what the cases share

    @property
    def refuses(self) -> bool:
        """Does it show something that must not pass?"""
        return any(isinstance(s, Verdict) and s.verdict != "legal" for s in self.statements)

    @property
    def accepts(self) -> bool:
        """Does it show something that passes, or how things stand?"""
        return any(
            isinstance(s, Doing | Override | Check | Unchanged | Snapshot)
            or (isinstance(s, Verdict) and s.verdict == "legal")
            for s in self.statements
        )

    @property
    def snapshots(self) -> list[str]:
        """The files of its snapshots."""
        number = sum(isinstance(s, Snapshot) for s in self.statements)
        return [file_name(self.title, n) for n in range(number)]


class Ruling:
    """A ruling file: a title, ids, a position with the way there, and cases."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.script = Script(text, file)
        self.title, self.status = "", "rulebook"
        self.cites: tuple[str, ...] = ()
        self.common: list[Statement] = []
        self.cases: list[Case] = []
        self._frame: list[Diagnostic] = []
        read = list(self.script.diagnostics)
        for statement in self.script.statements:
            self._take(statement)
        if not self.cases:
            self.cases.append(Case(self.title or Path(file).name, Span(1, 1, 2), self.cites, self.script, [], []))
            self.cases[0].statements, self.common = self.common, []
        else:
            if _beginning(self.common) < 0 and (parts := self._parts()):
                read = self._apart(parts)
            self._find_empty(read)
        for case in self.cases:
            case.common = case.common or self.common
        self._tell_apart()
        self.diagnostics = sorted([*read, *self._frame], key=lambda found: found.span)
        self._hand_out()

    # ── reading ─────────────────────────────────────────────────────────────────────────────────────────

    def _take(self, statement: Statement) -> None:
        if not isinstance(statement, Heading):
            (self.cases[-1].statements if self.cases else self.common).append(statement)
            return
        match statement.word:
            case "ruling":
                self.title = statement.values[0]
            case "case":
                self.cases.append(Case(statement.values[0], statement.span, self.cites, self.script, [], []))
            case "status":
                self.status = statement.values[0]
                if self.status not in STATUSES:
                    self._report("unknown-status", statement.span, f"no status {self.status!r} is known", STATUSES)
            case "cites":
                self._cites(statement)

    def _cites(self, statement: Heading) -> None:
        for rule_id, span in zip(statement.values, statement.spans, strict=True):
            if not self.script.game.rule(rule_id):
                near = nearest(rule_id, [rule.id for rule in self.script.game.rules()], 1)
                self._report("unknown-rule", span, f"no rule has the id {rule_id}", near=near)
        if self.cases:
            case = self.cases[-1]
            case.cites = tuple(dict.fromkeys((*case.cites, *statement.values)))
        else:
            self.cites = tuple(dict.fromkeys((*self.cites, *statement.values)))

    def _parts(self) -> list[str]:
        """Every case as a text of its own: the head of the file and its own lines, in their places.

        Empty if cases share lines.
        """
        lines, starts = self.script.source.lines, [case.span.line for case in self.cases]
        alone = all(lines[line - 1][: case.span.start - 1].isspace() or case.span.start == 1
                    for line, case in zip(starts, self.cases, strict=True))  # fmt: skip
        if not alone or len(set(starts)) < len(starts):
            return []
        head = lines[: starts[0] - 1]
        ends = [*(start - 1 for start in starts[1:]), len(lines)]
        return [
            "\n".join([*head, *[""] * (start - 1 - len(head)), *lines[start - 1 : end]])
            for start, end in zip(starts, ends, strict=True)
        ]

    def _apart(self, parts: list[str]) -> list[Diagnostic]:
        """Read each case by itself, so that it may have players, an edition and a position of its own."""
        read: list[Diagnostic] = []
        for case, text in zip(self.cases, parts, strict=True):
            case.script = Script(text, self.file)
            read += case.script.diagnostics
            said = case.script.statements
            first = next(i for i, s in enumerate(said) if isinstance(s, Heading) and s.word == "case")
            case.common = [s for s in said[:first] if not isinstance(s, Heading)]
            case.statements = [s for s in said[first:] if not isinstance(s, Heading)]
        return list(dict.fromkeys(read))

    def _tell_apart(self) -> None:
        """Cases are known by their titles, and so are the files of their snapshots."""
        named: dict[str, Case] = {}
        for case in self.cases:
            if not any(character.isalnum() for character in case.title):
                self._report("case-untitled", case.span, "a case needs a title with a letter or a digit in it")
                continue
            for name in (case.title, *case.snapshots):
                other = named.setdefault(name.casefold(), case)
                if other is not case:
                    same = "is called so already" if name == case.title else "would share a snapshot file with this one"
                    self._report("case-twice", case.span, f"the case on line {other.span.line} {same}")
                    break

    def _find_empty(self, read: list[Diagnostic]) -> None:
        """A case that says nothing would hold whatever the rules say."""
        for case, end in self._extents():
            if not case.statements and not any(case.span <= found.span < end for found in read):
                self._report("case-empty", case.span, "the case says nothing that could hold or not")

    def _hand_out(self) -> None:
        """Whatever is wrong with the text is the fault of a case; what the cases share is the fault of them all."""
        head = [found for found in self.diagnostics if found.span < self.cases[0].span]
        for case, end in self._extents():
            case.unclear = [*head, *(found for found in self.diagnostics if case.span <= found.span < end)]

    def _extents(self) -> Iterator[tuple[Case, Span]]:
        """Every case with the place where it has ended."""
        ends = [*(case.span for case in self.cases[1:]), Span(len(self.script.source.lines) + 1, 1, 1)]
        return zip(self.cases, ends, strict=True)

    def _report(
        self, code: str, span: Span, message: str, legal: tuple[str, ...] = (), near: Sequence[str] = ()
    ) -> None:
        notes = tuple(f"did you mean {name!r}?" for name in near)
        self._frame.append(Diagnostic(code=code, message=message, file=self.file, span=span, legal=legal, notes=notes))

    # ── playing ─────────────────────────────────────────────────────────────────────────────────────────

    def run(self, case: Case, snapshots: Snapshots | None = None) -> list[Diagnostic]:
        """What is wrong with a case, as written or as played; nothing if it holds. What a table overrides is accepted.

        Raises CannotKeep.
        """
        statements = _arranged(case)
        driver = RecordDriver(case.script, statements=statements)
        began = self._began(case, statements) if any(isinstance(s, Unchanged) for s in statements) else {}
        kept = Guarded(snapshots or SnapshotFiles(Path(self.file)), case.unclear, lambda: _counted(driver.diagnostics))
        driver.case = Trial(case.title, kept, began)
        driver.run()
        if driver.play is not None:
            driver.play.close()
        return _told(case, _counted(driver.diagnostics))

    def _began(self, case: Case, statements: Sequence[Statement]) -> dict[str, Any]:
        """What belongs to everybody, and to the table, as the case begins."""
        driver = RecordDriver(case.script, statements=())
        driver.feed(statements[: _opening(case, statements)])
        if driver.play is None:
            return {}
        everybody = ["", *driver.setting.players]
        views = driver.peek(lambda: {who: driver.game.view(driver.setting, driver.on, who) for who in everybody})
        driver.play.close()
        return dict(views)


def _counted(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """What speaks against a case."""
    return [diagnostic for diagnostic in found if diagnostic.code not in IRREGULAR]


def _told(case: Case, played: list[Diagnostic]) -> list[Diagnostic]:
    """All that is wrong with a case, in the order of writing if some of it is in the text."""
    unclear = case.unclear
    if played and not case.script.setting.players:  # then nobody is known, and what has been found says why
        unclear = [found for found in unclear if found.code != "unknown-name"]
    return sorted([*unclear, *played], key=lambda found: found.span) if unclear else played


def _beginning(statements: Sequence[Statement]) -> int:
    """Where a game begins, or -1."""
    places = (i for i, s in enumerate(statements) if isinstance(s, Section) and s.word in BEGINNINGS)
    return next(places, -1)


def _arranged(case: Case) -> list[Statement]:
    """Position, what the case changes in it, the way there, the case."""
    played: list[Statement] = [*case.common, *case.statements]
    start = _beginning(played)
    if start < 0 or _word(played[start]) == "setup":
        return played
    given = [s for s in case.statements if isinstance(s, Given)]
    rest = [s for s in played if not isinstance(s, Given)]
    end = start + 1 + len(list(_leading(rest[start + 1 :], Facts)))
    return [*rest[:end], *given, *rest[end:]]


def _opening(case: Case, statements: Sequence[Statement]) -> int:
    """How many statements lie before the first that only this case has."""
    if _beginning(case.common) >= 0:
        return len(case.common) + sum(isinstance(s, Given) for s in case.statements)
    start = _beginning(statements)
    kinds = (Section, Facts, Doing) if start >= 0 and _word(statements[start]) == "setup" else (Section, Facts)
    return start + 1 + len(list(_leading(statements[start + 1 :], *kinds)))


def _word(statement: Statement) -> str:
    return statement.word if isinstance(statement, Section) else ""


def _leading(statements: Sequence[Statement], *kinds: type[Statement]) -> Iterator[Statement]:
    for statement in statements:
        if not isinstance(statement, kinds):
            return
        yield statement
