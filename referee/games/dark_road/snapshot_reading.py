"""A snapshot read back: the facts that it holds, as a position in text.

What stands in a snapshot becomes words of the notation, so nothing may stand there that would read as anything
else: a name with a line end in it would begin a statement of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.turn import ENDINGS
from referee.games.dark_road.moves import UNKNOWN, Deliver, Good, Hero, Tile
from referee.games.dark_road.notation.facts import STAGES
from referee.games.dark_road.notation.writing import written_name
from referee.games.dark_road.options import EDITIONS, switches
from referee.games.dark_road.position import LONGEST, Facts, text_of
from referee.games.dark_road.rules.setup import VARIANTS
from referee.games.dark_road.snapshot import SCHEMA, PlayerView, Snapshot
from referee.games.dark_road.state import Companion
from referee.games.dark_road.vocabulary import GOODS
from referee.games.game import Setting
from referee.notation.parser import Node, parser
from referee.notation.source import Source


def position_from_json(text: str) -> str:
    """The position behind a snapshot. Raises ValueError with what is wrong."""
    try:
        form = msgspec.json.decode(text, type=Form).schema
        if form != SCHEMA:
            raise ValueError(f"a snapshot of the form {form!r}; this referee reads {SCHEMA!r}")
        view = msgspec.json.decode(text, type=Snapshot)
    except (msgspec.DecodeError, RecursionError) as bad:
        raise ValueError(f"not a snapshot of the referee: {bad}") from None
    steps = view.inside.steps if view.inside is not None else []
    began = view.inside.began if view.inside is not None else view
    if began.stage in {"setup", "over"}:
        raise ValueError(
            f"the game is {'still being set up' if began.stage == 'setup' else 'over'}: this is no position"
        )
    if began.stage not in (*STAGES, *ENDINGS):
        raise ValueError(f"{began.stage!r} is no stage of a game")
    written = [f"  {step}" if _reads(step, STEPS) in {"doing", "override"} else step for step in steps]
    return text_of(_setting(began), _facts(began), ["", *written] if written else [])


def likeness(view: dict[str, Any]) -> dict[str, Any]:
    """A snapshot without the order of what has none, and without words that are read, whichever they are."""
    found = {**view, "irregular": [reason[:LONGEST] for reason in view["irregular"]]}
    found["event_discards"] = {route: sorted(cards) for route, cards in view["event_discards"].items() if cards}
    found |= {pile: sorted(view[pile]) for pile in ("upgrades", "unused_steeds", "out_of_play")}
    if view.get("inside") is not None:
        found["inside"] = {**view["inside"], "began": likeness(view["inside"]["began"]), "steps": None}
    return found


class Form(msgspec.Struct):
    """What comes first: is it ours, and of which version?"""

    schema: str


def _setting(view: Snapshot) -> Setting:
    if view.edition not in EDITIONS:
        raise ValueError(f"no edition {view.edition!r} is known")
    for name, value in view.options.items():
        if name not in switches() or value not in switches()[name].values:
            raise ValueError(f"no option {name!r} has the value {value!r}")
    for name in view.variants:
        if name not in VARIANTS:
            raise ValueError(f"no variant {name!r} is known")
    for card in view.declared:
        _reads(card, {"declaration"})
    players = [player.name for player in view.players]
    _check((view.box, *players), NAME)
    return Setting(
        players=players,
        box=Box(name=written_name(view.box)),
        edition=view.edition,
        options={name: view.options.get(name, switch.default) for name, switch in switches().items()},
        variants=view.variants,
        declarations=view.declared,
    )


def _facts(view: Snapshot) -> Facts:
    found: Facts = {("", key): value for key, value in _table(view)}
    for player in view.players:
        visited = (view.journey.visited if view.journey is not None else view.last_visits).get(player.name, "")
        found |= {(player.name, key): value for key, value in (*_player(player), ("visited", visited))}
    for (_, key), value in found.items():
        _check(value, TEXT if key in NAMED else WORDS)
    return found


# What may stand in a snapshot: names, which are written in quotes where they need them, and plain words.
TEXT = re.compile(r'[^"\x00-\x1f\x7f-\x9f\u2028\u2029]{0,200}')
NAME = re.compile(rf"(?=.){TEXT.pattern}")
WORDS = re.compile(r"(?!(?i:none)\Z)[\w'’*? -]{0,200}")
LARGEST = 999_999  # as a number is written
MANY = 99  # dice on a section; a table may have put more than two there
NAMED = {
    "now", "used", "caravan", "to-answer", "event", "to-take", "buildings", "row", "inn", "court", "discards road",
    "discards shortcut", "under heroes", "under deeds", "under companions", "irregular", "heroes", "steeds", "upgrades",
    "deeds",
}  # fmt: skip
STEPS = {"turn", "doing", "override", "last_journey", "scoring"}


def _check(value: Any, form: re.Pattern[str]) -> None:
    """Refuse what would not be written as it stands. Raises ValueError."""
    match value:
        case str():
            if not form.fullmatch(value):
                raise ValueError(f"{value!r} cannot be a name or a word of a position")
        case int():
            if not 0 <= value <= LARGEST:
                raise ValueError(f"{value} cannot be a number of a position")
        case Deliver(Hero(name)):
            _check(name, TEXT)
        case Companion():
            _check(value.name, TEXT)
            _check(value.gifts, form)
        case msgspec.Struct():
            _check(msgspec.structs.astuple(value), form)
        case list() | tuple():
            for part in value:
                if part == "" and form is WORDS:
                    raise ValueError("an empty word cannot stand in a position")
                _check(part, form)


def _reads(text: str, kinds: Iterable[str]) -> str:
    """Which kind of statement a line is; it must be one, and of these kinds. Raises ValueError."""
    source = Source(text, "", parser(Path(__file__).parent))
    found = [_kind(parsed.node) for parsed in source.statements(str)]
    if "\n" in text or source.diagnostics or len(found) != 1 or found[0] not in kinds:
        raise ValueError(f"{text!r} cannot stand in a position")
    return found[0]


def _kind(statement: Node) -> str:
    """An override waives a rule for a doing, or puts something right by hand, which is no step."""
    adjusts = any(isinstance(part, Node) and part.name == "adjust" for part in statement.children)
    return "adjust" if adjusts else statement.name


def _table(view: Snapshot) -> Iterator[tuple[str, Any]]:
    turn, journey = view.turn, view.journey
    yield "now", (view.round, "" if view.stage in ENDINGS else view.turn_of, view.stage)
    yield "pool", tuple(die for die in (turn.night_die, turn.illuminated_die) if die is not None)
    yield "activated", tuple(turn.activated)
    yield "used", turn.building
    yield "so-far", tuple(turn.so_far)
    if journey is not None:
        yield "journey", (journey.route, journey.town) if journey.route else ()
        yield "caravan", tuple(journey.members)
        yield "to-answer", tuple(journey.still_to_answer)
        yield "event", journey.event
        yield "travel-dice", 0 if view.stage == "die" else journey.dice
        yield "travel-pool", tuple(journey.pool)
        yield "taken", tuple(journey.taken)
        yield "to-take", tuple(journey.still_to_take)
        yield "fortunes", journey.fortunes_left
    yield "buildings", tuple(view.buildings)
    for section in view.wheel:
        if section.good not in GOODS or not 0 <= section.dice <= MANY:
            raise ValueError(f"no section of the wheel is {section.good!r} with {section.dice} dice")
    yield "wheel", view.wheel[0].good if view.wheel else ""
    yield "market", tuple(section.good for section in view.wheel for _ in range(section.dice))
    yield "marker dark", view.dark_market
    yield "marker ruins", view.ruins
    yield "pile", view.good_fortune_coins
    yield "row", tuple(view.companion_row)
    yield "die", "far" if view.travel_die_on_far_companion else ""
    yield "inn", tuple(view.inn)
    yield "court", tuple(view.courtyard.values())
    for town, stack in view.commissions.items():
        yield f"top {town}", tuple(stack.top.split())
        yield f"under {town}", tuple(stack.deck.under)
    for deck in ("heroes", "deeds", "companions"):
        yield f"under {deck}", tuple(view.decks[deck].under) if deck in view.decks else ()
    for route in ("road", "shortcut"):
        yield f"discards {route}", tuple(sorted(view.event_discards.get(route, [])))
    yield "irregular", tuple(view.irregular)


def _player(view: PlayerView) -> Iterator[tuple[str, Any]]:
    yield from (
        ("at", tuple(view.between)), ("reserve", tuple(view.reserve)), ("locked", tuple(view.locked)),
        ("spent", view.spent), ("glow", tuple(view.illuminated)), ("coins", view.coins),
        ("prestige", view.prestige), ("lantern", view.lanterns), ("quartz", view.quartz),
        ("shoe", view.horseshoes), ("led", view.journeys_led), ("shortcuts", view.shortcuts_led),
        ("joined", view.journeys_joined), ("heroes", tuple(view.heroes)), ("steeds", tuple(view.steeds)),
        ("upgrades", tuple(view.upgrades)), ("deeds", tuple(view.deeds)),
    )  # fmt: skip
    yield "goods", tuple(sorted(Good(good.rstrip("*"), good.endswith("*")) for good in view.goods))
    yield "commissions", tuple(map(_tile, view.commissions))
    yield "companions", tuple(Companion(companion.name, companion.gifts) for companion in view.companions)
    heroes = (Deliver(Hero(name)) for name in view.delivered_heroes)
    yield "delivered", (*heroes, *view.delivered_commissions)


def _tile(text: str) -> Tile:
    """``Northbreak [weapon staff armor]``"""
    town, _, wants = text.partition(" ")
    kinds = tuple(wants.strip("[]").split())
    return Tile(town, () if kinds == (UNKNOWN,) else kinds)
