"""Travel, step 4: good fortune for the leader. FORTUNE-01 … FORTUNE-13"""

from __future__ import annotations

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import Fortune, Skip
from referee.games.dark_road.rules.act import end_of_turn
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.effects import carry_out
from referee.games.dark_road.rules.skipping import due
from referee.games.dark_road.rules.upgrades import barred
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

COINS = 3  # FORTUNE-07
EFFECTS = {"glow": Do("gain-illuminated"), "deed": Do("gain-deed"), "upgrade": Do("gain-upgrade")}
RULES = {"glow": "FORTUNE-05", "deed": "FORTUNE-06", "upgrade": "FORTUNE-09"}


async def fortune(table: Table) -> None:
    """One after the other: the second may build on the first. FORTUNE-13"""
    me, state = table.me, table.state
    journey = state.journey
    assert journey is not None
    await window(table)
    if not journey.fortunes:
        state.journey, state.stage = None, "act"
        if table.option("act.travel_last") == "yes":  # FORTUNE-12, RULING-97
            await end_of_turn(table, refuse("turn-over", "FORTUNE-12"))
        return
    rule = "FORTUNE-02" if journey.route == "road" else "FORTUNE-03"
    domain = due(_fortunes(table, me), me.name, fortune=rule)
    move = await ask(me.name, "choose a good fortune", domain, whose="FORTUNE-01")
    journey.fortunes -= 1
    if isinstance(move, Skip):
        return
    if move.kind != "coins":
        await carry_out(table, me, EFFECTS[move.kind], RULES[move.kind])
    elif state.fortune_coins:
        table.take_fortune_coins(me, "FORTUNE-08")
    else:
        table.take(me, "coins", COINS, "FORTUNE-07")


def _fortunes(table: Table, me: Player) -> Domain:
    """Any of the four, also twice; only the upgrade has a condition. FORTUNE-04, FORTUNE-10, RULING-87"""

    def unless(move: Fortune) -> Refusal | None:
        if move.kind not in ("coins", *EFFECTS):
            return refuse("no-such-fortune", "FORTUNE-01", kind=move.kind)
        return barred(table, me, "FORTUNE-10") if move.kind == "upgrade" else None

    return Domain(Fortune, lambda: map(Fortune, ("glow", "deed", "coins", "upgrade")), unless)
