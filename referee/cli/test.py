"""referee test"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import click

from referee.cli import CLEAN, FINDINGS, TROUBLE
from referee.cli.common import coloured, max_findings, named
from referee.drivers.ruling import Case, Ruling
from referee.drivers.rulings import Outcome, found, mentions, opened, outcomes, unreadable
from referee.drivers.snapshots import CannotKeep, SnapshotFiles
from referee.files import CannotRead
from referee.reports.text import listed, safe
from referee.wording import counted

LOUD, PLAIN, QUIET, SILENT = range(4)
MARKS = {"holds": ".", "fails": "F", "unreadable": "E"}
WORDS = {"holds": "ok  ", "fails": "FAIL", "unreadable": "FAIL"}


@click.command(short_help="Run rulings.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "junit"]),
    default="text",
    show_default=True,
    help="How to print the outcome.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name every case.")
@click.option("-q", "--quiet", is_flag=True, help="Print what fails and the last line only.")
@click.option("-k", "word", metavar="WORD", default="", help="Run cases whose title or cited ids contain WORD.")
@click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first case that does not hold.")
@click.option("--update", is_flag=True, help="Write missing and changed snapshots, and remove unused ones.")
@max_findings
def command(
    paths: tuple[str, ...], style: str, verbose: bool, quiet: bool, word: str, fail_fast: bool, update: bool, most: int
) -> int:
    """Run the rulings in files or below folders.

    Exit code 0: all hold, 1: some do not, 2: a file could not be read or a snapshot not be written.
    """
    if verbose and quiet:
        raise click.UsageError("--verbose and --quiet do not go together")
    voice = SILENT if style != "text" else LOUD if verbose else QUIET if quiet else PLAIN
    session = Session(voice, word, fail_fast, update, most)
    try:
        session.run(list(found(paths)))
    except (CannotRead, CannotKeep) as bad:
        raise click.ClickException(str(bad)) from None
    if word and not session.results:
        raise click.ClickException(f"no case has {word!r} in its title or its ids")
    if style == "text":
        session.conclude()
    else:
        from referee.reports import outcomes as report

        if style == "json":
            click.echo(report.as_json(session.results, session.snapshots))
        else:
            click.echo(report.as_junit(session.results, session.snapshots, session.lines))
    if any(outcome.message for outcome in session.results):
        return TROUBLE
    return CLEAN if all(outcome.holds for outcome in session.results) else FINDINGS


class Session:
    """One run over many files: prints as it goes, keeps what happened."""

    def __init__(self, voice: int, word: str, fail_fast: bool, update: bool, most: int) -> None:
        self.voice, self.word, self.fail_fast, self.update, self.most = voice, word, fail_fast, update, most
        self.results: list[Outcome] = []
        self.snapshots = {"written": 0, "updated": 0, "removed": 0}
        self.lines: dict[str, Callable[[int], str]] = {}
        self._told: list[str] = []
        self._files = 0
        self._begun = perf_counter()
        self._colour = coloured(sys.stdout)

    def run(self, paths: list[Path]) -> None:
        for path in paths:
            self._file(path)
            if self.fail_fast and any(not outcome.holds for outcome in self.results):
                return

    def _file(self, path: Path) -> None:
        try:
            ruling = opened(path)
        except CannotRead as bad:
            self._head(path)
            self._hear(unreadable(path, bad), None)
            self._foot()
            return
        if self.word and not any(map(self._wanted, ruling.cases)):
            return
        self.lines[ruling.file] = ruling.script.line
        self._head(path)
        files, held = SnapshotFiles(path, self.update), 0
        for outcome in outcomes(ruling, files, self._wanted):
            self._hear(outcome, ruling)
            held += outcome.holds
            if self.fail_fast and not outcome.holds:
                break
        if self.update and held == len(ruling.cases):  # a case that fails, or was not run, may have need of any
            files.remove_unused(name for case in ruling.cases for name in case.snapshots)
        self._foot()
        for kind in self.snapshots:
            self.snapshots[kind] += len(getattr(files, kind))

    def _wanted(self, case: Case) -> bool:
        return mentions(case, self.word)

    def _head(self, path: Path) -> None:
        self._files += 1
        if self.voice == PLAIN:
            click.echo(f"{safe(named(str(path)))} ", nl=False)

    def _foot(self) -> None:
        if self.voice == PLAIN:
            click.echo()

    def _hear(self, outcome: Outcome, ruling: Ruling | None) -> None:
        self.results.append(outcome)
        place = f"{safe(outcome.file)}:{outcome.line}"
        if self.voice == LOUD:
            click.echo(f"{WORDS[outcome.outcome]} {place}: {safe(outcome.title)}")
        elif self.voice == PLAIN:
            click.echo(MARKS[outcome.outcome], nl=False)
        if not outcome.holds:
            self._told.append(f"{place}: {safe(outcome.title)}")
            self._told += [safe(outcome.message)] if outcome.message else []
            if ruling is not None:
                self._told += listed(outcome.diagnostics, ruling.script.line, self._colour, self.most)

    def conclude(self) -> None:
        """What failed, then one line about everything."""
        for told in self._told:
            click.echo(f"{told}\n" if self.voice == QUIET else f"\n{told}", color=self._colour)
        if self._told and self.voice != QUIET:
            click.echo()
        if self.update:
            click.echo("snapshots: " + ", ".join(f"{number} {kind}" for kind, number in self.snapshots.items()))
        failed = sum(not outcome.holds for outcome in self.results)
        stopped = "; stopped at the first that does not" if self.fail_fast and failed else ""
        files = counted(self._files, "file")
        seconds = perf_counter() - self._begun
        held = counted(len(self.results) - failed, "", "holds")
        click.echo(f"{held}, {counted(failed, '', 'does')} not ({files}, {seconds:.2f} s){stopped}")
