"""Names as people write them: any case, with or without accents, hyphens for spaces."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Iterable, Iterator

_ODD = str.maketrans({"ſ": "s", "ı": "i", "İ": "i"})


def keyword(text: str) -> str:
    """A word of the notation in lower case, read as a regular expression reads it without regard to case."""
    return text.lower() if text.isascii() else text.translate(_ODD).lower()


def fold(name: str) -> str:
    """The form in which two spellings of a name are the same."""
    if name.isascii() and name.isalpha():
        return name.lower()
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in plain if c.isalnum())


def nearest(name: str, known: Iterable[str], most: int = 3, cutoff: float = 0.6) -> list[str]:
    """Known names that a slip of the pen could have meant, the likeliest first."""
    folded = {fold(k): k for k in known}
    return [folded[near] for near in difflib.get_close_matches(fold(name), list(folded), n=most, cutoff=cutoff)]


def alike(one: str, other: str) -> float:
    """How much two spellings have in common, from 0 to 1."""
    return difflib.SequenceMatcher(None, fold(one), fold(other)).ratio()


class Lexicon:
    """The names in use, by kind: players, heroes, buildings …"""

    def __init__(self) -> None:
        self._kinds: dict[str, dict[str, str]] = {}

    def add(self, kind: str, name: str, spelling: str = "") -> None:
        """Let a name (or another spelling of it) be found."""
        self._kinds.setdefault(kind, {})[fold(spelling or name)] = name

    def find(self, kinds: Iterable[str], name: str) -> tuple[str, str] | None:
        """The kind and proper spelling of a name, looked for in the given kinds in turn."""
        folded = fold(name)
        for kind in kinds:
            proper = self._kinds.get(kind, {}).get(folded)
            if proper is not None:
                return kind, proper
        return None

    def take_over(self, kind: str, other: Lexicon | None) -> Lexicon:
        """Know the names of one kind that another lexicon knows, other spellings included."""
        if other is not None:
            self._kinds.setdefault(kind, {}).update(other._kinds.get(kind, {}))
        return self

    def known(self, kinds: Iterable[str]) -> Iterator[str]:
        """Every name of these kinds."""
        for kind in kinds:
            yield from self._kinds.get(kind, {}).values()

    def copy(self) -> Lexicon:
        twin = Lexicon()
        twin._kinds = {kind: dict(names) for kind, names in self._kinds.items()}
        return twin
