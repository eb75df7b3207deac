"""referee position"""

from __future__ import annotations

import sys

import click

from referee.cli import CLEAN, FINDINGS
from referee.cli.common import allow_overrides, at, findings, max_size, named, stopped
from referee.drivers.where import Where
from referee.reports.text import safe_lines


@click.command(short_help="Write the table down as a position.")
@click.argument("file")
@at
@allow_overrides
@max_size
def command(file: str, where: Where | None, allow_overrides: bool, max_size: int) -> int:
    """Print the position at a place of a record, complete and in canonical form.

    A record or a ruling may begin with it. Inside a step it is the position before the step and the moves
    since. FILE may also be a JSON snapshot that "referee replay" printed.
    """
    driver = stopped(file, where, max_size, as_written=True)
    try:
        text = driver.game.position(driver.setting, driver.on)
    except ValueError as bad:
        raise click.ClickException(f"{named(file)}: {bad}") from None
    click.echo(safe_lines(text) if sys.stdout is not None and sys.stdout.isatty() else text, nl=False)
    return FINDINGS if any(d.severity == "error" for d in findings(driver, allow_overrides)) else CLEAN
