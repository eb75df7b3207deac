"""What must lie open between two scenes: a place is empty only if nothing is left for it, or since this turn began.

Rest fills every display (REST-04 … REST-11); until the next Rest only what a turn has done can have emptied a place.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from referee.games.dark_road.box.model import Box
from referee.games.dark_road.effects import Do, Effect, parts
from referee.games.dark_road.facts.pieces import Law
from referee.games.dark_road.facts.turn import ENDINGS
from referee.games.dark_road.state import State
from referee.wording import counted


def bare(state: State, box: Box, timed: bool = True) -> Iterator[Law]:
    """Every place that is empty and cannot be; what depends on the turn is left out where that is in doubt."""
    yield from _stacks(state)
    if timed:
        yield from (*_market(state), *_row(state), *_inn(state, box), *_court(state, box))


def _stacks(state: State) -> Iterator[Law]:
    """The next tile is seen at once. COMM-04, STORE-03, RULING-92"""
    for town, stack in state.stacks.items():
        if not stack.top and stack.deck.left:
            left = counted(stack.deck.left, "tile", "is")
            hint = f"write top {town}, with [?] for one not seen"
            yield Law(f"no commission of {town} lies open, and {left} left; {hint}", "", (f"top {town}",))


def _market(state: State) -> Iterator[Law]:
    """Dice are set aside for goods bought at the Bazaar, and thrown at Rest. BAZAAR-11, REST-04"""
    if state.aside and "bazaar" not in state.turn.done:
        aside = counted(state.aside, "market die", "is")
        law = f"{aside} not on the wheel, and nothing was bought at the bazaar in this turn; write market"
        yield Law(law, "", ("market",))


def _row(state: State) -> Iterator[Law]:
    """Empty places are next to the deck, but for that of a companion just taken. TRAVEL-02, REST-07, REST-08"""
    cards = [place for place, card in enumerate(state.row) if card]
    from_deck = 0 if state.companions.left else min(cards, default=len(state.row))
    led = int("yurg" in state.turn.done)
    holes = state.row[from_deck:].count("")
    if holes > led:
        yield _gap(holes, "in the companion row", "companion" if state.companions.left else "", led, "row")
    if state.row[-1] and not state.die_on_far:  # REST-09, RULING-51
        law = "no travel die lies on the far companion, and only who takes the card takes the die; write die far"
        yield Law(law, "", ("row", "die"))


def _inn(state: State, box: Box) -> Iterator[Law]:
    """A hero that was dropped in this turn may lie under a deck that was empty at Rest. REST-10, RULING-88"""
    deck = state.heroes
    left = deck.left if _fresh(state) else len(deck.unseen) - deck.taken
    most = inf if _may_have(state, box, "gain-hero") else int("inn" in state.turn.done)  # INN-11
    if left > 0 and state.inn.count("") > most:
        yield _gap(state.inn.count(""), "at the Inn", "hero", int(most), "inn")


def _court(state: State, box: Box) -> Iterator[Law]:
    """REST-11, RULING-90"""
    holes = [*state.court.values()].count("")
    if holes and state.deeds.left and not _may_have(state, box, "gain-deed"):
        yield _gap(holes, "in the courtyard", "deed", 0, "court")


def _gap(holes: int, where: str, deck: str, most: int, key: str) -> Law:
    why = f"and the {deck} deck is not" if deck else "and the cards lie far from the deck"
    usual = f"{most} at most" if most else "none"
    empty = f"{counted(holes, 'place', 'is')} empty {where}"
    return Law(f"{empty}, {why}; now it is {usual}; write {key}, with ? for a card not seen", "", (key,))


def _fresh(state: State) -> bool:
    """Has nothing been done since the displays were filled?"""
    return state.stage == "plan" or (state.stage in ENDINGS and not state.last_visits)


# ── what a turn may have done ───────────────────────────────────────────────────────────────────────────


def _may_have(state: State, box: Box, word: str) -> bool:
    """Could this effect have been carried out since the displays were filled?"""
    if _fresh(state):
        return False
    if "yurg" in state.turn.done or state.stage in ENDINGS:
        return True  # ruins, an event, a delivery, a good fortune
    found: set[str] = set()
    open_ends = [*_sources(state, box)]
    while open_ends:
        words = {part.word for part in parts(open_ends.pop()) if isinstance(part, Do)} - found
        found |= words
        open_ends += [effect for new in words for effect in _led_to(box, new)]
    return word in found


def _sources(state: State, box: Box) -> Iterator[Effect]:
    """What a turn without an excursion may have carried out, and perhaps more: plan, building, gifts, triggers."""
    turn, me = state.turn, state.player
    yield from (*box.slots.values(), *box.final_slots.values())
    if "dark" in turn.done:
        yield from box.dark.values()
    if turn.building in box.buildings:
        yield box.buildings[turn.building].effect
    for clause in (*(c for s in me.steeds for c in box.steeds[s]), *(c for u in me.upgrades for c in box.upgrades[u])):
        yield clause.effect
        yield from clause.effect.inner if isinstance(clause.effect, Do) else ()
    for companion in me.companions:
        yield from (box.companions[companion.name].abilities[gift] for gift in companion.gifts)
    left = state.players[(state.active + 1) % len(state.players)]  # where a stray goes that was given something
    strays = (box.companions[companion.name].effect for companion in left.companions)
    yield from (effect for effect in strays if effect is not None)


def _led_to(box: Box, word: str) -> Iterator[Effect]:
    """What a word leads to on the boards and dice."""
    if word in {"ruins-action", "ruins-step", "roll-ruins"}:
        yield from box.ruins.values()
        yield from (effect for (die, _), effect in box.faces.items() if die == "ruins")
    elif word == "roll-oracle":
        yield from (effect for (die, _), effect in box.faces.items() if die == "oracle")
    elif word == "market-step":
        yield from box.dark.values()
    elif word == "gain-deed":
        yield from box.court.values()
    elif word == "deliver-hero":
        yield from (region.reward for region in box.regions.values())
