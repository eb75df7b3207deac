"""Facts about the moment: whose turn it is and how far it has come, and the journey under way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Impossible, PlayerFact, TableFact, exchange, unless
from referee.games.dark_road.rules.events import HIGHEST, NO_DIE
from referee.games.dark_road.state import Journey, Player, State, Turn
from referee.games.dark_road.vocabulary import LAST_ROUND

ENDINGS = ("last-journey", "scoring")
ON_THE_ROAD = ("route", "join", "event", "die", "visit", "fortune")
# What is said of a turn, and where it is kept: the Ruins were explored, a journey was begun, and so on.
SO_FAR = {
    "explored": "explored",
    "free-shortcut": "free_shortcut",
    "shoe-spent": "shoe_spent",
    "travelled": "travelled",
}
ROUTES = {"road": "the road", "shortcut": "a shortcut", "": "a journey whose route is not declared"}

# ── the turn ────────────────────────────────────────────────────────────────────────────────────────────


def _read_now(state: State, box: Box) -> tuple[int, str, str]:
    return state.round, "" if state.stage in ENDINGS else state.player.name, state.stage


def _write_now(state: State, box: Box, value: tuple[int, str, str]) -> None:
    number, who, stage = value
    if stage in ENDINGS:
        visits = state.last_visits if state.stage in ENDINGS else {}
        leave_the_turn(state, box)
        after_the_last_round(state, stage)
        state.last_visits = visits
        return
    if not 1 <= number <= LAST_ROUND:
        raise Impossible(f"there is no round {number}: a game has {LAST_ROUND}")
    seat = state.players.index(state.named(who))
    if (state.round, state.active) != (number, seat) or (stage == "plan" and state.stage != "plan"):
        leave_the_turn(state, box)
    state.round, state.active, state.stage = number, seat, stage
    if stage in ON_THE_ROAD:
        _journey(state)
    else:
        _disband(state, box)


def leave_the_turn(state: State, box: Box) -> None:
    """Another turn has nothing of the turn that a position was in: neither dice in the pool nor a caravan."""
    _write_pool(state, box, ())
    state.turn, state.last_visits = Turn(), {}
    _disband(state, box)


def _disband(state: State, box: Box) -> None:
    if state.journey is not None:
        _write_event(state, box, "")
        state.journey = None


def after_the_last_round(state: State, stage: str) -> None:
    """All dice are spent: three of them in the last rounds, four have left the game. REST-12, END-01"""
    state.round, state.active, state.stage = LAST_ROUND + 1, 0, stage
    for player in state.players:
        player.reserve, player.locked, player.spent = [], [None] * 3, 3


def _read_pool(state: State, box: Box) -> tuple[int, ...]:
    return tuple(die for die in (state.turn.night, state.turn.lit) if die is not None)


def _write_pool(state: State, box: Box, value: tuple[int, ...]) -> None:
    """The night die first, then the illuminated one, which leaves the supply."""
    dice = zip(("night", "glow"), value, strict=False)
    never = [f"a {die} die never shows {shown}" for die, shown in dice if shown not in box.numbers(die)]
    state.supply.illuminated += (state.turn.lit is not None) - (len(value) > 1)
    unless([*never, *["the box has no more illuminated dice"] * (state.supply.illuminated < 0)])
    state.turn.night = value[0] if value else None
    state.turn.lit = value[1] if len(value) > 1 else None


def _write_activated(state: State, box: Box, value: tuple[str, ...]) -> None:
    state.turn.done = list(value)


def _write_used(state: State, box: Box, value: str) -> None:
    state.turn.building = value


def _read_so_far(state: State, box: Box) -> tuple[str, ...]:
    """What a turn has behind it that still matters."""
    return tuple(mark for mark, field in SO_FAR.items() if getattr(state.turn, field))


def _write_so_far(state: State, box: Box, value: tuple[str, ...]) -> None:
    for mark, field in SO_FAR.items():
        setattr(state.turn, field, mark in value)


# ── the journey ─────────────────────────────────────────────────────────────────────────────────────────


def _journey(state: State) -> Journey:
    if state.journey is None:
        state.journey = Journey(leader=state.active)
    return state.journey


def _of_journey(key: str, empty: Any, change: Callable[[Any], Any] = lambda value: value) -> TableFact:
    """A plain field of the journey; where nobody travels it reads as empty, and writing it empty says nothing."""

    def read(state: State, box: Box) -> Any:
        if state.journey is None:
            return empty
        value = getattr(state.journey, key)
        return tuple(value) if isinstance(value, list) else value

    def write(state: State, box: Box, value: Any) -> None:
        if value != empty or state.journey is not None:
            setattr(_journey(state), key, change(value))

    return TableFact(read, write)


def _seats(key: str) -> TableFact:
    """Players of the caravan in their order."""

    def read(state: State, box: Box) -> tuple[str, ...]:
        if state.journey is None:
            return ()
        return tuple(state.players[seat].name for seat in getattr(state.journey, key))

    def write(state: State, box: Box, value: tuple[str, ...]) -> None:
        if len(set(value)) < len(value):
            raise Impossible("somebody is named twice")
        if value or state.journey is not None:
            names = [player.name for player in state.players]
            setattr(_journey(state), key, [names.index(name) for name in value])

    return TableFact(read, write)


def _read_route(state: State, box: Box) -> tuple[str, ...]:
    journey = state.journey
    return (journey.route, journey.town) if journey is not None and journey.route else ()


def _write_route(state: State, box: Box, value: tuple[str, ...]) -> None:
    if value or state.journey is not None:
        journey = _journey(state)
        journey.route, journey.town = value or ("", "")


def _write_event(state: State, box: Box, value: str) -> None:
    """The card that is being met, out of the deck of its route."""
    if not value and state.journey is None:
        return
    journey = _journey(state)
    if journey.event:
        exchange(state.events[box.events[journey.event].deck], [journey.event], [])
    if value:
        _of_route(box, journey.route, value)
        exchange(state.events[journey.route], [], [value])
    journey.event = value


def _of_route(box: Box, route: str, event: str) -> None:
    deck = box.events[event].deck
    if deck != route:
        raise Impossible(f"{event} is met on {ROUTES[deck]}, not on {ROUTES[route]}")


def _faces(value: tuple[int, ...]) -> list[int]:
    unless(f"a travel die shows 1 to 6, never {die}" for die in value if not 1 <= die <= HIGHEST)
    return list(value)


def _taken(value: tuple[int, ...]) -> list[int]:
    """In the order of taking; 0 for somebody whom a table let go without."""
    _faces(tuple(die for die in value if die != NO_DIE))
    return list(value)


def _discards(route: str) -> TableFact:
    def write(state: State, box: Box, value: tuple[str, ...]) -> None:
        for name in value:
            _of_route(box, route, name)
        exchange(state.events[route], state.event_discards.get(route, []), value)
        state.event_discards[route] = list(value)

    return TableFact(lambda state, box: tuple(sorted(state.event_discards.get(route, []))), write)


def _read_visited(state: State, player: Player, box: Box) -> str:
    visits = state.journey.visited if state.journey is not None else state.last_visits
    return visits.get(player.name, "")


def _write_visited(state: State, player: Player, box: Box, value: str) -> None:
    if value:
        (state.last_visits if state.stage in ENDINGS else _journey(state).visited)[player.name] = value
        return
    state.last_visits.pop(player.name, None)
    if state.journey is not None:
        state.journey.visited.pop(player.name, None)


NOW = TableFact(_read_now, _write_now)
VISITED = PlayerFact(_read_visited, _write_visited)
TURN: dict[str, TableFact] = {
    "pool": TableFact(_read_pool, _write_pool),
    "activated": TableFact(lambda s, b: tuple(s.turn.done), _write_activated),
    "used": TableFact(lambda s, b: s.turn.building, _write_used),
    "so-far": TableFact(_read_so_far, _write_so_far),
    "journey": TableFact(_read_route, _write_route),
    "caravan": _seats("members"),
    "to-answer": _seats("to_ask"),
    "event": TableFact(lambda s, b: s.journey.event if s.journey else "", _write_event),
    "travel-dice": _of_journey("dice", 0),
    "travel-pool": _of_journey("pool", (), _faces),
    "taken": _of_journey("taken", (), _taken),
    "to-take": _seats("to_take"),
    "fortunes": _of_journey("fortunes", 0),
    "discards road": _discards("road"),
    "discards shortcut": _discards("shortcut"),
}
