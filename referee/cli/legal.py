"""referee legal"""

from __future__ import annotations

import click

from referee.cli import CLEAN
from referee.cli.common import at, max_size, stopped
from referee.drivers.options import refused_steps, steps_ahead
from referee.drivers.where import Where
from referee.reports.text import safe


@click.command(short_help="List the moves that may come next.")
@click.argument("file")
@at
@click.option("--why", is_flag=True, help="List refused candidates too, with the reason.")
@click.option("--json", "as_json", is_flag=True, help="One JSON array instead of lines.")
@max_size
def command(file: str, where: Where | None, why: bool, as_json: bool, max_size: int) -> int:
    """List the legal next steps at a place of a record, ready to paste, each with what it answers.

    Optional steps and the step that must come are listed together; not writing an optional one declines it.
    """
    driver = stopped(file, where, max_size, as_written=True)
    steps = steps_ahead(driver.game, driver.on, driver.heading())
    refused = refused_steps(driver.game, driver.on) if why else []
    if as_json:
        from referee.reports.listings import steps_as_json

        click.echo(steps_as_json(steps, refused))
        return CLEAN
    width = min(48, max((len(text) for text, _ in steps), default=0))
    for text, gloss in steps:
        click.echo(safe(f"{text:<{width}}  # {gloss}"))
    for text, code, rule, message in refused:
        click.echo(safe(f"# not {text}: {message} ({rule}, {code})"))
    if driver.on.over:
        click.echo("the game is over, so nothing comes next", err=True)
    return CLEAN
