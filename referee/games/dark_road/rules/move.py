"""Move: the wagon goes round the Ringway. MOVE-01 … MOVE-13"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.moves import Drive, Horseshoe
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.standing import on
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


async def move(table: Table) -> None:
    me = table.me
    await window(table)
    drive = await ask(me.name, "move the wagon", _drive(table, me))
    spaces = drive.spaces if drive is not None else 0  # without a die, on an irregular table alone
    table.drive(me, spaces, "MOVE-02")
    await window(table)
    spent = False
    while shoe := await ask(me.name, "spend a horseshoe", _horseshoe(table, me, spaces, spent), may=True, brief=spent):
        rule = "MOVE-06" if table.option("move.horseshoe") == "after" else "MOVE-08"
        table.spend_horseshoe(me, rule)
        table.drive(me, 1 if shoe.direction == "ahead" else -1, rule)
        spent = True
    table.state.stage = "act"


def _drive(table: Table, me: Player) -> Domain:
    """By one die of the pool, never by both; Sugarfoot moves exactly 3. MOVE-01 … MOVE-05, STEED-08, RULING-117"""
    dice = [die for die in (table.state.turn.night, table.state.turn.lit) if die is not None]
    distances = dice + [word.number for word in on(table, me, "move", "move-exactly")]

    def unless(move: Drive) -> Refusal | None:
        if move.spaces in distances:
            return None
        if len(dice) == 2 and move.spaces == sum(dice):
            return refuse("dice-added", "MOVE-04", spaces=move.spaces, dice=tuple(dice))
        return refuse("no-such-die", "MOVE-02", value=move.spaces, dice=tuple(distances))

    return Domain(Drive, lambda: map(Drive, distances), unless)


def _horseshoe(table: Table, me: Player, moved: int, spent: bool) -> Domain:
    """One space either way after the die movement, once. MOVE-06, MOVE-07, RULING-21, RULING-22

    Where it adds to the movement or subtracts from it, there is nothing to subtract from 0. MOVE-08
    """

    def unless(move: Horseshoe) -> Iterator[Refusal]:
        if not me.horseshoes:
            yield refuse("shoe-short", "MOVE-06", who=me.name, needs=1, has=0)
        if move.direction == "back" and not moved and table.option("move.horseshoe") == "adds":
            yield refuse("below-zero", "RULING-22")
        if spent:
            yield refuse("one-horseshoe", "MOVE-07", who=me.name)
        else:
            yield from filter(None, (storage.second_horseshoe(table, me),))

    return Domain(Horseshoe, lambda: map(Horseshoe, ("ahead", "back")), unless)
