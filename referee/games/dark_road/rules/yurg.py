"""Yurg's Excursions: the Ruins of Yin or a journey, never both. YURG-01 … YURG-03"""

from __future__ import annotations

from referee.engine.decision import Domain, Union
from referee.games.dark_road.moves import Ruins, Travel
from referee.games.dark_road.rules import ruins, travel
from referee.games.dark_road.rules.effects import carry_out
from referee.games.dark_road.rules.standing import triggered
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def activation(table: Table, me: Player) -> Domain:
    """Naming the excursion is choosing it; it is announced by being written. YURG-03"""
    return Union(ruins.activation(table, me), travel.activation(table, me))


async def resolve(table: Table, me: Player, move: Ruins | Travel) -> None:
    for what in triggered(table, me, "activate-yurg"):
        await carry_out(table, me, what, "STEED-05")
    if isinstance(move, Ruins):
        await ruins.resolve(table, me, move, at_yurg=True)
        return
    for what in triggered(table, me, "lead-journey"):
        await carry_out(table, me, what, "STEED-07" if table.state.edition == "prototype" else "STEED-06")
    await travel.set_out(table, me, move)
