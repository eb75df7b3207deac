"""The effects printed on cards and boards, as data. What they do is in ``rules/effects.py``."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct


class GoodSpec(Struct, frozen=True):
    """Which goods an effect speaks of: any of these kinds, on this side, worth this much, absent from the wheel."""

    kinds: tuple[str, ...] = ()
    side: str = "basic"
    worth: int = 0
    absent: bool = False


class Count(Struct, frozen=True):
    """Something that can be counted, with filters such as ("town", "Windglass")."""

    word: str
    filters: tuple[tuple[str, str], ...] = ()


class Do(Struct, frozen=True, tag=True):
    """One effect word with its arguments."""

    word: str
    number: int = 0
    upto: int = 0
    resource: str = ""
    good: GoodSpec | None = None
    town: str = ""
    option: str = ""
    inner: tuple[Effect, ...] = ()


class All(Struct, frozen=True, tag=True):
    parts: tuple[Effect, ...]


class Either(Struct, frozen=True, tag=True):
    parts: tuple[Effect, ...]


class Then(Struct, frozen=True, tag=True):
    """The second follows only if the first was carried out."""

    first: Effect
    second: Effect


class May(Struct, frozen=True, tag=True):
    part: Effect


class Times(Struct, frozen=True, tag=True):
    """Up to so many times; any number of times if there is no limit."""

    limit: int | None
    part: Effect


class Per(Struct, frozen=True, tag=True):
    part: Effect
    count: Count


class Lot(Struct, frozen=True):
    resource: str
    number: int


class Exchange(Struct, frozen=True, tag=True):
    """Give up one lot, take another. RULING-37"""

    lots: tuple[Lot, ...]


Effect = Do | All | Either | Then | May | Times | Per | Exchange


def parts(effect: Effect) -> Iterator[Effect]:
    """An effect and everything inside it; what a replaced slot does is an effect of its own."""
    yield effect
    for part in _inside(effect):
        yield from parts(part)


def _inside(effect: Effect) -> tuple[Effect, ...]:
    match effect:
        case All() | Either():
            return effect.parts
        case Then():
            return effect.first, effect.second
        case May() | Times() | Per():
            return (effect.part,)
    return ()


class Clause(Struct, frozen=True):
    """One statement of a steed or an upgrade; without a trigger it stands as long as the item is owned."""

    trigger: str
    effect: Effect


# ── the vocabulary ──────────────────────────────────────────────────────────────────────────────────────

# Which arguments a word takes: n number, m..n span, g good, w town, k slot and brackets, o one of the options.
WORDS: dict[str, str] = {
    "gain-good": "g",
    "craft": "side",
    "upgrade-good": "",
    "downgrade-good": "",
    "lose-good": "o:most-valuable",
    "gain-commission": "w",
    "gain-hero": "o:or-deck",
    "lose-hero": "",
    "deliver-hero": "",
    "rotate-wheel": "",
    "ruins-action": "o:without-roll",
    "ruins-step": "n",
    "market-step": "n",
    "roll-oracle": "",
    "roll-ruins": "",
    "reroll-or-illuminated": "",
    "gain-illuminated": "",
    "light": "",
    "gain-deed": "",
    "gain-upgrade": "",
    "gain-steed": "",
    "free-shortcut": "",
    "copy-travel-die": "",
    "add-to-travel-die": "m",
    "discount": "n",
    "move-exactly": "n",
    "choose-building": "",
    "pay": "price",
    "extra-storage": "area",
    "tile-shape": "area",
    "unlimited-upgrades": "",
    "free-ruins-roll": "",
    "replace-slot": "slot",
    "occupies": "place",
}

TRIGGERS = (
    "buy", "move", "use-illuminated", "activate-yurg", "lead-journey", "choose-travel-die", "deliver-commission",
    "gain-upgrade", "gained", "game-end",
)  # fmt: skip

COUNTS = (
    "delivered-commissions", "delivered-heroes", "delivered-towns", "delivered-regions", "town-sets", "region-sets",
    "class-sets", "gifts", "companions", "fully-gifted-companions", "goods", "good-types", "empty-cells", "lanterns",
    "quartz", "shoes", "glow", "heroes-aboard", "commissions-aboard", "upgrades", "steeds", "deeds", "completed-deeds",
    "coins", "prestige", "difference", "journeys-led", "shortcuts-led", "journeys-joined", "upgraded-delivered",
)  # fmt: skip


class Test(Struct, frozen=True):
    """One condition of a deed: a count against a number, or against the other players (most, least, none-of)."""

    count: Count
    compare: str
    number: int = 0


class Reward(Struct, frozen=True):
    """What a completed deed scores: a fixed amount, or so much for each thing counted, at most ``limit`` things."""

    resource: str
    number: int
    per: Count | None = None
    limit: int | None = None
