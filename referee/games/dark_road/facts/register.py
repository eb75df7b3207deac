"""Facts about a state: each is read one way and, for positions, written one way.

Writing a fact moves pieces to and from the supply and the decks, so that every piece stays somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Impossible
from referee.games.dark_road.facts.player import PLAYER
from referee.games.dark_road.facts.table import TABLE
from referee.games.dark_road.facts.turn import ENDINGS, leave_the_turn
from referee.games.dark_road.moves import UNKNOWN, Deliver, Good, Tile
from referee.games.dark_road.rules import schedule
from referee.games.dark_road.rules.events import NO_DIE
from referee.games.dark_road.rules.schedule import NIGHT_DICE
from referee.games.dark_road.rules.setup import FORTUNE_COINS
from referee.games.dark_road.state import Companion, Delivered, State, freeze, thaw
from referee.wording import counted


def read_fact(state: State, box: Box, who: str, key: str) -> Any:
    """The value of a fact, in the form in which it is written."""
    return PLAYER[key].read(state, state.named(who), box) if who else TABLE[key].read(state, box)


Reasons = dict[int, tuple[str, ...]]  # why the fact at a place is impossible


def write_facts(state: State, box: Box, facts: Sequence[tuple[str, str, Any]]) -> list[tuple[int, str]]:
    """Make facts (who, key, value) true together; the place in the list and each reason of every impossible one.

    What is written is emptied first, so that a card may go from one written place to another. The moment comes
    first, for other facts are read in its light; players come before displays, the row before the die on it, and a
    display that is not written gives up a card that a player is said to have. An impossible fact is left out, the
    others hold.
    """
    before = freeze(state)
    impossible: Reasons = {}
    order = sorted(range(len(facts)), key=lambda place: _rank(*facts[place][:2]))
    while not _written(state, box, facts, order, impossible):
        restore(state, before)
    _balance(state, box)
    return [(place, reason) for place, reasons in sorted(impossible.items()) for reason in reasons]


def _written(
    state: State,
    box: Box,
    facts: Sequence[tuple[str, str, Any]],
    order: list[int],
    impossible: Reasons,
) -> bool:
    """Write all facts that are not known to be impossible; False, and one more is known, if that fails."""
    for who, key, _ in facts:
        if key in EMPTY or key.startswith(("under ", "discards ")):
            _write(state, box, who, key, EMPTY.get(key, ()))
    for place in order:
        if place not in impossible:
            try:
                _write(state, box, *facts[place])
            except Impossible as bad:
                impossible[place] = bad.args
                return False
    return True


def _rank(who: str, key: str) -> int:
    return 1 if who else {"irregular": -1, "now": 0, "journey": 2, "die": 4}.get(key, 3)


def blank(state: State) -> State:
    """An unpacked box as a table on which nothing lies yet but what is the same in every game. SETUP-20, SETUP-37"""
    state.stage, state.round = "plan", 1
    state.supply.night -= NIGHT_DICE * len(state.players)
    state.supply.coins -= FORTUNE_COINS
    state.fortune_coins = FORTUNE_COINS
    state.out_of_play, state.starting_heroes.unseen = state.starting_heroes.unseen, []
    state.die_on_far = True  # as soon as a card lies there
    for player in state.players:
        player.locked = [1, 2, 3]
    return state


def restore(state: State, frozen: bytes) -> None:
    """Let a state be what it was."""
    old = thaw(frozen)
    for field in State.__struct_fields__:
        setattr(state, field, getattr(old, field))


def _balance(state: State, box: Box) -> None:
    """What follows from the facts: night dice that are nowhere have left the game, travel dice are in the supply."""
    for player in state.players:
        locked = sum(die is not None for die in player.locked)
        pool = player is state.player and state.turn.night is not None
        player.removed = NIGHT_DICE - len(player.reserve) - locked - player.spent - pool
    started = state.stage not in {"plan", *ENDINGS}
    state.turn.last_reserve_die = started and schedule.RESERVE.get(state.round) == 1  # RULING-96
    state.die_on_far = state.die_on_far and bool(state.row[-1])
    journey = state.journey
    if journey is not None:
        journey.leader = state.active
        state.turn.travelled = True
        if state.stage == "die":
            journey.dice = len(journey.pool) + len(journey.taken) - journey.taken.count(NO_DIE)
    state.supply.travel = box.pieces["travel"] - state.die_on_far - (journey.dice if journey is not None else 0)


def without_moment(state: State, box: Box) -> None:
    """The table apart from the turn under way, for what can be said where the moment is impossible."""
    leave_the_turn(state, box)
    state.stage = "plan"
    _balance(state, box)


def absolute(key: str) -> str:
    """The fact that is meant where one says by how much it changes."""
    return key.removeprefix("by ")


def _write(state: State, box: Box, who: str, key: str, value: Any) -> None:
    if key != absolute(key):
        key = absolute(key)
        has = read_fact(state, box, who, key)
        if has + value < 0:
            raise Impossible(f"{who} has only {has}")
        value += has
    if who:
        fact = PLAYER[key]
        if fact.write is None:
            raise Impossible("this can be checked, but not set")
        fact.write(state, state.named(who), box, value)
    else:
        table = TABLE[key]
        if table.write is None:
            raise Impossible("this can be checked, but not set")
        table.write(state, box, value)


# Places that hold pieces, emptied before anything is written.
EMPTY: dict[str, Any] = {
    **dict.fromkeys(
        ("goods", "glow", "heroes", "commissions", "delivered", "companions", "steeds", "upgrades", "deeds"), ()
    ),
    **dict.fromkeys(("row", "inn", "court"), ()),
    **dict.fromkeys(("lantern", "quartz", "shoe"), 0),
}


def same(key: str, expected: Any, actual: Any) -> bool:
    """Lists that have no order are compared without it; an unknown fits anything."""
    if not isinstance(expected, tuple):
        return bool(expected == actual)
    if key in DISPLAYS and "" not in expected:
        actual = tuple(card for card in actual if card)  # empty places count where some are written
    if key in ORDERED:
        pairs = zip(expected, actual, strict=False)
        return len(expected) == len(actual) and all(UNKNOWN in (e, a) or e == a for e, a in pairs)
    if key == "companions" and not any(companion.gifts for companion in expected):
        actual = tuple(Companion(companion.name) for companion in actual)  # gifts are compared where some are written
    wanted, found = Counter(map(_key, expected)), Counter(map(_key, actual))
    unknown = wanted.pop(UNKNOWN, 0)
    missing = found - wanted
    return not (wanted - found) - Counter({UNKNOWN: len(expected)}) and sum(missing.values()) == unknown


DISPLAYS = {"row", "inn", "court"}
ORDERED = {"locked", "row", "court", "at", "buildings", "now", "pool", "journey", "caravan", "to-answer", "to-take"}


def _key(value: Any) -> Any:
    if isinstance(value, Tile):
        return value.town, tuple(sorted(value.wants))
    if isinstance(value, Deliver):
        upgraded = sum(good.upgraded for good in value.goods)
        return _key(value.what), len(value.goods), upgraded
    if isinstance(value, Delivered):
        return _key(Tile(value.town, value.wants)), value.goods, value.upgraded
    return (value.name, tuple(sorted(value.gifts))) if isinstance(value, Companion) else value


def shown(value: Any) -> str:
    """A value as it is written in a check."""
    from referee.games.dark_road.notation import writing
    from referee.games.dark_road.notation.writing import write, written_goods, written_name, written_tile

    match value:
        case tuple() if value and all(isinstance(item, Good) for item in value):
            return written_goods(value)
        case tuple():
            return " ".join(shown(item) for item in value) or "none"
        case None:
            return "-"
        case Tile():
            return written_tile(value)
        case Deliver():
            return write(value).removeprefix("deliver ")
        case Delivered():
            goods = f"{counted(value.goods, 'good')}, {value.upgraded} upgraded"
            return f"{written_tile(Tile(value.town, value.wants))} with {goods}"
        case Companion():
            gifts = " ".join(map(writing.written_ability, value.gifts))
            return written_name(value.name) + (f" ({gifts})" if gifts else "")
        case "":
            return "-"
        case str():
            return value if value == UNKNOWN else written_name(value)
    return str(value)
