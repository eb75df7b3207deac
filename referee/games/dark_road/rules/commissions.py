"""The Queen's Commissions: the top tile of a stack. COMM-01 … COMM-05, STORE-01 … STORE-03"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Domain, Refusal, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import UNKNOWN, AnyPick, Commission, Tile
from referee.games.dark_road.rules import decks, storage
from referee.games.dark_road.rules.effects import effect
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def idle(table: Table, me: Player) -> bool:
    """Every stack is empty: there is nothing to take. RULING-26"""
    return not any(stack.top for stack in table.state.stacks.values())


def activation(table: Table, me: Player) -> Domain:
    """Any town whose stack is not empty. COMM-01, RULING-92"""

    def unless(move: Commission) -> Refusal | None:
        if move.town is None:
            return None if idle(table, me) else refuse("town-missing", "COMM-01")
        return _not_on_top(table, Tile(move.town, move.wants))

    def candidates() -> Iterator[Commission]:
        yield from (Commission(town) for town in table.state.stacks)
        yield Commission(None)

    return Domain(Commission, candidates, unless)


async def resolve(table: Table, me: Player, move: Commission) -> None:
    if move.town is not None:
        await take(table, me, Tile(move.town, move.wants), "COMM-01")


async def take(table: Table, me: Player, pick: Tile, rule: str) -> None:
    """The top tile goes to a slot; the next one is seen at once. COMM-02, INFO-04"""
    stack = table.state.stacks[pick.town]
    if stack.top == UNKNOWN and pick.wants:
        stack.top = next(card for card in stack.deck.unseen if sorted(card.split()) == sorted(pick.wants))
        table.name_unknown(stack.deck, stack.top)
    wants = () if stack.top == UNKNOWN else tuple(stack.top.split())
    stack.top = ""
    table.commission_joins(me, Tile(pick.town, wants), rule)
    await decks.reveal_top(table, pick.town, "COMM-04")
    await storage.settle(table, me)


def _not_on_top(table: Table, pick: Tile) -> Refusal | None:
    stack = table.state.stacks[pick.town]
    if not stack.top:
        return refuse("stack-empty", "RULING-92", town=pick.town)
    if pick.wants:
        if stack.top == UNKNOWN:
            left = any(sorted(card.split()) == sorted(pick.wants) for card in stack.deck.unseen)
            return (
                None
                if left
                else refuse("card-not-left", "COMM-04", card=" ".join(pick.wants), label="top", about=pick.town)
            )
        if sorted(stack.top.split()) != sorted(pick.wants):
            return refuse("not-on-top", "COMM-04", town=pick.town, top=stack.top, pick=pick)
    return None


def _tops(table: Table, me: Player, do: Do) -> Iterator[Tile]:
    """A town icon means that town's stack; otherwise any. COMM-05"""
    towns = (do.town,) if do.town else tuple(table.state.stacks)
    return (Tile(town) for town in towns if table.state.stacks[town].top)


def _not_offered(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    if not isinstance(pick, Tile) or (do.town and pick.town != do.town):
        return refuse("not-offered", rule, pick=pick)
    return _not_on_top(table, pick)


@effect("gain-commission", picks=_tops, unless=_not_offered)
async def gain_commission(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    await take(table, me, pick, rule)
    return True
