"""Moves and outcomes in canonical form: ``read(write(move)) == move`` for every move."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from referee.games.dark_road import moves
from referee.games.dark_road.moves import Good, Tile
from referee.games.dark_road.notation.words import GIVEN
from referee.notation.parser import Unreadable, parser

# The word on the page for a resource where several are meant.
PLURALS = {"lantern": "lanterns", "shoe": "shoes"}
PLACES = {"near", "middle", "far", moves.DECK}


# Which classes of words an ability of a companion, and what a die shows, may belong to without quotes.
ABILITY = ("NAME", *GIVEN)
SHOWN = ("NAME", "GOOD", "TOWN", "RES", "SHOE", "GLOW", "INT", "HERO", "REROLL")


@cache
def written_name(name: str, classes: tuple[str, ...] = ("NAME",)) -> str:
    """A name as one word where that reads back as a name, or as a word of these classes, else in quotes."""
    word = re.sub(r"\s+", "-", name)
    try:
        tokens = parser(Path(__file__).parent.parent).tokens(word)
    except Unreadable:
        tokens = []
    return word if len(tokens) == 1 and tokens[0].type in classes else f'"{name}"'


def written_ability(word: str) -> str:
    return written_name(PLURALS.get(word, word), ABILITY)


def written_good(good: Good) -> str:
    return f"{good.kind}*" if good.upgraded else good.kind


def written_goods(goods: Iterable[Good]) -> str:
    """In order, neighbours of a kind counted."""
    runs: list[list[Any]] = []
    for good in goods:
        if runs and runs[-1][0] == good:
            runs[-1][1] += 1
        else:
            runs.append([good, 1])
    return " ".join(written_good(good) + (f" x{times}" if times > 1 else "") for good, times in runs)


def written_tile(tile: Tile) -> str:
    return f"{tile.town} [{' '.join(tile.wants)}]" if tile.wants else tile.town


def written_pick(pick: Any) -> str:
    match pick:
        case Good():
            return written_good(pick)
        case moves.Hero():
            return pick.name if pick.name == moves.DECK else written_name(pick.name)
        case moves.Steed():
            return written_name(pick.name)
        case Tile():
            return written_tile(pick)
        case moves.Deed():
            place = pick.spot in {"upper", "lower", moves.DECK}
            return f"deed {pick.spot if place else written_name(pick.spot)}"
        case moves.Upgrade():
            return f"upgrade {written_name(pick.name)}"
        case moves.Word("add"):
            return f"+{pick.value}"
        case moves.Word():
            return pick.word if pick.value is None else f"{pick.word} {pick.value}"
    raise TypeError(pick)


def written_picks(picks: tuple[Any, ...]) -> str:
    return written_goods(picks) if isinstance(picks[0], Good) else " ".join(written_pick(pick) for pick in picks)


def write(move: Any) -> str:
    """A move as it is written in a record."""
    match move:
        case moves.Buildings():
            return "buildings " + " ".join(written_name(name) for name in move.names)
        case moves.Draft():
            return f"drafts {written_name(move.steed)}"
        case moves.Keep():
            return f"keep {written_name(move.deed)}"
        case moves.Plan():
            return f"plan {move.die} slot {move.slot}" if isinstance(move.die, int) else f"plan slot {move.slot}"
        case moves.Drive():
            return f"move {move.spaces}"
        case moves.Horseshoe():
            return f"shoe {move.direction}"
        case moves.Change():
            return f"change {move.old} to {move.new}"
        case moves.Buy():
            return f"buy {written_goods(move.goods)}"
        case moves.Commission():
            return (
                f"commission {written_tile(Tile(move.town, move.wants))}"
                if isinstance(move.town, str)
                else "commission"
            )
        case moves.Dark():
            return f"dark {move.spaces}" if isinstance(move.spaces, int) else "dark"
        case moves.Inn():
            return f"inn {written_name(move.hero)} {written_goods(move.goods)}" if isinstance(move.hero, str) else "inn"
        case moves.Ruins():
            return f"ruins {move.spaces}" if isinstance(move.spaces, int) else "ruins"
        case moves.Use():
            return f"use {written_name(str(move.building))}"
        case moves.Travel():
            card = move.card
            return f"travel {card if card in PLACES else written_name(card)}" if card else "travel"
        case moves.Route():
            return f"{move.route} {move.town}"
        case moves.Take():
            return f"take {move.value}"
        case moves.Add():
            return f"add +{move.number}"
        case moves.Deliver():
            what = written_tile(move.what) if isinstance(move.what, Tile) else written_name(move.what.name)
            return f"deliver {what} with {written_goods(move.goods)}" if move.goods else f"deliver {what}"
        case moves.Fortune():
            return f"fortune {move.kind}"
        case moves.Reveal():
            return "reveal " + " ".join(written_name(deed) for deed in move.deeds)
        case moves.Gift():
            what = written_ability(move.ability) if move.ability else written_pick(move.given) if move.given else ""
            return f"gift {written_name(move.companion)} {PLURALS.get(what, what)}".rstrip()
        case moves.Gain() | moves.Lose() | moves.Drop():
            return f"{type(move).__name__.lower()} {written_picks(move.picks)}"
        case moves.Pay():
            return f"pay {written_pick(move.price)}"
        case moves.Return():
            return f"return {written_good(move.good)}"
        case moves.Flip():
            return f"flip {written_good(move.good)}"
        case moves.Skip():
            building = move.what.removeprefix("use ")
            return f"skip {move.what}" if building == move.what else f"skip use {written_name(building)}"
        case moves.Trade():
            return f"trade {move.give} for {move.take}"
    return type(move).__name__.lower()


# Verbs that take an s behind a name.
THIRD = {
    "join",
    "stay",
    "take",
    "reroll",
    "deliver",
    "reveal",
    "gain",
    "lose",
    "pay",
    "drop",
    "return",
    "flip",
    "keep",
    "gift",
}


def write_of(name: str, move: Any) -> str:
    """A move with its player in front: ``Susie takes 6``."""
    verb, _, rest = write(move).partition(" ")
    return f"{written_name(name)} {verb}{'s' if verb in THIRD else ''} {rest}".rstrip()


def write_outcome(label: str, outcome: Any) -> str:
    """What came up, as it stands behind an arrow."""
    if outcome == moves.UNKNOWN:
        return moves.UNKNOWN
    if label.startswith("top"):
        return f"[{outcome}]"
    if isinstance(outcome, int):
        return str(outcome)
    if label in {"market", "wheel", "ruins"}:
        return "good" if outcome == "good" else written_name(str(outcome), SHOWN)
    return written_name(str(outcome))
