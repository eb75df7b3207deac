"""Do the effects of a box make sense where they stand: words in their place, choices that can be told apart?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from referee.games.dark_road.box.finding import Entry, Finding
from referee.games.dark_road.box.inspecting import line_key
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.effects import Count, Do, Effect, Either, Exchange, Per, parts
from referee.games.dark_road.notation.effects_writing import written
from referee.games.dark_road.rules.effects import SPOKEN, heads
from referee.games.dark_road.vocabulary import FIELDS, GOODS
from referee.notation.names import fold, nearest

# Words that stand as long as the item is owned: a line of their own, without a trigger.
STANDING = {"extra-storage", "tile-shape", "unlimited-upgrades", "free-ruins-roll", "replace-slot", "occupies"}

# Words that change a step instead of being carried out, and where that step is: a trigger, or "companion".
AT_HOME = {
    "discount": {"buy"},
    "move-exactly": {"move"},
    "choose-building": {"use-illuminated"},
    "add-to-travel-die": {"choose-travel-die", "companion"},
    "copy-travel-die": {"companion"},
    "free-shortcut": {"companion"},
    "reroll-or-illuminated": {"face ruins"},
}

FILTERS = {"town", "region", "class", "filled", "upgraded", "good", "side", "loyal", "stray", "name"}


class Placed(NamedTuple):
    """An effect with the entry that has it and the kind of place it stands in; "" is a line without a trigger."""

    entry: Entry
    home: str
    effect: Effect


def effects(box: Box) -> Iterator[Finding]:
    for placed in every_effect(box):
        yield from _misplaced(placed)
        for part in parts(placed.effect):
            if isinstance(part, Either):
                yield from _indistinct(placed, part)
            if isinstance(part, Per):
                yield from _counted(box, placed.entry, part.count)
    for name, deed in box.deeds.items():
        counts = [test.count for group in deed.when for test in group]
        for count in [*counts, *([deed.reward.per] if deed.reward.per else [])]:
            yield from _counted(box, ("deed", name), count)


def every_effect(box: Box) -> Iterator[Placed]:
    """Every effect of a box, each with its place."""
    for kind, spaces in (("dark", box.dark), ("ruins", box.ruins), ("court", box.court)):
        yield from (Placed((kind, name), kind, effect) for name, effect in spaces.items())
    yield from (Placed(("slot", str(slot)), "slot", effect) for slot, effect in box.slots.items())
    yield from (Placed(("slot", f"{slot} final"), "slot", effect) for slot, effect in box.final_slots.items())
    yield from (Placed(("face", f"{die} {face}"), f"face {die}", effect) for (die, face), effect in box.faces.items())
    yield from (Placed(("region", name), "region", region.reward) for name, region in box.regions.items())
    yield from (Placed(("building", name), "building", tile.effect) for name, tile in box.buildings.items())
    for name, companion in box.companions.items():
        if companion.effect is not None:
            yield Placed(("companion", name), "companion", companion.effect)
        yield from (Placed(("ability", f"{name} {word}"), "companion", e) for word, e in companion.abilities.items())
    for name, event in box.events.items():
        seen: list[object] = []
        for value, rows in event.rows.items():
            if rows not in seen[-1:]:
                yield from (Placed(("row", f"{name} {value}"), "row", row.effect) for row in rows)
            seen.append(rows)
    for kind, cards in (("steed", box.steeds), ("upgrade", box.upgrades)):
        for name, clauses in cards.items():
            for number, clause in enumerate(clauses, 1):
                entry = (kind, line_key(name, number))
                yield Placed(entry, clause.trigger, clause.effect)
                if isinstance(clause.effect, Do):
                    yield from (Placed(entry, "slot", inner) for inner in clause.effect.inner)


# ── words in their place ────────────────────────────────────────────────────────────────────────────────


def _misplaced(placed: Placed) -> Iterator[Finding]:
    """A word where nobody would ever carry it out."""
    entry, home, effect = placed
    standing = isinstance(effect, Do) and effect.word in STANDING
    if not home and not standing:
        yield Finding(
            "misplaced-word", f"nothing says when to carry out {written(effect)!r}", entry, legal=("on gained: …",)
        )
        return
    for part in parts(effect):
        match part:
            case Do(word=word) if word in STANDING and (home or part is not effect):
                message = (
                    f"{word} holds as long as a steed or an upgrade is owned; it stands alone and without a trigger"
                )
                yield Finding("misplaced-word", message, entry)
            case Do(word=word) if home and home not in AT_HOME.get(word, {home}):
                message = f"nobody would carry out {word} here"
                yield Finding("misplaced-word", message, entry, legal=tuple(_home(h) for h in sorted(AT_HOME[word])))
            case Do(resource=resource) if not _usable(resource, home):
                message = f"{resource} cannot be gained, lost or paid here"
                yield Finding("misplaced-word", message, entry, legal=_instead(resource))
            case Exchange():
                for lot in part.lots:
                    if not _usable(lot.resource, home):
                        yield Finding("misplaced-word", f"{lot.resource} cannot be traded", entry, legal=tuple(FIELDS))
            case Per(count=Count(word="upgraded-delivered")) if home != "deliver-commission":
                message = "upgraded-delivered counts the goods of one delivery"
                yield Finding("misplaced-word", message, entry, legal=("on deliver-commission: …",))


def _home(home: str) -> str:
    if home == "companion":
        return "an ability of a companion"
    return home if home.startswith("face") else f"on {home}: …"


def _usable(resource: str, home: str) -> bool:
    return not resource or resource in FIELDS or (resource == "vp" and home == "game-end")


def _instead(resource: str) -> tuple[str, ...]:
    return ("gain-illuminated",) if resource == "glow" else ("on game-end: vp +2",)


def _counted(box: Box, entry: Entry, count: Count) -> Iterator[Finding]:
    """A filter that names something the box does not have counts nothing, ever."""
    known = {
        "region": tuple(box.regions),
        "class": tuple(box.classes.values()),
        "name": tuple(box.companions),
    }
    for kind, value in count.filters:
        if kind not in FILTERS:
            near = tuple(nearest(kind, FILTERS)) or tuple(sorted(FILTERS))
            yield Finding("unknown-word", f"{kind!r} does not narrow down a count", entry, legal=near)
        elif kind in known and fold(value) not in map(fold, known[kind]):
            what = "companion" if kind == "name" else kind
            near = tuple(nearest(value, known[kind])) or known[kind]
            yield Finding("unknown-name", f"no {what} is called {value!r}", entry, legal=near)


# ── choices that can be told apart ──────────────────────────────────────────────────────────────────────


def _indistinct(placed: Placed, choice: Either) -> Iterator[Finding]:
    """Who picks something also picks the branch that offers it, so no two branches may offer the same."""
    for one, other in combinations(choice.parts, 2):
        same = next((_pick(a) for a in heads(one) for b in heads(other) if _alike(a, b)), "")
        plain = isinstance(one, Do) and isinstance(other, Do) and one.word == other.word == "gain-good"
        if same and not plain:
            message = f"whoever picks {same} could mean {written(one)!r} or {written(other)!r}"
            yield Finding("indistinct-choice", message, placed.entry)


def _alike(one: Do, other: Do) -> bool:
    """Could the same pick belong to both?"""
    if _verb(one) != _verb(other):
        return False
    goods = [_goods(do) for do in (one, other)]
    if all(goods):
        return bool(set(goods[0]) & set(goods[1]))
    return not any(goods) and _pick(one) == _pick(other)


def _verb(do: Do) -> str:
    """The word with which a player names the pick."""
    verb = do.word.partition("-")[0]
    return verb if verb in {"lose", "pay", "upgrade", "downgrade"} and do.word != "change" else "gain"


def _pick(do: Do) -> str:
    """What a player says to pick this."""
    things: dict[str, Callable[[], str]] = {
        "change": lambda: do.resource,
        "pay": lambda: "a good" if do.good else do.resource or do.option,
        "gain-good": lambda: "a good",
        "craft": lambda: "a good",
        "lose-good": lambda: "a good",
    }
    return things[do.word]() if do.word in things else SPOKEN.get(do.word, do.word.partition("-")[2] or do.word)


def _goods(do: Do) -> tuple[tuple[str, str], ...]:
    """The goods that this word may be about, each with its side; none if it is not about goods."""
    sides = {"basic": ("basic",), "upgraded": ("upgraded",), "either": ("basic", "upgraded")}
    if do.good is not None:
        return tuple((kind, side) for kind in do.good.kinds or GOODS for side in sides[do.good.side])
    if do.word == "craft":
        return tuple((kind, do.option) for kind in GOODS)
    if do.word == "lose-good":
        return tuple((kind, side) for kind in GOODS for side in sides["either"])
    return ()
