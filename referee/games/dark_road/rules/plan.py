"""Plan: bump a locked die and take the action of its slot. PLAN-01 … PLAN-23"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.effects import Effect
from referee.games.dark_road.moves import Plan, Reset
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.effects import carry_out
from referee.games.dark_road.rules.standing import standing
from referee.games.dark_road.state import LOCKED_SLOTS, Player
from referee.games.dark_road.table import Table

PRINTED = {1: "PLAN-10", 2: "PLAN-13", 3: "PLAN-15"}
REPLACED = {1: "UPGRADE-05", 2: "UPGRADE-07", 3: "UPGRADE-09"}


async def plan(table: Table) -> None:
    me = table.me
    await window(table)
    if await ask(me.name, "reset the locked dice", _reset(me), may=True):
        table.reset_locked(me, "PLAN-02")
        await window(table)
    move = await ask(me.name, "bump a locked die", _bump(me))
    if move is not None:  # only an irregular table leaves somebody without a single die
        table.bump(me, move.die, move.slot, "PLAN-06", "PLAN-07")
        await carry_out(table, me, *_slot_action(table, me, move.slot, late=move.die is None))
    table.state.stage = "move"


def _reset(me: Player) -> Domain:
    """Three equal dice in three full slots, before any bump. PLAN-01, PLAN-03, RULING-14, RULING-15"""

    def unless(move: Reset) -> Refusal | None:
        if None not in me.locked and len(set(me.locked)) == 1:
            return None
        return refuse("locked-dice-differ", "PLAN-01", locked=tuple(me.locked))

    return Domain(Reset, lambda: [Reset()], unless)


def _bump(me: Player) -> Domain:
    """One reserve die for one locked die; with no reserve left, one locked die alone. PLAN-04, PLAN-05, PLAN-17"""

    def unless(move: Plan) -> Refusal | None:
        if move.slot is None or not 1 <= move.slot <= LOCKED_SLOTS:
            return refuse("no-such-slot", "PLAN-05", slot=move.slot)
        if me.reserve and move.die not in me.reserve:
            return refuse("no-such-die", "PLAN-04", value=move.die, dice=tuple(me.reserve))
        if not me.reserve and move.die is not None:
            return refuse("reserve-empty", "PLAN-17", who=me.name)
        if me.locked[move.slot - 1] is None:
            return refuse("slot-empty", "PLAN-21", spot=f"locked slot {move.slot}")
        return None

    def candidates() -> Iterator[Plan]:
        for die in dict.fromkeys(me.reserve) or (None,):
            yield from (Plan(die, slot) for slot in range(1, LOCKED_SLOTS + 1))

    return Domain(Plan, candidates, unless)


def _slot_action(table: Table, me: Player, slot: int, late: bool) -> tuple[Effect, str]:
    """The printed action or that of the upgrade lying on the slot, and its rule. UPGRADE-04 … -09, RULING-17 … -20"""
    crafts_late = late and slot == 1
    for word in standing(table, me, "replace-slot"):
        if word.number == slot:
            return word.inner[-1 if late else 0], "RULING-19" if crafts_late else REPLACED[slot]
    printed = table.box.slots[slot]
    return table.box.final_slots.get(slot, printed) if late else printed, "PLAN-20" if crafts_late else PRINTED[slot]
