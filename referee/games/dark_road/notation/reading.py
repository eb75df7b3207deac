"""From parsed statements to a record: names are looked up, steps become moves. Knows the box, but no rule."""

from __future__ import annotations

import re
from collections.abc import Callable

from referee.diagnostics import Diagnostic, Span
from referee.games.dark_road import moves
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import DECK
from referee.games.dark_road.notation.effects import Misread
from referee.games.dark_road.notation.facts import FactReader
from referee.games.dark_road.notation.steps import StepReader
from referee.games.dark_road.notation.things import Unknown
from referee.games.dark_road.notation.unknown import hint
from referee.games.dark_road.notation.words import name_of, town_word
from referee.notation.names import Lexicon
from referee.notation.parser import Node
from referee.notation.record import (
    Cast,
    Check,
    Doing,
    Fact,
    Facts,
    Given,
    Header,
    Heading,
    Override,
    Section,
    Snapshot,
    Statement,
    Step,
    Takeback,
    Turn,
    Unchanged,
    Verdict,
)
from referee.notation.source import Parsed

# Plain words that may stand in a pick beside heroes and steeds.
EFFECT_WORDS = ("oracle", "roll", "craft", "prestige")


class Reader(StepReader):
    """Reads statements with the names that are known so far."""

    def __init__(self, file: str, lexicon: Lexicon, box: Box) -> None:
        super().__init__(file, lexicon, box)
        self.facts = FactReader(self)
        self.placing = False  # after "from": what follows are facts

    def statement(self, parsed: Parsed) -> Statement | None:
        """One statement, or None with a diagnostic."""
        self._parsed = parsed
        node = parsed.node
        method: Callable[[Node], Statement] = getattr(self, f"_{node.name}", self._header)
        try:
            return method(node)
        except Unknown as bad:
            self._unknown(bad)
            return None
        except Misread as bad:
            span = self.span(bad.where)
            self.diagnostics.append(Diagnostic(code=bad.code, message=bad.message, file=self.file, span=span))
            return None

    def _unknown(self, bad: Unknown) -> None:
        message, expected, near = hint(bad, self.lexicon)
        self.diagnostics.append(
            Diagnostic(
                code="unknown-name",
                message=message,
                file=self.file,
                span=self.span(bad.where),
                notes=(f"did you mean {near[0]!r}?",) if near else (),
                legal=expected,
                fix=near[0] if len(near) == 1 else "",
            )
        )

    def _header(self, node: Node) -> Header:
        values = tuple(name_of(child) for child in node.children)
        return Header(self.span(), node.name, values, tuple(self.span(child) for child in node.children))

    def _setup(self, node: Node) -> Section:
        self.placing = False
        return Section(self.span(), "setup")

    def _round(self, node: Node) -> Section:
        return Section(self.span(), "round", node.children[0].text)

    def _option(self, node: Node) -> Header:
        """``option NAME = VALUE``, read as one token so that a value may be any word."""
        name, _, value = (part.strip().lower() for part in node.children[0].text.partition("="))
        token = node.children[0]
        said, whole = re.split(r"[\s=]+", token.text), self.span(token)
        spans = (
            Span(whole.line, whole.start, whole.start + len(said[0])),
            Span(whole.line, whole.end - len(said[-1]), whole.end),
        )
        return Header(self.span(), "option", (name, value), spans)

    def _position(self, node: Node) -> Section:
        self.placing = True
        return Section(self.span(), "position")

    def _start_from(self, node: Node) -> Section:
        self.placing = True
        return Section(self.span(), "from", name_of(node.children[0]))

    def _last_journey(self, node: Node) -> Section:
        return Section(self.span(), "last-journey")

    def _scoring(self, node: Node) -> Section:
        return Section(self.span(), "scoring")

    def _turn(self, node: Node) -> Turn:
        return Turn(self.span(), self.find(node.children[0], "player"))

    def _doing(self, node: Node) -> Doing:
        parts = list(node.children)
        who = ""
        if parts[0].name == "name":
            who = self.find(parts.pop(0), "player")
        return Doing(self.span(), who, tuple(step for part in parts for step in self.steps(part)))

    def _facts(self, node: Node) -> Facts | Doing:
        """Facts of a position; ``buildings`` alone is also how setup names them."""
        facts = self._plain_facts(node)
        if not self.placing and len(facts) == 1 and facts[0].key == "buildings":
            return Doing(self.span(), "", (Step(moves.Buildings(facts[0].value), self.span()),))
        return Facts(self.span(), facts)

    def _check(self, node: Node) -> Check:
        return Check(self.span(), self._plain_facts(node))

    def _plain_facts(self, node: Node) -> tuple[Fact, ...]:
        """Facts that are compared or that make up a position say how much there is, not by how much it changed."""
        for child in node.children:
            if isinstance(child, Node) and child.name == "change_by":
                raise Misread("not-a-fact", "a fact says how many there are; a change stands behind adjust", child)
        return self.facts.read(node.children)

    def _ruling(self, node: Node) -> Heading:
        return Heading(self.span(), node.name, tuple(child.text.strip('"') for child in node.children))

    _case = _ruling

    def _cites(self, node: Node) -> Heading:
        return Heading(self.span(), "cites", *self._ids(node))

    def _ids(self, node: Node) -> tuple[tuple[str, ...], tuple[Span, ...]]:
        """Ids of rules, which are written in either case, and where they stand."""
        return tuple(token.text.upper() for token in node.children), tuple(self.span(token) for token in node.children)

    def _status(self, node: Node) -> Heading:
        word = name_of(node.children[0]).lower() if node.children else "inferred"
        return Heading(self.span(), "status", (word,))

    def _given(self, node: Node) -> Given:
        return Given(self.span(), self._plain_facts(node))

    _expect = _check

    def _only(self, node: Node) -> Check:
        return Check(self.span(), self._plain_facts(node), self.find(node.children[0], "player"))

    def _unchanged(self, node: Node) -> Unchanged:
        name = node.children[0]
        return Unchanged(self.span(), "" if name_of(name).lower() == "table" else self.find(name, "player"))

    def _snapshot(self, node: Node) -> Snapshot:
        return Snapshot(self.span(), name_of(node.children[0]) if node.children else "")

    def _takeback(self, node: Node) -> Takeback:
        return Takeback(self.span(), int(node.children[0].text) if node.children else 1)

    def _override(self, node: Node) -> Override:
        reason, *rest = node.children
        waives, spans = self._ids(rest[0]) if rest[0].name == "waives" else ((), ())
        what = rest[-1]
        if what.name == "adjust":
            return Override(self.span(), name_of(reason), waives, None, self.facts.read(what.children), spans)
        return Override(self.span(), name_of(reason), waives, self._doing(what), spans=spans)

    def _refused(self, node: Node) -> Verdict:
        tried = self._tried(node.children[1]) if len(node.children) > 1 else None
        return Verdict(self.span(), "refused", tried, name_of(node.children[0]).lower())

    def _legal(self, node: Node) -> Verdict:
        return Verdict(self.span(), "legal", self._tried(node.children[0]))

    def _not_legal(self, node: Node) -> Verdict:
        return Verdict(self.span(), "not-legal", self._tried(node.children[0]))

    def _tried(self, node: Node) -> Doing | Override:
        return self._override(node) if node.name == "override" else self._doing(node)

    def _tops(self, node: Node) -> Doing:
        casts = []
        for town, out in zip(node.children[::2], node.children[1::2], strict=True):
            casts.append(Cast(f"top {town_word(town)}", self._values(out), self.span(town).to(self.span(out))))
        return Doing(self.span(), "", tuple(casts))

    def _pairs(self, node: Node) -> Doing:
        return Doing(self.span(), "", (Cast("pairs", self._values(node.children[0]), self.span()),))


def lexicon(box: Box) -> Lexicon:
    """Every name in a box."""
    names = Lexicon()
    for kind, cards in (
        ("hero", box.heroes), ("steed", box.steeds), ("building", box.buildings), ("companion", box.companions),
        ("deed", box.deeds), ("upgrade", box.upgrades), ("event", box.events),
    ):  # fmt: skip
        for name in cards:
            names.add(kind, name)
    for name, tile in box.buildings.items():
        names.add("building", name, tile.title)
    for word in EFFECT_WORDS:
        names.add("effect", word)
    names.add("hero", DECK)
    return names
