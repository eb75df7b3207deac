"""The Dark Market: pay a coin a space, gain what the marker stops on. DARK-01 … DARK-11"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Domain, Refusal, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import Dark
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

MOST_SPACES = 4  # DARK-05


def idle(table: Table, me: Player) -> bool:
    """Without a single coin nothing can be done here. DARK-10, DARK-11"""
    return me.coins == 0


def activation(table: Table, me: Player) -> Domain:
    def unless(move: Dark) -> Iterator[Refusal]:
        if move.spaces is None:
            if not idle(table, me):
                yield refuse("spaces-missing", "DARK-04", has=min(me.coins, MOST_SPACES))
            return
        if not 1 <= move.spaces <= MOST_SPACES:
            yield refuse(
                "dark-range", "DARK-04" if move.spaces == 0 else "DARK-05", spaces=move.spaces, most=MOST_SPACES
            )
        if me.coins < move.spaces:
            yield refuse(
                "coins-short", "DARK-06" if me.coins else "DARK-11", who=me.name, needs=move.spaces, has=me.coins
            )

    return Domain(Dark, lambda: map(Dark, (1, 2, 3, 4, None)), unless)


async def resolve(table: Table, me: Player, move: Dark) -> None:
    if move.spaces is not None:
        table.give(me, "coins", move.spaces, "DARK-03")
        await step(table, me, move.spaces, "DARK-01")


async def step(table: Table, me: Player, spaces: int, rule: str) -> None:
    """Move the marker clockwise and gain the reward of the space where it stops, and of no other. DARK-07"""
    space = table.advance_dark(spaces, rule)
    await carry_out(table, me, table.box.dark[space], "DARK-09" if space == "S" else "DARK-08")


@effect("market-step")
async def market_step(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """The marker moves as many spaces as the icon says; no coins are due. ICON-10, RULING-76"""
    await step(table, me, do.number, "ICON-10")
    return True
