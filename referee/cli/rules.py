"""referee rules"""

from __future__ import annotations

from typing import Any

import click

from referee.catalogue import described
from referee.cli import CLEAN, FINDINGS
from referee.drivers.rulings import Shown, coverage, found, opened
from referee.files import CannotRead
from referee.games import find_game
from referee.games.game import Game
from referee.notation.names import nearest
from referee.reports.listings import ListedOption, ListedRule, options_as_json, rules_as_json
from referee.reports.text import safe
from referee.wording import counted


@click.command(short_help="List the rules or the options, and the rulings that show each.")
@click.argument("series", nargs=-1)
@click.option(
    "--coverage",
    "paths",
    multiple=True,
    metavar="PATH",
    help="Count the cases below PATH that show each rule; repeatable.",
)
@click.option("--cases", is_flag=True, help="With --coverage, name the cases.")
@click.option("--options", is_flag=True, help="List what a record may set by 'option' instead.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(series: tuple[str, ...], paths: tuple[str, ...], cases: bool, options: bool, as_json: bool) -> int:
    """List rules by id with their page and what they say; SERIES such as DARK, RULING or DARK-06 picks some.

    With --coverage the cases that accept and that refuse something under each rule are counted, and the editions
    are named that it belongs to. The exit code is 1 if a rule of the retail game that leaves a trace is shown by
    no case at all.

    With --options the options are listed with their values, the default first, the value in each edition, what they
    decide and the rules they rest on; SERIES picks some by name or by rule.
    """
    game = find_game("dark-road")
    if options:
        if paths or cases:
            raise click.UsageError("--options counts no cases")
        return _options(game, series, as_json)
    if cases and not paths:
        raise click.UsageError("--cases needs --coverage")
    wanted = {name.upper() for name in series}
    rules = [rule for rule in game.rules() if not wanted or {rule.id, rule.series} & wanted]
    if not rules:
        hint = _hint(series, [name for rule in game.rules() for name in (rule.id, rule.series)])
        raise click.UsageError(f"no rule belongs to {', '.join(series)}{hint}")
    try:
        shown = coverage(opened(path) for path in found(paths))
    except CannotRead as bad:
        raise click.ClickException(str(bad)) from None
    bare = sum(rule.retail and not rule.unobservable and rule.id not in shown for rule in rules)
    if as_json:
        click.echo(rules_as_json([_data(rule, shown if paths else None) for rule in rules]))
    else:
        for rule in rules:
            _print(game, rule, shown.get(rule.id, Shown([], [])) if paths else None, cases)
        if paths:
            click.echo(f"{counted(len(rules), 'rule')}, {bare} of the retail game shown by no case")
    return FINDINGS if paths and bare else CLEAN


def _hint(series: tuple[str, ...], known: list[str]) -> str:
    near = nearest(series[0], known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _print(game: Game, rule: Any, shown: Shown | None, cases: bool) -> None:
    counts = editions = ""
    if shown is not None:
        counts = f"{len(shown.accepting):3d} accept {len(shown.refusing):3d} refuse  "
        if rule.unobservable and not shown.accepting and not shown.refusing:
            counts = f"nothing to observe ({rule.unobservable})  "
        editions = f" [{', '.join(rule.belongs)}]"
    click.echo(f"{rule.id:<13} {counts}{game.rule(rule.id)}{editions}")
    if cases and shown is not None:
        for name in dict.fromkeys([*shown.accepting, *shown.refusing]):
            click.echo(f"                {safe(name)}")


def _data(rule: Any, shown: dict[str, Shown] | None) -> ListedRule:
    listed = ListedRule(rule.id, rule.kind, rule.belongs, int(rule.page) if rule.page else None, rule.says)
    if shown is not None:
        here = shown.get(rule.id, Shown([], []))
        listed.retail, listed.unobservable = rule.retail, rule.unobservable
        listed.accepting, listed.refusing = here.accepting, here.refusing
    return listed


def _options(game: Game, series: tuple[str, ...], as_json: bool) -> int:
    picked = [switch for switch in game.switches() if not series or any(_about(switch, word) for word in series)]
    if not picked:
        hint = _hint(series, [name for switch in game.switches() for name in (switch.name, *switch.ids)])
        raise click.UsageError(f"no option belongs to {', '.join(series)}{hint}")
    if as_json:
        click.echo(options_as_json([_option(game, switch) for switch in picked]))
    else:
        click.echo("\n\n".join(described(switch, game.editions) for switch in picked))
    return CLEAN


def _about(switch: Any, word: str) -> bool:
    """Is this the option's name or its first part, or an id it rests on, or the series of one?"""
    names = {switch.name, switch.name.partition(".")[0]}
    ids = {*switch.ids, *(rule.partition("-")[0] for rule in switch.ids)}
    return word.lower() in names or word.upper() in ids


def _option(game: Game, switch: Any) -> ListedOption:
    editions = {edition: switch.under(edition) for edition in game.editions}
    return ListedOption(switch.name, switch.about, switch.values, switch.default, editions, switch.ids, switch.says)
