"""Things that can be counted for an effect or a deed. Vocabulary of the box language, ``COUNTS``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from referee.games.dark_road.effects import Count
from referee.games.dark_road.rules import storage
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table
from referee.notation.names import fold


def count(table: Table, me: Player, what: Count) -> int:
    return _COUNTS[what.word](table, me, dict(what.filters))


Filters = dict[str, str]


def _goods(table: Table, me: Player, filters: Filters) -> int:
    return sum(
        filters.get("good", good.kind) == good.kind
        and ("side" not in filters or good.upgraded == (filters["side"] == "upgraded"))
        for good in me.goods
    )


def _companions(table: Table, me: Player, filters: Filters) -> int:
    def counts(name: str) -> bool:
        loyal = table.box.companions[name].loyal
        if "loyal" in filters or "stray" in filters:
            return loyal is ("loyal" in filters)
        return "name" not in filters or fold(filters["name"]) == fold(name)

    return sum(counts(companion.name) for companion in me.companions)


def _fully_gifted(table: Table, me: Player, filters: Filters) -> int:
    cards = table.box.companions
    return sum(cards[c.name].loyal and len(c.gifts) == len(cards[c.name].abilities) for c in me.companions)


def _in_place(table: Table, town: str, filters: Filters) -> bool:
    box = table.box
    return (
        filters.get("town", town) == town
        and ("region" not in filters or fold(filters["region"]) == fold(box.region_of(town)))
        and ("class" not in filters or fold(filters["class"]) == fold(box.classes.get(town, "")))
    )


def _hero_towns(table: Table, me: Player) -> list[str]:
    return [table.box.heroes[name].town for name in me.delivered_heroes]


def _heroes(table: Table, me: Player, filters: Filters) -> int:
    return sum(_in_place(table, town, filters) for town in _hero_towns(table, me))


def _commissions(table: Table, me: Player, filters: Filters) -> int:
    """``filled 3`` means exactly three goods, ``upgraded 1`` at least one upgraded good."""
    return sum(
        _in_place(table, tile.town, filters)
        and tile.goods == int(filters.get("filled", tile.goods))
        and tile.upgraded >= int(filters.get("upgraded", 0))
        for tile in me.delivered_commissions
    )


def _towns(table: Table, me: Player) -> list[str]:
    return [*_hero_towns(table, me), *(tile.town for tile in me.delivered_commissions)]


def _sets(table: Table, me: Player, kinds: list[str], of: Callable[[str], str]) -> int:
    seen = Counter(of(town) for town in _towns(table, me))
    return min(seen[kind] for kind in kinds)


_COUNTS: dict[str, Callable[[Table, Player, Filters], int]] = {
    "delivered-commissions": _commissions,
    "delivered-heroes": _heroes,
    "delivered-towns": lambda table, me, filters: len(set(_towns(table, me))),
    "delivered-regions": lambda table, me, filters: len({table.box.region_of(t) for t in _towns(table, me)}),
    "town-sets": lambda table, me, filters: _sets(table, me, list(table.box.towns), lambda town: town),
    "region-sets": lambda table, me, filters: _sets(table, me, list(table.box.regions), table.box.region_of),
    "class-sets": lambda table, me, filters: min(Counter(_hero_towns(table, me))[t] for t in table.box.towns),
    "gifts": lambda table, me, filters: sum(len(companion.gifts) for companion in me.companions),
    "companions": _companions,
    "fully-gifted-companions": _fully_gifted,
    "goods": _goods,
    "good-types": lambda table, me, filters: len({good.kind for good in me.goods}),
    "empty-cells": lambda table, me, filters: storage.empty_cells(table, me),
    "lanterns": lambda table, me, filters: me.lanterns,
    "quartz": lambda table, me, filters: me.quartz,
    "shoes": lambda table, me, filters: me.horseshoes,
    "glow": lambda table, me, filters: len(me.illuminated),
    "heroes-aboard": lambda table, me, filters: len(me.heroes),
    "commissions-aboard": lambda table, me, filters: len(me.commissions),
    "upgrades": lambda table, me, filters: len(me.upgrades),
    "steeds": lambda table, me, filters: len(me.steeds),
    "deeds": lambda table, me, filters: len(me.deeds),
    "completed-deeds": lambda table, me, filters: 0,  # known only while deeds are scored
    "coins": lambda table, me, filters: me.coins,
    "prestige": lambda table, me, filters: me.prestige,
    "journeys-led": lambda table, me, filters: me.journeys_led,
    "shortcuts-led": lambda table, me, filters: me.shortcuts_led,
    "journeys-joined": lambda table, me, filters: me.journeys_joined,
    "upgraded-delivered": lambda table, me, filters: table.upgraded_delivered,
    "difference": lambda table, me, filters: abs(me.coins - me.prestige),
}
