"""What can be chosen at the table: one small frozen struct per move.

A field left out is None; the decision at hand completes it when only one value would do.
"""

from __future__ import annotations

from msgspec import Struct

DECK = "deck"
UNKNOWN = "?"


# ── things that can be picked ───────────────────────────────────────────────────────────────────────────


class Pick(Struct, frozen=True, tag=True, tag_field="pick"):
    """Something a player names in a gain, a loss, a price or a discard."""


class Good(Pick, frozen=True, order=True):
    """One goods tile, basic or upgraded side up."""

    kind: str
    upgraded: bool = False

    @property
    def turned(self) -> Good:
        """The other side of the same tile. SUPPLY-02"""
        return Good(self.kind, not self.upgraded)


class Hero(Pick, frozen=True):
    """A hero card by name, or the unseen top of the hero deck."""

    name: str


class Steed(Pick, frozen=True):
    name: str


class Tile(Pick, frozen=True):
    """A commission: its town and the three goods it wants; no goods while nobody has seen them."""

    town: str
    wants: tuple[str, ...] = ()


class Deed(Pick, frozen=True):
    """A deed by its place, ``upper``, ``lower`` or ``deck``, or by its name."""

    spot: str


class Upgrade(Pick, frozen=True):
    name: str


class Word(Pick, frozen=True):
    """The plain word of an effect that leaves nothing else to pick: coins, lantern, rotate …; a die by its value."""

    word: str
    value: int | None = None


AnyPick = Good | Hero | Steed | Tile | Deed | Upgrade | Word


# ── moves ───────────────────────────────────────────────────────────────────────────────────────────────


class Move(Struct, frozen=True, tag=True, tag_field="move"):
    """One answer to one question."""


class Buildings(Move, frozen=True):
    """The four buildings in play, clockwise, beginning beside the bazaar. SETUP-05"""

    names: tuple[str, ...]


class Draft(Move, frozen=True):
    """Take the pair of a steed and its starting hero. DRAFT-05"""

    steed: str


class Keep(Move, frozen=True):
    """Keep one of the two deeds drawn at setup. ADVDEED-02"""

    deed: str


class Reset(Move, frozen=True):
    """Set three equal locked dice back to 1, 2, 3. PLAN-01"""


class Skip(Move, frozen=True):
    """Leave out what a rule asks: a district, ``use mine``, ``take``, ``drop``. Refused unless a table waives it."""

    what: str


class Plan(Move, frozen=True):
    """Bump the die of a locked slot with a reserve die; without a reserve just take the locked die. PLAN-04"""

    die: int | None = None
    slot: int | None = None


class Drive(Move, frozen=True):
    """Move the wagon clockwise. MOVE-02"""

    spaces: int | None = None


class Horseshoe(Move, frozen=True):
    """Spend a horseshoe for one more space, ahead or back. MOVE-06"""

    direction: str | None = None


class Bazaar(Move, frozen=True):
    """Enter the Great Bazaar."""


class Rotate(Move, frozen=True):
    """Turn the market wheel one space. BAZAAR-01"""


class Change(Move, frozen=True):
    """Turn one market die to another face. BAZAAR-02"""

    old: str
    new: str


class Buy(Move, frozen=True):
    """Buy goods, in the order in which they are loaded. BAZAAR-06"""

    goods: tuple[Good, ...]


class Commission(Move, frozen=True):
    """Take the top commission of a town; no town where every stack is empty. COMM-01"""

    town: str | None = None
    wants: tuple[str, ...] = ()


class Dark(Move, frozen=True):
    """Move the Dark Market marker; no number where nobody can pay. DARK-01"""

    spaces: int | None = None


class Inn(Move, frozen=True):
    """Sell goods to one hero and take the hero along; no hero where nothing can be sold. INN-01"""

    hero: str | None = None
    goods: tuple[Good, ...] = ()


class Ruins(Move, frozen=True):
    """Move the ruins marker. RUINS-01"""

    spaces: int | None = None


class Roll(Move, frozen=True):
    """Roll the ruins die, for a lantern where it costs one. RUINS-07"""


class Use(Move, frozen=True):
    """Activate a building. ACT-12"""

    building: str | None = None


class Travel(Move, frozen=True):
    """Set out with a companion: by name, by place in the row, or the top of the deck. TRAVEL-02"""

    card: str | None = None


class Route(Move, frozen=True):
    """Declare the dark road or a shortcut, and the town. TRAVEL-04, TRAVEL-08"""

    route: str
    town: str


class Join(Move, frozen=True):
    """Come along. TRAVEL-11"""


class Stay(Move, frozen=True):
    """Stay at home. TRAVEL-11"""


class Reroll(Move, frozen=True):
    """Pay a lantern and roll every die still in the pool again. EVENT-07"""


class Take(Move, frozen=True):
    """Take a travel die. EVENT-04"""

    value: int


class Add(Move, frozen=True):
    """Raise the own travel die. STEED-12"""

    number: int


class Deliver(Move, frozen=True):
    """Hand over a commission with goods, or a hero. VISIT-05"""

    what: Tile | Hero
    goods: tuple[Good, ...] = ()


class Fortune(Move, frozen=True):
    """Choose a good fortune: glow, deed, coins or upgrade. FORTUNE-05 … FORTUNE-09"""

    kind: str


class Reveal(Move, frozen=True):
    """Show deeds at the end. SCORE-01"""

    deeds: tuple[str, ...]


class Rest(Move, frozen=True):
    """Go to Rest; what is thrown and drawn there follows. REST-01"""


class Gift(Move, frozen=True):
    """Use a companion: a loyal one by its ability, a stray one by what is given. COMPANION-03, COMPANION-24"""

    companion: str
    ability: str | None = None
    given: AnyPick | None = None


class Gain(Move, frozen=True):
    """Say what is gained, in the order of gaining."""

    picks: tuple[AnyPick, ...]


class Lose(Move, frozen=True):
    """Say what a penalty takes."""

    picks: tuple[AnyPick, ...]


class Pay(Move, frozen=True):
    """Say which price is paid, and with what."""

    price: AnyPick


class Drop(Move, frozen=True):
    """Say all that goes because it is too much."""

    picks: tuple[AnyPick, ...]


class Return(Move, frozen=True):
    """Put a good just gained straight back. RULING-05"""

    good: Good


class Flip(Move, frozen=True):
    """Turn a stored good over."""

    good: Good


class Trade(Move, frozen=True):
    """One swap at the Guildmaster's Mansion. BUILDING-09"""

    give: str
    take: str


AnyMove = (
    Buildings | Draft | Keep | Reset | Plan | Drive | Horseshoe | Bazaar | Rotate | Change | Buy | Commission | Dark
    | Inn | Ruins | Roll | Use | Travel | Route | Join | Stay | Reroll | Take | Add | Deliver | Fortune | Reveal
    | Rest | Gift | Gain | Lose | Pay | Drop | Return | Flip | Trade
)  # fmt: skip
