"""The Great Bazaar: turn the wheel, turn a die, buy. BAZAAR-01 … BAZAAR-13"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from referee.engine.decision import Domain, Refusal, Union, ask, refuse
from referee.games.dark_road.moves import Bazaar, Buy, Change, Good, Rotate
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.standing import on
from referee.games.dark_road.rules.wheel import MOST_DICE, on_wheel, worth
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def activation(table: Table, me: Player) -> Domain:
    return Domain(Bazaar, lambda: [Bazaar()])


async def resolve(table: Table, me: Player, move: Bazaar) -> None:
    """Adjust, then buy: after buying starts nothing is adjusted. BAZAAR-03, BAZAAR-05"""
    open_to: set[type] = {Rotate, Change}
    while open_to:
        await window(table)
        step = await ask(me.name, "adjust the market", _adjustments(table, open_to), may=True)
        if step is None:
            break
        open_to.discard(type(step))
        if isinstance(step, Rotate):
            table.rotate("BAZAAR-01")
        else:
            table.move_market_die(step.old, step.new, "BAZAAR-02")
    await window(table)
    bought = await ask(me.name, "buy goods", _purchases(table, me), may=True)
    if bought is not None:
        await _load(table, me, bought.goods)


async def _load(table: Table, me: Player, goods: tuple[Good, ...]) -> None:
    """Pay the total, take the dice off the wheel, load the goods in the order stated. BAZAAR-09, -11, -12"""
    table.give(me, "coins", price(table, me, goods), "BAZAAR-09")
    for good in goods:
        table.set_aside(good.kind, "BAZAAR-11")
    for good in goods:
        await storage.gain_good(table, me, good, "BAZAAR-12")


def price(table: Table, me: Player, goods: tuple[Good, ...]) -> int:
    """A section counts once, a second good from it is free; a discount never pays out. BAZAAR-07, -08, STEED-02, -03"""
    total = sum(worth(table, kind) for kind in {good.kind for good in goods})
    return max(0, total - sum(word.number for word in on(table, me, "buy", "discount")))


def _adjustments(table: Table, open_to: set[type]) -> Domain:
    def no_change(move: Change) -> Iterator[Refusal]:
        """One die, from any section to any section with room. BAZAAR-04, RULING-35"""
        if Change not in open_to:
            yield refuse("already-done", "BAZAAR-02", what="change")
        if not on_wheel(table, move.old):
            yield refuse("no-market-die", "BAZAAR-02", good=move.old)
        if move.new != move.old and on_wheel(table, move.new) >= MOST_DICE:
            yield refuse("section-full", "BAZAAR-04", good=move.new, most=MOST_DICE)

    def no_rotation(move: Rotate) -> Refusal | None:
        return None if Rotate in open_to else refuse("already-done", "BAZAAR-01", what="rotate")

    goods = table.box.wheel
    changes = Domain(Change, lambda: (Change(old, new) for old in goods for new in goods if old != new), no_change)
    return Union(Domain(Rotate, lambda: [Rotate()], no_rotation), changes)


def _purchases(table: Table, me: Player) -> Domain:
    """Any goods whose dice lie on the wheel, as far as the coins reach. BAZAAR-06, -10, -13, RULING-01"""

    def unless(move: Buy) -> Iterator[Refusal]:
        wanted = Counter(good.kind for good in move.goods)
        for good in move.goods:
            if good.upgraded:
                yield refuse("upgraded-not-sold", "BAZAAR-13", good=good)
            if wanted[good.kind] > on_wheel(table, good.kind):
                yield refuse(
                    "not-available", "WHEEL-05", good=good.kind, needs=wanted[good.kind], has=on_wheel(table, good.kind)
                )
            if wanted[good.kind] > table.state.supply.goods[good.kind]:
                yield refuse("supply-empty", "RULING-01", good=good)
        cost = price(table, me, move.goods)
        if cost > me.coins:
            yield refuse("coins-short", "BAZAAR-10", who=me.name, needs=cost, has=me.coins)

    def candidates() -> Iterator[Buy]:
        dice = [Good(kind) for kind in table.box.wheel for _ in range(on_wheel(table, kind))]
        for size in range(1, len(dice) + 1):
            yield from map(Buy, dict.fromkeys(combinations(dice, size)))

    return Domain(Buy, candidates, unless)
