"""Words as they are written, in their proper form."""

from __future__ import annotations

from typing import Any

from referee.games.dark_road.vocabulary import RESOURCES
from referee.notation.names import keyword
from referee.notation.parser import Node, Token

# The classes of words that may stand in a pick, and behind the companion in a gift, in place of a name.
PICKED = (
    "GOOD", "RES", "SHOE", "GLOW", "TOWN", "PLACE", "DEED", "UPGRADE", "ROTATE", "DARK", "RUINS", "COMMISSION", "HERO",
    "ROLL",
)  # fmt: skip
GIVEN = ("GOOD", "RES", "SHOE", "GLOW", "RUINS", "COMMISSION", "HERO", "DEED", "DELIVER", "ADD")

# Under what a throw or draw is written; "pairs" at setup only.
LABELS = (
    "companion", "court", "deed", "dice", "event", "glow", "hero", "inn", "market", "night", "oracle", "pairs", "row",
    "ruins", "steed", "top", "wheel",
)  # fmt: skip


def name_of(node: Node | Token) -> str:
    """A name as written, quotes taken off."""
    token = node if isinstance(node, Token) else node.children[0]
    return str(token.text).strip('"')


def good_word(token: Any) -> str:
    return keyword(str(token.text))


def town_word(token: Any) -> str:
    return keyword(str(token.text)).capitalize()


def resource(node: Any) -> str:
    """The proper form of a resource word."""
    token = node if isinstance(node, Token) else node.children[0]
    return RESOURCES[keyword(token.text)]
