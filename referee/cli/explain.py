"""referee explain"""

from __future__ import annotations

import click


@click.command(short_help="Explain a diagnostic code, a rule or an option.")
@click.argument("topic")
def command(topic: str) -> None:
    """Explain a diagnostic code (coins-short), a rule (DARK-06), a ruling (RULING-27) or an option (dark.no_coin)."""
    from referee.catalogue import explanation

    try:
        click.echo(explanation(topic))
    except KeyError as unknown:
        near = unknown.args[0]
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise click.ClickException(f"nothing is known as {topic!r}.{hint}") from None
