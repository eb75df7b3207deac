"""Names and things as written: looked up in the box, goods counted out, outcomes kept as values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.diagnostics import Diagnostic, Span
from referee.games.dark_road import moves
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN, AnyPick, Good
from referee.games.dark_road.notation.words import PICKED, good_word, name_of, resource, town_word
from referee.notation.names import Lexicon, fold
from referee.notation.parser import Node, Token
from referee.notation.record import Value
from referee.notation.source import Parsed


class Unknown(Exception):
    """A name that nothing answers to; ``beside`` names of these kinds, words of these classes could stand there."""

    def __init__(self, where: Node | Token, name: str, kinds: tuple[str, ...], beside: tuple[str, ...] = ()) -> None:
        super().__init__(name)
        self.where, self.name, self.kinds, self.beside = where, name, kinds, beside


class ThingReader:
    """Reads the parts of a statement with the names that are known so far."""

    def __init__(self, file: str, lexicon: Lexicon, box: Box) -> None:
        self.file, self.lexicon, self.box = file, lexicon, box
        self.diagnostics: list[Diagnostic] = []
        self._parsed: Parsed

    def span(self, part: Node | Token | None = None) -> Span:
        return self._parsed.span(part)

    def find(self, node: Node | Token, *kinds: str, beside: tuple[str, ...] = ()) -> str:
        return self.kind_of(node, *kinds, beside=beside)[1]

    def kind_of(self, node: Node | Token, *kinds: str, beside: tuple[str, ...] = ()) -> tuple[str, str]:
        found = self.lexicon.find(kinds, name_of(node))
        if found is None:
            raise Unknown(node, name_of(node), kinds, beside)
        return found

    def picks(self, node: Node) -> tuple[AnyPick, ...]:
        first, *rest = node.children
        if isinstance(first, Node):
            if first.name == "good":
                return self.goods(node.children)
            if first.name == "res":
                return (moves.Word(resource(first)),)
            if rest:
                return (moves.Word(name_of(first).lower(), int(rest[0].text)),)
            kind, name = self.kind_of(first, "hero", "steed", "effect", beside=PICKED)
            return ({"hero": moves.Hero, "steed": moves.Steed, "effect": moves.Word}[kind](name),)
        match first.type:
            case "TOWN":
                return (moves.Tile(town_word(first), self.wants(rest[0]) if rest else ()),)
            case "PLACE":
                return (moves.Hero(first.text.lower()),)
            case "DEED":
                spot = rest[0].children[0]
                place = isinstance(spot, Token) and spot.type == "PLACE"
                return (moves.Deed(spot.text.lower() if place else self.find(spot, "deed", beside=("PLACE",))),)
            case "UPGRADE":
                return (moves.Upgrade(self.find(rest[0], "upgrade")),)
            case "SIGNED":
                return (moves.Word("add", int(first.text)),)
            case "GLOW":
                return (moves.Word("glow", int(rest[0].text)),)
        return (moves.Word(first.text.lower()),)

    def goods(self, nodes: Iterable[Node]) -> tuple[Good, ...]:
        """Goods in order, counts written out."""
        found: list[Good] = []
        for node in nodes:
            kind, *marks = node.children
            times = next((int(m.text[1:]) for m in marks if m.type == "COUNT"), 1)
            found += [Good(good_word(kind), any(m.type == "STAR" for m in marks))] * times
        return tuple(found)

    def wants(self, tile: Node) -> tuple[str, ...]:
        return tuple(good_word(token) for token in tile.children if token.type == "GOOD")

    def plain(self, part: Any) -> str:
        """A word in its proper form, whatever class it belongs to."""
        if isinstance(part, Token):
            return part.text.lower()
        return (
            resource(part)
            if part.name == "res"
            else name_of(part).lower()
            if part.name == "name"
            else self.plain(part.children[0])
        )

    def ability(self, companion: str, part: Any) -> str:
        """The ability of a companion that is meant, however it is spelt."""
        word = self.plain(part)
        return next((name for name in self.box.companions[companion].abilities if fold(name) == fold(word)), word)

    def _values(self, out: Node) -> tuple[Value, ...]:
        values: list[Value] = []
        for node in out.children:
            values += self._value(node)
        return tuple(values)

    def _value(self, node: Node) -> list[Value]:
        child, span = node.children[0], self.span(node)
        if isinstance(child, Token):
            match child.type:
                case "INT":
                    return [Value("number", int(child.text), span)]
                case "UNKNOWN":
                    return [Value("unknown", UNKNOWN, span)]
                case "TOWN":
                    return [Value("name", town_word(child), span)]
            return [Value("name", child.text.lower(), span)]
        match child.name:
            case "good":
                return [Value("good", good, span) for good in self.goods([child])]
            case "res":
                return [Value("name", resource(child), span)]
            case "tile":
                wants = self.wants(child)
                return [Value("tile", wants, span) if wants else Value("unknown", UNKNOWN, span)]
        return [Value("name", name_of(child), span)]
