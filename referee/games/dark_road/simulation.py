"""A game that plays itself and is written down."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from referee.drivers.bot import Policy, answers, random_choice
from referee.games.dark_road.merchant import Merchant
from referee.games.dark_road.scribe import Scribe
from referee.games.game import Setting

if TYPE_CHECKING:
    from referee.games.dark_road.game import Game


def simulated(game: Game, setting: Setting, policy: str, seed: str) -> str:
    """The record of one complete game."""
    choose: Policy = random_choice if policy == "random" else Merchant(setting.box)
    play = game.start(setting)
    scribe = Scribe(setting, f"Played by itself: seed {seed}, {policy} choices.")
    for question, answer in answers(play, choose, Random(seed)):
        scribe.note(play.state, question, answer)
    scribe.close(play.state)
    return scribe.text()
