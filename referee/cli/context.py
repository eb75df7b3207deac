"""referee context"""

from __future__ import annotations

from typing import NamedTuple

import click

from referee.cli import CLEAN
from referee.cli.common import max_size, named, show, text_of
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.engine.journal import Posting
from referee.reports.postings import described
from referee.reports.text import safe, safe_lines


class Seen(NamedTuple):
    """The game at a line: a picture of the table, what has been posted, every fact as it is written."""

    picture: str
    postings: list[Posting]
    facts: dict[str, str]


@click.command(short_help="Show what one line changed.", context_settings={"ignore_unknown_options": True})  # -:41
@click.argument("place", metavar="FILE:LINE")
@max_size
def command(place: str, max_size: int) -> int:
    """Show the table before a line, what the line changed with the rules behind it, and the table after it."""
    path, _, number = place.rpartition(":")
    if not path or not (number.isascii() and number.isdigit()):
        raise click.UsageError("write FILE:LINE, for example friday.road:41")
    line = int(number)
    script = Script(text_of(path, max_size), named(path))
    before: Seen | None = None
    after: Seen | None = None

    def observe(driver: RecordDriver, kind: str, where: str) -> None:
        nonlocal before, after
        if kind == "line" and int(where) < line and not {int(where), line} <= script.opening:
            before = _seen(driver)
        elif kind == "line" and int(where) == line:
            after = driver.peek(lambda: _seen(driver))

    driver = RecordDriver(script, observe).run()
    show([d for d in [*script.diagnostics, *driver.diagnostics] if d.span.line == line], script)
    if after is None:
        raise click.ClickException(f"{named(path)}: nothing is played on line {line}")
    click.echo(f"{line} │ {safe(script.line(line))}\n")
    if before is not None:
        click.echo(f"before\n{safe_lines(before.picture)}\n")
    click.echo("what changed")
    for change in _changes(before, after):
        click.echo(f"  {safe(change)}")
    click.echo(f"\nafter\n{safe_lines(after.picture)}")
    return CLEAN


def _seen(driver: RecordDriver) -> Seen:
    play = driver.on
    facts = driver.game.written_facts(driver.setting, play.state)
    return Seen(driver.game.drawn(driver.setting, play), list(play.journal.postings), facts)


def _changes(before: Seen | None, after: Seen) -> list[str]:
    """What was posted, then every fact that is another one now."""
    known = len(before.postings) if before is not None else 0
    posted = [f"{described(posting)} {posting.rule}" for posting in after.postings[known:]]
    if before is None:
        return ["the game begins", *posted]
    facts = [
        f"{name}: {old} -> {after.facts[name]}"
        for name, old in before.facts.items()
        if name in after.facts and after.facts[name] != old
    ]
    return [*posted, *facts] or ["nothing"]
