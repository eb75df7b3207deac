"""Read a box with suspicion: every line keeps its place, and a broken line is not blamed for what lacks after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from referee.diagnostics import Span
from referee.games.dark_road.box.reading import BoxReader, _origin
from referee.games.dark_road.notation.words import name_of
from referee.notation.names import nearest
from referee.notation.parser import Node
from referee.notation.source import Parsed, Source

KINDS = (
    "box", "pieces", "good", "grid", "wheel", "ringway", "chart", "slot", "dark", "ruins", "court", "die", "face",
    "region", "class", "hero", "commission", "companion", "ability", "building", "pair", "steed", "upgrade", "deed",
    "event", "row",
)  # fmt: skip

# What is said of an entry only because the entry it leans on could not be read.
LEANS_ON = {"undeclared-companion": "companion", "no-such-building": "building", "row-without-event": "event"}


class Inspector(BoxReader):
    """A reader that refuses what no card can say, and remembers place and origin of every line of a card."""

    def __init__(self, source: Source, describe: Callable[[str], str]) -> None:
        super().__init__(source.file)
        self.source = source
        self._event_lost = False
        self._inspect(describe)
        broken = [*source.diagnostics, *self.diagnostics]
        self.damaged = frozenset(kind for d in broken for kind in self._kinds(d.span.line))
        self.diagnostics = [d for d in broken if LEANS_ON.get(d.code) not in self.damaged]

    def _inspect(self, describe: Callable[[str], str]) -> None:
        seen = 0
        for parsed in self.source.statements(describe):
            for bad in self.source.diagnostics[seen:]:
                self._event_lost = self._event_lost or "event" in self._kinds(bad.span.line)
            seen = len(self.source.diagnostics)
            self.entry(parsed, parsed.node)

    def entry(self, parsed: Parsed, node: Node) -> None:
        item = node.children[0]
        if item.name == "event_row" and self._event_lost:
            return
        before = len(self.diagnostics)
        super().entry(parsed, node)
        sound = len(self.diagnostics) == before
        if item.name == "event":
            self._event_lost = not sound
        elif item.name in {"steed_line", "upgrade_line"} and sound:
            self._keep_line(parsed, item, _origin(list(node.children[1:])))

    def _keep_line(self, parsed: Parsed, item: Node, origin: str) -> None:
        """The lines of a steed or an upgrade share a name; each keeps a place and an origin of its own."""
        kind, name = item.name.removesuffix("_line"), name_of(item.children[1])
        number = len((self.box.steeds if kind == "steed" else self.box.upgrades)[name])
        self.places[kind, line_key(name, number)] = parsed
        self.box.origins[kind, line_key(name, number)] = origin

    def _kinds(self, line: int) -> Iterator[str]:
        """Which kinds of entry a line was meant to hold, by the first word of each statement in it."""
        for statement in self.source.lines[line - 1].split(";"):
            yield from _meant(statement.split(maxsplit=1)[0] if statement.strip() else "")

    def span(self, *keys: tuple[str, str]) -> Span:
        """Where the first of these entries stands; if none is there, the first of their kind, the title, or line 1."""
        for key in keys:
            if key in self.places:
                return _span(self.places[key])
        for kind in (*(kind for kind, _ in keys), "box"):
            for (other, _), parsed in self.places.items():
                if other == kind:
                    return _span(parsed)
        return Span(1, 1, 1)


def line_key(name: str, number: int) -> str:
    """The name under which one line of a steed or an upgrade is remembered."""
    return f"{name} line {number}"


@cache
def _meant(word: str) -> tuple[str, ...]:
    return (word.lower(),) if word.lower() in KINDS else tuple(nearest(word[:20], KINDS, 1))


def _span(parsed: Parsed) -> Span:
    return parsed.span(parsed.node.children[0])
