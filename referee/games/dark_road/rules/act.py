"""Act: place the dice, activate the districts next to the wagon, and the building. ACT-01 … ACT-17"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from types import ModuleType
from typing import Any

from referee.engine.decision import Domain, Refusal, Union, ask, refuse
from referee.games.dark_road.moves import Bazaar, Commission, Dark, Inn, Rest, Ruins, Skip, Travel, Use
from referee.games.dark_road.rules import bazaar, buildings, commissions, dark_market, inn, yurg
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.skipping import Compulsory
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import DISTRICT_NAMES

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
    me = table.me
    await window(table)
    if _dice_left(table) or _building_left(table, me):
        skips = _skips(table, me)
        domain = Compulsory(activations(table, me), me.name, skips)
        move = await ask(me.name, _prompt(table, skips), domain, may=not any(skips.values()), always=True)
        if move is not None:
            await _activate(table, me, move)
            return
    await end_of_turn(table, refuse("turn-over", "ACT-05"))


def _prompt(table: Table, skips: dict[str, str]) -> str:
    """With two dice everything that is due, with one die one of two."""
    due = [DISTRICT_NAMES.get(what, what.removeprefix("use ")) for what, rule in skips.items() if rule]
    return f"activate {(' and ' if table.state.turn.dice > 1 else ' or ').join(due)}".rstrip()


async def _activate(table: Table, me: Player, move: Any) -> None:
    turn = table.state.turn
    if isinstance(move, Use):
        turn.building = str(move.building)
        await buildings.resolve(table, me, move)
    elif isinstance(move, Skip):  # the die or the building is used up, and nothing comes of it
        if move.what in CHAPTERS:
            turn.done.append(move.what)
        else:
            turn.building = move.what.removeprefix("use ")
    else:
        district = DISTRICT_OF[type(move)]
        turn.done.append(district)
        await CHAPTERS[district].resolve(table, me, move)


def _skips(table: Table, me: Player) -> dict[str, str]:
    """What is still open, in the words for leaving it out, and the rule where it is due. ACT-05, ACT-06, ACT-17"""
    found = {}
    if _dice_left(table):
        rule = "ACT-06" if table.state.turn.dice > 1 else "ACT-05"
        open_here = [name for name in adjacent(table, me) if name not in table.state.turn.done]
        found = dict.fromkeys(open_here, rule if _district_due(table) else "")
    if _building_left(table, me) and buildings.connected(table, me):
        found[f"use {buildings.connected(table, me)}"] = "ACT-17" if _building_due(table, me) else ""
    return found


async def end_of_turn(table: Table, over: Refusal) -> None:
    """Everything has been done or left; what comes next is Rest, whether it is written or not.

    What is closed by now stands beside it, so that whoever writes it hears why.
    """
    closed = activations(table, table.me)
    late = Domain(closed.kinds, lambda: (), lambda move: chain(closed.refusals(move), (over,)))
    move = await ask(table.me.name, "rest", Union(Domain(Rest, lambda: [Rest()]), late), brief=True)
    if move is None or isinstance(move, Rest):
        table.state.stage = "rest"
    else:
        await _activate(table, table.me, move)  # a table waived what closed it


def _dice_left(table: Table) -> int:
    return max(0, table.state.turn.dice - len(table.state.turn.done))


def _building_left(table: Table, me: Player) -> bool:
    turn = table.state.turn
    return turn.lit is not None and not turn.building and bool(buildings.within_reach(table, me))


def _district_due(table: Table, dice: int = 1) -> bool:
    """Districts are activated as long as dice remain, or may be. ACT-05, ACT-06, ACT-13, RULING-28"""
    return _dice_left(table) >= dice and table.option("act.mandatory") == "yes"


def _building_due(table: Table, me: Player) -> bool:
    """ACT-17, RULING-29"""
    return _building_left(table, me) and not buildings.may_be_declined(table, me)


def activations(table: Table, me: Player) -> Domain:
    """Both districts with two dice, one of them with one, in any order with the building. ACT-05 … ACT-07"""
    return Union(*(_district(table, me, name) for name in CHAPTERS), buildings.activation(table, me))


def _district(table: Table, me: Player, district: str) -> Domain:
    chapter = CHAPTERS[district]
    domain: Domain = chapter.activation(table, me)
    open_here = next(_closed(table, me, district), None) is None

    def unless(move: Any) -> Iterator[Refusal]:
        yield from _closed(table, me, district)
        yield from domain.refusals(move)
        yield from filter(None, (_barred(table, me, move), _early(table, me, move)))

    def candidates() -> Iterator[Any]:
        return domain.candidates() if open_here else iter(())

    return Domain(domain.kinds, candidates, unless)


def _closed(table: Table, me: Player, district: str) -> Iterator[Refusal]:
    """Not next to the wagon, activated already, or no die left to place. ACT-03, ACT-09, ACT-15"""
    turn = table.state.turn
    if district not in adjacent(table, me):
        yield refuse("not-adjacent", "ACT-09", district=district, at=adjacent(table, me))
    if district in turn.done:
        yield refuse("already-activated", "ACT-15", district=district)
    if turn.dice <= len(turn.done):
        yield refuse("no-die-left", "ACT-05", district=district)


def _barred(table: Table, me: Player, move: Any) -> Refusal | None:
    """With one die nobody goes to the Dark Market without a coin while the other district has work. RULING-27"""
    if not isinstance(move, Dark) or move.spaces is not None or table.state.turn.dice > 1:
        return None
    if table.option("dark.no_coin") == "free":
        return None
    other = next(district for district in adjacent(table, me) if district != "dark")
    if getattr(CHAPTERS[other], "idle", lambda table, me: False)(table, me):
        return None
    return refuse("coins-short", "DARK-11", who=me.name, needs=1, has=me.coins)


def _early(table: Table, me: Player, move: Any) -> Refusal | None:
    """Where a journey ends the turn, everything that is due comes before it. FORTUNE-12, RULING-97"""
    if not isinstance(move, Travel) or table.option("act.travel_last") == "no":
        return None
    due = _district_due(table, 2) or _building_due(table, me)
    return refuse("journey-last", "FORTUNE-12") if due else None
