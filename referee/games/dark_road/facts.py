"""Facts about a state: each is read one way and, for positions, written one way.

Writing a fact moves pieces to and from the supply and the decks, so that every piece stays somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN, Deliver, Good, Hero, Tile
from referee.games.dark_road.state import Companion, Deck, Delivered, Player, State
from referee.games.dark_road.vocabulary import FIELDS, GOODS, TOWNS


class Impossible(Exception):
    """A fact that cannot be: the box does not hold what it needs."""


class PlayerFact(Struct, frozen=True):
    read: Callable[[State, Player, Box], Any]
    write: Callable[[State, Player, Box, Any], None] | None = None


class TableFact(Struct, frozen=True):
    read: Callable[[State, Box], Any]
    write: Callable[[State, Box, Any], None] | None = None


def read_fact(state: State, box: Box, who: str, key: str) -> Any:
    """The value of a fact, in the form in which it is written."""
    return PLAYER[key].read(state, state.named(who), box) if who else TABLE[key].read(state, box)


def write_facts(state: State, box: Box, facts: Sequence[tuple[str, str, Any]]) -> Iterator[tuple[int, str]]:
    """Make facts (who, key, value) true together; yields the place in the list and the reason of every impossible one.

    What is written is emptied first, so that a card may go from one written place to another; players come
    before displays, and a display that is not written gives up a card that a player is said to have.
    """
    for who, key, _ in facts:
        if key in EMPTY:
            _write(state, box, who, key, EMPTY[key])
    for number, (who, key, value) in sorted(enumerate(facts), key=lambda item: not item[1][0]):
        try:
            _write(state, box, who, key, value)
        except Impossible as bad:
            yield number, str(bad)


def _write(state: State, box: Box, who: str, key: str, value: Any) -> None:
    if who:
        fact = PLAYER[key]
        if fact.write is None:
            raise Impossible("this can be checked, but not set")
        fact.write(state, state.named(who), box, value)
    else:
        table = TABLE[key]
        if table.write is None:
            raise Impossible("this can be checked, but not set")
        table.write(state, box, value)


# Places that hold cards, emptied before anything is written.
EMPTY: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("heroes", "commissions", "delivered", "companions", "steeds", "upgrades", "deeds", "row", "inn", "court"), ()
)


def same(key: str, expected: Any, actual: Any) -> bool:
    """Lists that have no order are compared without it; an unknown fits anything."""
    if not isinstance(expected, tuple):
        return bool(expected == actual)
    if key in ORDERED:
        pairs = zip(expected, actual, strict=False)
        return len(expected) == len(actual) and all(UNKNOWN in (e, a) or e == a for e, a in pairs)
    if key == "companions" and not any(companion.gifts for companion in expected):
        actual = tuple(Companion(companion.name) for companion in actual)  # gifts are compared where some are written
    wanted, found = Counter(map(_key, expected)), Counter(map(_key, actual))
    unknown = wanted.pop(UNKNOWN, 0)
    missing = found - wanted
    return not (wanted - found) - Counter({UNKNOWN: len(expected)}) and sum(missing.values()) == unknown


ORDERED = {"locked", "row", "court", "at", "buildings"}


def _key(value: Any) -> Any:
    if isinstance(value, Tile):
        return value.town, tuple(sorted(value.wants))
    if isinstance(value, Deliver):
        upgraded = sum(good.upgraded for good in value.goods)
        return _key(value.what), len(value.goods), upgraded
    if isinstance(value, Delivered):
        return _key(Tile(value.town, value.wants)), value.goods, value.upgraded
    return (value.name, tuple(sorted(value.gifts))) if isinstance(value, Companion) else value


# ── players ─────────────────────────────────────────────────────────────────────────────────────────────


def _token(resource: str) -> PlayerFact:
    field = FIELDS[resource]

    def write(state: State, player: Player, box: Box, value: int) -> None:
        change = value - getattr(player, field)
        if resource != "prestige":
            left = getattr(state.supply, field) - change
            if left < 0 and resource != "coins":
                raise Impossible(f"the supply is {-left} short")
            setattr(state.supply, field, left)
        setattr(player, field, value)

    return PlayerFact(lambda state, player, box: getattr(player, field), write)


def _write_goods(state: State, player: Player, box: Box, value: tuple[Good, ...]) -> None:
    for good in player.goods:
        state.supply.goods[good.kind] += 1
    for good in value:
        state.supply.goods[good.kind] -= 1
    if min(state.supply.goods.values()) < 0:
        raise Impossible("the box has no more of these goods")
    player.goods = sorted(value)


def _write_reserve(state: State, player: Player, box: Box, value: tuple[int, ...]) -> None:
    _faces(box, "night", value)
    player.reserve = sorted(value)
    _balance(player)


def _write_locked(state: State, player: Player, box: Box, value: tuple[int | None, ...]) -> None:
    _faces(box, "night", value)
    if len(value) != 3:
        raise Impossible("a wagon has three locked slots; write - for an empty one")
    player.locked = list(value)
    _balance(player)


def _write_spent(state: State, player: Player, box: Box, value: int) -> None:
    player.spent = value
    _balance(player)


def _balance(player: Player) -> None:
    """Seven night dice in all: what is nowhere else has left the game."""
    elsewhere = len(player.reserve) + sum(die is not None for die in player.locked) + player.spent
    player.removed = 7 - elsewhere


def _write_glow(state: State, player: Player, box: Box, value: tuple[int, ...]) -> None:
    _faces(box, "glow", value)
    state.supply.illuminated += len(player.illuminated) - len(value)
    if state.supply.illuminated < 0:
        raise Impossible("the box has no more illuminated dice")
    player.illuminated = sorted(value)


def _faces(box: Box, die: str, values: tuple[int | None, ...]) -> None:
    faces = box.numbers(die)
    for value in values:
        if value is not None and value not in faces:
            raise Impossible(f"a {die} die shows {', '.join(map(str, sorted(set(faces))))}, never {value}")


def _write_at(state: State, player: Player, box: Box, value: tuple[str, str]) -> None:
    ring = box.ringway
    for space in range(len(ring)):
        if {ring[space], ring[(space + 1) % len(ring)]} == set(value):
            player.at = space
            return
    raise Impossible(f"no space lies between {value[0]} and {value[1]}")


def _read_at(state: State, player: Player, box: Box) -> tuple[str, ...]:
    return box.ringway[player.at], box.ringway[(player.at + 1) % len(box.ringway)]


def _exchange(deck: Deck, old: Sequence[str], new: Sequence[str], display: list[str] | None = None) -> None:
    """Put cards back into a deck and take others out of it, or off a display, which is refilled."""
    for card in old:
        if card == UNKNOWN:
            deck.taken -= 1
        elif card:
            deck.unseen.append(card)
    deck.unseen.sort()
    for card in new:
        if card == UNKNOWN:
            deck.taken += 1
        elif card in deck.unseen:
            deck.unseen.remove(card)
        elif display is not None and card in display and len(deck.unseen) > deck.taken:
            display[display.index(card)] = deck.unseen.pop(0)
        else:
            raise Impossible(f"{card} is somewhere else")


def _write_heroes(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    starting = [name for name in player.heroes if box.heroes[name].starting]
    normal = [name for name in player.heroes if not box.heroes[name].starting]
    state.out_of_play += starting
    for name in value:
        if box.heroes[name].starting:
            if name not in state.out_of_play:
                raise Impossible(f"{name} is with somebody else")
            state.out_of_play.remove(name)
    _exchange(state.heroes, normal, [name for name in value if not box.heroes[name].starting], state.inn)
    player.heroes = list(value)


def _write_commissions(state: State, player: Player, box: Box, value: tuple[Tile, ...]) -> None:
    for town, stack in state.stacks.items():
        old = [" ".join(tile.wants) or UNKNOWN for tile in player.commissions if tile.town == town]
        top = [stack.top]
        _exchange(stack.deck, old, [_on_card(box, tile) for tile in value if tile.town == town], top)
        stack.top = top[0]
    player.commissions = [Tile(tile.town, tuple(_on_card(box, tile).split())) if tile.wants else tile for tile in value]


def _on_card(box: Box, tile: Tile) -> str:
    if not tile.wants:
        return UNKNOWN
    for wants in box.commissions.get(tile.town, ()):
        if sorted(wants) == sorted(tile.wants):
            return " ".join(wants)
    raise Impossible(f"the box has no commission {tile.town} [{' '.join(tile.wants)}]")


def _write_companions(state: State, player: Player, box: Box, value: tuple[Companion, ...]) -> None:
    for companion in value:
        unknown = [g for g in companion.gifts if g not in box.companions[companion.name].abilities]
        if unknown:
            raise Impossible(f"{companion.name} has no ability called {unknown[0]}")
    _exchange(state.companions, [c.name for c in player.companions], [c.name for c in value], state.row)
    state.supply.quartz += sum(len(c.gifts) for c in player.companions) - sum(len(c.gifts) for c in value)
    if state.supply.quartz < 0:
        raise Impossible("the box has no more quartz")
    player.companions = [Companion(c.name, list(c.gifts)) for c in value]


def _write_steeds(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    _exchange(state.steeds, player.steeds, value)
    player.steeds = list(value)


def _write_upgrades(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    state.upgrades += player.upgrades
    for name in value:
        if name not in state.upgrades:
            raise Impossible(f"{name} is with somebody else")
        state.upgrades.remove(name)
    player.upgrades = list(value)


def _write_deeds(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    court = list(state.court.values())
    _exchange(state.deeds, player.deeds, value, court)
    state.court = dict(zip(state.court, court, strict=True))
    player.deeds = list(value)


def _read_delivered(state: State, player: Player, box: Box) -> tuple[Any, ...]:
    return (*(Deliver(Hero(name)) for name in player.delivered_heroes), *player.delivered_commissions)


def _write_delivered(state: State, player: Player, box: Box, value: tuple[Deliver, ...]) -> None:
    """Heroes come from their deck, tiles from their stacks; goods only say how much a commission got."""
    for item in value:
        kinds = Counter(good.kind for good in item.goods)
        if isinstance(item.what, Tile) and (not kinds or kinds - Counter(_on_card(box, item.what).split())):
            raise Impossible(f"{item.what.town} was delivered with one to three of the goods it asks for")
    heroes = [item.what.name for item in value if isinstance(item.what, Hero)]
    held, player.heroes = player.heroes, player.delivered_heroes
    _write_heroes(state, player, box, tuple(heroes))
    player.delivered_heroes, player.heroes = player.heroes, held
    for town, stack in state.stacks.items():
        old = [" ".join(done.wants) or UNKNOWN for done in player.delivered_commissions if done.town == town]
        new = [_on_card(box, item.what) for item in value if isinstance(item.what, Tile) and item.what.town == town]
        top = [stack.top]
        _exchange(stack.deck, old, new, top)
        stack.top = top[0]
    player.delivered_commissions = [
        Delivered(
            item.what.town,
            tuple(_on_card(box, item.what).split()),
            len(item.goods),
            sum(g.upgraded for g in item.goods),
        )
        for item in value
        if isinstance(item.what, Tile)
    ]


def _counter(field: str) -> PlayerFact:
    def write(state: State, player: Player, box: Box, value: int) -> None:
        setattr(player, field, value)

    return PlayerFact(lambda state, player, box: getattr(player, field), write)


def _count_good(good: Good) -> PlayerFact:
    return PlayerFact(lambda state, player, box: player.goods.count(good))


PLAYER: dict[str, PlayerFact] = {
    **{resource: _token(resource) for resource in FIELDS},
    **{f"count {kind}": _count_good(Good(kind)) for kind in GOODS},
    **{f"count {kind}*": _count_good(Good(kind, True)) for kind in GOODS},
    "glow": PlayerFact(lambda s, p, b: tuple(p.illuminated), _write_glow),
    "goods": PlayerFact(lambda s, p, b: tuple(p.goods), _write_goods),
    "reserve": PlayerFact(lambda s, p, b: tuple(p.reserve), _write_reserve),
    "locked": PlayerFact(lambda s, p, b: tuple(p.locked), _write_locked),
    "spent": PlayerFact(lambda s, p, b: p.spent, _write_spent),
    "removed": PlayerFact(lambda s, p, b: p.removed),
    "at": PlayerFact(_read_at, _write_at),
    "heroes": PlayerFact(lambda s, p, b: tuple(p.heroes), _write_heroes),
    "commissions": PlayerFact(lambda s, p, b: tuple(p.commissions), _write_commissions),
    "companions": PlayerFact(lambda s, p, b: tuple(p.companions), _write_companions),
    "steeds": PlayerFact(lambda s, p, b: tuple(p.steeds), _write_steeds),
    "upgrades": PlayerFact(lambda s, p, b: tuple(p.upgrades), _write_upgrades),
    "delivered": PlayerFact(_read_delivered, _write_delivered),
    "led": _counter("journeys_led"),
    "shortcuts": _counter("shortcuts_led"),
    "joined": _counter("journeys_joined"),
    "score": PlayerFact(lambda s, p, b: next((score.total for score in s.scores if score.player == p.name), 0)),
    "deeds": PlayerFact(lambda s, p, b: tuple(p.deeds), _write_deeds),
}


# ── the table ───────────────────────────────────────────────────────────────────────────────────────────


def _write_wheel(state: State, box: Box, value: str) -> None:
    state.wheel = box.wheel.index(value)


def _read_market(state: State, box: Box) -> tuple[str, ...]:
    return tuple(kind for kind in box.wheel for _ in range(state.market[kind]))


def _write_market(state: State, box: Box, value: tuple[str, ...]) -> None:
    dice = Counter(value)
    if max(dice.values(), default=0) > 2:
        raise Impossible("a section holds two dice at most")
    if len(value) > box.pieces["market"]:
        raise Impossible(f"there are {box.pieces['market']} market dice")
    state.market = {kind: dice[kind] for kind in box.wheel}
    state.aside = [box.wheel[0]] * (box.pieces["market"] - len(value))


def _write_pile(state: State, box: Box, value: int) -> None:
    if value not in (0, 5):
        raise Impossible("the pile of 5 coins is there or gone")
    state.supply.coins += state.fortune_coins - value
    state.fortune_coins = value


def _write_buildings(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(set(value)) != 4:
        raise Impossible("four different buildings are in play")
    state.buildings = list(value)


def _write_row(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) > len(state.row):
        raise Impossible(f"the row has {len(state.row)} places")
    _exchange(state.companions, state.row, value)
    state.row = [*[""] * (len(state.row) - len(value)), *value]


def _write_inn(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) > len(state.inn):
        raise Impossible(f"the Inn has {len(state.inn)} places")
    _exchange(state.heroes, state.inn, value)
    state.inn = [*value, *[""] * (len(state.inn) - len(value))]


def _write_court(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) > len(state.court):
        raise Impossible("the courtyard has two places")
    _exchange(state.deeds, [*state.court.values()], value)
    state.court = dict(zip(state.court, [*value, *[""] * (len(state.court) - len(value))], strict=True))


def _top(town: str) -> TableFact:
    def write(state: State, box: Box, value: tuple[str, ...]) -> None:
        stack = state.stacks[town]
        card = _on_card(box, Tile(town, value)) if value else ""
        _exchange(stack.deck, [stack.top], (card,) if card else ())
        stack.top = card

    return TableFact(lambda state, box: tuple(state.stacks[town].top.split()), write)


def _marker(name: str) -> TableFact:
    def write(state: State, box: Box, value: str) -> None:
        if value not in getattr(box, name):
            raise Impossible(f"the spaces are {', '.join(getattr(box, name))}")
        setattr(state, name, value)

    return TableFact(lambda state, box: getattr(state, name), write)


def _supply(resource: str) -> TableFact:
    return TableFact(lambda state, box: getattr(state.supply, FIELDS.get(resource, "illuminated")))


def _supply_good(kind: str) -> TableFact:
    def write(state: State, box: Box, value: int) -> None:
        held = sum(good.kind == kind for player in state.players for good in player.goods)
        if value + held > box.goods[kind].tiles:
            raise Impossible(f"the box has {box.goods[kind].tiles} tiles of {kind}")
        raise Impossible("goods leave the supply only to somebody's storage; write what the players hold")

    return TableFact(lambda state, box: state.supply.goods[kind], write)


TABLE: dict[str, TableFact] = {
    "wheel": TableFact(lambda s, b: b.wheel[s.wheel], _write_wheel),
    "market": TableFact(_read_market, _write_market),
    "row": TableFact(lambda s, b: tuple(card for card in s.row if card), _write_row),
    "inn": TableFact(lambda s, b: tuple(card for card in s.inn if card), _write_inn),
    "court": TableFact(lambda s, b: tuple(card for card in s.court.values() if card), _write_court),
    **{f"top {town}": _top(town) for town in TOWNS},
    **{f"marker {name}": _marker(name) for name in ("dark", "ruins")},
    "pile": TableFact(lambda s, b: s.fortune_coins, _write_pile),
    "buildings": TableFact(lambda s, b: tuple(s.buildings), _write_buildings),
    "winner": TableFact(lambda s, b: tuple(s.winners)),
    **{f"supply {resource}": _supply(resource) for resource in ("coins", "lantern", "quartz", "shoe", "glow")},
    **{f"supply {kind}": _supply_good(kind) for kind in GOODS},
}


def shown(value: Any) -> str:
    """A value as it is written in a check."""
    from referee.games.dark_road.writing import write, written_goods, written_name, written_tile

    match value:
        case tuple() if value and all(isinstance(item, Good) for item in value):
            return written_goods(value)
        case tuple():
            return " ".join(shown(item) for item in value) or "none"
        case None:
            return "-"
        case Tile():
            return written_tile(value)
        case Deliver():
            return write(value).removeprefix("deliver ")
        case Delivered():
            return f"{written_tile(Tile(value.town, value.wants))} with {value.goods} goods, {value.upgraded} upgraded"
        case Companion():
            return written_name(value.name) + (f" ({' '.join(value.gifts)})" if value.gifts else "")
        case str():
            return value if value == UNKNOWN else written_name(value)
    return str(value)
