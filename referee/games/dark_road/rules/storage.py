"""The wagon and its limits: slots, inventory, storage, and what happens when there is too much. STORE-01 … STORE-26"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

from referee.engine.decision import Domain, Refusal, Union, ask, refuse
from referee.games.dark_road import packing
from referee.games.dark_road.moves import AnyPick, Drop, Good, Hero, Return, Skip, Tile, Word
from referee.games.dark_road.packing import Area
from referee.games.dark_road.rules import decks
from referee.games.dark_road.rules.skipping import due
from referee.games.dark_road.rules.standing import standing
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import FIELDS

COMMISSION_SLOTS = 3  # STORE-01
HERO_SLOTS = 3  # STORE-06
LANTERN_SLOTS = 4  # STORE-04
INVENTORY_SLOTS = 3  # STORE-18
ILLUMINATED_DICE = 2  # STORE-20


def slots(table: Table, player: Player, place: str) -> int:
    """Lantern or inventory slots, less what an upgrade tile occupies for good. UPGRADE-12, UPGRADE-15"""
    size = LANTERN_SLOTS if place == "lantern" else INVENTORY_SLOTS
    return size - sum(word.option == place for word in standing(table, player, "occupies"))


# ── storage ─────────────────────────────────────────────────────────────────────────────────────────────


def areas(table: Table, player: Player) -> tuple[Area, ...]:
    """The grid, and further areas of their own that a steed brings. STORE-13, STEED-09, RULING-11"""
    bags = standing(table, player, "extra-storage")
    return (Area("storage", *table.box.grid), *(Area("saddle bag", bag.number, bag.upto) for bag in bags))


def holders(table: Table, player: Player) -> int:
    """How many heroes hold one good each. INN-14, STORE-16"""
    return sum(table.box.heroes[name].gives == "storage" for name in player.heroes)


def tiles_in_storage(table: Table, player: Player) -> tuple[packing.Shape, ...]:
    """Upgrade tiles that lie in the storage for good. UPGRADE-10, RULING-12"""
    if not any(word.option == "storage" for word in standing(table, player, "occupies")):
        return ()
    return tuple(
        packing.shape("/".join(["X" * word.upto] * word.number)) for word in standing(table, player, "tile-shape")
    )


def shape_of(table: Table, good: Good) -> packing.Shape:
    """An upgraded good lies as the mirror image of its basic side. STORE-26"""
    basic = table.box.goods[good.kind].shape
    return packing.mirrored(basic) if good.upgraded else basic


def fits(table: Table, player: Player, goods: Iterable[Good]) -> bool:
    """Can all these goods be stored at once? Rearranging is free. STORE-09 … STORE-17"""
    shapes = tuple(shape_of(table, good) for good in goods)
    return packing.fits(shapes, areas(table, player), holders(table, player), tiles_in_storage(table, player))


def empty_cells(table: Table, player: Player) -> int:
    """Cells of grid and bags that stay empty when as much as possible lies on heroes."""
    room = sum(area.width * area.height for area in areas(table, player))
    tiles = sum(len(shape) for shape in tiles_in_storage(table, player))
    sizes = sorted(len(shape_of(table, good)) for good in player.goods)
    kept = sizes[: max(0, len(sizes) - holders(table, player))]
    return room - tiles - sum(kept)


def second_horseshoe(table: Table, me: Player) -> Refusal | None:
    """Where the limit of one horseshoe a turn is not for moving alone, gifts and prices count too. RULING-23"""
    turn = table.state.turn
    if turn.shoe_spent and me is table.me and table.option("horseshoe.limit") == "turn":
        return refuse("one-horseshoe", "RULING-23", who=me.name)
    return None


# ── gains ───────────────────────────────────────────────────────────────────────────────────────────────


async def gain_good(table: Table, me: Player, good: Good, rule: str) -> bool:
    """Take a good from the supply; it may be put straight back. RULING-01, RULING-05"""
    if not table.state.supply.goods[good.kind]:
        return False
    table.take_good(me, good, rule)
    if fits(table, me, me.goods):
        back = await ask(me.name, "put the good back", _put_back(good), brief=True)
        if back is not None:
            table.give_good(me, good, "RULING-05")
    await settle(table, me, gained=good)
    return True


def _put_back(good: Good) -> Domain:
    def unless(move: Return) -> Refusal | None:
        return None if move.good == good else refuse("not-just-gained", "RULING-05", good=move.good, gained=good)

    return Domain(Return, lambda: [Return(good)], unless)


async def gain_tokens(table: Table, me: Player, resource: str, number: int, rule: str) -> bool:
    """Coins and prestige are always taken; tokens while the supply and the wagon have room. RULING-02, RULING-07"""
    if resource in {"coins", "prestige"}:
        table.take(me, resource, number, rule)
        return True
    for _ in range(number):
        if getattr(table.state.supply, FIELDS[resource]) <= 0 and table.option("supply.limited") == "yes":
            return False
        if resource == "lantern" and me.lanterns >= slots(table, me, "lantern"):
            table.lose_for_want_of_room(resource, 1, "STORE-05")
            continue
        table.take(me, resource, 1, rule)
        await settle(table, me)
    return True


# ── too much ────────────────────────────────────────────────────────────────────────────────────────────


async def settle(table: Table, me: Player, gained: Good | None = None, narrowed: str = "") -> None:
    """Whatever is too much goes, at once and by its owner's choice. RULING-06

    Called after every gain and after every loss of room, which ``narrowed`` names: a storage hero leaves (RULING-09),
    an upgrade tile takes a place (RULING-80), a good is turned over (RULING-119).
    """
    await _settle_goods(table, me, gained, narrowed or "STORE-15")
    full = narrowed or "STORE-19"
    while me.quartz + me.horseshoes > slots(table, me, "inventory"):
        tokens = [Word("quartz")] * bool(me.quartz) + [Word("shoe")] * bool(me.horseshoes)
        dropped = await _too_much(me, "drop an inventory item", _drop_one(tokens, full), full)
        if dropped is None:
            break
        table.give(me, dropped.picks[0].word, 1, full)
    while me.lanterns > slots(table, me, "lantern"):
        table.give(me, "lantern", 1, "RULING-80")
    while len(me.heroes) > HERO_SLOTS:
        domain = _drop_one([Hero(name) for name in me.heroes], "STORE-07")
        dropped = await _too_much(me, "drop a hero", domain, "STORE-07")
        if dropped is None:
            break
        table.hero_under_deck(me, dropped.picks[0].name, "STORE-08")
        await _settle_goods(table, me, None, "RULING-09")
    while len(me.commissions) > COMMISSION_SLOTS:
        dropped = await _too_much(me, "drop a commission", _drop_one(list(me.commissions), "STORE-02"), "STORE-02")
        if dropped is None:
            break
        tile = _held(me.commissions, dropped.picks[0])
        table.commission_under_stack(me, tile, "STORE-03")
        if not table.state.stacks[tile.town].top:
            await decks.reveal_top(table, tile.town, "STORE-03")


async def _too_much(me: Player, prompt: str, domain: Domain, rule: str) -> Any:
    """What goes; None if a table lets it stay, and the wagon overfull."""
    dropped = await ask(me.name, prompt, due(domain, me.name, drop=rule))
    return None if isinstance(dropped, Skip) else dropped


async def _settle_goods(table: Table, me: Player, gained: Good | None, rule: str) -> None:
    if fits(table, me, me.goods):
        return
    domain = _drop_goods(table, me, rule)
    if gained is not None:
        if table.option("store.swap") == "no":
            domain = _drop_new(domain, gained)
        domain = Union(domain, _send_back(domain, gained))
    dropped = await _too_much(me, "drop goods that find no room", domain, rule)
    if dropped is None:
        return
    for good in [dropped.good] if isinstance(dropped, Return) else dropped.picks:
        table.give_good(me, good, rule)


def _send_back(drop: Domain, gained: Good) -> Domain:
    """Sending the new good back is the same as dropping it, so it is understood but not listed."""

    def unless(move: Return) -> Refusal | None:
        if move.good != gained:
            return refuse("not-just-gained", "RULING-05", good=move.good, gained=gained)
        return drop.judge(Drop((move.good,)))

    return Domain(Return, lambda: (), unless)


def _drop_new(others: Domain, gained: Good) -> Domain:
    """Where nothing else may make room for it, the new good goes itself. STORE-15"""

    def unless(move: Drop) -> Iterator[Refusal]:
        if move.picks != (gained,):
            yield refuse("no-swap", "STORE-15", gained=gained)
            yield from (refusal for refusal in others.refusals(move) if refusal.code == "not-held")

    return Domain(Drop, lambda: [Drop((gained,))], unless)


def _drop_goods(table: Table, me: Player, rule: str) -> Domain:
    """Enough goods that the rest fits, and none of them could have stayed. RULING-05"""

    def unless(move: Drop) -> Refusal | None:
        held, dropped = Counter(me.goods), Counter(pick for pick in move.picks if isinstance(pick, Good))
        if len(move.picks) != sum(dropped.values()) or dropped - held:
            return refuse("not-held", rule, pick=next(p for p in move.picks if held[p] < move.picks.count(p)))  # type: ignore[index]
        kept = sorted((held - dropped).elements())
        if not fits(table, me, kept):
            return refuse("still-too-much", rule, dropped=move.picks)
        for good in dropped:
            if fits(table, me, sorted([*kept, good])):
                return refuse("could-have-stayed", "RULING-05", good=good)
        return None

    def candidates() -> Iterator[Drop]:
        for size in range(1, len(me.goods) + 1):
            for chosen in dict.fromkeys(combinations(me.goods, size)):
                yield Drop(chosen)

    return Domain(Drop, candidates, unless)


def _drop_one(choices: list[AnyPick] | list[Word] | list[Hero] | list[Tile], rule: str) -> Domain:
    def unless(move: Drop) -> Refusal | None:
        if len(move.picks) != 1:
            return refuse("wrong-number", rule, needs=1)
        pick = move.picks[0]
        if isinstance(pick, Tile) and not pick.wants:
            towns = {choice for choice in choices if isinstance(choice, Tile) and choice.town == pick.town}
            if len(towns) == 1:
                return None
            return refuse("which-tile" if towns else "not-held", rule, pick=pick)
        return None if any(_same(choice, pick) for choice in choices) else refuse("not-held", rule, pick=pick)

    return Domain(Drop, lambda: (Drop((choice,)) for choice in choices), unless)


def _same(one: AnyPick, other: AnyPick) -> bool:
    if isinstance(one, Tile) and isinstance(other, Tile):
        return one.town == other.town and sorted(one.wants) == sorted(other.wants)
    return one == other


def _held(tiles: list[Tile], pick: Tile) -> Tile:
    """The tile that is meant: by town alone where that is enough."""
    return next(tile for tile in tiles if tile.town == pick.town and (not pick.wants or _same(tile, pick)))
