"""Everything at once: what belongs to a player or to the table, and every fact as it is written."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Any

import msgspec

from referee.engine.play import Play
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.register import read_fact, shown
from referee.games.dark_road.moves import Good
from referee.games.dark_road.notation.writing import written_name
from referee.games.dark_road.position import WAGON, facts_of, written_fact
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

UNWRITTEN = {"setup": "setup", "over": "the end"}  # moments at which no position begins


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


def written_facts(state: State, box: Box) -> dict[str, str]:
    """Every fact by its name, as a position or a check writes it: ``Griffin coins`` is ``5``."""
    found = {}
    for (who, key), value in facts_of(state, box).items():
        name, said = told(key, value)
        found[f"{written_name(who)} {name}" if who else name] = said
    scores = {score.player: str(score.total) for score in state.scores}
    found |= {f"score {written_name(player.name)}": scores.get(player.name, "none") for player in state.players}
    return found | {"winner": " ".join(map(written_name, state.winners)) or "none"}


def told(key: str, value: Any) -> tuple[str, str]:
    """The name of a fact and its value, as they are written."""
    if key == "now" and value[2] in UNWRITTEN:
        return key, UNWRITTEN[value[2]]
    if key == "delivered":  # which goods went with a commission is not kept, so only their number is told
        return key, " and ".join(map(shown, value)) or "none"
    words = written_fact(key, value).split()
    name, said = words[: len(key.split())], words[len(key.split()) :]
    return " ".join(name).removeprefix("count "), "none" if value == () else " ".join(said)


def view(setting: Setting, play: Play[State], who: str) -> Any:
    """A player's part of the snapshot, or without a player that of the table."""
    tree = msgspec.to_builtins(snapshot(setting, play))
    if who:
        return next(player for player in tree["players"] if player["name"] == who)
    return {name: part for name, part in tree.items() if name not in COURSE}
