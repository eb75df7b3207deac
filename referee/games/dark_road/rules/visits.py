"""Travel, step 3: deliveries at the towns. VISIT-01 … VISIT-24"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from referee.engine.decision import Domain, Refusal, ask_any, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import AnyPick, Deliver, Good, Hero, Tile
from referee.games.dark_road.rules import requests, storage
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.rules.standing import triggered
from referee.games.dark_road.state import Delivered, Player
from referee.games.dark_road.table import Table

PRESTIGE = {0: 0, 1: 1, 2: 3, 3: 6}  # VISIT-09; nothing and more than three only where a table waived the limits


async def visit(table: Table) -> None:
    """Members deliver at the same time: one decision for all, in any order, until nothing more is written. VISIT-04"""
    state = table.state
    journey = state.journey
    assert journey is not None
    await window(table)
    members = {state.players[seat].name: state.players[seat] for seat in journey.members}
    domains = {
        name: deliveries(table, player, _open_to(table, player), _closed_by(table, player))
        for name, player in members.items()
    }
    made = await ask_any("deliver", domains)
    if made is not None:
        name, move = made
        await hand_over(table, members[name], move)
        journey.visited.setdefault(name, town_of(table, move))
        return
    journey.fortunes = 1 if journey.route == "road" else 2  # FORTUNE-02, FORTUNE-03
    state.stage = "fortune"


def _open_to(table: Table, player: Player) -> tuple[str, ...]:
    """The leader goes to the declared town, a joiner there or to its neighbour; one town each. VISIT-01 … VISIT-03"""
    journey = table.state.journey
    assert journey is not None
    if player.name in journey.visited:
        return (journey.visited[player.name],)
    if player is table.me:
        return (journey.town,)
    return table.box.regions[table.box.region_of(journey.town)].towns


def _closed_by(table: Table, player: Player) -> str:
    """The rule that keeps somebody out of the other town of the region."""
    return "VISIT-01" if player is table.me else "VISIT-03"


def town_of(table: Table, move: Deliver) -> str:
    return move.what.town if isinstance(move.what, Tile) else table.box.heroes[move.what.name].town


def deliveries(table: Table, player: Player, towns: tuple[str, ...], closed_by: str) -> Domain:
    """Own commissions and heroes that name the visited town; the other town of its region is closed by a rule.

    VISIT-05, VISIT-06
    """
    within = {table.box.region_of(town) for town in towns}

    def unless(move: Deliver) -> Iterator[Refusal]:
        if not isinstance(move.what, Hero):
            yield from filter(None, (_not_deliverable(table, player, move.what, move.goods),))
        elif move.what.name not in player.heroes:
            yield refuse("not-held", "VISIT-05", pick=move.what)
        town = town_of(table, move)
        if town not in towns:
            rule = closed_by if table.box.region_of(town) in within else "VISIT-06"
            yield refuse("wrong-town", rule, town=town, open=towns)

    def candidates() -> Iterator[Deliver]:
        yield from (Deliver(Hero(name)) for name in player.heroes)
        for tile in player.commissions:
            open_to = {kind for wants in ([tile.wants] if tile.wants else _could_be(table, tile)) for kind in wants}
            wanted = [good for good in player.goods if good.kind in open_to]
            for size in (1, 2, 3):
                yield from (Deliver(tile, goods) for goods in dict.fromkeys(combinations(wanted, size)))

    return Domain(Deliver, candidates, unless)


def _not_deliverable(table: Table, player: Player, what: Tile, goods: tuple[Good, ...]) -> Refusal | None:
    """At least one good, one good a request, either side. VISIT-07, VISIT-08, VISIT-13, VISIT-16"""
    held = matching(table, player, what, goods)
    if not held:
        return refuse("not-held", "VISIT-05", pick=what)
    if len({tuple(sorted(tile.wants)) for tile in held}) > 1:
        return refuse("which-tile", "VISIT-05", pick=what)
    if not goods:
        return refuse("nothing-delivered", "VISIT-08")
    short = Counter(goods) - Counter(player.goods)
    if short:
        return refuse("not-held", "VISIT-07", pick=next(iter(short)))
    tiles = [held[0].wants] if held[0].wants else _could_be(table, what)
    if not tiles:
        return refuse("card-not-left", "VISIT-05", card=" ".join(what.wants), label="top", about=what.town)
    refusals = [requests.unasked(table, goods, wants, f"the commission for {what.town}") for wants in tiles]
    return refusals[0] if all(refusals) else None


def _could_be(table: Table, what: Tile) -> list[tuple[str, ...]]:
    """What a tile that nobody saw may turn out to want."""
    unseen = [tuple(card.split()) for card in table.state.stacks[what.town].deck.unseen]
    return [wants for wants in unseen if not what.wants or sorted(wants) == sorted(what.wants)]


def matching(table: Table, player: Player, what: Tile, goods: tuple[Good, ...]) -> list[Tile]:
    """The held commissions that are meant; of two for a town, the one that asks for these goods if only one does."""
    meant = [
        tile
        for tile in player.commissions
        if tile.town == what.town and (not what.wants or not tile.wants or sorted(tile.wants) == sorted(what.wants))
    ]
    asking = [tile for tile in meant if not tile.wants or not requests.unasked(table, goods, tile.wants, "")]
    return asking or meant


async def hand_over(table: Table, player: Player, move: Deliver) -> None:
    if isinstance(move.what, Hero):
        await deliver_hero(table, player, move.what.name)
    else:
        await deliver_commission(table, player, matching(table, player, move.what, move.goods)[0], move)


async def deliver_commission(table: Table, player: Player, tile: Tile, move: Deliver) -> None:
    """1, 3 or 6 prestige, one more for each upgraded good; the tile is complete. VISIT-09 … VISIT-12, RULING-65"""
    for good in move.goods:
        table.give_good(player, good, "VISIT-11")
    upgraded = sum(good.upgraded for good in move.goods)
    table.take(player, "prestige", PRESTIGE[min(len(move.goods), max(PRESTIGE))], "VISIT-09")
    if upgraded:
        table.take(player, "prestige", upgraded, "VISIT-10")
    wants = tile.wants or (move.what.wants if isinstance(move.what, Tile) else ())
    table.commission_to_log(player, tile, Delivered(tile.town, wants, len(move.goods), upgraded), "VISIT-12")
    once = table.option("steed.woolsworth") == "commission"
    table.upgraded_delivered = min(upgraded, 1) if once else upgraded  # what Woolsworth counts. STEED-13
    for what in triggered(table, player, "deliver-commission"):
        await carry_out(table, player, what, "STEED-13")
    await storage.settle(table, player)


async def deliver_hero(table: Table, player: Player, name: str) -> None:
    """The region's reward; the hero goes to the log, what it held is stored anew. VISIT-17 … VISIT-21, RULING-09"""
    town = table.box.heroes[name].town
    region = table.box.region_of(town)
    table.hero_to_log(player, name, "VISIT-20")
    await carry_out(
        table, player, table.box.regions[region].reward, {"A": "VISIT-17", "B": "VISIT-19"}.get(region, "VISIT-18")
    )
    await storage.settle(table, player, narrowed="RULING-09")


def _not_aboard(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    aboard = isinstance(pick, Hero) and pick.name in me.heroes
    return None if aboard else refuse("not-held", "COMPANION-08", pick=pick)


def _no_hero(table: Table, me: Player, do: Do) -> Refusal | None:
    return None if me.heroes else refuse("no-hero", "COMPANION-08", who=me.name)


@effect(
    "deliver-hero",
    family=Deliver,
    picks=lambda table, me, do: map(Hero, me.heroes),
    unless=_not_aboard,
    untimely=_no_hero,
)
async def deliver_from_anywhere(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """To its town, without travelling. COMPANION-08, RULING-63"""
    await deliver_hero(table, me, pick.name)
    return True
