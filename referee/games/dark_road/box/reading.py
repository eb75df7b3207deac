"""From the text of a box to the box: one method per kind of entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from referee.diagnostics import Diagnostic
from referee.games.dark_road import packing
from referee.games.dark_road.box.model import (
    Box,
    BuildingTile,
    CompanionCard,
    DeedCard,
    EventCard,
    GoodTile,
    HeroCard,
    Region,
    Row,
)
from referee.games.dark_road.effects import Clause, Reward, Test
from referee.games.dark_road.notation.effects import EffectReader, Misread
from referee.games.dark_road.notation.words import good_word, name_of, resource, town_word
from referee.games.dark_road.vocabulary import RESOURCES
from referee.notation.parser import Node, Token
from referee.notation.source import Parsed

VALUES = range(1, 7)  # of a travel die
DEEPEST = 12  # brackets and prefixes inside one another


class BoxReader:
    """Collects entries into a box; every bad entry is reported and the others still count."""

    def __init__(self, file: str, box: Box | None = None) -> None:
        self.file, self.box = file, box or Box()
        self.diagnostics: list[Diagnostic] = []
        self.places: dict[tuple[str, str], Parsed] = {}
        self._effects = EffectReader()
        self._event_name = ""

    def read(self, statements: Iterable[Parsed]) -> Box:
        for parsed in statements:
            self.entry(parsed, parsed.node)
        return self.box

    def entry(self, parsed: Parsed, node: Node) -> None:
        """Take up one ``entry`` or ``declaration``."""
        item, *origin = node.children
        deep = _depth(item)
        if deep > DEEPEST:
            self._report(parsed, "too-deep", f"this effect is nested {deep} deep; {DEEPEST} is the most", item)
            return
        if item.name == "event_row" and not self._sound_row(parsed, item):
            return
        try:
            method: Callable[[Any, str], tuple[str, str]] = getattr(self, f"_{item.name}")
            key = method(item.children, _origin(origin))
        except Misread as bad:
            self._report(parsed, bad.code, bad.message, bad.where or item, bad.legal)
            return
        if key in self.places and key[0] not in {"steed", "upgrade"}:
            first = self.places[key].line
            self._report(parsed, "declared-twice", f"{key[0]} {key[1]} is declared already on line {first}", item)
        self.places.setdefault(key, parsed)
        self.box.origins.setdefault(key, _origin(origin))

    def _report(
        self, parsed: Parsed, code: str, message: str, where: Node | Token, legal: tuple[str, ...] = ()
    ) -> None:
        self.diagnostics.append(
            Diagnostic(code=code, message=message, file=self.file, span=parsed.span(where), legal=legal)
        )

    def _sound_row(self, parsed: Parsed, item: Node) -> bool:
        """A row is for values of the travel die, the smaller first."""
        values = [part for part in item.children if isinstance(part, Token) and part.type == "INT"]
        wrong = next((part for part in values if int(part.text) not in VALUES), None)
        if wrong is not None:
            message = f"a travel die shows 1 to 6, never {wrong.text}"
            self._report(parsed, "bad-row", message, wrong, tuple(map(str, VALUES)))
        elif int(values[0].text) > int(values[-1].text):
            self._report(parsed, "bad-row", f"no value lies from {values[0].text} to {values[-1].text}", values[0])
        else:
            return True
        return False

    # ── boards, pieces and dice ─────────────────────────────────────────────────────────────────────────

    def _box_title(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.name, self.box.title = name_of(parts[0]), parts[1].text.strip('"')
        return "box", self.box.name

    def _good_tile(self, parts: Any, origin: str) -> tuple[str, str]:
        kind = good_word(parts[0])
        try:
            shape = packing.shape(parts[2].text.strip('"'))
        except ValueError as bad:
            raise Misread("bad-shape", str(bad), parts[2]) from bad
        self.box.goods[kind] = GoodTile(int(parts[1].text), shape)
        return "good", kind

    def _grid(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.grid = (int(parts[0].text), int(parts[1].text))
        return "grid", "storage"

    def _wheel_order(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.wheel = tuple(good_word(p) for p in parts[1:])
        return "wheel", "order"

    def _wheel_values(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.values = tuple(int(p.text) for p in parts[1:])
        return "wheel", "values"

    def _ringway(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.ringway = tuple(p.children[0].text.lower() for p in parts)
        return "ringway", "districts"

    def _chart(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.chart[int(parts[0].text)] = good_word(parts[1]) if parts[1].type == "GOOD" else ""
        return "chart", parts[0].text

    def _die(self, parts: Any, origin: str) -> tuple[str, str]:
        die = _plain(parts[0])
        self.box.dice[die] = tuple(_plain(face) for face in parts[1:])
        return "die", die

    def _die_face(self, parts: Any, origin: str) -> tuple[str, str]:
        die, face = _plain(parts[0]), _plain(parts[1])
        self.box.faces[die, face] = self._effects.effect(parts[2])
        return "face", f"{die} {face}"

    def _pieces(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.pieces[_plain(parts[0])] = int(parts[1].text)
        return "pieces", _plain(parts[0])

    def _dark_space(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.dark[name_of(parts[1])] = self._effects.effect(parts[2])
        return "dark", name_of(parts[1])

    def _ruins_space(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.ruins[name_of(parts[1])] = self._effects.effect(parts[2])
        return "ruins", name_of(parts[1])

    def _court_banner(self, parts: Any, origin: str) -> tuple[str, str]:
        spot = parts[1].text.lower()
        if spot not in {"upper", "lower"}:
            raise Misread("no-such-place", "the courtyard has an upper and a lower slot", parts[1], ("upper", "lower"))
        self.box.court[spot] = self._effects.effect(parts[2])
        return "court", spot

    def _locked_slot(self, parts: Any, origin: str) -> tuple[str, str]:
        slot, final = int(parts[0].text), len(parts) == 3
        if slot not in {1, 2, 3}:
            raise Misread("no-such-place", "a wagon has the locked slots 1, 2 and 3", parts[0], ("1", "2", "3"))
        (self.box.final_slots if final else self.box.slots)[slot] = self._effects.effect(parts[-1])
        return "slot", f"{slot} final" if final else str(slot)

    # ── towns and cards ─────────────────────────────────────────────────────────────────────────────────

    def _region(self, parts: Any, origin: str) -> tuple[str, str]:
        name = name_of(parts[0])
        towns = (town_word(parts[1]), town_word(parts[2]))
        self.box.regions[name] = Region(towns, self._effects.effect(parts[3]))
        return "region", name

    def _hero_class(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.classes[town_word(parts[1])] = name_of(parts[0])
        return "class", name_of(parts[0])

    def _hero_card(self, parts: Any, origin: str) -> tuple[str, str]:
        _, name, town, *rest = parts
        starting = any(isinstance(p, Token) and p.type == "STARTING" for p in rest)
        wants = tuple(good_word(t) for p in rest if isinstance(p, Node) and p.name == "wants" for t in p.children)
        gives = _plain(rest[-1])
        if gives not in {"lantern", "shoe", "storage"}:
            raise Misread(
                "bad-bonus", "a hero gives a lantern, a shoe or storage", rest[-1], ("lantern", "shoe", "storage")
            )
        self.box.heroes[name_of(name)] = HeroCard(town_word(town), wants, gives, starting)
        return "hero", name_of(name)

    def _commission_tile(self, parts: Any, origin: str) -> tuple[str, str]:
        town, wants = town_word(parts[1]), tuple(good_word(t) for t in parts[2].children if t.type == "GOOD")
        if not wants:
            raise Misread("bad-tile", "a commission tile names three goods", parts[2])
        self.box.commissions[town] = (*self.box.commissions.get(town, ()), wants)
        return "commission", f"{town} [{' '.join(wants)}]"

    def _event(self, parts: Any, origin: str) -> tuple[str, str]:
        self._event_name = name_of(parts[1])
        self.box.events[self._event_name] = EventCard(parts[2].text.lower())
        return "event", self._event_name

    def _event_row(self, parts: Any, origin: str) -> tuple[str, str]:
        name = self._event_name
        if not name:
            raise Misread("row-without-event", "a row belongs to the event above it, and there is none")
        values = [int(p.text) for p in parts[1:] if isinstance(p, Token)]
        rows = tuple(
            Row(p.children[0].text.lower(), self._effects.effect(p.children[1])) for p in parts if isinstance(p, Node)
        )
        for value in range(values[0], values[-1] + 1):
            if value in self.box.events[name].rows:
                raise Misread("declared-twice", f"event {name} has a row for {value} already", parts[1])
            self.box.events[name].rows[value] = rows
        return "row", f"{name} {values[0]}"

    def _deed_card(self, parts: Any, origin: str) -> tuple[str, str]:
        when: tuple[tuple[Test, ...], ...] = ()
        if parts[2].name == "condition":
            when = tuple(tuple(self._test(t) for t in group.children) for group in parts[2].children[0].children)
        self.box.deeds[name_of(parts[1])] = DeedCard(when, self._reward(parts[-1]))
        return "deed", name_of(parts[1])

    def _test(self, node: Node) -> Test:
        if node.name == "extreme":
            return Test(self._effects.count(node.children[1]), node.children[0].text.lower())
        count, sign, number = node.children
        return Test(self._effects.count(count), sign.text, int(number.text))

    def _reward(self, node: Node) -> Reward:
        kind, number, *rest = node.children
        word = resource(kind)
        if word not in {"coins", "prestige", "vp"}:
            raise Misread("bad-reward", "a deed scores coins, prestige or vp", kind, ("coins", "prestige", "vp"))
        per = self._effects.count(rest[0]) if rest else None
        return Reward(word, int(number.text), per, int(rest[1].text) if len(rest) > 1 else None)

    # ── companions, buildings, steeds, upgrades ─────────────────────────────────────────────────────────

    def _loyal(self, parts: Any, origin: str) -> tuple[str, str]:
        copies = int(parts[2].text[1:]) if len(parts) > 2 else 1
        self.box.companions[name_of(parts[1])] = CompanionCard(copies)
        return "companion", name_of(parts[1])

    def _stray(self, parts: Any, origin: str) -> tuple[str, str]:
        _, name, _, gift, effect = parts
        self.box.companions[name_of(name)] = CompanionCard(1, _gift(gift), self._effects.effect(effect))
        return "companion", name_of(name)

    def _ability(self, parts: Any, origin: str) -> tuple[str, str]:
        name, word = name_of(parts[0]), _plain(parts[1])
        card = self.box.companions.get(name)
        if card is None or not card.loyal:
            raise Misread("undeclared-companion", f"{name} is not declared as a loyal companion above", parts[0])
        card.abilities[word] = self._effects.effect(parts[2])
        return "ability", f"{name} {word}"

    def _building(self, parts: Any, origin: str) -> tuple[str, str]:
        self.box.buildings[name_of(parts[0])] = BuildingTile(parts[1].text.strip('"'), self._effects.effect(parts[2]))
        return "building", name_of(parts[0])

    def _building_pair(self, parts: Any, origin: str) -> tuple[str, str]:
        pair = (name_of(parts[0]), name_of(parts[1]))
        for name, where in zip(pair, parts, strict=True):
            if name not in self.box.buildings:
                raise Misread("no-such-building", f"{name} is not declared as a building above", where)
        self.box.pairs = (*self.box.pairs, pair)
        return "pair", " ".join(pair)

    def _steed_line(self, parts: Any, origin: str) -> tuple[str, str]:
        name = name_of(parts[1])
        self.box.steeds[name] = (*self.box.steeds.get(name, ()), self._clause(parts[2]))
        return "steed", name

    def _upgrade_line(self, parts: Any, origin: str) -> tuple[str, str]:
        name = name_of(parts[1])
        self.box.upgrades[name] = (*self.box.upgrades.get(name, ()), self._clause(parts[2]))
        return "upgrade", name

    def _clause(self, node: Node) -> Clause:
        trigger = self._effects.trigger(node.children[0]) if len(node.children) == 2 else ""
        return Clause(trigger, self._effects.effect(node.children[-1]))


def _origin(origin: list[Node]) -> str:
    if not origin:
        return "ours"
    node = origin[0]
    return f"printed {node.children[0].text}" if node.name == "printed" else node.name


def _plain(node: Node | Token) -> str:
    """The word a small node is made of, in its proper form."""
    if isinstance(node, Node):
        return (
            name_of(node) if node.name == "name" else resource(node) if node.name == "res" else _plain(node.children[0])
        )
    return node.text.lower() if node.type != "INT" else node.text


def _gift(token: Token) -> str:
    return RESOURCES.get(token.text.lower(), token.text.lower())


def _depth(item: Node) -> int:
    """How many brackets and prefixes stand inside one another, found without climbing down after them."""
    deepest, waiting = 0, list[tuple[Any, int]]([(item, 0)])
    while waiting:
        node, depth = waiting.pop()
        if isinstance(node, Node):
            depth += node.name in {"both", "may", "up_to"}
            deepest = max(deepest, depth)
            waiting += ((child, depth) for child in node.children)
    return deepest
