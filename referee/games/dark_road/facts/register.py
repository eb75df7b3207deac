"""Facts about a state: each is read one way and, for positions, written one way.

Writing a fact moves pieces to and from the supply and the decks, so that every piece stays somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Impossible
from referee.games.dark_road.facts.player import PLAYER
from referee.games.dark_road.facts.table import TABLE
from referee.games.dark_road.moves import UNKNOWN, Deliver, Good, Tile
from referee.games.dark_road.state import Companion, Delivered, State


def read_fact(state: State, box: Box, who: str, key: str) -> Any:
    """The value of a fact, in the form in which it is written."""
    return PLAYER[key].read(state, state.named(who), box) if who else TABLE[key].read(state, box)


def write_facts(state: State, box: Box, facts: Sequence[tuple[str, str, Any]]) -> Iterator[tuple[int, str]]:
    """Make facts (who, key, value) true together; yields the place in the list and the reason of every impossible one.

    What is written is emptied first, so that a card may go from one written place to another; players come
    before displays, and a display that is not written gives up a card that a player is said to have.
    """
    for who, key, _ in facts:
        if key in EMPTY:
            _write(state, box, who, key, EMPTY[key])
    for number, (who, key, value) in sorted(enumerate(facts), key=lambda item: not item[1][0]):
        try:
            _write(state, box, who, key, value)
        except Impossible as bad:
            yield number, str(bad)


def _write(state: State, box: Box, who: str, key: str, value: Any) -> None:
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


# Places that hold cards, emptied before anything is written.
EMPTY: dict[str, tuple[str, ...]] = dict.fromkeys(
    ("heroes", "commissions", "delivered", "companions", "steeds", "upgrades", "deeds", "row", "inn", "court"), ()
)


def same(key: str, expected: Any, actual: Any) -> bool:
    """Lists that have no order are compared without it; an unknown fits anything."""
    if not isinstance(expected, tuple):
        return bool(expected == actual)
    if key in ORDERED:
        pairs = zip(expected, actual, strict=False)
        return len(expected) == len(actual) and all(UNKNOWN in (e, a) or e == a for e, a in pairs)
    if key == "companions" and not any(companion.gifts for companion in expected):
        actual = tuple(Companion(companion.name) for companion in actual)  # gifts are compared where some are written
    wanted, found = Counter(map(_key, expected)), Counter(map(_key, actual))
    unknown = wanted.pop(UNKNOWN, 0)
    missing = found - wanted
    return not (wanted - found) - Counter({UNKNOWN: len(expected)}) and sum(missing.values()) == unknown


ORDERED = {"locked", "row", "court", "at", "buildings"}


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
            return f"{written_tile(Tile(value.town, value.wants))} with {value.goods} goods, {value.upgraded} upgraded"
        case Companion():
            return written_name(value.name) + (f" ({' '.join(value.gifts)})" if value.gifts else "")
        case str():
            return value if value == UNKNOWN else written_name(value)
    return str(value)
