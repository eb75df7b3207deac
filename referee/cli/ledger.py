"""referee ledger"""

from __future__ import annotations

import click

from referee.cli import CLEAN
from referee.cli.common import findings, max_size, named, played, tell
from referee.notation.names import fold, nearest
from referee.reports.postings import ledger


@click.command(short_help="List every posting: who got what, when and why.")
@click.argument("file")
@click.argument("player", required=False)
@click.argument("resource", required=False)
@max_size
def command(file: str, player: str | None, resource: str | None, max_size: int) -> int:
    """List every transfer with its line, rule and, for one player and resource, the running balance.

    RESOURCE is a word of the notation: coins, lantern, quartz, shoe, prestige, a good such as staff or staff*.
    """
    driver = played(file, max_size)
    tell(findings(driver), driver.script)
    if driver.play is None:
        raise click.ClickException(f"{named(file)}: nothing is played")
    who = ""
    if player is not None:
        who = next((name for name in driver.setting.players if fold(name) == fold(player)), "")
        if not who:
            near = nearest(player, driver.setting.players, 1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise click.ClickException(f"no player is called {player!r}.{hint}")
    held = driver.game.holding(driver.play.state, who, resource) if who and resource else None
    if who and resource and held is None:
        words = "coins, prestige, lantern, quartz, shoe or a good such as staff or staff*"
        raise click.ClickException(f"no account is kept of {resource!r}; write {words}")
    postings, game = driver.play.journal.postings, driver.game
    for line in ledger(postings, driver.lines, game.rule, driver.reasons, who, resource or "", held):
        click.echo(line)
    return CLEAN
