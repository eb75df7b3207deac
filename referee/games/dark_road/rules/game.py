"""The frame: which scene comes next. GAME-02 … GAME-06, GAME-09"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from referee.engine.decision import Question
from referee.engine.journal import Journal
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.rules.act import act
from referee.games.dark_road.rules.events import die, event
from referee.games.dark_road.rules.fortune import fortune
from referee.games.dark_road.rules.move import move
from referee.games.dark_road.rules.plan import plan
from referee.games.dark_road.rules.rest import rest
from referee.games.dark_road.rules.scoring import last_journey, scoring
from referee.games.dark_road.rules.setup import setup
from referee.games.dark_road.rules.travel import join, route
from referee.games.dark_road.rules.visits import visit
from referee.games.dark_road.state import State, freeze, thaw
from referee.games.dark_road.table import Table

# Importing a chapter registers its effect words.
from referee.games.dark_road.rules import deeds, icons, upgrades  # noqa: F401  # isort: skip

SCENES: dict[str, Callable[[Table], Awaitable[None]]] = {
    "setup": setup,
    "plan": plan,
    "move": move,
    "act": act,
    "route": route,
    "join": join,
    "event": event,
    "die": die,
    "visit": visit,
    "fortune": fortune,
    "rest": rest,
    "last-journey": last_journey,
    "scoring": scoring,
}


class DarkRoad:
    """The rules of the game with one box."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def scene(self, state: State) -> Callable[[State, Journal], Coroutine[Question, Any, None]] | None:
        scene = SCENES.get(state.stage)
        if scene is None:
            return None

        async def run(state: State, journal: Journal) -> None:
            await scene(Table(state, self.box, journal))

        return run

    def freeze(self, state: State) -> bytes:
        return freeze(state)

    def thaw(self, frozen: bytes) -> State:
        return thaw(frozen)
