"""Every transfer, with the rule that caused it: who has what, and why."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class Posting(Struct, frozen=True):
    """So many of a thing went from somewhere to somewhere."""

    thing: str
    number: int
    source: str
    target: str
    rule: str
    step: int


class Journal:
    """The postings of a game in order. ``step`` counts the answers given so far."""

    def __init__(self) -> None:
        self.postings: list[Posting] = []
        self.step = 0

    def post(self, thing: str, number: int, source: str, target: str, rule: str) -> None:
        if number:
            self.postings.append(Posting(thing, number, source, target, rule, self.step))

    def since(self, mark: int) -> list[Posting]:
        return self.postings[mark:]

    def of(self, owner: str, thing: str = "") -> Iterator[Posting]:
        """What went to or from somebody."""
        for posting in self.postings:
            if owner in (posting.source, posting.target) and thing in ("", posting.thing):
                yield posting


class Mark(Struct, frozen=True):
    """A place in the journal to return to."""

    postings: int
    step: int


def mark(journal: Journal) -> Mark:
    return Mark(len(journal.postings), journal.step)


def rewind(journal: Journal, to: Mark) -> None:
    del journal.postings[to.postings :]
    journal.step = to.step
