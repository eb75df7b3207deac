"""Travel, step 2: the event, and a die for everyone in the caravan. EVENT-01 … EVENT-18"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Domain, Refusal, Union, ask, refuse
from referee.games.dark_road.effects import Do
from referee.games.dark_road.moves import Add, AnyPick, Reroll, Skip, Take, Word
from referee.games.dark_road.rules import decks, dice
from referee.games.dark_road.rules.companions import window
from referee.games.dark_road.rules.effects import carry_out, effect
from referee.games.dark_road.rules.skipping import due
from referee.games.dark_road.rules.standing import on
from referee.games.dark_road.state import Journey, Player
from referee.games.dark_road.table import Table

HIGHEST = 6  # RULING-42
NO_DIE = 0  # among the dice taken: a table let somebody take none


async def event(table: Table) -> None:
    """The route's deck supplies the event; all dice of the pool are rolled. EVENT-01, EVENT-03, TRAVEL-12 … -14"""
    state, journey = table.state, _journey(table)
    await window(table)
    table.travel_dice_from_supply(len(journey.members), "TRAVEL-12")
    deck = state.events[journey.route]
    if not deck.left:
        table.reshuffle_events(journey.route, "RULING-91")
    journey.event = await decks.draw(table, deck, "event", "EVENT-01")
    journey.pool = await _rolled(table, journey.dice, "EVENT-03")
    journey.to_take = choosing_order(journey)
    state.stage = "die"


def choosing_order(journey: Journey) -> list[int]:
    """On the road the leader chooses first, on a shortcut last; both go on clockwise. EVENT-05, EVENT-06, EVENT-18"""
    at = journey.members.index(journey.leader)
    clockwise = journey.members[at:] + journey.members[:at]
    return clockwise if journey.route == "road" else clockwise[1:] + clockwise[:1]


async def _rolled(table: Table, number: int, rule: str) -> list[int]:
    values = [await dice.roll_number(table, "travel", rule, label="dice") for _ in range(number)]
    return sorted(values)


async def die(table: Table) -> None:
    """One member rerolls or takes a die, adds to it, and meets its effect. EVENT-04, EVENT-07 … EVENT-09, RULING-43"""
    state, journey = table.state, _journey(table)
    await window(table)
    if not journey.to_take:
        table.travel_dice_to_supply("EVENT-15")
        table.discard_event("RULING-91")
        state.stage = "visit"
        return
    member = state.players[journey.to_take[0]]
    domain = due(_dice(journey, member), member.name, take="EVENT-04")
    order = "EVENT-05" if journey.route == "road" else "EVENT-06"
    move = await ask(member.name, "take a travel die", domain, always=True, whose=order)
    if isinstance(move, Skip):
        journey.to_take.pop(0)
        journey.taken.append(NO_DIE)
        return
    if isinstance(move, Reroll):
        table.give(member, "lantern", 1, "EVENT-07")
        journey.pool = await _rolled(table, len(journey.pool), "EVENT-07")
        return
    journey.pool.remove(move.value)
    journey.taken.append(move.value)
    journey.own = move.value
    await _additions(table, member)
    seat = journey.to_take.pop(0)
    value, journey.own = journey.own, 0
    await meet(table, state.players[seat], value)


def _dice(journey: Journey, member: Player) -> Domain:
    """Only who is about to choose rerolls, with own lanterns, while they last. EVENT-07, -08, -17, RULING-41"""

    def no_reroll(move: Reroll) -> Refusal | None:
        return None if member.lanterns else refuse("lantern-short", "EVENT-07", who=member.name, needs=1, has=0)

    def no_such_die(move: Take) -> Refusal | None:
        return (
            None
            if move.value in journey.pool
            else refuse("no-such-die", "EVENT-04", value=move.value, dice=tuple(journey.pool))
        )

    return Union(
        Domain(Take, lambda: map(Take, dict.fromkeys(journey.pool)), no_such_die),
        Domain(Reroll, lambda: [Reroll()], no_reroll),
    )


async def _additions(table: Table, member: Player) -> None:
    """Between taking a die and its effect: Whisper for anyone, Threy Cat for the leader. STEED-12, RULING-43"""
    journey = _journey(table)
    await window(table, brief=True)
    for word in on(table, member, "choose-travel-die", "add-to-travel-die"):
        added = await ask(member.name, "add to the travel die", _more(journey, word), brief=True, whose="STEED-12")
        if added is not None:
            journey.own += added.number
            await window(table, brief=True)


def _more(journey: Journey, word: Do) -> Domain:
    """Never past 6. RULING-42"""

    def unless(move: Add) -> Refusal | None:
        return _too_much(journey, word, move.number, "STEED-12")

    return Domain(Add, lambda: map(Add, range(word.number, word.upto + 1)), unless)


