"""What facts are made of: how one is read and written, and how cards change places when it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import Struct

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN, Tile
from referee.games.dark_road.state import Deck, Player, State


class Impossible(Exception):
    """A fact that cannot be: the box does not hold what it needs."""


class PlayerFact(Struct, frozen=True):
    read: Callable[[State, Player, Box], Any]
    write: Callable[[State, Player, Box, Any], None] | None = None


class TableFact(Struct, frozen=True):
    read: Callable[[State, Box], Any]
    write: Callable[[State, Box, Any], None] | None = None


def exchange(deck: Deck, old: Sequence[str], new: Sequence[str], display: list[str] | None = None) -> None:
    """Put cards back into a deck and take others out of it, or off a display, which is refilled."""
    for card in old:
        if card == UNKNOWN:
            deck.taken -= 1
        elif card:
            deck.unseen.append(card)
    deck.unseen.sort()
    for card in new:
        if card == UNKNOWN:
            deck.taken += 1
        elif not card:
            continue
        elif card in deck.unseen:
            deck.unseen.remove(card)
        elif display is not None and card in display and len(deck.unseen) > deck.taken:
            display[display.index(card)] = deck.unseen.pop(0)
        else:
            raise Impossible(f"{card} is somewhere else")


def on_card(box: Box, tile: Tile) -> str:
    if not tile.wants:
        return UNKNOWN
    for wants in box.commissions.get(tile.town, ()):
        if sorted(wants) == sorted(tile.wants):
            return " ".join(wants)
    raise Impossible(f"the box has no commission {tile.town} [{' '.join(tile.wants)}]")
