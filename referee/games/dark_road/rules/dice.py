"""Rolling dice, and the illuminated ones in particular. STORE-20, STORE-21, RULING-03, RULING-04"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.engine.decision import Refusal, chance, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import AnyPick, Word
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.rules.storage import ILLUMINATED_DICE
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


async def roll_number(table: Table, die: str, rule: str, who: str = "", label: str = "") -> int:
    """Roll a die that shows numbers. Its label in the notation is the name of the die unless another is given."""
    faces = table.box.numbers(die)
    return int(await chance(label or die, lambda: dict(Counter(faces)), rule, who=who))


async def roll_face(table: Table, die: str, rule: str, who: str = "") -> str:
    faces = table.box.dice[die]
    return str(await chance(die, lambda: dict(Counter(faces)), rule, who=who))


def illuminated(table: Table, player: Player) -> int:
    """Dice in the special reserve, the pool and on action spaces together, or in the reserve alone. RULING-04"""
    lit = table.state.turn.lit is not None and player is table.me
    return len(player.illuminated) + (lit and table.option("limit.illuminated") == "total")


@effect("gain-illuminated")
async def gain_illuminated(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """Take a die, roll it, put it in the special reserve; a third one is not taken. RULING-03, RULING-04, RULING-72"""
    if not table.state.supply.illuminated or illuminated(table, me) >= ILLUMINATED_DICE:
        return False
    table.take_illuminated(me, await roll_number(table, "glow", rule, me.name), rule)
    return True


def _no_die_to_light(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    if not isinstance(pick, Word) or pick.word != "glow":
        return refuse("not-offered", rule, pick=pick)
    if table.state.turn.lit is not None or me is not table.me:  # one to a turn, and to nobody else's: PLAN-22
        return refuse("not-offered", "PLAN-14", pick=pick)
    if not me.illuminated:
        return refuse("no-illuminated-die", "RULING-16", who=me.name)
    if pick.value is None:
        return None if len(set(me.illuminated)) == 1 else refuse("which-die", "PLAN-13", dice=tuple(me.illuminated))
    return (
        None
        if pick.value in me.illuminated
        else refuse("no-such-die", "PLAN-13", value=pick.value, dice=tuple(me.illuminated))
    )


@effect(
    "light",
    picks=lambda table, me, do: (Word("glow", value) for value in dict.fromkeys(me.illuminated)),
    unless=_no_die_to_light,
)
async def light(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One illuminated die from the special reserve to the pool, value unchanged. PLAN-13, PLAN-14, PLAN-23"""
    table.light(me, me.illuminated[0] if pick.value is None else pick.value, rule)
    return True


@effect("roll-oracle")
async def roll_oracle(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    face = await roll_face(table, "oracle", rule, me.name)
    await carry_out(table, me, table.box.faces["oracle", face], rule)
    return True
