"""referee check"""

from __future__ import annotations

from collections import Counter

import click

from referee.cli import CLEAN, FINDINGS, TROUBLE
from referee.cli.common import each, findings, for_machines, max_findings, max_size, played, show
from referee.diagnostics import Diagnostic
from referee.drivers.options import open_question
from referee.drivers.record import RecordDriver
from referee.engine.decision import Chance, Decision
from referee.reports.text import safe
from referee.wording import counted


@click.command(short_help="Validate records.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json", "github", "sarif"]),
    default="text",
    show_default=True,
    help="How to print what is found.",
)
@click.option("--strict", is_flag=True, help="Let warnings count as errors.")
@click.option(
    "--rulings", metavar="all|NAME", help="Instead, say under which settings of the switches a record is legal."
)
@click.option("--allow-overrides", is_flag=True, help="Let overrides be warnings, also with --strict.")
@max_findings
@max_size
def command(
    files: tuple[str, ...],
    style: str,
    strict: bool,
    rulings: str | None,
    allow_overrides: bool,
    most: int,
    max_size: int,
) -> int:
    """Validate records against the rules. Exit code 0: clean, 1: findings, 2: could not be read.

    A FILE of "-" is standard input.
    """

    def grave(finding: Diagnostic) -> bool:
        if finding.code == "override" and allow_overrides:
            return False
        return finding.severity == "error" or (strict and finding.severity == "warning")

    if rulings is not None:
        from referee.cli.alternatives import compared

        return compared(files, rulings, style, max_size, grave)
    found: list[Diagnostic] = []

    def check_one(path: str) -> None:
        driver = played(path, max_size)
        these = findings(driver, allow_overrides)
        found.extend(these)
        if style == "text":
            show(these, driver.script, most)
            click.echo(summary(driver, these))

    read = each(files, check_one)
    if style != "text" and read and (said := for_machines(style, read, found)):
        click.echo(said)
    return TROUBLE if len(read) < len(files) else FINDINGS if any(map(grave, found)) else CLEAN


def summary(driver: RecordDriver, found: list[Diagnostic]) -> str:
    """One line: clean or not, how far the game got, and who is asked what."""
    spoken = Counter("override" if d.code == "override" else d.severity for d in found if d.severity != "note")
    numbers = [(spoken[word], word) for word in ("error", "warning", "override") if spoken[word]]
    verdict = ", ".join(counted(n, word) for n, word in numbers) or "clean"
    return safe(f"{driver.script.file}: {verdict}{_progress(driver)}")


def _progress(driver: RecordDriver) -> str:
    if driver.play is None:
        return ""
    moment = driver.game.moment(driver.play.state)
    steps = counted(driver.steps, "step")
    match open_question(driver.game, driver.play):
        case Decision() as question:
            may = "may" if question.may else "is to"
            return f"; {steps} played; round {moment.round}, {question.who} {may} {question.prompt}"
        case Chance() as question:
            return f"; {steps} played; round {moment.round}, to be thrown or drawn: {question.label}"
    return f"; {steps} played; the game is over"
