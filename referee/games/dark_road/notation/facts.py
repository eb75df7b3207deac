"""Facts as written, for positions and checks: one list of keys for both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.games.dark_road.moves import UNKNOWN, Tile
from referee.games.dark_road.notation.effects import Misread
from referee.games.dark_road.notation.words import good_word, resource, town_word
from referee.games.dark_road.state import Companion
from referee.notation.parser import Node, Token
from referee.notation.record import Fact

if TYPE_CHECKING:
    from referee.games.dark_road.notation.reading import Reader


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
        return "companions", tuple(
            Companion(
                self.reader.find(p.children[0], "companion"), [self.reader.plain(g.children[0]) for g in p.children[1:]]
            )
            for p in parts
        )

    def _steeds(self, parts: list[Any]) -> tuple[str, Any]:
        return "steeds", tuple(self.reader.find(p, "steed") for p in parts[1:])

    def _upgrades(self, parts: list[Any]) -> tuple[str, Any]:
        return "upgrades", tuple(self.reader.find(p, "upgrade") for p in parts)

    def _deeds(self, parts: list[Any]) -> tuple[str, Any]:
        return "deeds", self._seen(parts, "deed")

    def _delivered(self, parts: list[Any]) -> tuple[str, Any]:
        return "delivered", tuple(self.reader.parcel(p) for p in parts)

    def _journeys(self, parts: list[Any]) -> tuple[str, Any]:
        return parts[0].text.lower(), int(parts[1].text)

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
        return f"top {town_word(parts[0])}", self.reader.wants(parts[1]) if len(parts) > 1 else ()

    def _fortune_pile(self, parts: list[Any]) -> tuple[str, Any]:
        return "pile", int(parts[0].text)

    def _marker_at(self, parts: list[Any]) -> tuple[str, Any]:
        from referee.games.dark_road.notation.words import name_of

        return f"marker {parts[0].text.lower()}", name_of(parts[1]).upper()

    def _supply_holds(self, parts: list[Any]) -> tuple[str, Any]:
        what = parts[0]
        thing = resource(what) if what.name == "res" else good_word(what.children[0])
        if thing in {"vp", "prestige"}:
            raise Misread("not-a-fact", f"there are no pieces for {thing}", what)
        return f"supply {thing}", int(parts[1].text)

    def _seen(self, parts: list[Any], kind: str) -> tuple[str, ...]:
        return tuple(
            UNKNOWN if isinstance(p.children[0], Token) else self.reader.find(p.children[0], kind) for p in parts
        )


def _none(child: Any) -> bool:
    return isinstance(child, Token) and child.type == "NONE"
