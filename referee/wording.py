"""Numbers of things, as a person says them."""

from __future__ import annotations

SEVERAL = {
    "die": "dice",
    "switch": "switches",
    "is": "are",
    "does": "do",
    "holds": "hold",
    "lies": "lie",
    "makes": "make",
}


def plural(word: str) -> str:
    """The word for several things, or of several things; of several words the last one changes."""
    rest, _, last = word.rpartition(" ")
    return f"{rest} {SEVERAL.get(last) or last + 's'}".lstrip()


def counted(number: int, thing: str, verb: str = "") -> str:
    """``1 coin``, ``0 night dice``; with a verb ``1 tile is``, ``2 tiles are``."""
    words = [word if number == 1 else plural(word) for word in (thing, verb) if word]
    return f"{number} {' '.join(words)}"
