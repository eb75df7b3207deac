"""From written steps to moves: one method per kind of step."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.diagnostics import Diagnostic
from referee.games.dark_road import moves
from referee.games.dark_road.moves import AnyPick
from referee.games.dark_road.notation.things import ThingReader
from referee.games.dark_road.notation.words import GIVEN, LABELS, good_word, resource, town_word
from referee.notation.names import keyword, nearest
from referee.notation.parser import Node, Token
from referee.notation.record import Cast, Step


class StepReader(ThingReader):
    """Reads the steps of a doing; a step may hold a move, what it picks at once, and what came up."""

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

    def _step_skip(self, parts: list[Any]) -> Any:
        what = parts[0].children
        if len(what) == 2:
            return moves.Skip(f"use {self.find(what[1], 'building')}")
        first = what[0].children[0] if isinstance(what[0], Node) else what[0]
        return moves.Skip(keyword(first.text).rstrip("s"))

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
            move = moves.Travel(self.find(card, "companion", beside=("PLACE",)))
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
            return moves.Deliver(moves.Hero(self.find(first, "hero", beside=("TOWN",))))
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
            gift = moves.Gift(name, self.ability(name, given.children[0]))
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
        return moves.Hero(self.find(part, "hero", beside=GIVEN))

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
        label = self._label(parts[0])
        return [Cast(label, self._values(parts[1]), self.span(parts[0]).to(self.span(parts[1])))] if label else []

    def _label(self, node: Node) -> str:
        """What was thrown or drawn; a slip is reported, and read as what was meant if that is plain."""
        word = self.plain(node.children[0])
        if word in LABELS:
            return word
        near = nearest(word, LABELS)
        self.diagnostics.append(
            Diagnostic(
                code="unknown-label",
                message=f"{word!r} is no label of a throw or draw",
                file=self.file,
                span=self.span(node),
                legal=() if near else LABELS,
                notes=(f"did you mean {near[0]!r}?",) if near else (),
                fix=near[0] if len(near) == 1 else "",
            )
        )
        return near[0] if len(near) == 1 else ""

    def _step_top(self, parts: list[Any]) -> Any:
        town = f" {town_word(parts[0])}" if len(parts) == 2 else ""
        return Cast(f"top{town}", self._values(parts[-1]), self.span(parts[-1]))

    def _at_once(self, parts: list[Any]) -> list[Any]:
        """A pick written behind the step that leads to it, and what came up."""
        picks = [(moves.Gain(self.picks(p)), p) for p in parts if isinstance(p, Node) and p.name == "pick"]
        return [*picks, *self._outcome(parts)]

    def _outcome(self, parts: list[Any]) -> list[Cast]:
        return [Cast("", self._values(p), self.span(p)) for p in parts if isinstance(p, Node) and p.name == "out"]
