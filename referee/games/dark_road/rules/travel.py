"""Travel, step 1: a companion, a route and a town, and who comes along. TRAVEL-01 … TRAVEL-16"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import DECK, UNKNOWN, Join, Route, Stay, Travel
from referee.games.dark_road.rules import decks
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.effects import effect
from referee.games.dark_road.state import Companion, Journey, Player
from referee.games.dark_road.table import Table

SHORTCUT_LANTERNS = 3  # TRAVEL-05
PLACES = {"near": 0, "middle": 1, "far": 2}


def activation(table: Table, me: Player) -> Domain:
    """One of the face-up companions or the top of the deck; none where there are none. TRAVEL-02, RULING-89"""
    state = table.state

    def unless(move: Travel) -> Iterable[Refusal]:
        return filter(None, (_after_the_ruins(table), missing(move)))

    def missing(move: Travel) -> Refusal | None:
        card = move.card
        if card is None:
            empty = not any(state.row) and not state.companions.left
            return None if empty else refuse("companion-missing", "TRAVEL-02", row=tuple(state.row))
        if card == DECK:
            return None if state.companions.left else refuse("deck-empty", "RULING-89", deck="companion")
        slot = _slot(table, card)
        if slot is None or not state.row[slot]:
            return refuse("not-in-companion-row", "TRAVEL-02", card=card, row=tuple(state.row))
        if state.row[slot] == UNKNOWN and card in PLACES:
            return refuse("card-unnamed", "TRAVEL-02", card=card)
        return None

    def candidates() -> Iterator[Travel]:
        yield from (Travel(card) for card in state.row if card and card != UNKNOWN)
        yield Travel(DECK)
        yield Travel(None)

    return Domain(Travel, candidates, unless)


def _after_the_ruins(table: Table) -> Refusal | None:
    """Whoever was at the Ruins does not set out in the same turn, where a table takes it so. YURG-02"""
    barred = table.state.turn.explored and table.option("yurg.exclusive") == "turn"
    return refuse("both-excursions", "YURG-02", other="the Ruins") if barred else None


def _slot(table: Table, card: str) -> int | None:
    """Where in the row a card lies: by place or by name, the far one first, for it carries a die."""
    row = table.state.row
    if card in PLACES:
        return PLACES[card]
    named = [slot for slot in reversed(range(len(row))) if row[slot] == card]
    unknown = [
        slot for slot, shown in enumerate(row) if shown == UNKNOWN and decks.could_be(table.state.companions, card)
    ]
    return next(iter(named or unknown), None)


async def set_out(table: Table, me: Player, move: Travel) -> None:
    """The leader takes a companion; a die lying on it joins the journey. TRAVEL-01 … TRAVEL-03, TRAVEL-13, RULING-51"""
    state = table.state
    state.journey = Journey(leader=state.players.index(me))
    table.note_excursion("journey")
    if move.card == DECK:
        name = await decks.draw(table, state.companions, "companion", "TRAVEL-02", who=me.name)
        table.companion_joins(me, Companion(name), "companion deck", "TRAVEL-02")
    elif move.card is not None:
        slot = _slot(table, move.card)
        assert slot is not None
        if state.row[slot] == UNKNOWN and move.card not in PLACES:
            table.name_unknown(state.companions, move.card)
            state.row[slot] = move.card
        if slot == len(state.row) - 1 and state.die_on_far:
            table.die_joins_journey("TRAVEL-13")
        table.companion_joins(me, Companion(state.row[slot]), "companion row", "TRAVEL-02")
        state.row[slot] = ""
    state.stage = "route"


async def route(table: Table) -> None:
    """Route and town are declared together and paid at once. TRAVEL-04 … TRAVEL-08, RULING-50"""
    me, state = table.me, table.state
    journey = state.journey
    assert journey is not None
    await window(table)
    move = await ask(me.name, "declare route and town", _routes(table, me))
    if move.route == "shortcut" and not state.turn.free_shortcut:
        table.give(me, "lantern", SHORTCUT_LANTERNS, "TRAVEL-05")
    journey.route, journey.town = move.route, move.town
    journey.members = [journey.leader]
    journey.to_ask = [(journey.leader + i) % len(state.players) for i in range(1, len(state.players))]
    me.journeys_led += 1
    me.shortcuts_led += move.route == "shortcut"
    state.stage = "join"


def _routes(table: Table, me: Player) -> Domain:
    """Three lanterns or Flicker for a shortcut. TRAVEL-06, TRAVEL-07, RULING-49"""

    def unless(move: Route) -> Refusal | None:
        if move.route == "road" or table.state.turn.free_shortcut or me.lanterns >= SHORTCUT_LANTERNS:
            return None
        return refuse("lantern-short", "TRAVEL-06", who=me.name, needs=SHORTCUT_LANTERNS, has=me.lanterns)

    return Domain(Route, lambda: (Route(way, town) for way in ("road", "shortcut") for town in table.box.towns), unless)


async def join(table: Table) -> None:
    """One player after the other, clockwise from the leader, says yes or no. TRAVEL-10, TRAVEL-11, RULING-116"""
    state = table.state
    journey = state.journey
    assert journey is not None
    await window(table)
    seat = journey.to_ask[0]
    player = state.players[seat]
    domain = Domain((Join, Stay), lambda: (Join(), Stay()))
    answer = await ask(player.name, "join the caravan or stay", domain, always=True, whose="TRAVEL-10")
    journey.to_ask.pop(0)
    if isinstance(answer, Join):
        journey.members.append(seat)
        player.journeys_joined += 1
    if not journey.to_ask:
        state.stage = "event"


def _no_journey_ahead(table: Table, me: Player, do: Do) -> Refusal | None:
    """Flicker's gift comes before the route is declared. RULING-49"""
    late = table.state.journey is not None and table.state.stage != "route"
    return refuse("too-late", "RULING-49", what="a free shortcut") if late else None


@effect("free-shortcut", untimely=_no_journey_ahead)
async def free_shortcut(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """A shortcut chosen this turn costs no lanterns. COMPANION-29"""
    table.state.turn.free_shortcut = True
    return True
