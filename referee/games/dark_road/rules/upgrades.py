"""Wagon upgrades and the steeds they bring. UPGRADE-01 … UPGRADE-16, STEED-10, STEED-11"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Refusal, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import AnyPick, Steed, Upgrade
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.rules.standing import standing, triggered
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def barred(table: Table, me: Player, rule: str) -> Refusal | None:
    """Nobody owns two upgrades unless a steed lifts the limit, and none is left for ever. FORTUNE-10, UPGRADE-02"""
    if me.upgrades and not any(standing(table, me, "unlimited-upgrades")):
        return refuse("one-upgrade", rule, who=me.name, owns=me.upgrades[0])
    return None if table.state.upgrades else refuse("no-upgrade-left", "RULING-87")


def _not_left(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Iterator[Refusal]:
    """Each tile exists once, and a player owns one unless Velvet lifts the limit. UPGRADE-02, -16, RULING-75"""
    if not isinstance(pick, Upgrade):
        yield refuse("not-offered", rule, pick=pick)
        return
    yield from filter(None, (barred(table, me, "UPGRADE-02"),))
    if pick.name not in table.state.upgrades:
        yield refuse("upgrade-gone", "UPGRADE-16", upgrade=pick.name, left=tuple(table.state.upgrades))
    taken = {word.number for word in standing(table, me, "occupies") if word.option == "slot"}
    wanted = (clause.effect for clause in table.box.upgrades[pick.name])
    if any(isinstance(word, Do) and word.option == "slot" and word.number in taken for word in wanted):
        yield refuse("slot-occupied", "RULING-77", upgrade=pick.name)


@effect("gain-upgrade", picks=lambda table, me, do: map(Upgrade, table.state.upgrades), unless=_not_left)
async def gain_upgrade(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """The tile takes its place at once, whatever has to go for it. RULING-79, RULING-80, RULING-118"""
    before = triggered(table, me, "gain-upgrade")
    table.upgrade_joins(me, pick.name, rule)
    await storage.settle(table, me, narrowed="RULING-80")
    for clause in table.box.upgrades[pick.name]:
        if clause.trigger == "gained":
            await carry_out(table, me, clause.effect, "UPGRADE-14")
    for what in before:
        await carry_out(table, me, what, "STEED-11")
    return True


def _in_play(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    if not isinstance(pick, Steed):
        return refuse("not-offered", rule, pick=pick)
    if pick.name not in table.state.steeds.unseen:
        return refuse("steed-in-play", "UPGRADE-14", steed=pick.name, left=tuple(table.state.steeds.unseen))
    return None


@effect("gain-steed", picks=lambda table, me, do: map(Steed, table.state.steeds.unseen), unless=_in_play)
async def gain_steed(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """A second steed from the unused ones. UPGRADE-14, RULING-81"""
    table.steed_joins(me, pick.name, rule)
    await storage.settle(table, me)
    return True
