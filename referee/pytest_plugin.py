"""Collect ``*.ruling`` files with pytest: every case is a test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".ruling":
        return RulingFile.from_parent(parent, path=file_path)
    return None


class RulingFile(pytest.File):
    """A ruling file; what cannot be read fails as a test of its own."""

    def collect(self) -> Iterator[pytest.Item]:
        from referee.drivers.ruling import Ruling

        ruling = Ruling(self.path.read_text(encoding="utf-8"), self.path.name)
        if ruling.diagnostics:
            yield RulingCase.from_parent(self, name="can be read", ruling=ruling, case=None)
        for case in ruling.cases:
            yield RulingCase.from_parent(self, name=case.title, ruling=ruling, case=case)


class RulingCase(pytest.Item):
    def __init__(self, *, ruling: Any, case: Any, **more: Any) -> None:
        super().__init__(**more)
        self.ruling, self.case = ruling, case

    def runtest(self) -> None:
        found = self.ruling.diagnostics if self.case is None else self.ruling.run(self.case)
        if found:
            raise Overruled(self.ruling, found)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, Overruled):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        line = self.case.span.line - 1 if self.case is not None else 0
        return self.path, line, f"{self.path.name}: {self.name}"


class Overruled(Exception):
    """A case that does not hold, told as the referee tells it."""

    def __init__(self, ruling: Any, found: list[Any]) -> None:
        from referee.reports.text import rendered

        super().__init__("\n\n".join(rendered(diagnostic, ruling.script.line) for diagnostic in found))
