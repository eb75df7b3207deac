"""The words of the game itself: goods, towns, districts, resources. One word per thing, everywhere."""

from __future__ import annotations

GOODS = ("armor", "weapon", "potion", "book", "staff", "instrument")
TOWNS = ("Northbreak", "Scorchborn", "Cursecairn", "Nightpoem", "Windglass", "Farglen")
LAST_ROUND = 13  # GAME-02
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
