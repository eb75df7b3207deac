"""Act: place the dice, activate the districts next to the wagon, and the building. ACT-01 … ACT-17"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

from referee.engine.decision import Domain, Refusal, Union, ask, refuse
from referee.games.dark_road.moves import Bazaar, Commission, Dark, Inn, Rest, Ruins, Travel, Use
from referee.games.dark_road.rules import bazaar, buildings, commissions, dark_market, inn, yurg
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

CHAPTERS: dict[str, ModuleType] = {
    "bazaar": bazaar,
    "commission": commissions,
    "yurg": yurg,
    "dark": dark_market,
    "inn": inn,
}
DISTRICT_OF: dict[type, str] = {
    Bazaar: "bazaar",
    Commission: "commission",
    Ruins: "yurg",
    Travel: "yurg",
    Dark: "dark",
    Inn: "inn",
}


def adjacent(table: Table, player: Player) -> tuple[str, str]:
    """The two districts next to a wagon. MOVE-12"""
    ring = table.box.ringway
    return ring[player.at], ring[(player.at + 1) % len(ring)]


async def act(table: Table) -> None:
    """One activation, fully resolved before the next one starts; the last window is before Rest. ACT-08, RULING-47"""
    me, turn = table.me, table.state.turn
    await window(table)
    dice_left = turn.dice - len(turn.done)
    building_left = turn.lit is not None and not turn.building and bool(buildings.within_reach(table, me))
    if not dice_left and not building_left:
        await _end_of_turn(table, activations(table, me))
        return
    optional = not dice_left and buildings.may_be_declined(table, me)
    move = await ask(me.name, "activate", activations(table, me), may=optional, always=True)
    if move is None:
        await _end_of_turn(table, *(_district(table, me, name) for name in CHAPTERS))
    elif isinstance(move, Use):
        turn.building = str(move.building)
        await buildings.resolve(table, me, move)
    else:
        district = DISTRICT_OF[type(move)]
        turn.done.append(district)
        await CHAPTERS[district].resolve(table, me, move)


async def _end_of_turn(table: Table, *closed: Domain) -> None:
    """Everything has been done; what comes next is Rest, whether it is written or not.

    What is closed by now stands beside it, so that whoever writes it hears why.
    """
    await ask(table.me.name, "rest", Union(Domain(Rest, lambda: [Rest()]), *closed), brief=True)
    table.state.stage = "rest"


def activations(table: Table, me: Player) -> Domain:
    """Both districts with two dice, one of them with one, in any order with the building. ACT-05 … ACT-07"""
    return Union(*(_district(table, me, name) for name in CHAPTERS), buildings.activation(table, me))


def _district(table: Table, me: Player, district: str) -> Domain:
    chapter = CHAPTERS[district]
    domain: Domain = chapter.activation(table, me)
    open_here = _closed(table, me, district) is None

    def unless(move: Any) -> Refusal | None:
        return _closed(table, me, district) or domain.judge(move) or _barred(table, me, move)

    def candidates() -> Iterator[Any]:
        return domain.candidates() if open_here else iter(())

    return Domain(domain.kinds, candidates, unless)


def _closed(table: Table, me: Player, district: str) -> Refusal | None:
    """Not next to the wagon, activated already, or no die left to place. ACT-03, ACT-09, ACT-15"""
    turn = table.state.turn
    if district not in adjacent(table, me):
        return refuse("not-adjacent", "ACT-09", district=district, at=adjacent(table, me))
    if district in turn.done:
        return refuse("already-activated", "ACT-15", district=district)
    if turn.dice <= len(turn.done):
        return refuse("no-die-left", "ACT-05", district=district)
    return None


def _barred(table: Table, me: Player, move: Any) -> Refusal | None:
    """With one die nobody goes to the Dark Market without a coin while the other district has work. RULING-27"""
    if not isinstance(move, Dark) or move.spaces is not None or table.state.turn.dice > 1:
        return None
    other = next(district for district in adjacent(table, me) if district != "dark")
    if getattr(CHAPTERS[other], "idle", lambda table, me: False)(table, me):
        return None
    return refuse("coins-short", "DARK-11", who=me.name, needs=1, has=me.coins)
