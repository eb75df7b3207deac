"""The market wheel: what a good is worth and whether it can be had. WHEEL-01 … WHEEL-10"""

from __future__ import annotations

from typing import Any

from referee.games.dark_road.effects import Do
from referee.games.dark_road.rules.effects import effect
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

MOST_DICE = 2  # WHEEL-07


def worth(table: Table, kind: str) -> int:
    """The current value of a good. WHEEL-01, WHEEL-02"""
    wheel = table.box.wheel
    return table.box.values[(wheel.index(kind) - table.state.wheel) % len(wheel)]


def prices(table: Table) -> dict[str, int]:
    """Every good with its value, clockwise from the dearest."""
    order = table.box.wheel
    return {order[(table.state.wheel + i) % len(order)]: value for i, value in enumerate(table.box.values)}


def on_wheel(table: Table, kind: str) -> int:
    """How many market dice lie on a good's section. WHEEL-05, RULING-34"""
    return table.state.market[kind]


def absent(table: Table, kind: str) -> bool:
    """No die on the wheel shows this good. WHEEL-06"""
    return not on_wheel(table, kind)


@effect("rotate-wheel")
async def rotate(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One space clockwise, never back. WHEEL-03, WHEEL-09; the dice stay with their sections. WHEEL-04"""
    table.rotate(rule)
    return True
