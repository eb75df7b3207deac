"""The Ruins of Yin: move the marker, take an upgraded good, perhaps roll the ruins die. RUINS-01 … RUINS-18"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import Roll, Ruins
from referee.games.dark_road.rules import dice
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.rules.standing import standing
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

FACES = {"good": "RUINS-14", "quartz": "RUINS-15", "coins": "RUINS-16", "hero": "RUINS-17"}


def activation(table: Table, me: Player, granted: bool = False) -> Domain:
    """One space, and one more per hero on the wagon; staying only by an option. RUINS-02, RUINS-03, RULING-69"""
    least, most = int(table.option("ruins.min")), 1 + len(me.heroes)

    def unless(move: Ruins) -> Iterable[Refusal]:
        return filter(None, (_with_a_journey(table, granted), out_of_range(move)))

    def out_of_range(move: Ruins) -> Refusal | None:
        if move.spaces is None:
            return refuse("spaces-missing", "RUINS-02", has=most)
        if least <= move.spaces <= most:
            return None
        rule = "RUINS-02" if move.spaces < least else "RUINS-03"
        return refuse("ruins-range", rule, spaces=move.spaces, least=least, most=most)

    return Domain(Ruins, lambda: map(Ruins, range(least, 5)), unless)


def _with_a_journey(table: Table, granted: bool) -> Refusal | None:
    """Where Ruins and journey never share a turn, a Ruins action that something grants is lost. YURG-02, RULING-58"""
    if not table.state.turn.travelled or table.option("yurg.exclusive") == "activation":
        return None
    return refuse("both-excursions", "RULING-58" if granted else "YURG-02", other="a journey")


async def resolve(table: Table, me: Player, move: Ruins, at_yurg: bool = False, rolls: bool = True) -> None:
    """The reward of the space, then one roll of the die for a lantern. RUINS-04, RUINS-07

    At Yurg's there is a window between the two; inside another effect there is none. RULING-47
    """
    assert move.spaces is not None
    table.note_excursion("ruins")
    await step(table, me, move.spaces, "RUINS-01")
    if not rolls:
        return
    if at_yurg:
        await window(table)
    free = any(standing(table, me, "free-ruins-roll"))
    if await ask(me.name, "roll the ruins die", _roll(me, free), may=True):
        if not free:
            table.give(me, "lantern", 1, "RUINS-07")
        await roll(table, me)


def _roll(me: Player, free: bool) -> Domain:
    """A lantern, or the ruins-lantern that waives it. UPGRADE-13, RULING-70"""

    def unless(move: Roll) -> Refusal | None:
        return None if free or me.lanterns else refuse("lantern-short", "RUINS-07", who=me.name, needs=1, has=0)

    return Domain(Roll, lambda: [Roll()], unless)


async def step(table: Table, me: Player, spaces: int, rule: str) -> None:
    space = table.advance_ruins(spaces, rule)
    await carry_out(table, me, table.box.ruins[space], "RUINS-06" if space == "BL" else "RUINS-05")


async def roll(table: Table, me: Player) -> None:
    """The rolled result is gained. RUINS-08, RUINS-14 … RUINS-17"""
    face = await dice.roll_face(table, "ruins", "RUINS-08", me.name)
    result = table.box.faces["ruins", face]
    one_space = isinstance(result, Do) and result.word == "ruins-step"  # what "again" means at some tables
    await carry_out(table, me, result, "RUINS-10" if one_space else FACES.get(face, "RUINS-08"))


@effect("reroll-or-illuminated")
async def reroll(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """Roll once more: the same face gives an illuminated die, another one is gained instead. RUINS-11 … RUINS-13"""
    face = await dice.roll_face(table, "ruins", "RUINS-11", me.name)
    result = table.box.faces["ruins", face]
    if result == do:
        return await carry_out(table, me, Do("gain-illuminated"), "RUINS-12")
    return await carry_out(table, me, result, FACES.get(face, "RUINS-13"))


@effect("ruins-action", unless=lambda table, me, do, pick, rule: _with_a_journey(table, granted=True))
async def ruins_action(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """The complete Ruins action once more, roll included unless the icon says not. RUINS-09, RULING-67, ICON-09"""
    move = await ask(me.name, "move the ruins marker", activation(table, me, granted=True))
    if move is None:
        return False
    await resolve(table, me, move, rolls=do.option != "without-roll")
    return True


@effect("ruins-step")
async def ruins_step(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """The marker moves and its space pays, nothing more. ICON-09, COMPANION-14"""
    await step(table, me, do.number, rule)
    return True


@effect("roll-ruins")
async def roll_ruins(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    await roll(table, me)
    return True
