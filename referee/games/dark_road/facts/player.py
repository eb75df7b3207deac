"""Facts about a player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Impossible, PlayerFact, exchange, exchange_heroes, on_card, unless
from referee.games.dark_road.facts.turn import VISITED
from referee.games.dark_road.moves import UNKNOWN, Deliver, Good, Hero, Tile
from referee.games.dark_road.state import LOCKED_SLOTS, Companion, Delivered, Player, State
from referee.games.dark_road.vocabulary import FIELDS, GOODS


def _token(resource: str) -> PlayerFact:
    field = FIELDS[resource]

    def write(state: State, player: Player, box: Box, value: int) -> None:
        change = value - getattr(player, field)
        if resource != "prestige":
            left = getattr(state.supply, field) - change
            if left < 0 and resource != "coins" and state.options.get("supply.limited") != "no":  # RULING-02
                raise Impossible(f"the supply is {-left} short")
            setattr(state.supply, field, left)
        setattr(player, field, value)

    return PlayerFact(lambda state, player, box: getattr(player, field), write)


def _write_goods(state: State, player: Player, box: Box, value: tuple[Good, ...]) -> None:
    for good in player.goods:
        state.supply.goods[good.kind] += 1
    for good in value:
        state.supply.goods[good.kind] -= 1
    unless(f"the box has {box.goods[kind].tiles} {kind}" for kind, left in state.supply.goods.items() if left < 0)
    player.goods = sorted(value)


def _write_reserve(state: State, player: Player, box: Box, value: tuple[int, ...]) -> None:
    unless(_never(box, "night", value))
    player.reserve = sorted(value)


def _write_locked(state: State, player: Player, box: Box, value: tuple[int | None, ...]) -> None:
    slots = ["a wagon has three locked slots; write - for an empty one"] * (len(value) != LOCKED_SLOTS)
    unless([*_never(box, "night", value), *slots])
    player.locked = list(value)


def _write_spent(state: State, player: Player, box: Box, value: int) -> None:
    player.spent = value


def _write_glow(state: State, player: Player, box: Box, value: tuple[int, ...]) -> None:
    state.supply.illuminated += len(player.illuminated) - len(value)
    short = ["the box has no more illuminated dice"] * (state.supply.illuminated < 0)
    unless([*_never(box, "glow", value), *short])
    player.illuminated = sorted(value)


def _never(box: Box, die: str, values: tuple[int | None, ...]) -> Iterator[str]:
    faces = box.numbers(die)
    for value in values:
        if value is not None and value not in faces:
            yield f"a {die} die shows {', '.join(map(str, sorted(set(faces))))}, never {value}"


def _write_at(state: State, player: Player, box: Box, value: tuple[str, str]) -> None:
    ring = box.ringway
    for space in range(len(ring)):
        if {ring[space], ring[(space + 1) % len(ring)]} == set(value):
            player.at = space
            return
    raise Impossible(f"no space lies between {value[0]} and {value[1]}")


def _read_at(state: State, player: Player, box: Box) -> tuple[str, ...]:
    return box.ringway[player.at], box.ringway[(player.at + 1) % len(box.ringway)]


def _write_heroes(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    exchange_heroes(state, box, player.heroes, value, state.inn)
    player.heroes = list(value)


def _write_commissions(state: State, player: Player, box: Box, value: tuple[Tile, ...]) -> None:
    for town, stack in state.stacks.items():
        old = [" ".join(tile.wants) or UNKNOWN for tile in player.commissions if tile.town == town]
        top = [stack.top]
        exchange(stack.deck, old, [on_card(box, tile) for tile in value if tile.town == town], top, town)
        stack.top = top[0]
    player.commissions = [Tile(tile.town, tuple(on_card(box, tile).split())) if tile.wants else tile for tile in value]


def _write_companions(state: State, player: Player, box: Box, value: tuple[Companion, ...]) -> None:
    unless(reason for companion in value for reason in _odd_gifts(box, companion))
    exchange(state.companions, [c.name for c in player.companions], [c.name for c in value], state.row)
    state.supply.quartz += sum(len(c.gifts) for c in player.companions) - sum(len(c.gifts) for c in value)
    if state.supply.quartz < 0 and state.options.get("supply.limited") != "no":  # RULING-02
        raise Impossible("the box has no more quartz")
    player.companions = [Companion(c.name, list(c.gifts)) for c in value]


def _odd_gifts(box: Box, companion: Companion) -> Iterator[str]:
    abilities = box.companions[companion.name].abilities
    yield from (f"{companion.name} has no ability called {gift}" for gift in companion.gifts if gift not in abilities)
    if len(set(companion.gifts)) < len(companion.gifts):  # COMPANION-05
        yield f"an ability of {companion.name} holds one gift"


def _write_steeds(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    exchange(state.steeds, player.steeds, value)
    player.steeds = list(value)


def _write_upgrades(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    state.upgrades += player.upgrades
    unless(f"{name} is with somebody else" for name in (Counter(value) - Counter(state.upgrades)).elements())
    for name in value:
        state.upgrades.remove(name)
    player.upgrades = list(value)


def _write_deeds(state: State, player: Player, box: Box, value: tuple[str, ...]) -> None:
    court = list(state.court.values())
    exchange(state.deeds, player.deeds, value, court)
    state.court = dict(zip(state.court, court, strict=True))
    player.deeds = list(value)


def _read_delivered(state: State, player: Player, box: Box) -> tuple[Any, ...]:
    return (*(Deliver(Hero(name)) for name in player.delivered_heroes), *player.delivered_commissions)


def _write_delivered(state: State, player: Player, box: Box, value: tuple[Deliver, ...]) -> None:
    """Heroes come from their deck, tiles from their stacks; goods only say how much a commission got."""
    for item in value:
        kinds = Counter(good.kind for good in item.goods)
        if not isinstance(item.what, Tile):
            continue
        wanted = on_card(box, item.what)
        unasked = not 1 <= len(item.goods) <= 3 or (wanted != UNKNOWN and kinds - Counter(wanted.split()))
        if unasked and not state.irregular:
            raise Impossible(f"{item.what.town} was delivered with one to three of the goods it asks for")
    heroes = [item.what.name for item in value if isinstance(item.what, Hero)]
    held, player.heroes = player.heroes, player.delivered_heroes
    _write_heroes(state, player, box, tuple(heroes))
    player.delivered_heroes, player.heroes = player.heroes, held
    for town, stack in state.stacks.items():
        old = [" ".join(done.wants) or UNKNOWN for done in player.delivered_commissions if done.town == town]
        new = [on_card(box, item.what) for item in value if isinstance(item.what, Tile) and item.what.town == town]
        top = [stack.top]
        exchange(stack.deck, old, new, top, town)
        stack.top = top[0]
    player.delivered_commissions = [
        Delivered(
            item.what.town,
            tuple(on_card(box, item.what).split()) if item.what.wants else (),
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
    "visited": VISITED,
}
