"""Deeds: taking one, face up with its banner or unseen from the deck. DEED-01 … DEED-08"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Refusal, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import DECK, UNKNOWN, AnyPick, Deed
from referee.games.dark_road.rules import decks
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def _spot(table: Table, pick: Deed) -> str:
    """Where the deed lies that is meant, by place or by name; empty if nowhere."""
    court = table.state.court
    if pick.spot in court or pick.spot == DECK:
        return pick.spot
    named = [spot for spot, card in court.items() if card == pick.spot]
    unknown = [spot for spot, card in court.items() if card == UNKNOWN and decks.could_be(table.state.deeds, pick.spot)]
    return (named or unknown or [""])[0]


def _on_offer(table: Table, me: Player, do: Do) -> Iterator[Deed]:
    """The two face-up deeds or the top of the deck. DEED-02, RULING-40"""
    yield from (Deed(spot) for spot, card in table.state.court.items() if card)
    if table.state.deeds.left:
        yield Deed(DECK)


def _not_on_offer(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    if not isinstance(pick, Deed):
        return refuse("not-offered", rule, pick=pick)
    spot = _spot(table, pick)
    if not spot:
        return refuse("no-such-deed", "DEED-02", deed=pick.spot, court=tuple(table.state.court.values()))
    if spot == DECK:
        return None if table.state.deeds.left else refuse("deck-empty", "RULING-90", deck="deed")
    return None if table.state.court[spot] else refuse("slot-empty", "RULING-90", spot=spot)


@effect("gain-deed", picks=_on_offer, unless=_not_on_offer)
async def gain_deed(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """A face-up deed brings its banner too, the top of the deck nothing. DEED-03, DEED-04"""
    spot = _spot(table, pick)
    if spot == DECK:
        table.deed_joins(
            me, await decks.draw(table, table.state.deeds, "deed", rule, who=me.name, unseen=True), "deed deck", rule
        )
        return True
    court = table.state.court
    if court[spot] == UNKNOWN and pick.spot not in court:
        table.name_unknown(table.state.deeds, pick.spot)
        court[spot] = pick.spot
    table.deed_joins(me, court[spot], f"court {spot}", rule)
    court[spot] = ""
    await carry_out(table, me, table.box.court[spot], "DEED-06" if spot == "upper" else "DEED-07")
    return True
