"""What the commands share: reading a record, printing what was found."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from referee import __version__
from referee.cli import complain
from referee.diagnostics import Diagnostic
from referee.drivers.record import RecordDriver
from referee.drivers.script import DEFAULT_GAME, Script
from referee.drivers.tables import overrides_allowed
from referee.drivers.where import NeverReached, Where, WrongWhere, parse_where
from referee.files import SIZE_LIMIT, CannotRead, read_text
from referee.games import find_game
from referee.reports.text import MOST_FINDINGS, listed

max_size = click.option(
    "--max-size",
    type=click.IntRange(1),
    default=SIZE_LIMIT,
    show_default=True,
    metavar="BYTES",
    help="Largest file to read.",
)


max_findings = click.option(
    "--max-findings",
    "most",
    type=click.IntRange(0),
    default=MOST_FINDINGS,
    show_default=True,
    metavar="NUMBER",
    help="Most findings to print as text, for each file or case; 0 is all.",
)
allow_overrides = click.option("--allow-overrides", is_flag=True, help="Let overrides be warnings.")


if TYPE_CHECKING:
    ParamType = click.ParamType[Where]
else:
    ParamType = click.ParamType  # which takes no argument in older versions


class Place(ParamType):
    """A place in a record, as in --at."""

    name = "where"

    def convert(self, value: Any, param: Any, ctx: Any) -> Where:
        if isinstance(value, Where):
            return value
        try:
            return parse_where(value)
        except WrongWhere as bad:
            self.fail(str(bad), param, ctx)


at = click.option(
    "--at", "where", type=Place(), default=None, metavar="WHERE",
    help='"3.Griffin", "round 3", "line 120", "line 41.2" or "end".',
)  # fmt: skip


class _Reached(Exception):
    """The place asked for has been reached; nothing after it is played."""


def stopped(path: str, where: Where | None, limit: int, as_written: bool = False) -> RecordDriver:
    """Play a record up to a place; what is wrong before it is told on standard error.

    At the end a record is complete, so what needs no word is done; ``as_written`` leaves it open.
    """
    script = Script(text_of(path, limit), named(path))
    place = located(where, script)
    reached: list[RecordDriver] = []

    def observe(driver: RecordDriver, kind: str, ended: str) -> None:
        if place is not None and place.met(kind, ended):
            reached.append(driver)
            raise _Reached

    driver = RecordDriver(script, observe)
    with contextlib.suppress(_Reached):
        driver.feed(script.statements) if as_written else driver.run()
    tell(findings(driver), script)
    if driver.play is None:
        raise click.ClickException(f"{named(path)}: nothing is played")
    if place is not None and not reached and not (as_written and place.kind == "end"):
        raise click.ClickException(f"{named(path)}: {place.never()}")
    return driver


def located(where: Where | None, script: Script) -> Where | None:
    """A place as this record has it."""
    try:
        return where and where.within(script)
    except NeverReached as bad:
        raise click.ClickException(f"{script.file}: {bad}") from None


def played(path: str, limit: int) -> RecordDriver:
    """Read and play a record; what could not be read stands before what was not allowed."""
    return RecordDriver(Script(text_of(path, limit), named(path))).run()


def each(files: Sequence[str], check: Callable[[str], None]) -> list[str]:
    """Check one file after the other; one that cannot be read is told and the rest goes on. Returns what was read."""
    if files.count("-") > 1:
        raise click.UsageError("standard input can be read once only")
    read = []
    for path in files:
        try:
            check(path)
        except click.ClickException as trouble:
            complain(trouble)
        else:
            read.append(named(path))
    return read


def named(path: str) -> str:
    """What a file is called in what is said of it."""
    return "<stdin>" if path == "-" else path


def text_of(path: str, limit: int) -> str:
    """The text of a record; a JSON snapshot is read as the position that it is."""
    try:
        text = read_text(path, limit)
    except CannotRead as bad:
        raise click.ClickException(str(bad)) from None
    return _behind(text, named(path)) if text.lstrip()[:1] == "{" else text


def _behind(snapshot: str, file: str) -> str:
    from referee.drivers.returning import position_behind

    try:
        return position_behind(find_game(DEFAULT_GAME), snapshot)
    except ValueError as bad:
        code = f"{bad.code}: " if hasattr(bad, "code") else ""
        raise click.ClickException(f"{file}: {code}{bad}") from None


def findings(driver: RecordDriver, allow_overrides: bool = False) -> list[Diagnostic]:
    """Everything found in a record, in the order of its lines."""
    found = [*driver.script.diagnostics, *driver.diagnostics, *driver.withdrawn]
    return sorted(overrides_allowed(found) if allow_overrides else found, key=lambda d: d.span)


def for_machines(style: str, files: list[str], found: list[Diagnostic]) -> str:
    """What was found, in one of the formats that programs read."""
    from referee.reports import machine

    match style:
        case "json":
            return machine.as_json(files, found)
        case "github":
            return machine.as_github(found)
    return machine.as_sarif(found, __version__)


def show(diagnostics: list[Diagnostic], script: Any, most: int = MOST_FINDINGS) -> None:
    """Print findings as what a command is for."""
    _print(diagnostics, script, sys.stdout, most, "--max-findings 0 shows them")


def tell(diagnostics: list[Diagnostic], script: Any) -> None:
    """Print findings beside what a command is for, on standard error."""
    _print(diagnostics, script, sys.stderr, MOST_FINDINGS, "'referee check --max-findings 0' shows them")


def _print(diagnostics: list[Diagnostic], script: Any, stream: Any, most: int, rest: str) -> None:
    colour = coloured(stream)
    for told in listed(diagnostics, script.line, colour, most, rest):
        click.echo(f"{told}\n", file=stream, color=colour)


def coloured(stream: Any) -> bool:
    return stream is not None and stream.isatty() and not os.environ.get("NO_COLOR")
