"""What the commands share: reading a record, printing what was found."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from referee.diagnostics import Diagnostic
from referee.drivers.record import Observer, RecordDriver
from referee.drivers.script import Script
from referee.files import SIZE_LIMIT, CannotRead, read_text
from referee.reports.text import rendered

max_size = click.option(
    "--max-size", type=click.IntRange(1), default=SIZE_LIMIT, show_default=True, metavar="BYTES", help="Largest file to read."
)


def played(path: str, limit: int, observer: Observer | None = None) -> RecordDriver:
    """Read and play a record; what could not be read stands before what was not allowed."""
    script = Script(text_of(path, limit), "<stdin>" if path == "-" else path)
    return RecordDriver(script, observer).run()


def text_of(path: str, limit: int) -> str:
    try:
        return read_text(path, limit)
    except CannotRead as bad:
        raise click.ClickException(str(bad)) from None


def findings(driver: RecordDriver) -> list[Diagnostic]:
    """Everything found in a record, in the order of its lines."""
    return sorted([*driver.script.diagnostics, *driver.diagnostics], key=lambda d: d.span)


def show(diagnostics: list[Diagnostic], script: Any, to_stderr: bool = False) -> None:
    stream = sys.stderr if to_stderr else sys.stdout
    colour = stream.isatty() and "NO_COLOR" not in os.environ
    for diagnostic in diagnostics:
        click.echo(rendered(diagnostic, script.line, colour), file=stream, color=colour)
        click.echo(file=stream)
