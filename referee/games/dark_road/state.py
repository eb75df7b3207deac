"""What is on the table. Plain data that decides nothing; only the verbs in ``table.py`` change it.

Every piece of the box is in exactly one place: with a player, on a board, in a deck, in the supply or out
of the game.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct, field

from referee.games.dark_road.moves import Good, Tile

LOCKED_SLOTS = 3


class Deck(Struct):
    """Cards nobody sees: ``unseen`` lie shuffled, ``under`` were put beneath them in this order.

    ``taken`` counts the unseen cards that left without being named (a face-down deed, a ``?``), so that many
    of ``unseen`` are elsewhere.
    """

    unseen: list[str] = field(default_factory=list)
    under: list[str] = field(default_factory=list)
    taken: int = 0

    @property
    def left(self) -> int:
        """How many cards the deck still has."""
        return len(self.unseen) - self.taken + len(self.under)


class Stack(Struct):
    """The commissions of one town: the top tile face up, the rest unseen. An unknown top is ``?``."""

    top: str = ""
    deck: Deck = field(default_factory=Deck)


class Supply(Struct):
    """What nobody owns. Coins may run below zero: the box counts them, the rules do not. RULING-02"""

    coins: int = 0
    lanterns: int = 0
    quartz: int = 0
    horseshoes: int = 0
    illuminated: int = 0
    night: int = 0
    travel: int = 0
    goods: dict[str, int] = field(default_factory=dict)


class Companion(Struct):
    """A companion in a player's area, with the abilities that hold a gift."""

    name: str
    gifts: list[str] = field(default_factory=list)


class Delivered(Struct, frozen=True):
    """A commission in the log: how many goods it got, and how many of them upgraded."""

    town: str
    wants: tuple[str, ...]
    goods: int
    upgraded: int


class Player(Struct):
    name: str
    at: int = 0
    coins: int = 0
    prestige: int = 0
    lanterns: int = 0
    quartz: int = 0
    horseshoes: int = 0
    reserve: list[int] = field(default_factory=list)
    locked: list[int | None] = field(default_factory=lambda: [None] * LOCKED_SLOTS)
    spent: int = 0
    removed: int = 0
    illuminated: list[int] = field(default_factory=list)
    goods: list[Good] = field(default_factory=list)
    heroes: list[str] = field(default_factory=list)
    commissions: list[Tile] = field(default_factory=list)
    companions: list[Companion] = field(default_factory=list)
    steeds: list[str] = field(default_factory=list)
    upgrades: list[str] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    delivered_heroes: list[str] = field(default_factory=list)
    delivered_commissions: list[Delivered] = field(default_factory=list)
    journeys_led: int = 0
    shortcuts_led: int = 0
    journeys_joined: int = 0


class Turn(Struct):
    """What the player whose turn it is has done so far.

    ``night`` and ``lit`` are the dice of the action pool; they stay here while they stand on action spaces.
    ``done`` lists the districts already activated, ``building`` the building; ``explored`` and ``travelled``
    say that a Ruins action and a journey were begun in it.
    """

    night: int | None = None
    lit: int | None = None
    last_reserve_die: bool = False
    done: list[str] = field(default_factory=list)
    building: str = ""
    free_shortcut: bool = False
    explored: bool = False
    travelled: bool = False
    shoe_spent: bool = False

    @property
    def dice(self) -> int:
        return (self.night is not None) + (self.lit is not None)


class Journey(Struct):
    """A caravan under way. Players are named by seat; ``dice`` counts all its travel dice.

    ``own`` is the value of the die just taken, while it can still be raised.
    """

    leader: int
    route: str = ""
    town: str = ""
    members: list[int] = field(default_factory=list)
    to_ask: list[int] = field(default_factory=list)
    dice: int = 0
    event: str = ""
    pool: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    own: int = 0
    to_take: list[int] = field(default_factory=list)
    visited: dict[str, str] = field(default_factory=dict)
    fortunes: int = 0


class DeedScore(Struct, frozen=True):
    """What a completed deed brought, and the count behind it."""

    deed: str
    resource: str
    amount: int
    counted: int | None = None


class Score(Struct, frozen=True):
    """One player's final score, step by step."""

    player: str
    coins: int
    prestige: int
    deeds: list[DeedScore]
    final_coins: int
    final_prestige: int
    base: int
    deed_points: int
    illuminated: int
    upgrade_points: int
    total: int
    discarded: int
    gifts: int
    commissions: int
    heroes: int


class State(Struct):
    """The whole table. ``options`` holds the switches that are not at their defaults, ``irregular`` what was waived."""

    players: list[Player]
    variants: list[str] = field(default_factory=list)
    edition: str = "retail"
    options: dict[str, str] = field(default_factory=dict)
    irregular: list[str] = field(default_factory=list)
    stage: str = "setup"
    round: int = 0
    active: int = 0
    turn: Turn = field(default_factory=Turn)
    buildings: list[str] = field(default_factory=list)
    wheel: int = 0
    market: dict[str, int] = field(default_factory=dict)
    aside: int = 0
    dark: str = ""
    ruins: str = ""
    supply: Supply = field(default_factory=Supply)
    fortune_coins: int = 0
    upgrades: list[str] = field(default_factory=list)
    stacks: dict[str, Stack] = field(default_factory=dict)
    heroes: Deck = field(default_factory=Deck)
    inn: list[str] = field(default_factory=list)
    companions: Deck = field(default_factory=Deck)
    row: list[str] = field(default_factory=list)
    die_on_far: bool = False
    deeds: Deck = field(default_factory=Deck)
    court: dict[str, str] = field(default_factory=dict)
    events: dict[str, Deck] = field(default_factory=dict)
    event_discards: dict[str, list[str]] = field(default_factory=dict)
    journey: Journey | None = None
    last_visits: dict[str, str] = field(default_factory=dict)
    scores: list[Score] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    out_of_play: list[str] = field(default_factory=list)
    starting_heroes: Deck = field(default_factory=Deck)
    steeds: Deck = field(default_factory=Deck)

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.active]

    def named(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(State)


def freeze(state: State) -> bytes:
    return _encoder.encode(state)


def thaw(frozen: bytes) -> State:
    return _decoder.decode(frozen)
