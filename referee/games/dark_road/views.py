"""What belongs to a player, or to the table alone: for verdicts that speak of everything at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import msgspec

from referee.engine.play import Play
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.register import read_fact
from referee.games.dark_road.moves import Good
from referee.games.dark_road.position import WAGON, written_fact
from referee.games.dark_road.snapshot import snapshot
from referee.games.dark_road.state import State
from referee.games.game import Setting

# Nobody is ever without these, or they belong to the course of the game: they are compared only where written.
EXEMPT = {"reserve", "locked", "spent", "at", "steeds", "visited"}

# The parts of a snapshot that tell what is played and how far it is, not what lies on the table.
COURSE = {
    "schema", "game", "edition", "options", "box", "declared", "variants", "irregular", "round", "stage", "turn_of",
    "turn", "journey", "pending", "players", "last_visits", "scores", "winners", "inside",
}  # fmt: skip


def stray_facts(state: State, box: Box, who: str, given: Collection[str]) -> list[str]:
    """What a player has beyond the facts with the given keys, as facts."""
    strays = []
    for key in (key for line in WAGON for key in line if key not in EXEMPT and key not in given):
        value = read_fact(state, box, who, key)
        if key == "goods":
            value = _uncounted(value, given)
        if value:
            strays.append(written_fact(key, value))
    return strays


def _uncounted(goods: tuple[Good, ...], given: Collection[str]) -> tuple[Good, ...]:
    """Goods of which no number is given."""
    left = Counter(goods)
    return tuple(good for good in left.elements() if f"count {good.kind}{'*' if good.upgraded else ''}" not in given)


def view(setting: Setting, play: Play[State], who: str) -> Any:
    """A player's part of the snapshot, or without a player that of the table."""
    tree = msgspec.to_builtins(snapshot(setting, play))
    if who:
        return next(player for player in tree["players"] if player["name"] == who)
    return {name: part for name, part in tree.items() if name not in COURSE}
