"""Heroes: how they join a wagon, what they bring, how they leave. INN-11 … INN-16, STORE-06 … STORE-08, ICON-02, -03"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Refusal, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import DECK, UNKNOWN, AnyPick, Hero, Lose
from referee.games.dark_road.rules import decks, storage
from referee.games.dark_road.rules.effects import effect
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def at_inn(table: Table, name: str) -> bool:
    """Is this hero face up at the Inn? One that nobody wrote down may turn out to be the one named. RULING-40"""
    inn = table.state.inn
    return name in inn or (UNKNOWN in inn and decks.could_be(table.state.heroes, name))


def leave_inn(table: Table, name: str) -> None:
    """The hero's place at the Inn stays empty until Rest."""
    inn = table.state.inn
    if name not in inn:
        table.name_unknown(table.state.heroes, name)
        inn[inn.index(UNKNOWN)] = name
    inn[inn.index(name)] = ""


async def join(table: Table, me: Player, name: str, source: str, rule: str) -> None:
    """A hero takes a slot and brings the bonus, unless it is the one discarded. INN-11 … INN-15, RULING-61, -62"""
    table.hero_joins(me, name, source, rule)
    await storage.settle(table, me)
    if name not in me.heroes:
        return
    gives = table.box.heroes[name].gives
    if gives != "storage":
        await storage.gain_tokens(table, me, gives, 1, "INN-12" if gives == "lantern" else "INN-13")


def _available(table: Table, me: Player, do: Do) -> Iterator[Hero]:
    yield from (Hero(name) for name in table.state.inn if name and name != UNKNOWN)
    if do.option == "or-deck":
        yield Hero(DECK)


def _not_available(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Iterator[Refusal]:
    if not isinstance(pick, Hero):
        yield refuse("not-offered", rule, pick=pick)
    elif pick.name == DECK:
        if do.option != "or-deck":
            yield refuse("no-deck-top", "RULING-40")
        if not table.state.heroes.left:
            yield refuse("deck-empty", "RULING-88", deck="hero")
    elif not at_inn(table, pick.name):
        yield refuse("not-at-inn", "RULING-40", hero=pick.name, inn=tuple(table.state.inn))


@effect("gain-hero", picks=_available, unless=_not_available)
async def gain_hero(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """A hero joins without any sale. ICON-02, RUINS-17, RUINS-18"""
    if pick.name == DECK:
        name = await decks.draw(table, table.state.heroes, "hero", rule, who=me.name)
        await join(table, me, name, "hero deck", rule)
    else:
        leave_inn(table, pick.name)
        await join(table, me, pick.name, "inn", rule)
    return True


def _not_aboard(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    aboard = isinstance(pick, Hero) and pick.name in me.heroes
    return None if aboard else refuse("not-held", "ICON-03", pick=pick)


@effect("lose-hero", family=Lose, picks=lambda table, me, do: map(Hero, me.heroes), unless=_not_aboard)
async def lose_hero(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One own hero goes under the hero deck; a good it held finds another place or goes. ICON-03, RULING-09"""
    table.hero_under_deck(me, pick.name, rule)
    await storage.settle(table, me, narrowed="RULING-09")
    return True
