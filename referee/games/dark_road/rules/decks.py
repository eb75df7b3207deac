"""Drawing and revealing: a deck is what is unseen over what was put under it. INFO-04, INFO-05"""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.engine.decision import Refusal, chance, refuse
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.state import Deck
from referee.games.dark_road.table import Table


def possible(deck: Deck) -> dict[str, int]:
    """Which cards may come next, each with its weight. RULING-88, RULING-93"""
    if len(deck.unseen) > deck.taken or (deck.under and deck.under[0] == UNKNOWN):
        return dict(Counter(deck.unseen))
    return {deck.under[0]: 1} if deck.under else {}


async def draw(
    table: Table, deck: Deck, label: str, rule: str, who: str = "", about: str = "", unseen: bool = False
) -> str:
    """The next card of a deck that is not empty; with ``unseen``, ``?`` if nobody wrote down which."""

    def why_not(card: Any) -> Refusal | None:
        known = possible(deck)
        if (card == UNKNOWN and unseen) or card in known:
            return None
        return refuse("card-not-left", rule, card=card, label=label, about=about)

    weights = lambda: possible(deck)  # noqa: E731
    card: str = await chance(label, weights, rule, who=who, about=about, unseen=unseen, why_not=why_not)
    known = possible(deck)
    if card == UNKNOWN and len(known) == 1:
        card = next(iter(known))  # everybody knows what comes next
    table.draw(deck, card)
    return card


async def reveal_top(table: Table, town: str, rule: str) -> None:
    """The next tile of a stack is seen at once; an empty stack shows nothing. COMM-04, RULING-92"""
    stack = table.state.stacks[town]
    if stack.deck.left:
        stack.top = await draw(table, stack.deck, "top", rule, about=town, unseen=True)
        table.journal.post(f"commission {town}", 1, f"stack of {town}", "display", rule)


def could_be(deck: Deck, card: str) -> bool:
    """Could a card that nobody wrote down be this one?"""
    return deck.taken > 0 and card in deck.unseen
