"""The small words of the notation and their proper forms: one word per thing, everywhere."""

from __future__ import annotations

from typing import Any

from referee.notation.parser import Node, Token

GOODS = ("armor", "weapon", "potion", "book", "staff", "instrument")
TOWNS = ("Northbreak", "Scorchborn", "Cursecairn", "Nightpoem", "Windglass", "Farglen")
DISTRICTS = ("inn", "bazaar", "commission", "yurg", "dark")

# Written singular or plural; a resource is called by the word a player says: coins and prestige, but one lantern.
RESOURCES = {
    "coin": "coins",
    "coins": "coins",
    "prestige": "prestige",
    "lantern": "lantern",
    "lanterns": "lantern",
    "quartz": "quartz",
    "shoe": "shoe",
    "shoes": "shoe",
    "glow": "glow",
    "vp": "vp",
}

# Which field of a player and of the supply counts a resource.
FIELDS = {"coins": "coins", "prestige": "prestige", "lantern": "lanterns", "quartz": "quartz", "shoe": "horseshoes"}

DISTRICT_NAMES = {
    "inn": "Ringway Inn",
    "bazaar": "Great Bazaar",
    "commission": "Queen's Commissions",
    "yurg": "Yurg's Excursions",
    "dark": "Dark Market",
}


def name_of(node: Node | Token) -> str:
    """A name as written, quotes taken off."""
    token = node if isinstance(node, Token) else node.children[0]
    return str(token.text).strip('"')


def good_word(token: Any) -> str:
    return str(token.text).lower()


def town_word(token: Any) -> str:
    return str(token.text).capitalize()


def resource(node: Any) -> str:
    """The proper form of a resource word."""
    token = node if isinstance(node, Token) else node.children[0]
    return RESOURCES[token.text.lower()]
