"""Companions: gifts, and the windows in which they are made. COMPANION-01 … COMPANION-32, RULING-46, RULING-47"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from referee.engine.decision import Domain, Refusal, ask, refuse
from referee.games.dark_road.box.model import CompanionCard
from referee.games.dark_road.moves import AnyPick, Gift, Good, Hero, Word
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.effects import carry_out, untimely
from referee.games.dark_road.state import Companion, Player
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import FIELDS, GOODS


async def window(table: Table, brief: bool = False) -> None:
    """Between two steps of the own turn any number of gifts may be made. COMPANION-01, COMPANION-02

    A ``brief`` window stands in the middle of something: whatever is written next closes it.
    """
    while table.me.companions:
        domain = gifts(table, table.me)
        brief_here = brief or _unusable(domain)
        gift = await ask(table.me.name, "make a gift", domain, may=True, brief=brief_here, whose="COMPANION-01")
        if gift is None:
            return
        await give(table, table.me, gift)


def _unusable(domain: Domain) -> Callable[[], bool]:
    """A window in which no gift can be made keeps nobody waiting."""
    return lambda: next(domain.options(), None) is None


def gifts(table: Table, me: Player) -> Domain:
    def unless(move: Gift) -> Iterator[Refusal]:
        owned = _owned(me, move.companion)
        if not owned:
            yield refuse(
                "no-such-companion",
                "COMPANION-07",
                companion=move.companion,
                owned=tuple(c.name for c in me.companions),
            )
            return
        card = table.box.companions[move.companion]
        what = card.abilities.get(str(move.ability)) if card.loyal else card.effect
        lacking = _no_loyal_gift(me, owned, card, move) if card.loyal else _no_stray_gift(table, me, card, move)
        yield from filter(None, (lacking, what and untimely(table, me, what)))

    def candidates() -> Iterator[Gift]:
        for companion in me.companions:
            card = table.box.companions[companion.name]
            if card.loyal:
                yield from (Gift(companion.name, ability) for ability in card.abilities)
            else:
                yield from (Gift(companion.name, None, pick) for pick in _things(me, card.gift))

    return Domain(Gift, candidates, unless)


def _owned(me: Player, name: str) -> list[Companion]:
    return [companion for companion in me.companions if companion.name == name]


def _no_loyal_gift(me: Player, owned: list[Companion], card: CompanionCard, move: Gift) -> Refusal | None:
    """One quartz onto an ability that holds none yet; each card has its own spaces. COMPANION-03 … -06, RULING-85"""
    if move.ability not in card.abilities:
        return refuse("no-such-ability", "COMPANION-06", companion=move.companion, abilities=tuple(card.abilities))
    if all(move.ability in companion.gifts for companion in owned):
        return refuse("already-gifted", "COMPANION-05", companion=move.companion, ability=move.ability)
    return None if me.quartz else refuse("quartz-short", "COMPANION-03", who=me.name, needs=1, has=0)


def _no_stray_gift(table: Table, me: Player, card: CompanionCard, move: Gift) -> Refusal | None:
    """A stray takes its own kind of gift. COMPANION-24, RULING-66"""
    if move.given is None:
        return refuse("gift-missing", "COMPANION-24", companion=move.companion, gift=card.gift)
    if not _kind(move.given, card.gift):
        return refuse("wrong-gift", "COMPANION-24", companion=move.companion, gift=card.gift)
    if move.given not in _things(me, card.gift):
        return refuse("not-held", "COMPANION-24", pick=move.given)
    return storage.second_horseshoe(table, me) if card.gift == "shoe" else None


def _kind(given: AnyPick, gift: str) -> bool:
    match given:
        case Good():
            return given.kind == gift
        case Hero():
            return gift == "hero"
        case Word():
            return given.word == gift
    return False


def _things(me: Player, gift: str) -> list[AnyPick]:
    """What the player could give."""
    if gift in GOODS:
        return list(dict.fromkeys(good for good in me.goods if good.kind == gift))
    if gift == "hero":
        return [Hero(name) for name in me.heroes]
    return [Word(gift)] if getattr(me, FIELDS[gift]) else []


async def give(table: Table, me: Player, move: Gift) -> None:
    """The gift, then the ability; a stray then goes to the left, still within the turn. COMPANION-26, RULING-73"""
    card = table.box.companions[move.companion]
    if card.loyal:
        ability = str(move.ability)
        companion = next(c for c in _owned(me, move.companion) if ability not in c.gifts)
        table.gift_stays(me, companion, ability, "COMPANION-04")
        await carry_out(table, me, card.abilities[ability], _rule(table, move.companion, ability))
        return
    companion = _owned(me, move.companion)[0]
    assert move.given is not None
    assert card.effect is not None
    await _hand_over(table, me, move.given)
    await carry_out(table, me, card.effect, STRAYS.get(card_key(move.companion), "COMPANION-24"))
    table.pass_left(me, companion, "COMPANION-26")


async def _hand_over(table: Table, me: Player, given: AnyPick) -> None:
    """To the supply; Cosimo's hero goes under the hero deck. COMPANION-25"""
    match given:
        case Good():
            table.give_good(me, given, "COMPANION-25")
        case Hero():
            table.hero_under_deck(me, given.name, "COMPANION-25")
            await storage.settle(table, me, narrowed="RULING-09")
        case Word("shoe"):
            table.spend_horseshoe(me, "COMPANION-25")
        case Word():
            table.give(me, given.word, 1, "COMPANION-25")


def card_key(name: str) -> str:
    return name.lower().replace("-", " ")


def _rule(table: Table, name: str, ability: str) -> str:
    """Which rule speaks in the journal."""
    rule = ABILITIES.get((card_key(name), ability), "COMPANION-02")
    basic = rule == "COMPANION-18" and table.option("companion.snowbee_craft") == "basic"
    return "COMPANION-19" if basic else rule


ABILITIES = {
    ("cave dragon", "deliver"): "COMPANION-08", ("cave dragon", "find"): "COMPANION-09",
    ("ice mouse", "commission"): "COMPANION-10", ("ice mouse", "forage"): "COMPANION-11",
    ("phoenix", "lantern"): "COMPANION-12", ("phoenix", "ruins"): "COMPANION-13",
    ("raven", "glow"): "COMPANION-15", ("raven", "oracle"): "COMPANION-16",
    ("snow bee", "hero"): "COMPANION-17", ("snow bee", "craft"): "COMPANION-18",
    ("scorpion", "hero"): "COMPANION-17", ("scorpion", "craft"): "COMPANION-18",
    ("threy cat", "copy"): "COMPANION-20", ("threy cat", "add"): "COMPANION-23",
}  # fmt: skip
STRAYS = {"grace": "COMPANION-28", "flicker": "COMPANION-29", "cosimo": "COMPANION-30", "li'l dumplin'": "COMPANION-31"}
