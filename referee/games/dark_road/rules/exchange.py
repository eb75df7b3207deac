"""One swap of equal lots, as at the Guildmaster's Mansion. BUILDING-09, RULING-37"""

from __future__ import annotations

from typing import Any

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.effects import Exchange
from referee.games.dark_road.moves import Trade
from referee.games.dark_road.rules import storage
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import FIELDS


def trades(table: Table, me: Player, what: Exchange) -> Domain:
    lots = {lot.resource: lot.number for lot in what.lots}

    def unless(move: Trade) -> Refusal | None:
        for resource in (move.give, move.take):
            if resource not in lots:
                return refuse("not-traded", "BUILDING-09", resource=resource, lots=tuple(lots))
        if move.give == move.take:
            return refuse("same-lot", "BUILDING-09", resource=move.give)
        has = getattr(me, FIELDS[move.give])
        if has < lots[move.give]:
            return refuse(f"{move.give}-short", "BUILDING-09", needs=lots[move.give], has=has, who=me.name)
        return None

    return Domain(Trade, lambda: (Trade(give, take) for give in lots for take in lots if give != take), unless)


async def trade(table: Table, me: Player, what: Exchange, rule: str, given: Any) -> bool:
    move = given if isinstance(given, Trade) else await ask(me.name, "trade", trades(table, me, what), may=True)
    if move is None:
        return False
    lots = {lot.resource: lot.number for lot in what.lots}
    table.give(me, move.give, lots[move.give], rule)
    await storage.gain_tokens(table, me, move.take, lots[move.take], rule)
    return True
