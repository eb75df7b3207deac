"""From the text of an effect to the effect. Precedence is the grammar's: prefix, per, and, or, then."""

from __future__ import annotations

from typing import Any

from referee.games.dark_road.effects import (
    COUNTS,
    TRIGGERS,
    WORDS,
    All,
    Count,
    Do,
    Effect,
    Either,
    Exchange,
    GoodSpec,
    Lot,
    May,
    Per,
    Then,
    Times,
)
from referee.games.dark_road.notation.words import good_word, name_of, resource, town_word
from referee.games.dark_road.vocabulary import RESOURCES
from referee.notation.names import nearest
from referee.notation.parser import Node, Token


class Misread(Exception):
    """An entry that parses but makes no sense; becomes a diagnostic at the part that is to blame."""

    def __init__(self, code: str, message: str, where: Node | Token | None = None, legal: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.code, self.message, self.where, self.legal = code, message, where, legal


class EffectReader:
    def effect(self, node: Any) -> Effect:
        method = getattr(self, f"_{node.name}")
        return method(node)  # type: ignore[no-any-return]

    def _expr(self, node: Node) -> Effect:
        first, *then = [self.effect(part) for part in node.children]
        return Then(first, then[0]) if then else first

    def _either(self, node: Node) -> Effect:
        parts = tuple(self.effect(part) for part in node.children)
        return Either(parts) if len(parts) > 1 else parts[0]

    def _both(self, node: Node) -> Effect:
        parts = tuple(self.effect(part) for part in node.children)
        return All(parts) if len(parts) > 1 else parts[0]

    def _per(self, node: Node) -> Effect:
        return Per(self.effect(node.children[0]), self.count(node.children[1]))

    def _may(self, node: Node) -> Effect:
        return May(self.effect(node.children[0]))

    def _up_to(self, node: Node) -> Effect:
        limit = int(node.children[0].text) if len(node.children) == 2 else None
        return Times(limit, self.effect(node.children[-1]))

    def _change(self, node: Node) -> Effect:
        return Do("change", number=int(node.children[1].text), resource=resource(node.children[0]))

    def _lots(self, node: Node) -> Effect:
        return Exchange(tuple(Lot(resource(lot.children[0]), int(lot.children[1].text)) for lot in node.children))

    def _word(self, node: Node) -> Effect:
        head, *args = node.children
        word = head.text.lower()
        if word not in WORDS:
            near = nearest(word, WORDS)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise Misread("unknown-word", f"{word!r} is not a word of the effect language{hint}", head, tuple(near))
        tokens = [part.children[0] for part in args]
        method = getattr(self, f"_args_{WORDS[word].partition(':')[0]}", self._args_none)
        made: Do = method(word, tokens, head)
        return made

    # ── arguments, by kind ──────────────────────────────────────────────────────────────────────────────

    def _args_none(self, word: str, tokens: list[Any], head: Token) -> Do:
        _done(word, tokens, 0, head)
        return Do(word)

    def _args_n(self, word: str, tokens: list[Any], head: Token) -> Do:
        number = _number(word, tokens, 0, head)
        _done(word, tokens, 1, head)
        return Do(word, number=number)

    def _args_m(self, word: str, tokens: list[Any], head: Token) -> Do:
        low = _number(word, tokens, 0, head)
        if len(tokens) > 1 and isinstance(tokens[1], Token) and tokens[1].type == "TO":
            high = _number(word, tokens, 2, head)
            _done(word, tokens, 3, head)
            return Do(word, number=low, upto=high)
        _done(word, tokens, 1, head)
        return Do(word, number=low, upto=low)

    def _args_g(self, word: str, tokens: list[Any], head: Token) -> Do:
        spec = self.good_spec(word, tokens, head)
        if spec == GoodSpec():
            raise Misread(
                "bad-argument", f"{word} needs to know which good", head, ("any", "any*", "armor", "worth 1", "absent")
            )
        return Do(word, good=GoodSpec() if spec.side == "any" else spec)

    def _args_side(self, word: str, tokens: list[Any], head: Token) -> Do:
        star = bool(tokens) and isinstance(tokens[0], Token) and tokens[0].type == "STAR"
        _done(word, tokens, int(star), head)
        return Do(word, option="upgraded" if star else "basic")

    def _args_o(self, word: str, tokens: list[Any], head: Token) -> Do:
        if not tokens:
            return Do(word)
        allowed = WORDS[word].partition(":")[2]
        if _text(tokens[0]) != allowed:
            raise Misread("bad-argument", f"{word} takes {allowed!r} or nothing", head, (allowed,))
        _done(word, tokens, 1, head)
        return Do(word, option=allowed)

    def _args_w(self, word: str, tokens: list[Any], head: Token) -> Do:
        town = bool(tokens) and isinstance(tokens[0], Token) and tokens[0].type == "TOWN"
        _done(word, tokens, int(town), head)
        return Do(word, town=town_word(tokens[0]) if town else "")

    def _args_price(self, word: str, tokens: list[Any], head: Token) -> Do:
        first = tokens[0] if tokens else None
        if isinstance(first, Node) and first.name == "res":
            number = _number(word, tokens, 1, head)
            _done(word, tokens, 2, head)
            return Do(word, number=number, resource=resource(first))
        if isinstance(first, Token) and first.type == "HERO":
            _done(word, tokens, 1, head)
            return Do(word, option="hero")
        if _text(first) == "good":
            spec = self.good_spec(word, tokens[1:], head)
            return Do(word, good=spec)
        raise Misread(
            "bad-argument", "a price is coins, tokens, a good or a hero", head, ("pay coins 2", "pay good", "pay hero")
        )

    def _args_area(self, word: str, tokens: list[Any], head: Token) -> Do:
        width = _number(word, tokens, 0, head)
        if len(tokens) < 2 or _text(tokens[1]) != "by":
            raise Misread("bad-argument", f"{word} takes a size such as 2 by 2", head, ("2 by 2",))
        height = _number(word, tokens, 2, head)
        _done(word, tokens, 3, head)
        return Do(word, number=width, upto=height)

    def _args_slot(self, word: str, tokens: list[Any], head: Token) -> Do:
        slot = _number(word, tokens, 0, head)
        inner = tokens[1:]
        if not inner or any(not isinstance(t, Node) or t.name != "bracketed" for t in inner) or len(inner) > 2:
            raise Misread(
                "bad-argument", f"{word} takes a slot and effects in brackets", head, ("replace-slot 2 (lantern +1)",)
            )
        effects = tuple(self.effect(bracket.children[-1]) for bracket in inner)
        return Do(word, number=slot, inner=effects)

    def _args_place(self, word: str, tokens: list[Any], head: Token) -> Do:
        first = _text(tokens[0]) if tokens else ""
        if first == "slot":
            number = _number(word, tokens, 1, head)
            _done(word, tokens, 2, head)
            return Do(word, option="slot", number=number)
        if first not in {"storage", "lantern", "inventory"}:
            raise Misread(
                "bad-argument",
                f"{word} names a place of the wagon",
                head,
                ("storage", "lantern", "inventory", "slot 1"),
            )
        _done(word, tokens, 1, head)
        return Do(word, option=first)

    def good_spec(self, word: str, tokens: list[Any], head: Token) -> GoodSpec:
        """Which goods: ``any``, a kind, ``worth 1``, ``absent``, ``basic``; a star for the upgraded side."""
        kinds: list[str] = []
        side, worth, absent, some = "basic", 0, False, False
        named_side = False
        rest = list(tokens)
        while rest:
            token = rest.pop(0)
            text = _text(token)
            if isinstance(token, Token) and token.type == "GOOD":
                kinds.append(good_word(token))
            elif isinstance(token, Token) and token.type == "STAR":
                side, named_side = "upgraded", True
            elif text == "worth":
                worth = _number(word, rest, 0, head)
                rest.pop(0)
            elif text == "absent":
                absent = True
            elif text == "any":
                some = True
            elif text == "basic":
                named_side = True
            else:
                raise Misread(
                    "bad-argument", f"{text!r} does not say which good", head, ("any", "worth 1", "absent", "basic")
                )
        if word == "pay" and not named_side:
            side = "either"
        if some and not kinds and not worth and not absent and side == "basic" and word != "pay":
            return GoodSpec(side="any")
        return GoodSpec(tuple(kinds), side, worth, absent)

    def trigger(self, node: Node) -> str:
        child = node.children[0]
        word = child.text.lower() if isinstance(child, Token) else name_of(child).lower()
        if word not in TRIGGERS:
            near = nearest(word, TRIGGERS)
            raise Misread("unknown-word", f"{word!r} is not a trigger", node, tuple(near) or TRIGGERS)
        return word

    def count(self, node: Node) -> Count:
        head, *filters = node.children
        child = head.children[0]
        text = child.text.lower() if isinstance(child, Token) else child.children[0].text.lower()
        word = (
            text
            if text in COUNTS
            else {"lantern": "lanterns", "shoe": "shoes", "gift": "gifts", "steed": "steeds"}.get(text, text)
        )
        if word not in COUNTS:
            near = nearest(word, COUNTS)
            raise Misread("unknown-word", f"{word!r} is not something that can be counted", head, tuple(near))
        return Count(word, tuple(_filter(f) for f in filters))


def _filter(node: Node) -> tuple[str, str]:
    first = node.children[0]
    assert isinstance(first, Token)
    if first.type in {"TOWN", "GOOD", "STAR", "LOYAL", "STRAY"} and len(node.children) == 1:
        kind = {"GOOD": "good", "STAR": "side"}.get(first.type, first.type.lower())
        return kind, "upgraded" if first.type == "STAR" else first.text.lower()
    if len(node.children) == 2:
        second = node.children[1]
        value = town_word(second) if isinstance(second, Token) and second.type == "TOWN" else name_of(second)
        return first.text.lower(), value
    return ("side", "basic") if first.text.lower() == "basic" else ("name", first.text)


def _text(token: Any) -> str:
    if isinstance(token, Token):
        return token.text.lower()
    if isinstance(token, Node) and token.name == "res":
        return RESOURCES[token.children[0].text.lower()]
    return ""


def _number(word: str, tokens: list[Any], at: int, head: Token) -> int:
    if at >= len(tokens) or not isinstance(tokens[at], Token) or tokens[at].type != "INT":
        raise Misread("bad-argument", f"{word} needs a number", head, (f"{word} 1",))
    return int(tokens[at].text)


def _done(word: str, tokens: list[Any], used: int, head: Token) -> None:
    if len(tokens) > used:
        raise Misread("bad-argument", f"{word} does not take {_text(tokens[used])!r}", head)
