"""Many rulings at once: find them, run them, count what they cite."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from referee.diagnostics import Diagnostic
from referee.drivers.ruling import Case, Ruling
from referee.files import SIZE_LIMIT, CannotRead, read_text


class Outcome(Struct):
    """How a case went; a file that could not be read is an outcome without a case."""

    file: str
    title: str
    line: int
    diagnostics: list[Diagnostic]

    @property
    def holds(self) -> bool:
        return not self.diagnostics


def found(paths: Iterable[str]) -> Iterator[Path]:
    """The ruling files among files and below folders. Raises CannotRead."""
    for path in map(Path, paths):
        if path.is_dir():
            below = sorted(path.rglob("*.ruling"))
            if not below:
                raise CannotRead(f"{path}: no .ruling file is in this folder")
            yield from below
        else:
            yield path


def opened(path: Path) -> Ruling:
    return Ruling(read_text(str(path), SIZE_LIMIT), str(path))


def outcomes(ruling: Ruling) -> Iterator[Outcome]:
    """Every case of a ruling, played; what could not be read comes first."""
    if ruling.diagnostics:
        yield Outcome(ruling.file, "can be read", 1, ruling.diagnostics)
    for case in ruling.cases:
        yield Outcome(ruling.file, case.title, case.span.line, ruling.run(case))


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
