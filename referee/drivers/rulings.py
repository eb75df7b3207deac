"""Many rulings at once: find them, run them, count what they cite."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Literal

from msgspec import Struct, field

from referee.diagnostics import Diagnostic
from referee.drivers.ruling import Case, Ruling
from referee.drivers.snapshots import SnapshotFiles
from referee.files import SIZE_LIMIT, CannotRead, read_text

UNREAD = "the file cannot be read"  # stands in the place of the cases of such a file

How = Literal["holds", "fails", "unreadable"]


class Outcome(Struct):
    """How a case went. A file that cannot be read is an outcome with a message, without a case."""

    file: str
    line: int
    title: str
    cites: tuple[str, ...] = ()
    status: str = ""
    outcome: How = "holds"
    seconds: float = 0.0
    message: str = ""
    diagnostics: list[Diagnostic] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return self.outcome == "holds"


def found(paths: Iterable[str]) -> Iterator[Path]:
    """The ruling files among files and below folders, each once. Raises CannotRead."""
    seen: set[Path] = set()
    for path in map(Path, paths):
        below = sorted(path.rglob("*.ruling")) if path.is_dir() else [path]
        if below == [path] and str(path) != "-" and not os.path.lexists(path):
            raise CannotRead(f"{path}: no such file")
        if not below:
            raise CannotRead(f"{path}: no .ruling file is in this folder")
        for file in below:
            if file.absolute() not in seen:
                seen.add(file.absolute())
                yield file


def opened(path: Path) -> Ruling:
    return Ruling(read_text(str(path), SIZE_LIMIT), "<stdin>" if str(path) == "-" else str(path))


def unreadable(path: Path, bad: CannotRead) -> Outcome:
    return Outcome(str(path), 1, UNREAD, outcome="unreadable", message=str(bad))


def outcomes(
    ruling: Ruling, files: SnapshotFiles | None = None, wanted: Callable[[Case], bool] | None = None
) -> Iterator[Outcome]:
    """Every wanted case of a ruling, played. Raises CannotKeep."""
    for case in ruling.cases:
        if wanted is None or wanted(case):
            begun = perf_counter()
            wrong = ruling.run(case, files)
            how: How = "unreadable" if case.unclear else "fails" if wrong else "holds"
            yield Outcome(
                ruling.file, case.span.line, case.title, case.cites, ruling.status, how,
                round(perf_counter() - begun, 6), diagnostics=wrong,
            )  # fmt: skip


def mentions(case: Case, word: str) -> bool:
    """Does the title or a cited id contain the word?"""
    return any(word.casefold() in text.casefold() for text in (case.title, *case.cites))


class Shown(Struct):
    """The cases that show a rule: those that accept something under it and those that refuse something."""

    accepting: list[str]
    refusing: list[str]


def coverage(rulings: Iterable[Ruling]) -> dict[str, Shown]:
    """For every cited id, the cases that show it."""
    cited: dict[str, Shown] = defaultdict(lambda: Shown([], []))
    for ruling in rulings:
        for case in ruling.cases:
            for rule in case.cites:
                _count(cited[rule], case, f"{Path(ruling.file).name}: {case.title}")
    return dict(cited)


def _count(shown: Shown, case: Case, name: str) -> None:
    if case.accepts:
        shown.accepting.append(name)
    if case.refuses:
        shown.refusing.append(name)
