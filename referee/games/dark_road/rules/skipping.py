"""Steps that nobody may leave out. That somebody did is heard where the step is due, and refused with its rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Domain, Refusal, Sole, refuse
from referee.games.dark_road.moves import Skip

# Where an effect is due by another rule than the one that describes it.
DUE = {
    **dict.fromkeys(("PLAN-10", "PLAN-13", "PLAN-15", "UPGRADE-05", "UPGRADE-07", "UPGRADE-09"), "PLAN-09"),
    "RULING-19": "PLAN-20",
    **dict.fromkeys(("RUINS-14", "RUINS-15", "RUINS-16", "RUINS-17"), "RUINS-08"),
}


class Compulsory(Domain):
    """The same choice; ``skips`` are the words for leaving it out, each with the rule that forbids it, if any does.

    A skip is never offered. A table that waives the rule goes on as if nothing had been done.
    """

    def __init__(self, domain: Domain, who: str, skips: dict[str, str]) -> None:
        self.domain, self.who, self.skips = domain, who, skips
        self.kinds = (*domain.kinds, Skip)
        self.demanded_by = next((DUE.get(rule, rule) for rule in skips.values() if rule), "")

    def takes(self, move: Any) -> bool:
        return move.what in self.skips if isinstance(move, Skip) else self.domain.takes(move)

    def judge(self, move: Any) -> Refusal | None:
        return self._due(move) if isinstance(move, Skip) else self.domain.judge(move)

    def refusals(self, move: Any) -> Iterator[Refusal]:
        return filter(None, (self._due(move),)) if isinstance(move, Skip) else self.domain.refusals(move)

    def _due(self, move: Skip) -> Refusal | None:
        rule = self.skips[move.what]
        return refuse("must-be-done", DUE.get(rule, rule), who=self.who, what=move.what) if rule else None

    def doubt(self, move: Any) -> Refusal | None:
        return self.domain.doubt(move)

    def candidates(self) -> Iterator[Any]:
        return self.domain.candidates()

    def options(self) -> Iterator[Any]:
        return self.domain.options()

    def sole(self) -> Sole:
        return self.domain.sole()

    def complete(self, partial: Any) -> list[Any]:
        return self.domain.complete(partial)


def due(domain: Domain, who: str, **skips: str) -> Domain:
    """A choice that must be made, with the word for leaving it out and the rule behind it."""
    return Compulsory(domain, who, skips)
