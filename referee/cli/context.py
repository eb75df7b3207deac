"""referee context"""

from __future__ import annotations

from typing import Any

import click
import msgspec

from referee.cli import CLEAN
from referee.cli.common import max_size, show, text_of
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.reports.postings import described
from referee.reports.text import safe


@click.command(short_help="Show what one line changed.")
@click.argument("place", metavar="FILE:LINE")
@max_size
def command(place: str, max_size: int) -> int:
    """Show the table before a line, what the line changed with the rules behind it, and the table after it."""
    path, _, number = place.rpartition(":")
    if not path or not number.isdigit():
        raise click.UsageError("write FILE:LINE, for example friday.road:41")
    line = int(number)
    script = Script(text_of(path, max_size), path)
    moments: dict[str, Any] = {}

    def observe(driver: RecordDriver, kind: str, where: str) -> None:
        if kind != "line" or driver.play is None:
            return
        seen = driver.peek(lambda: _seen(driver))
        if int(where) < line:
            moments["before"] = seen
        elif int(where) == line:
            moments["after"] = seen

    driver = RecordDriver(script, observe).run()
    here = [d for d in [*script.diagnostics, *driver.diagnostics] if d.span.line == line]
    show(here, script)
    if "after" not in moments:
        raise click.ClickException(f"{path}: nothing is played on line {line}")
    start = moments.get("before", ("", [], {}))
    click.echo(f"{line} │ {safe(script.line(line))}\n")
    if start[0]:
        click.echo("before\n" + start[0] + "\n")
    click.echo("what changed")
    for posting in moments["after"][1][len(start[1]) :]:
        click.echo(f"  {described(posting)} {posting.rule}")
    for key, old, new in _differences(start[2], moments["after"][2]):
        click.echo(f"  {key}: {old} -> {new}")
    click.echo("\nafter\n" + moments["after"][0])
    return CLEAN


def _seen(driver: RecordDriver) -> tuple[str, list[Any], dict[str, Any]]:
    play = driver.on
    return driver.game.drawn(driver.setting, play), list(play.journal.postings), _facts(driver)


def _facts(driver: RecordDriver) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(driver.game.snapshot(driver.setting, driver.play))  # type: ignore[arg-type]
    return data


def _differences(old: Any, new: Any, path: str = "") -> list[tuple[str, Any, Any]]:
    """Where two snapshots differ, leaf by leaf."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in new:
            found += _differences(old.get(key), new[key], f"{path}.{key}" if path else key)
        return found
    if (
        isinstance(old, list)
        and isinstance(new, list)
        and len(old) == len(new)
        and all(isinstance(i, dict) for i in new)
    ):
        named = [item.get("name") or item.get("good") or str(i) for i, item in enumerate(new)]
        return [d for name, a, b in zip(named, old, new, strict=True) for d in _differences(a, b, f"{path}.{name}")]
    return [(path, old, new)] if old != new else []
