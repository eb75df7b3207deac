"""referee check --rulings"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from referee.cli import CLEAN, FINDINGS
from referee.cli.common import named, text_of
from referee.drivers.alternatives import Alternatives, alternatives
from referee.drivers.runs import Counts
from referee.games import find_game
from referee.notation.names import nearest
from referee.reports.alternatives import as_json, as_text

ALL = "all"


def compared(files: Sequence[str], rulings: str, style: str, limit: int, counts: Counts) -> int:
    """Say of every record under which settings it is legal; the exit code is that of the records as they stand."""
    known = {switch.name: switch for switch in find_game("dark-road").switches()}
    if rulings != ALL and rulings not in known:
        near = nearest(rulings, [*known, ALL], 1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; write {ALL!r} for every one"
        raise click.UsageError(f"no switch is called {rulings!r}{hint}")
    if style not in {"text", "json"}:
        raise click.UsageError(f"--rulings prints text or json, not {style}")
    only = "" if rulings == ALL else rulings
    tried = [known[only]] if only else known.values()
    runs = len(files) * sum(len(switch.values) - 1 for switch in tried)
    found: list[Alternatives] = []
    with click.progressbar(
        length=runs, label="trying settings", file=sys.stderr, hidden=sys.stderr is None or not sys.stderr.isatty()
    ) as bar:
        for path in files:
            text = text_of(path, limit)
            found.append(alternatives(text, named(path), only, counts, heard=lambda: bar.update(1)))
    if style == "json":
        click.echo(as_json(found))
    else:
        click.echo("\n\n".join(map(as_text, found)))
    return CLEAN if all(record.legal for record in found) else FINDINGS
