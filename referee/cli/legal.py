"""referee legal"""

from __future__ import annotations

import click
import msgspec

from referee.cli import CLEAN
from referee.cli.common import at, max_size, stopped
from referee.drivers.options import legal_steps, refused_steps
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
    driver = stopped(file, where, max_size)
    assert driver.play is not None
    turn = f"{driver.heading()}; ".removeprefix("; ")  # who begins a turn is named first
    steps = [(turn + text, gloss) for text, gloss in legal_steps(driver.game, driver.play)]
    refused = refused_steps(driver.game, driver.play) if why else []
    if as_json:
        listed = [{"step": text, "answers": gloss} for text, gloss in steps]
        listed += [
            {"step": text, "refused": code, "rule": rule, "why": message} for text, code, rule, message in refused
        ]
        click.echo(msgspec.json.format(msgspec.json.encode(listed), indent=2))
        return CLEAN
    width = min(48, max((len(text) for text, _ in steps), default=0))
    for text, gloss in steps:
        click.echo(safe(f"{text:<{width}}  # {gloss}"))
    for text, code, rule, message in refused:
        click.echo(safe(f"# not {text}: {message} ({rule}, {code})"))
    if driver.play.over:
        click.echo("the game is over, so nothing comes next", err=True)
    return CLEAN
