"""referee test"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from referee.cli import CLEAN, FINDINGS
from referee.drivers.rulings import Outcome, found, opened, outcomes
from referee.files import CannotRead
from referee.reports.text import rendered, safe


@click.command(short_help="Run rulings.")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "junit"]),
    default="text",
    show_default=True,
    help="How to print the outcome.",
)
@click.option("-v", "--verbose", is_flag=True, help="Name every case.")
def command(paths: tuple[str, ...], style: str, verbose: bool) -> int:
    """Run the rulings in files or below folders. Exit code 0: all hold, 1: some do not, 2: could not be read."""
    results: list[Outcome] = []
    try:
        for path in found(paths):
            results += _file(path, style == "text", verbose)
    except CannotRead as bad:
        raise click.ClickException(str(bad)) from None
    if style == "text":
        failed = sum(not outcome.holds for outcome in results)
        click.echo(f"{len(results) - failed} hold, {failed} do not")
    else:
        from referee.reports import outcomes as report

        click.echo(report.as_json(results) if style == "json" else report.as_junit(results))
    return FINDINGS if any(not outcome.holds for outcome in results) else CLEAN


def _file(path: Path, talk: bool, verbose: bool) -> list[Outcome]:
    """Run one file: a dot for a case that holds, an F for one that does not, then why."""
    ruling = opened(path)
    colour = sys.stdout is not None and sys.stdout.isatty() and "NO_COLOR" not in os.environ
    if talk and not verbose:
        click.echo(f"{safe(str(path))} ", nl=False)
    results = []
    for outcome in outcomes(ruling):
        results.append(outcome)
        if talk and verbose:
            click.echo(f"{'ok  ' if outcome.holds else 'FAIL'} {safe(str(path))}: {safe(outcome.title)}")
        elif talk:
            click.echo("." if outcome.holds else "F", nl=False)
    if talk and not verbose:
        click.echo()
    for outcome in results if talk else ():
        if not outcome.holds:
            click.echo(f"\n{safe(outcome.title)}")
            for diagnostic in outcome.diagnostics:
                click.echo(rendered(diagnostic, ruling.script.line, colour) + "\n")
    return results