def _too_much(journey: Journey, word: Do, number: int | None, rule: str) -> Refusal | None:
    if number is None or not word.number <= number <= word.upto:
        return refuse("wrong-addition", rule, low=word.number, high=word.upto)
    if journey.own + number > HIGHEST:
        return refuse("past-six", "RULING-42", value=journey.own, number=number)
    return None


async def meet(table: Table, member: Player, value: int) -> None:
    """What the event does for this value; nothing where it has no row. EVENT-09 … EVENT-14, RULING-52"""
    card = table.box.events[_journey(table).event]
    for row in card.rows.get(value, ()):
        await carry_out(table, member, row.effect, "EVENT-09")


def _journey(table: Table) -> Journey:
    assert table.state.journey is not None
    return table.state.journey


# ── Threy Cat ───────────────────────────────────────────────────────────────────────────────────────────


def _no_dice(table: Table, me: Player, do: Do) -> Refusal | None:
    """Only while the dice lie there; a copy that replaces, only between taking and effect. RULING-44"""
    if table.state.stage != "die":
        return refuse("no-travel-dice", "RULING-44")
    if not _copied(table):
        return refuse("no-die-taken", "COMPANION-22")
    return _no_die_just_taken(table, me, "RULING-44") if _replaces(table) else None


def _copied(table: Table) -> list[int]:
    """Any die of the roll, or the leader's: the first taken on the road, the last on a shortcut. COMPANION-20 … -22"""
    journey = _journey(table)
    if table.option("companion.threy_copy") == "any":
        return _lying(journey)
    at = 0 if journey.route == "road" else len(journey.members) - 1
    return [die for die in journey.taken[at : at + 1] if die != NO_DIE]


def _lying(journey: Journey) -> list[int]:
    return sorted(die for die in journey.pool + journey.taken if die != NO_DIE)


def _replaces(table: Table) -> bool:
    """Does the own die take over the value copied, instead of one more effect? RULING-44"""
    return table.option("companion.threy_copy_mode") == "instead"


def _rolled_dice(table: Table, me: Player, do: Do) -> Iterator[Word]:
    return (Word("copy", value) for value in dict.fromkeys(_copied(table)))


def _cannot_copy(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    """Any die of the roll, chosen or not, whose row shows a reward. COMPANION-20, COMPANION-21, RULING-44, RULING-45"""
    if not isinstance(pick, Word) or pick.word != "copy":
        return refuse("not-offered", "COMPANION-20", pick=pick)
    if pick.value not in _copied(table):
        if pick.value in _lying(_journey(table)):
            return refuse("not-your-die", "COMPANION-22", value=pick.value, dice=tuple(_copied(table)))
        return refuse("no-such-die", "COMPANION-20", value=pick.value, dice=tuple(_copied(table)))
    rows = table.box.events[_journey(table).event].rows.get(pick.value or 0, ())
    return None if any(row.flag == "reward" for row in rows) else refuse("no-reward", "RULING-45", value=pick.value)


@effect("copy-travel-die", picks=_rolled_dice, unless=_cannot_copy, untimely=_no_dice)
async def copy_die(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    """One more effect, or the own die takes over the value and is resolved once. RULING-44"""
    if _replaces(table):
        _journey(table).own = pick.value
    else:
        await meet(table, me, pick.value)
    return True


def _no_die_just_taken(table: Table, me: Player, rule: str, anybodys: bool = False) -> Refusal | None:
    """Between taking a die and its effect. RULING-43"""
    journey = table.state.journey
    if journey is None or not journey.own:
        return refuse("no-own-die", rule)
    mine = anybodys or table.state.players[journey.to_take[0]] is me
    return None if mine else refuse("not-your-die", rule, value=journey.own, dice=())


def _nothing_to_raise(table: Table, me: Player, do: Do) -> Refusal | None:
    """The own die, or that of whoever has just taken one, before its effect. COMPANION-23, RULING-43"""
    anybodys = table.option("companion.threy_bump") == "any"
    refusal = _no_die_just_taken(table, me, "COMPANION-23", anybodys)
    if refusal is not None or _journey(table).own + do.number <= HIGHEST:
        return refusal
    return refuse("past-six", "RULING-42", value=_journey(table).own, number=do.number)


def _cannot_add(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    if not isinstance(pick, Word) or pick.word != "add":
        return refuse("not-offered", "COMPANION-23", pick=pick)
    return _too_much(_journey(table), do, pick.value, "COMPANION-23")


@effect(
    "add-to-travel-die",
    picks=lambda table, me, do: (Word("add", n) for n in range(do.number, do.upto + 1)),
    unless=_cannot_add,
    untimely=_nothing_to_raise,
)
async def add_to_die(table: Table, me: Player, do: Do, pick: Any, rule: str) -> bool:
    _journey(table).own += pick.value
    return True
