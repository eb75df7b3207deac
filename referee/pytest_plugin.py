"""Collect ``*.ruling`` files with pytest: every case is a test.

Snapshots are kept by syrupy where it is installed, so that its options work: ``--snapshot-update``, diffs, unused
snapshots. Without it they are compared with the same files, and ``referee test --update`` writes them.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from referee.diagnostics import Diagnostic
    from referee.drivers.ruling import Case, Ruling
    from referee.drivers.snapshots import Mismatch, Snapshots


SYRUPY = "7."  # the version whose report is known here


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    if file_path.suffix == ".ruling":
        return RulingFile.from_parent(parent, path=file_path)
    return None


@pytest.hookimpl(wrapper=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Here syrupy looks for unused snapshots and, on request, deletes them."""
    if not session.config.pluginmanager.has_plugin("syrupy") or not version("syrupy").startswith(SYRUPY):
        return (yield)
    syrupy: Any = import_module("syrupy.session")
    theirs = syrupy.SnapshotReport
    syrupy.SnapshotReport = _sparing(theirs)
    try:
        return (yield)
    finally:
        syrupy.SnapshotReport = theirs


def _sparing(report: Any) -> Any:
    """A report of syrupy's that calls a snapshot of a ruling unused only if every case of the file was run and holds.

    By itself, syrupy takes a case that was not run, or that failed above its snapshots, for one that has none.
    """

    class Sparing(report):  # type: ignore[misc]
        @property
        def unused(self) -> Any:
            passed = {
                (item.path, item.name)
                for item in self.collected_items
                if item.nodeid in self.selected_items and self.selected_items[item.nodeid].value == "passed"
            }
            found = super().unused
            left = type(found)()
            held: dict[Path, bool] = {}
            for collection in found:
                folder = Path(collection.location).parent
                ruling = folder.parent.parent / f"{folder.name}.ruling"
                if ruling not in held:
                    held[ruling] = all((ruling, name) in passed for name in _names(ruling))
                if held[ruling]:
                    left.add(collection)
            return left

    return Sparing


def _names(path: Path) -> list[str]:
    """What the cases of a ruling file are called as tests; none if there is no such file."""
    from referee.drivers.rulings import UNREAD, opened
    from referee.drivers.snapshots import item_name
    from referee.files import CannotRead

    if not path.exists():
        return []
    try:
        return [item_name(case.title) for case in opened(path).cases]
    except CannotRead:
        return [UNREAD]


class RulingFile(pytest.Module):
    """A ruling file, in the place of a module; one that cannot be read is a test that fails."""

    obj = None  # there is nothing to import

    def collect(self) -> Iterator[pytest.Item]:
        from referee.drivers.rulings import UNREAD, opened
        from referee.drivers.snapshots import item_name
        from referee.files import CannotRead

        try:
            ruling = opened(self.path)
        except CannotRead as bad:
            yield self._item(UNREAD, unreadable=str(bad))
            return
        for case in ruling.cases:
            yield self._item(item_name(case.title), ruling, case)

    def _item(
        self, name: str, ruling: Ruling | None = None, case: Case | None = None, unreadable: str = ""
    ) -> pytest.Item:
        item: RulingCase = RulingCase.from_parent(self, name=name, callobj=_function(name, self.path.stem))
        item.ruling, item.case, item.unreadable = ruling, case, unreadable
        item.extra_keyword_matches.update(case.cites if case is not None else ())
        return item


def _function(name: str, module: str) -> Callable[[pytest.FixtureRequest], None]:
    """A function of its own for every case: plugins look at its names."""

    def judged(request: pytest.FixtureRequest) -> None:
        request.node.judge(request)

    judged.__name__ = judged.__qualname__ = name
    judged.__module__ = module
    return judged


class RulingCase(pytest.Function):
    """A case as a test function: only those are known to plugins that keep account of snapshots."""

    ruling: Ruling | None
    case: Case | None
    unreadable: str

    def judge(self, request: pytest.FixtureRequest) -> None:
        from referee.drivers.snapshots import CannotKeep

        if self.ruling is None or self.case is None:
            raise Overruled([], self, [self.unreadable])
        kept = self._snapshots(request) if self.case.snapshots else None
        try:
            found = self.ruling.run(self.case, kept)
        except CannotKeep as bad:
            raise Overruled([], self, [str(bad)]) from None
        if found:
            raise Overruled(found, self, kept.diffs if isinstance(kept, SyrupySnapshots) else [])

    def _snapshots(self, request: pytest.FixtureRequest) -> Snapshots | None:
        """Syrupy's, or none: then the ruling looks into the files itself."""
        if not request.config.pluginmanager.has_plugin("syrupy"):
            return None
        from syrupy.assertion import SnapshotAssertion

        given = request.getfixturevalue("snapshot")
        if not isinstance(given, SnapshotAssertion):
            return None  # another plugin's
        return SyrupySnapshots(given, self.path, request.config)

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        if isinstance(excinfo.value, Overruled):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self) -> tuple[Path, int, str]:
        line = self.case.span.line - 1 if self.case is not None else 0
        return self.path, line, f"{self.path.name}: {self.name}"


class SyrupySnapshots:
    """Snapshots in syrupy's care."""

    def __init__(self, snapshot: Any, ruling: Path, config: pytest.Config) -> None:
        from syrupy.extensions.json import JSONSnapshotExtension

        self.snapshot = snapshot.use_extension(JSONSnapshotExtension)
        self.ruling, self.config = ruling, config
        self.diffs: list[str] = []

    def compare(self, case: str, number: int, data: Any, sure: bool = True) -> Mismatch | None:
        from referee.drivers.snapshots import Mismatch, folder_of, mismatch

        folder_of(self.ruling)  # nothing is written where a link leads
        if not sure:
            self.snapshot.update_snapshots = self.snapshot.update_new_snapshots_only = False
        with warnings.catch_warnings():
            # Titles are sentences; syrupy looks for the names of functions in the names of files.
            warnings.filterwarnings("ignore", "\\s*Can not relate snapshot")
            if self.snapshot == data:
                return None
        result = self.snapshot.executions[self.snapshot.num_executions - 1]
        if result.exception is not None:
            return Mismatch("snapshot-differs", f"the snapshot cannot be compared: {result.exception}")
        told = self.config.pluginmanager.get_plugin("syrupy").pytest_assertrepr_compare  # type: ignore[union-attr]
        self.diffs.append("\n".join(told(self.config, "==", self.snapshot, data)))
        return mismatch(result.recalled_data, data)


class Overruled(Exception):
    """A case that does not hold, told as the referee tells it."""

    def __init__(self, found: list[Diagnostic], item: RulingCase, more: list[str] | None = None) -> None:
        from msgspec.structs import replace

        from referee.reports.text import listed

        home = item.config.invocation_params.dir
        file = str(item.path.relative_to(home) if item.path.is_relative_to(home) else item.path)
        line = item.ruling.script.line if item.ruling is not None else lambda number: ""
        told = listed([replace(diagnostic, file=file) for diagnostic in found], line, rest="'referee test' shows them")
        super().__init__("\n\n".join([*told, *(more or [])]))
