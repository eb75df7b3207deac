"""The bundled positions. Where an edition lacks a piece that lies there, another one stands in for it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from referee.games.dark_road.options import departures

POSITIONS = Path(__file__).parent / "positions"
STAND_INS = {
    ("steeds.pool", "four"): {"Longshadow": "Lovebug", "Velvet": "Sugarfoot", "Woolsworth": "Brembizánt"},
    ("buildings.pool", "five"): {"lanternworks": "filigree"},
    ("companion.snow_bee", "scorpion"): {"Snow-Bee": "Scorpion"},
}


def position_text(name: str, edition: str, options: Iterable[tuple[str, str]]) -> str:
    """The record behind a bundled position. Raises KeyError with the names that are known."""
    path = POSITIONS / f"{name.lower()}.road"
    if not name.replace("-", "").isalnum() or not path.is_file():
        raise KeyError(tuple(sorted(p.stem for p in POSITIONS.glob("*.road"))))
    text = path.read_text(encoding="utf-8")
    for setting in departures(edition, options).items():
        for missing, stand_in in STAND_INS.get(setting, {}).items():
            text = text.replace(missing, stand_in)
    return text
