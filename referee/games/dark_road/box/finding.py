"""What the inspection of a box has to say about one entry, before it is tied to a place in a text."""

from __future__ import annotations

from typing import NamedTuple

Entry = tuple[str, str]
TITLE: Entry = ("box", "")


class Finding(NamedTuple):
    """Something amiss with an entry; ``near`` is where to look when the entry itself is what is missing."""

    code: str
    message: str
    entry: Entry
    near: Entry = TITLE
    rule: str = ""
    legal: tuple[str, ...] = ()


def missing(message: str, entry: Entry, example: str, rule: str = "", near: Entry = TITLE) -> Finding:
    """Something the game cannot do without, with a line that would add it."""
    return Finding("missing-entry", message, entry, near, rule, (example,))


def unusual(message: str, entry: Entry) -> Finding:
    """A number that is not the retail game's."""
    return Finding("unusual-count", message, entry)
