"""A referee for modern board games: read a game in plain notation, replay it, ask what may come next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from referee.library import Match, begin, check, do, explain, legal, read, replay, schema, snapshot

__all__ = [
    "Match",
    "__version__",
    "begin",
    "check",
    "do",
    "explain",
    "legal",
    "read",
    "replay",
    "schema",
    "snapshot",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    """Nothing is imported before it is used."""
    if name in __all__:
        from referee import library

        return getattr(library, name)
    raise AttributeError(f"module 'referee' has no attribute {name!r}")
