"""referee score"""

from __future__ import annotations

import click
import msgspec

from referee.cli import CLEAN, FINDINGS
from referee.cli.common import allow_overrides, findings, max_size, named, played, tell
from referee.reports.text import safe_lines


@click.command(short_help="Score a game step by step.")
@click.argument("file")
@click.option("--json", "as_json", is_flag=True, help="The scores as JSON.")
@allow_overrides
@max_size
def command(file: str, as_json: bool, allow_overrides: bool, max_size: int) -> int:
    """Score a finished game step by step: coins, prestige, deeds, base, victory points, tie-breaks, winner.

    A game that is not finished is scored as it stands, and says so.
    """
    driver = played(file, max_size)
    found = findings(driver, allow_overrides)
    tell(found, driver.script)
    if driver.play is None:
        raise click.ClickException(f"{named(file)}: nothing is played")
    scores, text = driver.game.scores(driver.setting, driver.play)
    click.echo(msgspec.json.format(msgspec.json.encode(scores), indent=2) if as_json else safe_lines(text))
    return FINDINGS if any(d.severity == "error" for d in found) else CLEAN
