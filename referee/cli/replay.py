"""referee replay"""

from __future__ import annotations

import click
import msgspec

from referee.cli import CLEAN, FINDINGS
from referee.cli.common import allow_overrides, at, findings, located, max_size, named, tell, text_of
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
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
    script = Script(text_of(file, max_size), named(file))
    place = located(where, script)

    def observe(driver: RecordDriver, kind: str, ended: str) -> None:
        if every is not None and kind == {"move": "step"}.get(every, every):
            click.echo(_encoded(driver))
        elif place is not None and place.met(kind, ended):
            kept[:] = [_encoded(driver)]

    driver = RecordDriver(script, observe).run()
    found = findings(driver, allow_overrides)
    tell(found, script)
    if place is not None:
        if not kept:
            raise click.ClickException(f"{named(file)}: {place.never()}")
        click.echo(msgspec.json.format(kept[0], indent=2))
    elif every is None and driver.play is not None:
        click.echo(msgspec.json.format(_encoded(driver), indent=2))
    return FINDINGS if any(d.severity == "error" for d in found) else CLEAN


def _encoded(driver: RecordDriver) -> bytes:
    return msgspec.json.encode(driver.game.snapshot(driver.setting, driver.play))  # type: ignore[arg-type]
