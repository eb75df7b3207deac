"""referee schema"""

from __future__ import annotations

import click
import msgspec

from referee.games import GAMES, find_game


@click.command(short_help="Print a JSON Schema.")
@click.argument("what", type=click.Choice(["state", "diagnostics", "alternatives"]))
@click.option("--game", type=click.Choice(list(GAMES)), default="dark-road", show_default=True, help="Whose states.")
def command(what: str, game: str) -> None:
    """Print the JSON Schema of snapshots (state), or of what `check` prints as JSON (diagnostics, alternatives)."""
    if what == "state":
        schema = find_game(game).state_schema()
    elif what == "alternatives":
        from referee.reports import alternatives

        schema = msgspec.json.schema(alternatives.Report)
    else:
        from referee.reports.machine import Report

        schema = msgspec.json.schema(Report)
    click.echo(msgspec.json.format(msgspec.json.encode(schema), indent=2))
