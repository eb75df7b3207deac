"""The games the referee knows, each behind one door; nothing is imported before it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from referee.games.game import Game

GAMES = {"dark-road": "referee.games.dark_road.game"}


def find_game(name: str) -> Game:
    """The game of this name. Raises KeyError."""
    module = import_module(GAMES[name])
    game: Game = module.GAME
    return game
