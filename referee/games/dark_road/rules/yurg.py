"""Yurg's Excursions: the Ruins of Yin or a journey, never both. YURG-01 … YURG-03"""

from __future__ import annotations

from referee.engine.decision import Domain
from referee.games.dark_road.moves import Ruins
from referee.games.dark_road.rules import ruins
from referee.games.dark_road.rules.effects import carry_out
from referee.games.dark_road.rules.standing import triggered
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def activation(table: Table, me: Player) -> Domain:
    """Naming the excursion is choosing it; it is announced by being written. YURG-03"""
    return ruins.activation(table, me)


async def resolve(table: Table, me: Player, move: Ruins) -> None:
    for what in triggered(table, me, "activate-yurg"):
        await carry_out(table, me, what, "STEED-05")
    await ruins.resolve(table, me, move)
