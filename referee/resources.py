"""Files that lie beside the package in a checkout and inside it when installed: grammar, manual pages, examples."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder of this name, from the installed package or else from the checkout. Raises FileNotFoundError."""
    for place in (PACKAGE / name, PACKAGE.parent / name):
        if place.is_dir():
            return place
    raise FileNotFoundError(name)
