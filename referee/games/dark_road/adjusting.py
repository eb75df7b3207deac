"""Facts that a table put right by hand: written like those of a position, and posted in the journal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine.journal import Journal
from referee.games.dark_road import laws
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.register import absolute, read_fact, write_facts
from referee.games.dark_road.state import State
from referee.games.dark_road.tracing import things
from referee.notation.record import Fact
from referee.wording import counted

RULE = "override"
HAND, TABLE = "adjusted", "table"


def adjust(state: State, box: Box, given: Sequence[Fact], journal: Journal) -> list[tuple[int, str]]:
    """Make facts true in the middle of a game; the place and the reason of every one that cannot be.

    Limits may be broken knowingly; no piece or card is made or lost, and the turn stays one that can be played.
    """
    fixed = [(place, "what was waived stays waived") for place, fact in enumerate(given) if fact.key == "irregular"]
    if fixed:
        return fixed
    out_of_game = [player.removed for player in state.players]
    broken_before = set(laws.impossible(state, box))
    touched = dict.fromkeys((fact.who, absolute(fact.key)) for fact in given)
    before = {about: read_fact(state, box, *about) for about in touched}
    wrong = write_facts(state, box, [(fact.who, fact.key, fact.value) for fact in given])
    if wrong:
        return wrong
    broken = [law for law in laws.impossible(state, box) if law not in broken_before]
    for player, out in zip(state.players, out_of_game, strict=True):
        if player.removed != out:  # REST-12 alone takes a die out of the game
            dice = counted(abs(player.removed - out), "night die")
            broken.append(f"{player.name} has {dice} too {'few' if player.removed > out else 'many'}")
    if broken:
        return [(0, law) for law in broken]
    for (who, key), old in before.items():
        _post(journal, who or TABLE, key, old, read_fact(state, box, who, key))
    return []


def _post(journal: Journal, owner: str, key: str, old: Any, new: Any) -> None:
    """What changed, thing by thing where the journal counts things, else as a whole."""
    was, now = things(key, old), things(key, new)
    if not was and not now:
        if old != new:
            journal.post(key, 1, HAND, owner, RULE)
        return
    for thing in {**was, **now}:
        change = now.get(thing, 0) - was.get(thing, 0)
        source, target = (HAND, owner) if change > 0 else (owner, HAND)
        journal.post(thing, abs(change), source, target, RULE)
