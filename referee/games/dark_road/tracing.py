"""What something speaks of: which cards an answer or a fact names, and which transfers a fact is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from referee.engine.decision import Chance, Question, Refusal
from referee.engine.journal import Posting
from referee.games.dark_road import moves
from referee.games.dark_road.moves import DECK, UNKNOWN, Tile
from referee.games.dark_road.state import Companion, State
from referee.games.dark_road.vocabulary import FIELDS, GOODS
from referee.games.game import Suspect
from referee.notation.record import Fact

# Which kind of card comes up under a label.
KINDS = {
    "inn": "hero", "hero": "hero", "row": "companion", "companion": "companion", "court": "deed", "deed": "deed",
    "event": "event",
}  # fmt: skip
PLACES = {"upper", "lower", "near", "middle", "far", DECK}


# ── cards ───────────────────────────────────────────────────────────────────────────────────────────────


def named(question: Question, answer: Any) -> list[str]:
    """The cards that an answer names; one drawn without a name is ``? deed Griffin``."""
    if isinstance(question, Chance):
        return _drawn(question, answer)
    if isinstance(answer, tuple):
        answer = answer[1]
    return list(_in_move(answer))


def _drawn(chance: Chance, outcome: Any) -> list[str]:
    kind = "commission" if chance.label == "top" else KINDS.get(chance.label, "")
    if not kind:
        return []
    if outcome == UNKNOWN:
        return [_unknown(kind, chance.about or chance.who)]
    return [_tile(chance.about, outcome.split()) if kind == "commission" else f"{kind} {outcome}"]


def _in_move(move: Any) -> Iterator[str]:
    match move:
        case moves.Travel(card) if card is not None and card not in PLACES:
            yield f"companion {card}"
        case moves.Inn(hero) if hero is not None:
            yield f"hero {hero}"
        case moves.Reveal(deeds):
            yield from (f"deed {deed}" for deed in deeds)
        case moves.Keep(deed):
            yield f"deed {deed}"
        case moves.Hero(name) if name != DECK:
            yield f"hero {name}"
        case moves.Deed(spot) if spot not in PLACES:
            yield f"deed {spot}"
        case Tile(town, wants) if wants:
            yield _tile(town, wants)
        case Companion(name):
            yield f"companion {name}"
        case Struct():
            for field in move.__struct_fields__:
                yield from _in_move(getattr(move, field))
        case tuple():
            for part in move:
                yield from _in_move(part)


def _unknown(kind: str, who: str) -> str:
    return f"? {kind} {who}".rstrip()


def _tile(town: str, wants: Any) -> str:
    return f"commission {town} [{' '.join(sorted(wants))}]"


OF_FACTS = {"heroes": "hero", "inn": "hero", "deeds": "deed", "court": "deed", "row": "companion", "event": "event"}


def in_fact(fact: Fact) -> list[str]:
    """The cards that a fact names."""
    kind = OF_FACTS.get(fact.key.removeprefix("under "), "event" if fact.key.startswith("discards") else "")
    if kind:
        cards = fact.value if isinstance(fact.value, tuple) else (fact.value,)
        return [_unknown(kind, fact.who) if card == UNKNOWN else f"{kind} {card}" for card in cards if card]
    if fact.key.startswith("top ") and isinstance(fact.value, tuple) and fact.value:
        return [_tile(fact.key.removeprefix("top "), fact.value)]
    return list(_in_move(fact.value)) if isinstance(fact.value, tuple) else []


def lying(state: State) -> Iterator[str]:
    """The cards that lie open or are known to be with somebody, and those that are with somebody unknown."""
    yield from (f"hero {name}" for name in state.inn if name and name != UNKNOWN)
    yield from (f"companion {name}" for name in state.row if name and name != UNKNOWN)
    yield from (f"deed {name}" for name in state.court.values() if name and name != UNKNOWN)
    tops = ((town, stack.top) for town, stack in state.stacks.items())
    yield from (_tile(town, top.split()) for town, top in tops if top not in ("", UNKNOWN))
    for player in state.players:
        yield from (f"hero {name}" for name in (*player.heroes, *player.delivered_heroes))
        yield from (f"companion {companion.name}" for companion in player.companions)
        yield from (_unknown("deed", player.name) if deed == UNKNOWN else f"deed {deed}" for deed in player.deeds)
        yield from (_tile(tile.town, tile.wants) for tile in player.commissions if tile.wants)
        yield from (_tile(done.town, done.wants) for done in player.delivered_commissions if done.wants)


def refused(refusal: Refusal, who: str, players: Sequence[str]) -> Suspect | None:
    """The card that a refusal says cannot be there."""
    facts = refusal.facts
    if refusal.code == "deed-elsewhere":
        mine = [_unknown("deed", who)]
        return Suspect(f"deed {facts['deed']}", facts["deed"], mine, mine)
    if refusal.code != "card-not-left":
        return None
    label, about, card = facts["label"], facts.get("about", ""), str(facts["card"])
    if label == "top":
        return Suspect(_tile(about, card.split()), f"{about} [{card}]", [], [_unknown("commission", about)])
    kind = KINDS.get(label, "")
    return Suspect(f"{kind} {card}", card, [], [_unknown(kind, name) for name in ("", *players)])


# ── transfers ───────────────────────────────────────────────────────────────────────────────────────────

# How the journal calls what a fact about a player counts; a list is told by the beginning of a word.
OF_PLAYER = {
    "heroes": "hero ", "commissions": "commission ", "companions": "companion ", "steeds": "steed ",
    "upgrades": "upgrade ", "deeds": "deed", "glow": "illuminated die", "at": "wagon",
}  # fmt: skip
OF_TABLE = {
    "wheel": "wheel", "market": "market die", "row": "companion ", "inn": "hero ", "court": "deed",
    "marker dark": "dark market marker", "marker ruins": "ruins marker", "event": "event ",
    "travel-dice": "travel die",
}  # fmt: skip


def concerns(fact: Fact, posting: Posting) -> bool:
    """Did this transfer touch what the fact is about?"""
    key, ends = fact.key, (posting.source, posting.target)
    if not fact.who:
        return _of_table(key, posting)
    if key == "delivered":
        return f"log of {fact.who}" in ends
    if fact.who not in ends:
        return False
    if key == "goods":
        return posting.thing.rstrip("*") in GOODS
    if key in OF_PLAYER:
        return posting.thing.startswith(OF_PLAYER[key]) or posting.thing == key
    return posting.thing == key.removeprefix("count ")


def _of_table(key: str, posting: Posting) -> bool:
    if key == "pile":
        return "good fortune" in (posting.source, posting.target) and posting.thing == "coins"
    if key.startswith("top "):
        return posting.thing == f"commission {key.removeprefix('top ')}"
    if key.startswith("supply "):
        thing = key.removeprefix("supply ")
        named = {"glow": "illuminated die"}.get(thing, thing)
        return posting.thing.rstrip("*") == named and "supply" in (posting.source, posting.target)
    return posting.thing == key or (key in OF_TABLE and posting.thing.startswith(OF_TABLE[key]))


# ── what is put right by hand ───────────────────────────────────────────────────────────────────────────

HANDLED = {key: word for key, word in OF_PLAYER.items() if word.endswith(" ")}


def things(key: str, value: Any) -> dict[str, int]:
    """A fact's value as the journal counts it: so many of each thing."""
    if key in FIELDS and isinstance(value, int):
        return {key: value}
    if not isinstance(value, tuple) or not (key == "goods" or key in HANDLED or key == "deeds"):
        return {}
    counted: dict[str, int] = {}
    for item in value:
        thing = _called(key, item)
        counted[thing] = counted.get(thing, 0) + 1
    return counted


def _called(key: str, item: Any) -> str:
    match item:
        case moves.Good():
            return f"{item.kind}*" if item.upgraded else item.kind
        case Tile():
            return f"commission {item.town}"
        case Companion():
            return f"companion {item.name}"
    return "deed" if key == "deeds" else f"{HANDLED[key]}{item}"
