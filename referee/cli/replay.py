"""referee replay"""

from __future__ import annotations

import click
import msgspec

from referee.cli import CLEAN, FINDINGS
from referee.cli.common import allow_overrides, at, findings, max_size, named, played, tell
from referee.drivers.record import RecordDriver
from referee.drivers.where import Where


@click.command(short_help="Print the state as JSON, at the end or along the way.")
@click.argument("file")
@at
@click.option(
    "--every",
    type=click.Choice(["move", "turn", "round"]),
    default=None,
    help="One snapshot a line, after every move, turn or round.",
)
@allow_overrides
@max_size
def command(file: str, where: Where | None, every: str | None, allow_overrides: bool, max_size: int) -> int:
    """Replay a record and print JSON snapshots of the table.

    Without options the state at the end is printed. Findings go to standard error; with an error in the
    record the exit code is 1, and the snapshots show what the referee assumed.
    """
    if where is not None and every is not None:
        raise click.UsageError("--at and --every exclude each other")
    kept: list[bytes] = []

    def observe(driver: RecordDriver, kind: str, place: str) -> None:
        if every is not None and kind == {"move": "step"}.get(every, every):
            click.echo(_encoded(driver))
        elif where is not None and where.met(kind, place):
            kept[:] = [driver.peek(lambda: _encoded(driver))]

    driver = played(file, max_size, observe)
    found = findings(driver, allow_overrides)
    tell(found, driver.script)
    if where is not None:
        if not kept:
            raise click.ClickException(f"{named(file)}: the record never reaches {where.text!r}")
        click.echo(msgspec.json.format(kept[0], indent=2))
    elif every is None and driver.play is not None:
        click.echo(msgspec.json.format(_encoded(driver), indent=2))
    return FINDINGS if any(d.severity == "error" for d in found) else CLEAN


def _encoded(driver: RecordDriver) -> bytes:
    return msgspec.json.encode(driver.game.snapshot(driver.setting, driver.play))  # type: ignore[arg-type]
