"""Classes of words, in a reader's words."""

from __future__ import annotations

from pathlib import Path

from referee.notation.parser import parser
from referee.notation.source import CLASSES

HOME = Path(__file__).parent.parent

TOKENS = {
    **CLASSES,
    "GOOD": "a good", "TOWN": "a town", "RES": "coins, prestige, lantern or quartz", "SHOE": "shoe", "GLOW": "glow",
    "PLACE": "far, middle, near, deck, upper or lower",
    "DIRECTION": "ahead or back", "GAIN": "gain", "LOSE": "lose", "PAY": "pay",
    "DROP": "drop", "RETURN": "return", "FLIP": "flip", "DRAFT": "draft", "KEEP": "keep", "GIFT": "gift",
    "DELIVER": "deliver", "STEED": "steed", "FLAG": "reward or penalty", "EXTREME": "most, least or none-of",
    "JOIN": "joins", "STAY": "stays", "REROLL": "rerolls", "TAKE": "takes", "ADD": "add", "REVEAL": "reveals",
    "JOURNEYS": "led, shortcuts or joined",
    "DICE_AT": "reserve, locked, spent or removed", "COMPARE": ">= or <=",
}  # fmt: skip


def described(token_type: str) -> str:
    """A class as a person would speak of it."""
    return TOKENS.get(token_type) or parser(HOME).spelling(token_type)


def words_of(token_type: str) -> list[str]:
    """Every word of a class, as records spell it."""
    return parser(HOME).closed(token_type)
