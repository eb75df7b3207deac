"""referee position"""

from __future__ import annotations

import click

from referee.cli import CLEAN, FINDINGS
from referee.cli.common import allow_overrides, at, findings, max_size, stopped
from referee.drivers.where import Where


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
        click.echo(driver.game.position(driver.setting, driver.on), nl=False)
    except ValueError as bad:
        raise click.ClickException(f"{file}: {bad}") from None
    return FINDINGS if any(d.severity == "error" for d in findings(driver, allow_overrides)) else CLEAN
