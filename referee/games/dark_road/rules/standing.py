"""What a player's steeds and upgrades do: standing words and triggers. STEED-01, UPGRADE-01, RULING-118"""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.dark_road.effects import Clause, Do, Effect, May
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table


def clauses(table: Table, player: Player) -> Iterator[Clause]:
    for steed in player.steeds:
        yield from table.box.steeds[steed]
    for upgrade in player.upgrades:
        yield from table.box.upgrades[upgrade]


def standing(table: Table, player: Player, word: str) -> Iterator[Do]:
    """The standing words of this name that the player owns."""
    for clause in clauses(table, player):
        if not clause.trigger and isinstance(clause.effect, Do) and clause.effect.word == word:
            yield clause.effect


def triggered(table: Table, player: Player, trigger: str) -> list[Effect]:
    """What happens for this player when a trigger occurs."""
    return [clause.effect for clause in clauses(table, player) if clause.trigger == trigger]


def on(table: Table, player: Player, trigger: str, word: str) -> Iterator[Do]:
    """Words that change a step rather than being carried out: discount, move-exactly, choose-building."""
    for what in triggered(table, player, trigger):
        inner = what.part if isinstance(what, May) else what
        if isinstance(inner, Do) and inner.word == word:
            yield inner
