"""A box as an edition has it: pieces it does not know stay out, cards it reads otherwise are replaced. RULING-120"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import BoxReader
from referee.games.dark_road.effects import Do
from referee.games.dark_road.notation.words import name_of
from referee.notation.parser import parser
from referee.notation.source import Parsed, Source

READINGS = Path(__file__).parent / "readings.box"

# What a smaller box holds.
BUILDINGS = {"five": ("mine", "harbor", "filigree", "oracle", "workshop")}
STEEDS = {"four": ("Sugarfoot", "Lovebug", "Whisper", "Brembizánt")}
SNOW_BEE, SCORPION = "Snow Bee", "Scorpion"


def adapted(box: Box, options: dict[str, str]) -> Box:
    """The box under switches that are not at their defaults; the box itself where none of them is."""
    if not options:
        return box
    own = copy.deepcopy(box)
    for name, value in options.items():
        _replace(own, readings().get((name, value), ()))
    _keep(own.buildings, BUILDINGS.get(options.get("buildings.pool", "")))
    own.pairs = tuple(pair for pair in own.pairs if own.buildings.keys() >= set(pair))
    _keep(own.steeds, STEEDS.get(options.get("steeds.pool", "")))
    if options.get("companions.strays") == "none":
        _keep(own.companions, [name for name, card in own.companions.items() if card.loyal])
    if options.get("companion.snow_bee") == "scorpion" and SNOW_BEE in own.companions:
        own.companions[SCORPION] = own.companions.pop(SNOW_BEE)
    if options.get("upgrades.texts") == "none":
        own.upgrades = dict.fromkeys(own.upgrades, ())
    elif "upgrade.storage_vp" in options:
        _worth(own, int(options["upgrade.storage_vp"]))
    return own


def _keep(cards: dict[str, Any], names: Iterable[str] | None) -> None:
    if names is not None:
        for name in set(cards) - set(names):
            del cards[name]


def _worth(box: Box, points: int) -> None:
    """What tiles pay at the end of the game. UPGRADE-11"""
    for name, clauses in box.upgrades.items():
        box.upgrades[name] = tuple(
            clause for clause in clauses if points or clause.trigger != "game-end" or not isinstance(clause.effect, Do)
        )


def _replace(box: Box, entries: Iterable[Parsed]) -> None:
    """Take up entries in the place of those of the same name; a card the box does not have is not brought in."""
    reader = BoxReader(READINGS.name, box)
    for parsed in entries:
        item = parsed.node.children[0]
        if item.name == "steed_line" and box.steeds.pop(name_of(item.children[1]), None) is None:
            continue
        if item.name == "building" and name_of(item.children[0]) not in box.buildings:
            continue
        if item.name == "ability" and name_of(item.children[0]) not in box.companions:
            continue
        reader.entry(parsed, parsed.node)


@cache
def readings() -> dict[tuple[str, str], list[Parsed]]:
    """The entries that each value of a switch puts into the box."""
    tables = parser(Path(__file__).parent.parent)
    found: dict[tuple[str, str], list[Parsed]] = {}
    current: list[Parsed] = []
    for number, line in enumerate(READINGS.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("option "):
            name, _, value = (part.strip() for part in line.removeprefix("option ").partition("="))
            current = found[name, value] = []
            continue
        for parsed in Source(line, READINGS.name, tables, "entry").statements(str):
            current.append(Parsed(number, parsed.node))
    return found
