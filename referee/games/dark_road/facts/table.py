"""Facts about the table."""

from __future__ import annotations

from collections import Counter

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Impossible, TableFact, exchange, exchange_heroes, on_card, unless
from referee.games.dark_road.facts.turn import NOW, TURN
from referee.games.dark_road.moves import UNKNOWN, Tile
from referee.games.dark_road.rules.setup import BUILDINGS, FORTUNE_COINS
from referee.games.dark_road.rules.wheel import MOST_DICE
from referee.games.dark_road.state import Deck, State
from referee.games.dark_road.vocabulary import FIELDS, GOODS, TOWNS


def _write_wheel(state: State, box: Box, value: str) -> None:
    state.wheel = box.wheel.index(value)


def _read_market(state: State, box: Box) -> tuple[str, ...]:
    return tuple(kind for kind in box.wheel for _ in range(state.market[kind]))


def _write_market(state: State, box: Box, value: tuple[str, ...]) -> None:
    dice = Counter(value)
    crowded = max(dice.values(), default=0) > MOST_DICE and not state.irregular
    too_many = len(value) > box.pieces["market"]
    unless(
        ["a section holds two dice at most"] * crowded + [f"there are {box.pieces['market']} market dice"] * too_many
    )
    state.market = {kind: dice[kind] for kind in box.wheel}
    state.aside = box.pieces["market"] - len(value)


def _write_pile(state: State, box: Box, value: int) -> None:
    if value not in (0, FORTUNE_COINS):
        raise Impossible(f"the pile of {FORTUNE_COINS} coins is there or gone")
    state.supply.coins += state.fortune_coins - value
    state.fortune_coins = value


def _write_buildings(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) != BUILDINGS or len(set(value)) != BUILDINGS:
        raise Impossible("four different buildings are in play")
    state.buildings = list(value)


def _write_row(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) > len(state.row):
        raise Impossible(f"the row has {len(state.row)} places")
    exchange(state.companions, state.row, value)
    state.row = [*[""] * (len(state.row) - len(value)), *value]


def _write_inn(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) > len(state.inn):
        raise Impossible(f"the Inn has {len(state.inn)} places")
    exchange_heroes(state, box, state.inn, value)
    state.inn = [*value, *[""] * (len(state.inn) - len(value))]


def _write_court(state: State, box: Box, value: tuple[str, ...]) -> None:
    if len(value) > len(state.court):
        raise Impossible("the courtyard has two places")
    exchange(state.deeds, [*state.court.values()], value)
    state.court = dict(zip(state.court, [*value, *[""] * (len(state.court) - len(value))], strict=True))


def _top(town: str) -> TableFact:
    def write(state: State, box: Box, value: tuple[str, ...]) -> None:
        stack = state.stacks[town]
        card = _card(box, town, value)
        exchange(stack.deck, [stack.top], (card,) if card else (), town=town)
        stack.top = card

    return TableFact(lambda state, box: tuple(state.stacks[town].top.split()), write)


def _card(box: Box, town: str, wants: tuple[str, ...]) -> str:
    """A tile of a stack by what it asks for; an unknown one stays unknown."""
    return UNKNOWN if wants == (UNKNOWN,) else on_card(box, Tile(town, wants)) if wants else ""


def _under_stack(town: str) -> TableFact:
    def write(state: State, box: Box, value: tuple[str, ...]) -> None:
        deck = state.stacks[town].deck
        cards = [_card(box, town, tuple(tile.split())) for tile in value]
        exchange(deck, deck.under, cards, town=town)
        deck.under = cards

    return TableFact(lambda state, box: tuple(state.stacks[town].deck.under), write)


def _under_deck(name: str) -> TableFact:
    def write(state: State, box: Box, value: tuple[str, ...]) -> None:
        deck: Deck = getattr(state, name)
        exchange(deck, deck.under, value)
        deck.under = list(value)

    return TableFact(lambda state, box: tuple(getattr(state, name).under), write)


def _write_under_heroes(state: State, box: Box, value: tuple[str, ...]) -> None:
    exchange_heroes(state, box, state.heroes.under, value)
    state.heroes.under = list(value)


def _write_die(state: State, box: Box, value: str) -> None:
    if value and not state.row[-1]:  # RULING-51
        raise Impossible("no companion lies far, so no travel die lies on it")
    state.die_on_far = bool(value)


def _write_irregular(state: State, box: Box, value: tuple[str, ...]) -> None:
    state.irregular = list(value)


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
    "now": NOW,
    "row": TableFact(lambda s, b: tuple(s.row), _write_row),
    "die": TableFact(lambda s, b: "far" if s.die_on_far else "", _write_die),
    "inn": TableFact(lambda s, b: tuple(s.inn), _write_inn),
    "court": TableFact(lambda s, b: tuple(s.court.values()), _write_court),
    **{f"under {town}": _under_stack(town) for town in TOWNS},
    "under heroes": TableFact(lambda s, b: tuple(s.heroes.under), _write_under_heroes),
    "under deeds": _under_deck("deeds"),
    "under companions": _under_deck("companions"),
    "irregular": TableFact(lambda s, b: tuple(s.irregular), _write_irregular),
    **TURN,
    **{f"top {town}": _top(town) for town in TOWNS},
    **{f"marker {name}": _marker(name) for name in ("dark", "ruins")},
    "pile": TableFact(lambda s, b: s.fortune_coins, _write_pile),
    "buildings": TableFact(lambda s, b: tuple(s.buildings), _write_buildings),
    "winner": TableFact(lambda s, b: tuple(s.winners)),
    **{f"supply {resource}": _supply(resource) for resource in ("coins", "lantern", "quartz", "shoe", "glow")},
    **{f"supply {kind}": _supply_good(kind) for kind in GOODS},
}
