"""Rest: dice return, displays are refilled, the reserve may be rolled anew. REST-01 … REST-17"""

from __future__ import annotations

from referee.engine.decision import chance
from referee.games.dark_road.rules import decks, dice
from referee.games.dark_road.rules.wheel import MOST_DICE, on_wheel
from referee.games.dark_road.state import Player, Turn
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import LAST_ROUND


async def rest(table: Table) -> None:
    """One block in the printed order, which fixes the order of what is drawn. RULING-94"""
    me, state = table.me, table.state
    table.clear_action_spaces(me)
    await _market(table)
    await _companions(table)
    await _inn(table)
    await _courtyard(table)
    if state.turn.last_reserve_die:
        await _reserve(table, me)
    state.turn = Turn()
    state.active = (state.active + 1) % len(state.players)
    if state.active == 0:
        state.round += 1
    state.stage = "plan" if state.round <= LAST_ROUND else "last-journey"


async def _market(table: Table) -> None:
    """Dice set aside are thrown singly, again if they fall on a full section. REST-04 … REST-06, RULING-95"""
    while table.state.aside:
        section = await chance("market", lambda: dict.fromkeys(table.box.dice["market"], 1), "REST-04")
        if on_wheel(table, section) < MOST_DICE:
            table.put_on_wheel(section, "REST-04")


async def _companions(table: Table) -> None:
    """The row slides away from the deck and is filled to three; the far card gets a travel die. REST-07 … REST-09"""
    state = table.state
    cards = [card for card in state.row if card]
    state.row = [""] * (len(state.row) - len(cards)) + cards
    for slot in reversed(range(len(state.row))):
        if not state.row[slot] and state.companions.left:
            card = await decks.draw(table, state.companions, "row", "REST-08", unseen=True)
            table.show(state.row, slot, card, "companion", "REST-08")
    if state.row[-1] and not state.die_on_far and state.supply.travel:
        table.die_onto_far_companion("REST-09")


async def _inn(table: Table) -> None:
    """Empty places are filled from the deck as long as it lasts. REST-10, RULING-88"""
    for slot, card in enumerate(table.state.inn):
        if not card and table.state.heroes.left:
            drawn = await decks.draw(table, table.state.heroes, "inn", "REST-10", unseen=True)
            table.show(table.state.inn, slot, drawn, "hero", "REST-10")


async def _courtyard(table: Table) -> None:
    """REST-11, RULING-90"""
    for spot, card in table.state.court.items():
        if not card and table.state.deeds.left:
            deed = await decks.draw(table, table.state.deeds, "court", "REST-11", unseen=True)
            table.show_deed(spot, deed, "REST-11")


async def _reserve(table: Table, me: Player) -> None:
    """After the last reserve die a spent die leaves the game, the others are rolled. REST-12 … REST-16, RULING-96"""
    table.remove_night_die(me, "REST-12")
    for _ in range(me.spent):
        table.reserve_night_die(me, await dice.roll_number(table, "night", "REST-13", me.name), "REST-13")
