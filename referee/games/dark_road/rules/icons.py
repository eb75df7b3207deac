"""What single icons do: gains, losses and prices of goods and tokens. ICON-01 … ICON-11"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Refusal, refuse
from referee.games.dark_road.effects import Do, GoodSpec
from referee.games.dark_road.moves import AnyPick, Flip, Good, Hero, Lose, Pay, Word
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.effects import effect, spoken
from referee.games.dark_road.rules.wheel import absent, worth
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import FIELDS, GOODS

# ── tokens ──────────────────────────────────────────────────────────────────────────────────────────────


@effect("change")
async def gain_tokens(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """Coins, prestige, lanterns, quartz, horseshoes in the number shown; a loss is met as far as possible. EVENT-11"""
    if do.number >= 0:
        return await storage.gain_tokens(table, me, do.resource, do.number, rule)
    lost: int = min(-do.number, getattr(me, FIELDS[do.resource]))
    table.give(me, do.resource, lost, rule)
    return lost > 0


# ── goods ───────────────────────────────────────────────────────────────────────────────────────────────

# Rules that say themselves which good they mean, its kind, side or worth. Everywhere else its icon says so.
SAYS_WHICH = frozenset({
    "PLAN-10", "PLAN-20", "UPGRADE-05", "RULING-19", "DARK-08", "RUINS-05", "RUINS-06", "RUINS-14", "DEED-07",
    "BUILDING-04", "BUILDING-05", "BUILDING-07", "BUILDING-08", "BUILDING-10", "BUILDING-11", "BUILDING-12",
    "COMPANION-09", "COMPANION-11", "COMPANION-18", "COMPANION-19",
})  # fmt: skip


def _which(rule: str, icon: str) -> str:
    """The rule that fixes a good: the one that grants it, or that of its icon."""
    return rule if rule in SAYS_WHICH else icon


def suits(table: Table, spec: GoodSpec, good: Good) -> bool:
    """Is this a good that the icon speaks of?"""
    return (
        (not spec.kinds or good.kind in spec.kinds)
        and (spec.side == "either" or good.upgraded == (spec.side == "upgraded"))
        and (not spec.worth or worth(table, good.kind) == spec.worth)
        and (not spec.absent or absent(table, good.kind))
    )


def _goods_on_offer(table: Table, me: Player, do: Do) -> Iterator[Good]:
    assert do.good is not None
    upgraded = do.good.side == "upgraded"
    return (Good(kind, upgraded) for kind in do.good.kinds or GOODS)


def _no_such_good(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Iterator[Refusal]:
    assert do.good is not None
    if not isinstance(pick, Good):
        yield refuse("not-offered", rule, pick=pick)
        return
    if not suits(table, do.good, pick):
        which = _which(rule, "ICON-08" if do.good.worth else "ICON-11")
        yield refuse("wrong-good", which, good=pick, worth=worth(table, pick.kind), wanted=do.good)
    if not table.state.supply.goods[pick.kind]:
        yield refuse("supply-empty", "RULING-01", good=pick)


@effect("gain-good", picks=_goods_on_offer, unless=_no_such_good)
async def gain_good(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    return await storage.gain_good(table, me, pick, rule)


def _crafts(table: Table, me: Player, do: Do) -> Iterator[Good]:
    """The chart good for the value in slot 1; with nothing locked there, any value. ICON-01, RULING-82"""
    locked = me.locked[0]
    values = table.box.chart if locked is None else (locked,)
    made = {table.box.chart.get(value, "") for value in values}
    upgraded = do.option == "upgraded" or _always_upgraded(table, me)
    return (Good(kind, upgraded) for kind in GOODS if kind in made)


def _always_upgraded(table: Table, me: Player) -> bool:
    """With slot 1 empty the side may be another than the effect names. RULING-82"""
    return me.locked[0] is None and table.option("effect.craft_empty") == "upgraded"


def _not_crafted(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Iterator[Refusal]:
    if not isinstance(pick, Good):
        yield refuse("not-offered", rule, pick=pick)
        return
    made, which = list(_crafts(table, me, do)), _which(rule, "ICON-01")
    if not any(good.kind == pick.kind for good in made):
        chart = "PLAN-10" if which == "UPGRADE-05" else which  # the tile on slot 1 turns what the chart gives
        yield refuse("not-crafted", chart, good=pick, locked=me.locked[0])
    if made and made[0].upgraded != pick.upgraded:
        side = "RULING-82" if _always_upgraded(table, me) else which
        yield refuse("not-crafted", side, good=pick, locked=me.locked[0])
    if not table.state.supply.goods[pick.kind]:
        yield refuse("supply-empty", "RULING-01", good=pick)


@effect("craft", picks=_crafts, unless=_not_crafted)
async def craft(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    return await storage.gain_good(table, me, pick, rule)


def _held(side: bool) -> Any:
    return lambda table, me, do: dict.fromkeys(good for good in me.goods if good.upgraded == side)


def _not_held(side: bool) -> Any:
    def unless(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
        which = _which(rule, "ICON-07" if side else "ICON-06")
        if not isinstance(pick, Good) or pick not in me.goods:
            return refuse("not-held", which, pick=pick)
        return None if pick.upgraded == side else refuse("wrong-side", which, good=pick)

    return unless


def _no_turned_good_fits(table: Table, me: Player, do: Do) -> bool:
    """An upgrade whose turned tile would not fit may be declined. RULING-119"""
    basic = dict.fromkeys(good for good in me.goods if not good.upgraded)
    for good in basic:
        turned = list(me.goods)
        turned[turned.index(good)] = good.turned
        if storage.fits(table, me, sorted(turned)):
            return False
    return bool(basic)


@effect("upgrade-good", family=Flip, picks=_held(False), unless=_not_held(False), declinable=_no_turned_good_fits)
async def upgrade_good(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One held basic good is turned to its upgraded side. ICON-06"""
    table.turn_good(me, pick, rule)
    await storage.settle(table, me, narrowed="RULING-119")
    return True


