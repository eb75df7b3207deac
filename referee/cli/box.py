"""referee box"""

from __future__ import annotations

import difflib
import os

import click

from referee.cli import CLEAN, FINDINGS, TROUBLE
from referee.cli.common import each, for_machines, max_findings, max_size, named, show, text_of
from referee.diagnostics import Diagnostic
from referee.games import find_game
from referee.notation.source import lines_of
from referee.reports.text import safe, safe_lines
from referee.wording import counted

GAME = "dark-road"


class Page:
    """The lines of a text, by number."""

    def __init__(self, text: str) -> None:
        self.lines = lines_of(text)

    def line(self, number: int) -> str:
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""


@click.group(short_help="Check or show a box.")
def command() -> None:
    """Check or show a box: the goods, boards, dice and cards that a game is played with."""


@command.command("check", short_help="Is a box complete and free of contradictions?")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format", "style", type=click.Choice(["text", "json", "github", "sarif"]), default="text", show_default=True,
    help="How to print what is found.",
)  # fmt: skip
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@max_findings
@max_size
def check(files: tuple[str, ...], style: str, strict: bool, most: int, max_size: int) -> int:
    """Check that a box is complete and does not contradict itself.

    Exit code 0: clean, 1: findings, 2: could not be read. A FILE of "-" is standard input.
    """
    found: list[Diagnostic] = []

    def check_one(path: str) -> None:
        text, name = text_of(path, max_size), named(path)
        these = find_game(GAME).check_box(text, name)
        found.extend(these)
        if style == "text":
            show(these, Page(text), most)
            click.echo(f"{safe(name)}: {_verdict(these)}")

    read = each(files, check_one)
    if style != "text" and read and (said := for_machines(style, read, found)):
        click.echo(said)
    grave = {"error", "warning"} if strict else {"error"}
    return TROUBLE if len(read) < len(files) else FINDINGS if any(d.severity in grave for d in found) else CLEAN


@command.command("show", short_help="Print a box, or one kind of its contents.")
@click.argument("name")
@click.argument("kind", default="")
@max_size
def show_command(name: str, kind: str, max_size: int) -> int:
    """Print what a box holds, and whether each entry is printed in the rulebook, inferred, or ours.

    NAME is a bundled box, such as house, or a .box file. KIND is one of pieces, goods, boards, dice, regions, heroes,
    commissions, companions, buildings, steeds, upgrades, deeds and events; without it the box is shown in short.
    """
    game = find_game(GAME)
    text, found = None, list[Diagnostic]()
    if name not in _bundled():
        text = _text(name, max_size)
        found = game.check_box(text, named(name))
    try:
        shown = game.show_box(name, kind, text)
    except ValueError as unknown:
        raise click.UsageError(f"{kind!r} is not a kind of content.{_hint(kind, list(unknown.args))}") from None
    click.echo(safe_lines(shown))
    if found:
        click.echo(f"{safe(named(name))}: {_verdict(found)}; 'referee box check' says which", err=True)
    return FINDINGS if any(d.severity == "error" for d in found) else CLEAN


def _bundled() -> list[str]:
    return sorted(find_game(GAME).boxes)


def _text(name: str, limit: int) -> str:
    try:
        return text_of(name, limit)
    except click.ClickException as trouble:
        if name.isidentifier() and not os.path.lexists(name):
            raise click.ClickException(f"no box is called {name!r}.{_hint(name, _bundled())}") from None
        raise trouble


def _hint(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word.lower(), known, 1)
    return f" Did you mean {near[0]!r}?" if near else f" There {'are' if len(known) > 1 else 'is'} {', '.join(known)}."


def _verdict(found: list[Diagnostic]) -> str:
    numbers = [(sum(d.severity == kind for d in found), kind) for kind in ("error", "warning")]
    return ", ".join(counted(n, kind) for n, kind in numbers if n) or "clean"
