"""A box as an edition has it: pieces it does not know stay out, cards it reads otherwise are replaced. RULING-120"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import BoxReader
from referee.games.dark_road.effects import Clause, Do
from referee.games.dark_road.notation.words import name_of
from referee.notation.parser import parser
from referee.notation.source import Parsed, Source

READINGS = Path(__file__).parent / "readings.box"

# What a smaller box holds.
BUILDINGS = ("mine", "harbor", "filigree", "oracle", "workshop")
STEEDS = ("Sugarfoot", "Lovebug", "Whisper", "Brembizánt")
SNOW_BEE, SCORPION = "Snow Bee", "Scorpion"


def adapted(box: Box, options: dict[str, str]) -> Box:
    """The box under switches that are not at their defaults; the box itself where none of them is."""
    if not options:
        return box
    own = copy.deepcopy(box)
    for name, value in options.items():
        _replace(own, readings().get((name, value), ()))
    if options.get("buildings.pool") == "five":
        _keep(own.buildings, BUILDINGS)
        own.pairs = ()  # each on a tile of its own
    if options.get("steeds.pool") == "four":
        _keep(own.steeds, STEEDS)
    if options.get("companions.strays") == "none":
        _keep(own.companions, [name for name, card in own.companions.items() if card.loyal])
    if options.get("companion.snow_bee") == "scorpion" and SNOW_BEE in own.companions:
        own.companions[SCORPION] = own.companions.pop(SNOW_BEE)
    if options.get("upgrades.texts") == "none":
        own.upgrades = dict.fromkeys(own.upgrades, ())
    if options.get("upgrade.storage_vp") == "0":
        _worthless_storage(own)
    return own


def _keep(cards: dict[str, Any], names: Iterable[str]) -> None:
    for name in set(cards) - set(names):
        del cards[name]


def _worthless_storage(box: Box) -> None:
    """A tile that lies in the storage pays nothing at the end of the game. UPGRADE-11, RULING-104"""
    for name, clauses in box.upgrades.items():
        if Clause("", Do("occupies", option="storage")) in clauses:
            box.upgrades[name] = tuple(clause for clause in clauses if clause.trigger != "game-end")


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