def _without_upgraded(table: Table, me: Player, do: Do) -> Do | None:
    """Without an upgraded good a basic one is returned, where a table says so. ICON-07, RULING-55"""
    if any(good.upgraded for good in me.goods) or table.option("effect.downgrade_fallback") == "nothing":
        return None
    return Do("lose-good")


@effect("downgrade-good", family=Flip, picks=_held(True), unless=_not_held(True), instead=_without_upgraded)
async def downgrade_good(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One held upgraded good is turned to its basic side; without one nothing happens. ICON-07, RULING-55"""
    return await upgrade_good(table, me, do, pick, rule)


def _losable(table: Table, me: Player, do: Do) -> Iterator[Good]:
    return iter(dict.fromkeys(me.goods))


def _not_to_lose(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    if not isinstance(pick, Good) or pick not in me.goods:
        return refuse("not-held", "ICON-04", pick=pick)
    dearest = max(worth(table, good.kind) for good in me.goods)
    if do.option == "most-valuable" and worth(table, pick.kind) < dearest:
        return refuse("not-dearest", "ICON-05", good=pick, worth=worth(table, pick.kind), dearest=dearest)
    return None


@effect("lose-good", family=Lose, picks=_losable, unless=_not_to_lose)
async def lose_good(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One good goes back, of choice or the dearest; ties are the player's choice. ICON-04, ICON-05, RULING-54"""
    table.give_good(me, pick, rule)
    return True


# ── prices ──────────────────────────────────────────────────────────────────────────────────────────────


def _prices(table: Table, me: Player, do: Do) -> Iterator[AnyPick]:
    if do.good is not None:
        return iter(dict.fromkeys(good for good in me.goods if suits(table, do.good, good)))
    if do.option == "hero":
        return (Hero(name) for name in me.heroes)
    return iter((spoken(do),))


def _unmet(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    """A price is met whole or not at all. BUILDING-13, RULING-30"""
    if do.good is not None:
        if not isinstance(pick, Good):
            return refuse("not-offered", "BUILDING-13", pick=pick)
        if pick not in me.goods:
            return refuse("not-held", "BUILDING-13", pick=pick)
        if not suits(table, do.good, pick):
            which = _which(rule, "BUILDING-13")
            return refuse("wrong-good", which, good=pick, worth=worth(table, pick.kind), wanted=do.good)
        return None
    if do.option == "hero":
        if isinstance(pick, Hero) and pick.name in me.heroes:
            return None
        return refuse("not-held" if isinstance(pick, Hero) else "not-offered", "BUILDING-13", pick=pick)
    if not isinstance(pick, Word) or pick.word != do.resource:
        return refuse("not-offered", "BUILDING-13", pick=pick)
    has = getattr(me, FIELDS[do.resource])
    if has < do.number:
        return refuse(f"{do.resource}-short", "BUILDING-13", who=me.name, needs=do.number, has=has)
    return storage.second_horseshoe(table, me) if do.resource == "shoe" else None


@effect("pay", family=Pay, picks=_prices, unless=_unmet)
async def pay(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """Goods, coins and tokens go to the supply, a hero under the hero deck."""
    if isinstance(pick, Good):
        table.give_good(me, pick, rule)
    elif isinstance(pick, Hero):
        table.hero_under_deck(me, pick.name, rule)
        await storage.settle(table, me, narrowed="RULING-09")
    elif do.resource == "shoe":
        table.spend_horseshoe(me, rule, do.number)
    else:
        table.give(me, do.resource, do.number, rule)
    return True
