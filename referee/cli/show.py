"""referee show"""

from __future__ import annotations

import click

from referee.cli import CLEAN
from referee.cli.common import at, max_size, stopped
from referee.drivers.where import Where
from referee.reports.text import safe_lines


@click.command(short_help="Draw the table in text.")
@click.argument("file")
@at
@max_size
def command(file: str, where: Where | None, max_size: int) -> int:
    """Draw the table at a place of a record: wheel, ringway, displays, and every wagon with its packed storage."""
    driver = stopped(file, where, max_size)
    click.echo(safe_lines(driver.game.drawn(driver.setting, driver.on, wagons=True)))
    return CLEAN
