"""referee rules"""

from __future__ import annotations

import click

from referee.cli import CLEAN, FINDINGS
from referee.drivers.rulings import Shown, coverage, found, opened
from referee.files import CannotRead
from referee.games import find_game


@click.command(short_help="List the rules, and the rulings that show each.")
@click.argument("series", nargs=-1)
@click.option(
    "--coverage",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Count the cases below PATH that show each rule; repeatable.",
)
@click.option("--cases", is_flag=True, help="With --coverage, name the cases.")
def command(series: tuple[str, ...], paths: tuple[str, ...], cases: bool) -> int:
    """List rules by id with their page and what they say; SERIES such as DARK or RULING picks some.

    With --coverage the cases that accept and that refuse something under each rule are counted. The exit code
    is 1 if a rule of the retail game is shown by no case at all.
    """
    wanted = {name.upper() for name in series}
    game = find_game("dark-road")
    rules = [rule for rule in game.rules() if not wanted or rule.id.partition("-")[0] in wanted]
    if not rules:
        raise click.UsageError(f"no rule belongs to {', '.join(series)}")
    try:
        shown = coverage(opened(path) for path in found(paths))
    except CannotRead as bad:
        raise click.ClickException(str(bad)) from None
    bare = 0
    for rule in rules:
        here = shown.get(rule.id, Shown([], []))
        counts = f"{len(here.accepting):3d} accept {len(here.refusing):3d} refuse  " if paths else ""
        click.echo(f"{rule.id:<13} {counts}{game.rule(rule.id)}")
        if cases:
            for name in dict.fromkeys([*here.accepting, *here.refusing]):
                click.echo(f"                {name}")
        bare += rule.retail and not here.accepting and not here.refusing
    if not paths:
        return CLEAN
    click.echo(f"{len(rules)} rules, {bare} of the retail game shown by no case")
    return FINDINGS if bare else CLEAN
