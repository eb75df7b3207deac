"""What facts are made of: how one is read and written, and how cards change places when it is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN, Tile
from referee.games.dark_road.state import Deck, Player, State


class Impossible(Exception):
    """A fact that cannot be, with every reason: the box does not hold what it needs."""


def unless(reasons: Iterable[str]) -> None:
    """Raises Impossible if there is a reason, with all of them."""
    found = tuple(dict.fromkeys(reasons))
    if found:
        raise Impossible(*found)


class Law(NamedTuple):
    """A law that is broken, in words, and the facts of a player, or of the table, that it rests on."""

    says: str
    who: str
    keys: tuple[str, ...]

    def in_doubt(self, doubt: Collection[tuple[str, str]]) -> bool:
        """Does it rest on a fact that is known to be impossible?"""
        return any((self.who, key) in doubt for key in self.keys)


class PlayerFact(Struct, frozen=True):
    read: Callable[[State, Player, Box], Any]
    write: Callable[[State, Player, Box, Any], None] | None = None


class TableFact(Struct, frozen=True):
    read: Callable[[State, Box], Any]
    write: Callable[[State, Box, Any], None] | None = None


def exchange(
    deck: Deck, old: Sequence[str], new: Sequence[str], display: list[str] | None = None, town: str = ""
) -> None:
    """Put cards back into a deck and take others out of it, or off a display, which is refilled as far as it goes."""
    missing = _missing(deck, old, new, display)
    unless(f"{f'{town} [{card}]' if town else card} is somewhere else" for card in missing)


def _missing(deck: Deck, old: Sequence[str], new: Sequence[str], display: list[str] | None) -> list[str]:
    """Exchange cards as far as they are there; which are not?"""
    missing = []
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
        elif display is not None and card in display:
            display[display.index(card)] = _next_of(deck)
        else:
            missing.append(card)
    return missing


def exchange_heroes(
    state: State, box: Box, old: Sequence[str], new: Sequence[str], display: list[str] | None = None
) -> None:
    """The same for heroes: starting ones never came from the deck, and who is not in the game is out of play.

    One that was sent away lies under the deck, and may come to the Inn from there. SETUP-50, STORE-08
    """
    starting, missing = [name for name in new if _starting(box, name)], []
    state.out_of_play += [name for name in old if _starting(box, name)]
    for name in starting:
        if name in state.out_of_play:
            state.out_of_play.remove(name)
        elif display is not None and name in display:
            display[display.index(name)] = _next_of(state.heroes)
        else:
            missing.append(name)
    others = [name for name in new if name not in starting]
    missing += _missing(state.heroes, [name for name in old if not _starting(box, name)], others, display)
    unless(f"{name} is somewhere else" for name in missing)


def _next_of(deck: Deck) -> str:
    return deck.unseen.pop(0) if len(deck.unseen) > deck.taken else ""


def _starting(box: Box, name: str) -> bool:
    return name in box.heroes and box.heroes[name].starting


def on_card(box: Box, tile: Tile) -> str:
    if not tile.wants:
        return UNKNOWN
    for wants in box.commissions.get(tile.town, ()):
        if sorted(wants) == sorted(tile.wants):
            return " ".join(wants)
    raise Impossible(f"the box has no commission {tile.town} [{' '.join(tile.wants)}]")
