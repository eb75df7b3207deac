"""Buildings: which one can be activated, and whether it must be. BUILDING-01 … BUILDING-13, RULING-29 … RULING-32"""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.decision import Domain, Refusal, refuse
from referee.games.dark_road.effects import Effect, Times
from referee.games.dark_road.moves import Use
from referee.games.dark_road.rules.effects import carry_out, heads, options
from referee.games.dark_road.rules.standing import on
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

RULES = {
    "mine": "BUILDING-02", "surveyor": "BUILDING-03", "harbor": "BUILDING-04", "guildhall": "BUILDING-05",
    "oracle": "BUILDING-06", "candle": "BUILDING-07", "lanternworks": "BUILDING-08", "mansion": "BUILDING-09",
    "workshop": "BUILDING-10", "filigree": "BUILDING-11",
}  # fmt: skip


def connected(table: Table, me: Player) -> str:
    """The building on the road between the two districts next to the wagon; none at the start space. ACT-11, ACT-12"""
    return table.state.buildings[me.at - 1] if me.at else ""


def within_reach(table: Table, me: Player) -> list[str]:
    """The connected building, or any of the four with Longshadow. STEED-04, RULING-31"""
    if any(on(table, me, "use-illuminated", "choose-building")):
        return list(table.state.buildings)
    return [connected(table, me)] if connected(table, me) else []


def _priced(what: Effect) -> bool:
    return isinstance(what, Times) or any(do.word == "pay" for do in heads(what))


def may_be_declined(table: Table, me: Player) -> bool:
    """One with a price, or the Mansion, is declined by not using it; where none is connected, none is due. RULING-29"""
    here = connected(table, me)
    return not here or _priced(table.box.buildings[here].effect) or table.option("act.building") == "optional"


def activation(table: Table, me: Player) -> Domain:
    turn = table.state.turn

    def unless(move: Use) -> Iterator[Refusal]:
        name = str(move.building)
        if name not in table.state.buildings:
            yield refuse("not-in-play", "BUILDING-01", building=name, in_play=tuple(table.state.buildings))
            return
        if turn.lit is None:
            yield refuse("needs-illuminated-die", "ACT-10", building=name)
        if turn.building:
            yield refuse("building-used", "ACT-16", building=turn.building)
        reach = within_reach(table, me)
        if name not in reach:
            yield refuse("not-connected", "ACT-12", building=name, reach=tuple(reach))
        yield from filter(None, (_unpayable(table, me, name),))

    return Domain(Use, lambda: map(Use, within_reach(table, me)), unless)


def _unpayable(table: Table, me: Player, name: str) -> Refusal | None:
    """A building that names a price can be used by those who can pay it. BUILDING-13, RULING-30"""
    what = table.box.buildings[name].effect
    prices = [do for do in heads(what) if do.word == "pay"]
    if not prices or any(True for _ in options(table, me, what, _rule(table, name)).options()):
        return None
    return refuse("price-unmet", "BUILDING-13", building=name, who=me.name)


async def resolve(table: Table, me: Player, move: Use) -> None:
    name = str(move.building)
    await carry_out(table, me, table.box.buildings[name].effect, _rule(table, name), committed=True)


def _rule(table: Table, name: str) -> str:
    """Which rule says what a building does."""
    free = name == "filigree" and table.option("building.filigree") == "free"
    return "BUILDING-12" if free else RULES.get(name, "BUILDING-01")
