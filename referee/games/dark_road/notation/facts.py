"""Facts as written, for positions and checks: one list of keys for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.dark_road.moves import UNKNOWN, Tile
from referee.games.dark_road.notation.effects import Misread
from referee.games.dark_road.notation.words import good_word, name_of, resource, town_word
from referee.games.dark_road.state import Companion
from referee.games.dark_road.vocabulary import LAST_ROUND
from referee.notation.names import keyword
from referee.notation.parser import Node, Token
from referee.notation.record import Fact

if TYPE_CHECKING:
    from referee.games.dark_road.notation.reading import Reader


# Stages of a turn in their order, and what a turn may have behind it that matters later.
STAGES = ("plan", "move", "act", "route", "join", "event", "die", "visit", "fortune", "rest")
SO_FAR = ("explored", "free-shortcut", "shoe-spent", "travelled")
CARDS = {"heroes": "hero", "deeds": "deed", "companions": "companion"}


class FactReader:
    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def read(self, parts: tuple[Any, ...]) -> tuple[Fact, ...]:
        rest, who = list(parts), ""
        if isinstance(rest[0], Node) and rest[0].name == "name":
            who = self.reader.find(rest.pop(0), "player")
        facts = []
        for node in rest:
            if node.name in {"score", "winner"}:
                facts += self._result(node)
                continue
            method = getattr(self, f"_{node.name}")
            key, value = method([child for child in node.children if not _none(child)])
            facts.append(Fact(who, key, value, self.reader.span(node)))
        return tuple(facts)

    def _result(self, node: Node) -> list[Fact]:
        span = self.reader.span(node)
        if node.name == "winner":
            return [Fact("", "winner", tuple(self.reader.find(p, "player") for p in node.children), span)]
        return [Fact(self.reader.find(node.children[0], "player"), "score", int(node.children[1].text), span)]

    # ── about a player ──────────────────────────────────────────────────────────────────────────────────

    def _amount(self, parts: list[Any]) -> tuple[str, Any]:
        word, numbers = resource(parts[0]), tuple(int(p.text) for p in parts[1:])
        if word == "glow":
            return "glow", tuple(sorted(numbers))
        if word == "vp":
            raise Misread("not-a-fact", "victory points are counted at the end; write 'check score'", parts[0])
        if len(numbers) > 1:
            raise Misread("not-a-fact", f"{word} is one number", parts[2])
        return word, numbers[0] if numbers else 0

    def _change_by(self, parts: list[Any]) -> tuple[str, Any]:
        """More or less of something: only where a table puts things right by hand."""
        word = resource(parts[0])
        if word in {"vp", "glow"}:
            raise Misread("not-a-fact", f"{word} is not counted up or down", parts[0])
        return f"by {word}", int(parts[1].text)

    def _good_count(self, parts: list[Any]) -> tuple[str, Any]:
        star = any(p.type == "STAR" for p in parts)
        return f"count {good_word(parts[0])}{'*' if star else ''}", int(parts[-1].text)

    def _dice(self, parts: list[Any]) -> tuple[str, Any]:
        key = parts[0].text.lower()
        values = tuple(None if p.children[0].text == "-" else int(p.children[0].text) for p in parts[1:])
        if key in {"spent", "removed"}:
            if len(values) > 1 or None in values:
                raise Misread("not-a-fact", f"{key} is one number", parts[-1])
            return key, values[0] if values else 0
        return key, values

    def _standing(self, parts: list[Any]) -> tuple[str, Any]:
        return "at", tuple(p.children[0].text.lower() for p in parts)

    def _goods(self, parts: list[Any]) -> tuple[str, Any]:
        return "goods", tuple(sorted(self.reader.goods(parts)))

    def _heroes(self, parts: list[Any]) -> tuple[str, Any]:
        return "heroes", tuple(self.reader.find(p, "hero") for p in parts)

    def _commissions(self, parts: list[Any]) -> tuple[str, Any]:
        return "commissions", tuple(Tile(town_word(p.children[0]), self.reader.wants(p.children[1])) for p in parts)

    def _companions(self, parts: list[Any]) -> tuple[str, Any]:
        return "companions", tuple(self._companion(*part.children) for part in parts)

    def _companion(self, name: Node, *gifts: Node) -> Companion:
        card = self.reader.find(name, "companion")
        return Companion(card, [self.reader.ability(card, gift.children[0]) for gift in gifts])

    def _steeds(self, parts: list[Any]) -> tuple[str, Any]:
        return "steeds", tuple(self.reader.find(p, "steed") for p in parts[1:])

    def _upgrades(self, parts: list[Any]) -> tuple[str, Any]:
        return "upgrades", tuple(self.reader.find(p, "upgrade") for p in parts)

    def _deeds(self, parts: list[Any]) -> tuple[str, Any]:
        return "deeds", self._pile(parts, "deed")

    def _delivered(self, parts: list[Any]) -> tuple[str, Any]:
        return "delivered", tuple(self.reader.parcel(p) for p in parts)

    def _journeys(self, parts: list[Any]) -> tuple[str, Any]:
        return parts[0].text.lower(), int(parts[1].text)

    def _visited(self, parts: list[Any]) -> tuple[str, Any]:
        return "visited", town_word(parts[0]) if parts else ""

    # ── about the table ─────────────────────────────────────────────────────────────────────────────────

    def _wheel_at(self, parts: list[Any]) -> tuple[str, Any]:
        return "wheel", good_word(parts[1])

    def _market_dice(self, parts: list[Any]) -> tuple[str, Any]:
        return "market", tuple(good.kind for good in self.reader.goods(parts[1:]))

    def _row_shows(self, parts: list[Any]) -> tuple[str, Any]:
        return "row", self._seen(parts[1:], "companion")

    def _inn_shows(self, parts: list[Any]) -> tuple[str, Any]:
        return "inn", self._seen(parts[1:], "hero")

    def _court_shows(self, parts: list[Any]) -> tuple[str, Any]:
        return "court", self._seen(parts[1:], "deed")

    def _top_shows(self, parts: list[Any]) -> tuple[str, Any]:
        return f"top {town_word(parts[0])}", self._tile(parts[1]) if len(parts) > 1 else ()

    def _fortune_pile(self, parts: list[Any]) -> tuple[str, Any]:
        return "pile", int(parts[0].text)

    def _marker_at(self, parts: list[Any]) -> tuple[str, Any]:
        return f"marker {parts[0].text.lower()}", name_of(parts[1]).upper()

    def _supply_holds(self, parts: list[Any]) -> tuple[str, Any]:
        what = parts[0]
        thing = resource(what) if what.name == "res" else good_word(what.children[0])
        if thing in {"vp", "prestige"}:
            raise Misread("not-a-fact", f"there are no pieces for {thing}", what)
        return f"supply {thing}", int(parts[1].text)

    def _buildings(self, parts: list[Any]) -> tuple[str, Any]:
        return "buildings", tuple(self.reader.find(p, "building") for p in parts)

    def _die_on(self, parts: list[Any]) -> tuple[str, Any]:
        place = parts[0].text.lower() if parts else ""
        if place not in {"", "far"}:
            raise Misread("not-a-fact", "the travel die lies on the far companion or on none", parts[0])
        return "die", place

    def _under_stack(self, parts: list[Any]) -> tuple[str, Any]:
        return f"under {town_word(parts[0])}", tuple(" ".join(self._tile(p)) for p in parts[1:])

    def _under_deck(self, parts: list[Any]) -> tuple[str, Any]:
        deck = parts[0].children[0].text.lower()
        return f"under {deck}", self._pile(parts[1:], CARDS[deck])

    def _discards(self, parts: list[Any]) -> tuple[str, Any]:
        return f"discards {parts[0].text.lower()}", tuple(sorted(self.reader.find(p, "event") for p in parts[1:]))

    def _irregular(self, parts: list[Any]) -> tuple[str, Any]:
        return "irregular", tuple(name_of(p) for p in parts)

    def _seen(self, parts: list[Any], kind: str) -> tuple[str, ...]:
        """Cards in a row: known, unknown, or a place that is empty."""
        return tuple(self._card(p.children, kind) for p in parts)

    def _pile(self, parts: list[Any], kind: str) -> tuple[str, ...]:
        """Cards that have no places of their own, so none of these is empty."""
        for part in parts:
            if not part.children:
                raise Misread("not-a-fact", "an empty place is written in row, inn and court only", part)
        return self._seen(parts, kind)

    def _card(self, parts: tuple[Any, ...], kind: str) -> str:
        if not parts:
            return ""
        return UNKNOWN if isinstance(parts[0], Token) else self.reader.find(parts[0], kind)

    def _tile(self, tile: Node) -> tuple[str, ...]:
        return self.reader.wants(tile) or (UNKNOWN,)

    # ── about the turn and the journey ──────────────────────────────────────────────────────────────────

    def _now(self, parts: list[Any]) -> tuple[str, Any]:
        number, who, stage = parts
        word = keyword(stage.children[0].text).rstrip("s") if stage.children[0].text else ""
        if word not in STAGES:
            raise Misread("not-a-fact", f"a turn goes through {', '.join(STAGES)}", stage)
        return "now", (int(number.text), self.reader.find(who, "player"), word)

    def _now_ending(self, parts: list[Any]) -> tuple[str, Any]:
        return "now", (LAST_ROUND + 1, "", parts[0].name.replace("_", "-"))

    def _action_pool(self, parts: list[Any]) -> tuple[str, Any]:
        return "pool", tuple(int(p.text) for p in parts if p.type == "INT")

    def _activated(self, parts: list[Any]) -> tuple[str, Any]:
        return "activated", tuple(p.children[0].text.lower() for p in parts)

    def _used(self, parts: list[Any]) -> tuple[str, Any]:
        return "used", self.reader.find(parts[0], "building") if parts else ""

    def _so_far(self, parts: list[Any]) -> tuple[str, Any]:
        marks = tuple(name_of(p).lower() for p in parts)
        for mark, part in zip(marks, parts, strict=True):
            if mark not in SO_FAR:
                raise Misread("not-a-fact", f"what a turn may have behind it: {', '.join(SO_FAR)}", part)
        return "so-far", tuple(sorted(marks))

    def _journey_to(self, parts: list[Any]) -> tuple[str, Any]:
        return "journey", (parts[0].text.lower(), town_word(parts[1])) if parts else ()

    def _caravan(self, parts: list[Any]) -> tuple[str, Any]:
        return "caravan", self._players(parts)

    def _to_answer(self, parts: list[Any]) -> tuple[str, Any]:
        return "to-answer", self._players(parts)

    def _to_take(self, parts: list[Any]) -> tuple[str, Any]:
        return "to-take", self._players(parts)

    def _players(self, parts: list[Any]) -> tuple[str, ...]:
        return tuple(self.reader.find(p, "player") for p in parts)

    def _event_shown(self, parts: list[Any]) -> tuple[str, Any]:
        return "event", self.reader.find(parts[1], "event") if len(parts) > 1 else ""

    def _travel_dice(self, parts: list[Any]) -> tuple[str, Any]:
        return "travel-dice", int(parts[0].text)

    def _travel_pool(self, parts: list[Any]) -> tuple[str, Any]:
        return "travel-pool", tuple(sorted(int(p.text) for p in parts))

    def _taken(self, parts: list[Any]) -> tuple[str, Any]:
        return "taken", tuple(int(p.text) for p in parts)

    def _fortunes(self, parts: list[Any]) -> tuple[str, Any]:
        return "fortunes", int(parts[0].text)


def _none(child: Any) -> bool:
    return isinstance(child, Token) and child.type == "NONE"
