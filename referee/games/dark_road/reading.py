"""From parsed statements to a record: names are looked up, steps become moves. Knows the box, but no rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.diagnostics import Diagnostic, Span
from referee.games.dark_road import moves
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.effects_reading import Misread
from referee.games.dark_road.facts_reading import FactReader
from referee.games.dark_road.moves import DECK, UNKNOWN, AnyPick, Good
from referee.games.dark_road.words import good_word, name_of, resource, town_word
from referee.notation.names import Lexicon, nearest
from referee.notation.parser import Node, Token
from referee.notation.record import (
    Cast,
    Check,
    Doing,
    Fact,
    Facts,
    Given,
    Header,
    Heading,
    Section,
    Statement,
    Step,
    Turn,
    Value,
    Verdict,
)
from referee.notation.source import Parsed

# Plain words that may stand in a pick beside heroes and steeds.
EFFECT_WORDS = ("oracle", "roll", "craft", "prestige")
KINDS = {
    "player": "player", "hero": "hero", "steed": "steed", "building": "building", "companion": "companion",
    "deed": "deed", "upgrade": "wagon upgrade", "effect": "effect",
}  # fmt: skip


class Unknown(Exception):
    """A name that nothing answers to."""

    def __init__(self, where: Node | Token, name: str, kinds: tuple[str, ...]) -> None:
        super().__init__(name)
        self.where, self.name, self.kinds = where, name, kinds


class Reader:
    """Reads statements with the names that are known so far."""

    def __init__(self, file: str, lexicon: Lexicon, box: Box) -> None:
        self.file, self.lexicon, self.box = file, lexicon, box
        self.diagnostics: list[Diagnostic] = []
        self.facts = FactReader(self)
        self.placing = False  # after "from": what follows are facts
        self._parsed: Parsed

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
        near = nearest(bad.name, [*self.lexicon.known(bad.kinds), *(VERBS if "player" in bad.kinds else ())])
        what = " or ".join(KINDS[kind] for kind in bad.kinds if kind != "effect")
        self.diagnostics.append(
            Diagnostic(
                code="unknown-name",
                message=f"no {what} is called {bad.name!r}",
                file=self.file,
                span=self.span(bad.where),
                notes=(f"did you mean {near[0]!r}?",) if len(near) > 1 else (),
                legal=tuple(sorted(set(self.lexicon.known(bad.kinds))))[:12],
                fix=near[0] if len(near) == 1 else "",
            )
        )

    def span(self, part: Node | Token | None = None) -> Span:
        return self._parsed.span(part)

    def find(self, node: Node | Token, *kinds: str) -> str:
        return self.kind_of(node, *kinds)[1]

    def kind_of(self, node: Node | Token, *kinds: str) -> tuple[str, str]:
        found = self.lexicon.find(kinds, name_of(node))
        if found is None:
            raise Unknown(node, name_of(node), kinds)
        return found

    # ── frame ───────────────────────────────────────────────────────────────────────────────────────────

    def _header(self, node: Node) -> Header:
        values = tuple(name_of(child) for child in node.children)
        return Header(self.span(), node.name, values, tuple(self.span(child) for child in node.children))

    def _setup(self, node: Node) -> Section:
        self.placing = False
        return Section(self.span(), "setup")

    def _round(self, node: Node) -> Section:
        return Section(self.span(), "round", node.children[0].text)

    def _start_from(self, node: Node) -> Section:
        self.placing = True
        return Section(self.span(), "from", name_of(node.children[0]).lower())

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

    def _facts(self, node: Node) -> Facts:
        return Facts(self.span(), self.facts.read(node.children))

    def _check(self, node: Node) -> Check:
        return Check(self.span(), self.facts.read(node.children))

    def _ruling(self, node: Node) -> Heading:
        return Heading(self.span(), node.name, tuple(child.text.strip('"') for child in node.children))

    _cites = _case = _ruling

    def _status(self, node: Node) -> Heading:
        word = name_of(node.children[0]).lower() if node.children else "inferred"
        return Heading(self.span(), "status", (word,))

    def _given(self, node: Node) -> Given:
        return Given(self.span(), self.facts.read(node.children))

    _expect = _check

    def _refused(self, node: Node) -> Verdict:
        doing = self._doing(node.children[1]) if len(node.children) > 1 else None
        return Verdict(self.span(), "refused", doing, name_of(node.children[0]).lower())

    def _legal(self, node: Node) -> Verdict:
        return Verdict(self.span(), "legal", self._doing(node.children[0]))

    def _not_legal(self, node: Node) -> Verdict:
        return Verdict(self.span(), "not-legal", self._doing(node.children[0]))

    def _buildings(self, node: Node) -> Doing | Facts:
        names = tuple(self.find(child, "building") for child in node.children)
        if self.placing:
            return Facts(self.span(), (Fact("", "buildings", names, self.span()),))
        return self._alone(node, moves.Buildings(names))

    def _tops(self, node: Node) -> Doing:
        casts = []
        for town, out in zip(node.children[::2], node.children[1::2], strict=True):
            casts.append(Cast(f"top {town_word(town)}", self._values(out), self.span(town).to(self.span(out))))
        return Doing(self.span(), "", tuple(casts))

    def _pairs(self, node: Node) -> Doing:
        return Doing(self.span(), "", (Cast("pairs", self._values(node.children[0]), self.span()),))

    def _alone(self, node: Node, move: moves.Move) -> Doing:
        return Doing(self.span(), "", (Step(move, self.span(node)),))

    # ── steps ───────────────────────────────────────────────────────────────────────────────────────────

    def steps(self, node: Node) -> Iterable[Step | Cast]:
        """One written step: a move, what it picks at once, and what came up."""
        method = getattr(self, f"_step_{node.name}")
        made = method(list(node.children))
        items = made if isinstance(made, list) else [made]
        span = self.span(node)
        for item in items:
            if isinstance(item, Cast):
                yield item
            elif isinstance(item, tuple):
                yield Step(item[0], self.span(item[1]))
            else:
                yield Step(item, span)

    def _step_reset(self, parts: list[Any]) -> Any:
        return moves.Reset()

    def _step_plan(self, parts: list[Any]) -> Any:
        numbers = [int(p.text) for p in parts if isinstance(p, Token)]
        die: int | None = numbers[0] if len(numbers) == 2 else None
        return [moves.Plan(die, numbers[-1]), *self._at_once(parts)]

    def _step_move(self, parts: list[Any]) -> Any:
        return [moves.Drive(int(parts[0].text)), *((self._step_shoe(p.children), p) for p in parts[1:])]

    def _step_shoe(self, parts: Any) -> Any:
        return moves.Horseshoe(parts[1].text.lower())

    def _step_use(self, parts: list[Any]) -> Any:
        return [moves.Use(self.find(parts[0], "building")), *self._at_once(parts)]

    def _step_bazaar(self, parts: list[Any]) -> Any:
        return [moves.Bazaar(), *((step.move, p) for p in parts for step in self.steps(p))]  # type: ignore[union-attr]

    def _step_rotate(self, parts: list[Any]) -> Any:
        return moves.Rotate()

    def _step_change(self, parts: list[Any]) -> Any:
        return moves.Change(good_word(parts[0]), good_word(parts[1]))

    def _step_buy(self, parts: list[Any]) -> Any:
        return moves.Buy(self.goods(parts))

    def _step_commission(self, parts: list[Any]) -> Any:
        if len(parts) == 1:
            return moves.Commission()
        return moves.Commission(town_word(parts[1]), self.wants(parts[2]) if len(parts) > 2 else ())

    def _step_dark(self, parts: list[Any]) -> Any:
        numbers = [int(p.text) for p in parts if isinstance(p, Token) and p.type == "INT"]
        return [moves.Dark(numbers[0] if numbers else None), *self._at_once(parts)]

    def _step_inn(self, parts: list[Any]) -> Any:
        if len(parts) == 1:
            return moves.Inn()
        return moves.Inn(self.find(parts[1], "hero"), self.goods(parts[2:]))

    def _step_ruins(self, parts: list[Any]) -> Any:
        numbers = [int(p.text) for p in parts if isinstance(p, Token) and p.type == "INT"]
        goods = [(moves.Gain(self.goods([p])), p) for p in parts if isinstance(p, Node)]
        return [moves.Ruins(numbers[0] if numbers else None), *goods]

    def _step_roll(self, parts: list[Any]) -> Any:
        return [moves.Roll(), *self._at_once(parts)]

    def _step_travel(self, parts: list[Any]) -> Any:
        card = next((p for p in parts[1:] if isinstance(p, Token) or p.name == "name"), None)
        if card is None:
            move = moves.Travel()
        elif isinstance(card, Token):
            move = moves.Travel(card.text.lower())
        else:
            move = moves.Travel(self.find(card, "companion"))
        return [move, *self._outcome(parts)]

    def _step_route(self, parts: list[Any]) -> Any:
        return moves.Route(parts[0].text.lower(), town_word(parts[1]))

    def _step_join(self, parts: list[Any]) -> Any:
        return moves.Join()

    def _step_stay(self, parts: list[Any]) -> Any:
        return moves.Stay()

    def _step_reroll(self, parts: list[Any]) -> Any:
        return [moves.Reroll(), *self._outcome(parts)]

    def _step_take(self, parts: list[Any]) -> Any:
        added = [(moves.Add(int(p.text)), p) for p in parts[2:] if isinstance(p, Token)]
        return [moves.Take(int(parts[1].text)), *added, *self._outcome(parts)]

    def _step_add(self, parts: list[Any]) -> Any:
        return [moves.Add(int(parts[1].text)), *self._outcome(parts)]

    def _step_deliver(self, parts: list[Any]) -> Any:
        return [(self.parcel(p), p) for p in parts[1:]]

    def parcel(self, node: Node) -> moves.Deliver:
        first, *rest = node.children
        if isinstance(first, Node):
            return moves.Deliver(moves.Hero(self.find(first, "hero")))
        wants = next((self.wants(p) for p in rest if p.name == "tile"), ())
        return moves.Deliver(moves.Tile(town_word(first), wants), self.goods(p for p in rest if p.name == "good"))

    def _step_fortune(self, parts: list[Any]) -> Any:
        first = parts[0]
        if isinstance(first, Token):
            return [moves.Fortune(first.text.lower()), *self._outcome(parts)]
        pick = self.picks(first)[0]
        match pick:
            case moves.Word(word, None):
                return [moves.Fortune(word), *self._outcome(parts)]
            case moves.Deed():
                return [moves.Fortune("deed"), (moves.Gain((pick,)), first), *self._outcome(parts)]
            case moves.Upgrade():
                return [moves.Fortune("upgrade"), (moves.Gain((pick,)), first)]
        return moves.Fortune(self.plain(first))

    def _step_reveal(self, parts: list[Any]) -> Any:
        return moves.Reveal(tuple(self.find(p, "deed") for p in parts[1:]))

    def _step_gift(self, parts: list[Any]) -> Any:
        name = self.find(parts[1], "companion")
        given = next((p for p in parts[2:] if isinstance(p, Node) and p.name == "given"), None)
        card = self.box.companions[name]
        if given is None:
            sole = card.gift if not card.loyal and card.gift not in self.box.goods and card.gift != "hero" else ""
            gift = moves.Gift(name, None, moves.Word(sole) if sole else None)
        elif card.loyal:
            gift = moves.Gift(name, self.plain(given.children[0]))
        else:
            gift = moves.Gift(name, None, self._gift_of(given.children[0]))
        return [gift, *self._gift_picks(gift, parts), *self._outcome(parts)]

    def _gift_picks(self, gift: moves.Gift, parts: list[Any]) -> list[Any]:
        """What is picked at once: a hero to deliver, a die to copy, a number to add, or any other gain."""
        for part in parts[2:]:
            if isinstance(part, Token) and part.type == "INT":
                return [(moves.Gain((moves.Word(gift.ability or "copy", int(part.text)),)), part)]
            if isinstance(part, Node) and part.name == "pick":
                picks = self.picks(part)
                if gift.ability == "deliver" and isinstance(picks[0], moves.Hero):
                    return [(moves.Deliver(picks[0]), part)]
                return [(moves.Gain(picks), part)]
        return []

    def _gift_of(self, part: Any) -> AnyPick:
        if isinstance(part, Token):
            return moves.Word(part.text.lower())
        if part.name == "good":
            return self.goods([part])[0]
        if part.name == "res":
            return moves.Word(resource(part))
        return moves.Hero(self.find(part, "hero"))

    def _step_gain(self, parts: list[Any]) -> Any:
        return [moves.Gain(self.picks(parts[1])), *self._outcome(parts)]

    def _step_lose(self, parts: list[Any]) -> Any:
        return moves.Lose(self.picks(parts[1]))

    def _step_pay(self, parts: list[Any]) -> Any:
        return [moves.Pay(self.picks(parts[1])[0]), *self._outcome(parts)]

    def _step_drop(self, parts: list[Any]) -> Any:
        return moves.Drop(self.picks(parts[1]))

    def _step_give_back(self, parts: list[Any]) -> Any:
        return [(moves.Return(good), part) for part in parts[1:] for good in self.goods([part])]

    def _step_flip(self, parts: list[Any]) -> Any:
        return [moves.Flip(good) for good in self.goods(parts[1:])]

    def _step_trade(self, parts: list[Any]) -> Any:
        return moves.Trade(resource(parts[0]), resource(parts[1]))

    def _step_draft(self, parts: list[Any]) -> Any:
        return moves.Draft(self.find(parts[1], "steed"))

    def _step_keep(self, parts: list[Any]) -> Any:
        return moves.Keep(self.find(parts[1], "deed"))

    def _step_rest(self, parts: list[Any]) -> Any:
        return [moves.Rest(), *(cast for part in parts for cast in self.steps(part))]

    def _step_cast(self, parts: list[Any]) -> Any:
        return Cast(
            self.plain(parts[0].children[0]), self._values(parts[1]), self.span(parts[0]).to(self.span(parts[1]))
        )

    def _step_top(self, parts: list[Any]) -> Any:
        town = f" {town_word(parts[0])}" if len(parts) == 2 else ""
        return Cast(f"top{town}", self._values(parts[-1]), self.span(parts[-1]))

    def _at_once(self, parts: list[Any]) -> list[Any]:
        """A pick written behind the step that leads to it, and what came up."""
        picks = [(moves.Gain(self.picks(p)), p) for p in parts if isinstance(p, Node) and p.name == "pick"]
        return [*picks, *self._outcome(parts)]

    def _outcome(self, parts: list[Any]) -> list[Cast]:
        return [Cast("", self._values(p), self.span(p)) for p in parts if isinstance(p, Node) and p.name == "out"]

    # ── things ──────────────────────────────────────────────────────────────────────────────────────────

    def picks(self, node: Node) -> tuple[AnyPick, ...]:
        first, *rest = node.children
        if isinstance(first, Node):
            if first.name == "good":
                return self.goods(node.children)
            if first.name == "res":
                return (moves.Word(resource(first)),)
            if rest:
                return (moves.Word(name_of(first).lower(), int(rest[0].text)),)
            kind, name = self.kind_of(first, "hero", "steed", "effect")
            return ({"hero": moves.Hero, "steed": moves.Steed, "effect": moves.Word}[kind](name),)
        match first.type:
            case "TOWN":
                return (moves.Tile(town_word(first), self.wants(rest[0]) if rest else ()),)
            case "PLACE":
                return (moves.Hero(first.text.lower()),)
            case "DEED":
                spot = rest[0].children[0]
                place = isinstance(spot, Token) and spot.type == "PLACE"
                return (moves.Deed(spot.text.lower() if place else self.find(spot, "deed")),)
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


# Words a lone misspelt word may have been meant for.
VERBS = (
    "plan",
    "move",
    "rest",
    "bazaar",
    "reset",
    "commission",
    "inn",
    "dark",
    "ruins",
    "roll",
    "rotate",
    "setup",
    "scoring",
    "travel",
    "shortcut",
    "road",
    "fortune",
)


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
