"""Snapshots that come back: what is read from one must lead to all that it says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.drivers.snapshots import differences
from referee.engine.play import Play
from referee.games.game import Game

MOST, LONGEST = 3, 80  # paths that are told, and characters of one
FARTHEST = 99  # questions that need no word, between what is written and the moment of a snapshot


class Contradiction(ValueError):
    """A snapshot of which one part says something else than another leads to."""

    code = "snapshot-contradiction"


def position_behind(game: Game, text: str) -> str:
    """The position behind a snapshot, as text. Raises ValueError with what is wrong, or with what contradicts it."""
    position = game.position_from_json(text)
    script = Script(position, "<snapshot>")
    driver = RecordDriver(script)
    driver.feed(script.statements)
    wrong = (*script.diagnostics, *driver.diagnostics)
    if driver.play is None or any(d.severity == "error" and d.code != "override" for d in wrong):
        return position  # who plays it will say so
    try:
        found = _contradictions(game, driver, game.likeness(json.loads(text)))
    except RecursionError:
        raise ValueError("not a snapshot of the referee: it is too deep") from None
    driver.play.close()
    if found:
        more = f"; and {len(found) - MOST} more" if len(found) > MOST else ""
        told = "; ".join(
            f"{_cut(path)} is {said}, and what is read leads to {true}" for path, said, true in found[:MOST]
        )
        raise Contradiction(f"the snapshot contradicts itself: {told}{more}")
    return position


def _cut(path: str) -> str:
    return path if len(path) <= LONGEST else f"{path[:LONGEST]}…"


def _contradictions(game: Game, driver: RecordDriver, given: Any) -> list[tuple[str, str, str]]:
    """Where a snapshot differs from the game that it was read as, at the moment that is most like it."""
    best: list[tuple[str, str, str]] | None = None
    for play in _moments(driver.on):
        true = game.likeness(json.loads(msgspec.json.encode(game.snapshot(driver.setting, play))))
        found = list(differences(given, true))
        if best is None or len(found) < len(best):
            best = found
        if not best:
            break
    return best or []


def _moments(play: Play[Any]) -> Iterator[Play[Any]]:
    """The game as it is written, then as it is once this and that has been declined or done without a word."""
    fork = play.fork()
    yield fork
    for answer in islice(fork.unspoken(), FARTHEST):
        fork.answer(answer)
        yield fork
    fork.close()
