"""referee schema"""

from __future__ import annotations

import click
import msgspec

from referee.games import GAMES
from referee.reports.schemas import SCHEMAS, schema_of


@click.command(short_help="Print a JSON Schema.")
@click.argument("what", type=click.Choice(list(SCHEMAS)))
@click.option("--game", type=click.Choice(list(GAMES)), default="dark-road", show_default=True, help="Whose states.")
def command(what: str, game: str) -> None:
    """Print the JSON Schema of what a command prints as JSON.

    \b
    state         replay
    diagnostics   check --format json
    alternatives  check --rulings all --format json
    legal         legal --json
    scores        score --json
    outcomes      test --format json
    rules         rules --json
    options       rules --options --json
    """
    click.echo(msgspec.json.format(msgspec.json.encode(schema_of(what, game)), indent=2))
