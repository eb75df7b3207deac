"""The Ringway Inn: sell to one hero, who then comes along. INN-01 … INN-18"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from referee.engine.decision import Domain, Refusal, refuse
from referee.games.dark_road.moves import UNKNOWN, Good, Inn
from referee.games.dark_road.rules import heroes, requests, storage
from referee.games.dark_road.rules.wheel import worth
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def idle(table: Table, me: Player) -> bool:
    """Nothing held is wanted by anybody at the Inn. RULING-26"""
    held = {good.kind for good in me.goods}
    shown = [name for name in table.state.inn if name]
    return not held or not any(name == UNKNOWN or held & set(table.box.heroes[name].wants) for name in shown)


def activation(table: Table, me: Player) -> Domain:
    """Exactly one hero, at least one good, one good per request. INN-01 … INN-04"""

    def unless(move: Inn) -> Refusal | None:
        if move.hero is None:
            return None if idle(table, me) else refuse("nothing-sold", "INN-03")
        hero = move.hero
        if not heroes.at_inn(table, hero):
            return refuse("not-at-inn", "INN-01", hero=hero, inn=tuple(table.state.inn))
        if not move.goods:
            return refuse("nothing-sold", "INN-03")
        short = Counter(move.goods) - Counter(me.goods)
        if short:
            return refuse("not-held", "INN-02", pick=next(iter(short)))
        return requests.unasked(table, move.goods, table.box.heroes[hero].wants, hero, requests.AT_THE_INN)

    def candidates() -> Iterator[Inn]:
        """Every sale, basic and upgraded goods alike. INN-10"""
        for hero in table.state.inn:
            if hero and hero != UNKNOWN:
                wanted = [good for good in me.goods if good.kind in table.box.heroes[hero].wants]
                for size in range(1, len(table.box.heroes[hero].wants) + 1):
                    yield from (Inn(hero, goods) for goods in dict.fromkeys(combinations(wanted, size)))
        yield Inn(None)

    return Domain(Inn, candidates, unless)


async def resolve(table: Table, me: Player, move: Inn) -> None:
    """Coins for every good, one more and a quartz for an upgraded one, then the hero. INN-06 … INN-11"""
    if move.hero is None:
        return
    for good in move.goods:
        table.give_good(me, good, "INN-06")
    for good in move.goods:
        await _paid(table, me, good)
    heroes.leave_inn(table, move.hero)
    await heroes.join(table, me, move.hero, "inn", "INN-11")


async def _paid(table: Table, me: Player, good: Good) -> None:
    table.take(me, "coins", worth(table, good.kind), "INN-07")
    if good.upgraded:
        table.take(me, "coins", 1, "INN-08")
        await storage.gain_tokens(table, me, "quartz", 1, "INN-09")
