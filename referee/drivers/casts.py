"""What came up, waiting to be asked for: under setup and behind rest outcomes may be written in any order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.decision import Chance, Decision
from referee.games.game import Game, Setting
from referee.notation.record import Cast, Doing, Step, Value


class _Entry:
    def __init__(self, who: str, item: Cast | Step) -> None:
        self.who, self.item = who, item
        self.values: list[Value] = list(item.values) if isinstance(item, Cast) else []


class Pool:
    """Written outcomes, and at setup the choices too, each taken once."""

    def __init__(self, game: Game, setting: Setting, doings: list[Doing]) -> None:
        self.game, self.setting = game, setting
        self._entries = [_Entry(doing.who, item) for doing in doings for item in doing.steps]

    @classmethod
    def of(cls, game: Game, setting: Setting, casts: list[Cast], who: str) -> Pool:
        pool = cls(game, setting, [])
        pool._entries = [_Entry(who, cast) for cast in casts]
        return pool

    def __bool__(self) -> bool:
        return any(entry.values for entry in self._entries)

    def _matching(self, question: Chance) -> Iterator[_Entry]:
        for entry in self._entries:
            meant = entry.who in ("", question.who) or not question.who
            if meant and entry.values and isinstance(entry.item, Cast) and _labelled(entry.item.label, question):
                yield entry

    def has(self, question: Chance) -> bool:
        return next(self._matching(question), None) is not None

    def take(self, question: Chance) -> Value | None:
        """The next written value that answers this chance."""
        entry = next(self._matching(question), None)
        return entry.values.pop(0) if entry is not None else None

    def step(self, question: Decision) -> Step | None:
        """A written choice of the kind asked for."""
        for entry in self._entries:
            item: Any = entry.item
            if isinstance(item, Step) and question.domain.takes(item.move) and entry.who in ("", question.who):
                self._entries.remove(entry)
                return item
        return None

    def left_over(self) -> Iterator[Cast | Step | Value]:
        """What nobody asked for."""
        for entry in self._entries:
            if isinstance(entry.item, Step) or (entry.values and len(entry.values) == len(entry.item.values)):
                yield entry.item
            else:
                yield from entry.values


def _labelled(label: str, question: Chance) -> bool:
    return label in ("", question.label, f"{question.label} {question.about}")
