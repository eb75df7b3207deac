"""What a driver remembers of a game: by key, each thing with the step at which it happened.

A game is taken back to earlier moments all the time, to try something out or because a record says so. What is
remembered goes back with it: whatever happened behind the moment returned to is forgotten.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Generic, NamedTuple, TypeVar

Item = TypeVar("Item")


class Trail(Generic[Item]):
    """Things in the order in which they happened. Steps never go down; ``forget`` makes them go back."""

    def __init__(self) -> None:
        self._order: list[tuple[int, str]] = []
        self._found: defaultdict[str, list[Item]] = defaultdict(list)

    def add(self, step: int, key: str, item: Item) -> None:
        self._order.append((step, key))
        self._found[key].append(item)

    def forget(self, step: int) -> None:
        """Nothing behind this step has happened."""
        while self._order and self._order[-1][0] > step:
            self._found[self._order.pop()[1]].pop()

    def of(self, key: str) -> list[Item]:
        return self._found.get(key, [])

    def keys_since(self, step: int) -> Iterator[str]:
        """What happened behind a step, the last first."""
        for at, key in reversed(self._order):
            if at <= step:
                return
            yield key


class Sighting(NamedTuple):
    """A card was named, or drawn by somebody without being named, in a line of the record."""

    line: int
    how: str  # as it is written there


class Agreement(NamedTuple):
    """A check held in a line, when so many transfers were posted."""

    line: int
    postings: int
