"""The verbs of the table: every change of the state is a transfer from somewhere to somewhere.

Each transfer is posted in the journal with the rule that caused it. Verbs decide nothing and refuse nothing;
what is allowed was settled before they are called.
"""

from __future__ import annotations

from referee.engine.journal import Journal
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN, Good, Tile
from referee.games.dark_road.options import defaults
from referee.games.dark_road.state import Companion, Deck, Delivered, Player, State
from referee.games.dark_road.vocabulary import FIELDS

SUPPLY = "supply"


class Table:
    """A state, the box it is played with and the journal of what happens."""

    def __init__(self, state: State, box: Box, journal: Journal) -> None:
        self.state, self.box, self.journal = state, box, journal
        self.upgraded_delivered = 0  # on the commission being delivered

    @property
    def me(self) -> Player:
        """The player whose turn it is."""
        return self.state.player

    def option(self, name: str) -> str:
        """How a switch stands at this table."""
        return self.state.options.get(name) or defaults()[name]

    def left_of(self, player: Player) -> Player:
        """The next player clockwise. GAME-08"""
        players = self.state.players
        return players[(players.index(player) + 1) % len(players)]

    # ── tokens ──────────────────────────────────────────────────────────────────────────────────────────

    def take(self, player: Player, resource: str, number: int, rule: str) -> None:
        """From the supply to a player. Prestige has no pieces: its marker moves."""
        field = FIELDS[resource]
        setattr(player, field, getattr(player, field) + number)
        if resource != "prestige":
            setattr(self.state.supply, field, getattr(self.state.supply, field) - number)
        self.journal.post(resource, number, SUPPLY, player.name, rule)

    def give(self, player: Player, resource: str, number: int, rule: str) -> None:
        """From a player to the supply: all that is asked for, or what is there where a table waived the rest."""
        field = FIELDS[resource]
        number = min(number, getattr(player, field))
        setattr(player, field, getattr(player, field) - number)
        if resource != "prestige":
            setattr(self.state.supply, field, getattr(self.state.supply, field) + number)
        self.journal.post(resource, number, player.name, SUPPLY, rule)

    def spend_horseshoe(self, player: Player, rule: str, number: int = 1) -> None:
        """A horseshoe that its owner chooses to give; on the own turn it is remembered. RULING-23"""
        self.give(player, "shoe", number, rule)
        self.state.turn.shoe_spent |= player is self.me

    def lose_for_want_of_room(self, resource: str, number: int, rule: str) -> None:
        """A token that found no place never leaves the supply; the journal says so."""
        self.journal.post(resource, number, SUPPLY, SUPPLY, rule)

    def take_fortune_coins(self, player: Player, rule: str) -> None:
        """The coins set out at setup go to a player."""
        player.coins += self.state.fortune_coins
        self.journal.post("coins", self.state.fortune_coins, "good fortune", player.name, rule)
        self.state.fortune_coins = 0

    def set_out_fortune_coins(self, number: int, rule: str) -> None:
        self.state.supply.coins -= number
        self.state.fortune_coins += number
        self.journal.post("coins", number, SUPPLY, "good fortune", rule)

    # ── goods ───────────────────────────────────────────────────────────────────────────────────────────

    def take_good(self, player: Player, good: Good, rule: str) -> None:
        self.state.supply.goods[good.kind] -= 1
        player.goods.append(good)
        player.goods.sort()
        self.journal.post(_tile(good), 1, SUPPLY, player.name, rule)

    def give_good(self, player: Player, good: Good, rule: str) -> None:
        player.goods.remove(good)
        self.state.supply.goods[good.kind] += 1
        self.journal.post(_tile(good), 1, player.name, SUPPLY, rule)

    def turn_good(self, player: Player, good: Good, rule: str) -> None:
        """The tile stays, the other side shows."""
        player.goods.remove(good)
        player.goods.append(good.turned)
        player.goods.sort()
        self.journal.post(_tile(good), 1, player.name, "turned over", rule)
        self.journal.post(_tile(good.turned), 1, "turned over", player.name, rule)

    # ── dice ────────────────────────────────────────────────────────────────────────────────────────────

    def reserve_night_die(self, player: Player, value: int, rule: str) -> None:
        """A night die rolled into the main reserve, from the supply (setup) or the spent pile (Rest)."""
        player.reserve.append(value)
        player.reserve.sort()
        if player.spent:
            player.spent -= 1
            self.journal.post("night die", 1, "spent pile", player.name, rule)
        else:
            self.state.supply.night -= 1
            self.journal.post("night die", 1, SUPPLY, player.name, rule)

    def lock_from_supply(self, player: Player, slot: int, value: int, rule: str) -> None:
        self.state.supply.night -= 1
        player.locked[slot - 1] = value
        self.journal.post("night die", 1, SUPPLY, f"slot {slot}", rule)

    def bump(self, player: Player, die: int | None, slot: int, rule: str, refill: str) -> None:
        """The locked die goes to the pool; a reserve die, if there is one, takes its place."""
        self.state.turn.night = player.locked[slot - 1]
        player.locked[slot - 1] = die
        self.journal.post("night die", 1, f"slot {slot}", "pool", rule)
        if die is not None:
            player.reserve.remove(die)
            self.state.turn.last_reserve_die = not player.reserve
            self.journal.post("night die", 1, "reserve", f"slot {slot}", refill)

    def reset_locked(self, player: Player, rule: str) -> None:
        player.locked = [None if die is None else slot for slot, die in enumerate(player.locked, 1)]
        self.journal.post("reset", 1, player.name, player.name, rule)

    def light(self, player: Player, value: int, rule: str) -> None:
        """An illuminated die from the special reserve to the pool."""
        player.illuminated.remove(value)
        self.state.turn.lit = value
        self.journal.post("illuminated die", 1, player.name, "pool", rule)

    def take_illuminated(self, player: Player, value: int, rule: str) -> None:
        self.state.supply.illuminated -= 1
        player.illuminated.append(value)
        player.illuminated.sort()
        self.journal.post("illuminated die", 1, SUPPLY, player.name, rule)

    def clear_action_spaces(self, player: Player) -> None:
        """The night die to the spent pile, the illuminated die to the supply. REST-01, REST-02"""
        turn = self.state.turn
        if turn.night is not None:
            player.spent += 1
            turn.night = None
            self.journal.post("night die", 1, "action space", "spent pile", "REST-01")
        if turn.lit is not None:
            self.state.supply.illuminated += 1
            turn.lit = None
            self.journal.post("illuminated die", 1, "action space", SUPPLY, "REST-02")

    def remove_night_die(self, player: Player, rule: str) -> None:
        if not player.spent:
            return  # on an irregular table alone
        player.spent -= 1
        player.removed += 1
        self.journal.post("night die", 1, "spent pile", "out of the game", rule)

    def move_market_die(self, old: str, new: str, rule: str) -> None:
        self.state.market[old] -= 1
        self.state.market[new] += 1
        self.journal.post("market die", 1, old, new, rule)

    def set_aside(self, section: str, rule: str) -> None:
        self.state.market[section] -= 1
        self.state.aside += 1
        self.journal.post("market die", 1, section, "aside", rule)

    def put_on_wheel(self, section: str, rule: str) -> None:
        """A die set aside comes back on the section it shows."""
        self.state.aside -= 1
        self.state.market[section] += 1
        self.journal.post("market die", 1, "aside", section, rule)

    def rotate(self, rule: str) -> None:
        """One space clockwise: every good goes one position further. WHEEL-03"""
        self.state.wheel = (self.state.wheel - 1) % len(self.box.wheel)
        self.journal.post("wheel", 1, "wheel", "wheel", rule)

    # ── boards ──────────────────────────────────────────────────────────────────────────────────────────

    def drive(self, player: Player, spaces: int, rule: str) -> None:
        player.at = (player.at + spaces) % len(self.box.ringway)
        self.journal.post("wagon", abs(spaces), player.name, "ringway", rule)

    def advance_dark(self, spaces: int, rule: str) -> str:
        """Move the Dark Market marker clockwise; the space it stops on."""
        self.state.dark = _along(list(self.box.dark), self.state.dark, spaces)
        self.journal.post("dark market marker", spaces, "dark market", self.state.dark, rule)
        return self.state.dark

    def advance_ruins(self, spaces: int, rule: str) -> str:
        self.state.ruins = _along(list(self.box.ruins), self.state.ruins, spaces)
        self.journal.post("ruins marker", spaces, "ruins", self.state.ruins, rule)
        return self.state.ruins

    def note_excursion(self, which: str) -> None:
        """What was begun in this turn: the Ruins, or a journey. YURG-02"""
        turn = self.state.turn
        turn.explored, turn.travelled = turn.explored or which == "ruins", turn.travelled or which == "journey"

    # ── cards ───────────────────────────────────────────────────────────────────────────────────────────

    def draw(self, deck: Deck, card: str) -> None:
        """A card leaves the deck: unseen ones first, then what was put under it."""
        if card == UNKNOWN:
            if len(deck.unseen) > deck.taken:
                deck.taken += 1
            else:
                deck.under.pop(0)
        elif len(deck.unseen) > deck.taken:
            deck.unseen.remove(card)
        else:
            self.name_unknown(deck, card) if deck.under.pop(0) == UNKNOWN else None

    def name_unknown(self, deck: Deck, card: str) -> None:
        """A card that left the deck unnamed turns out to be this one."""
        deck.unseen.remove(card)
        deck.taken -= 1

    def put_under(self, deck: Deck, card: str) -> None:
        deck.under.append(card)

    def show(self, display: list[str], slot: int, card: str, what: str, rule: str) -> None:
        display[slot] = card
        self.journal.post(f"{what} {card}", 1, f"{what} deck", "display", rule)

    def show_deed(self, spot: str, card: str, rule: str) -> None:
        self.state.court[spot] = card
        self.journal.post("deed", 1, "deed deck", f"court {spot}", rule)

    def hero_joins(self, player: Player, name: str, source: str, rule: str) -> None:
        player.heroes.append(name)
        self.journal.post(f"hero {name}", 1, source, player.name, rule)

    def hero_under_deck(self, player: Player, name: str, rule: str) -> None:
        player.heroes.remove(name)
        self.put_under(self.state.heroes, name)
        self.journal.post(f"hero {name}", 1, player.name, "hero deck", rule)

    def commission_joins(self, player: Player, tile: Tile, rule: str) -> None:
        player.commissions.append(tile)
        self.journal.post(f"commission {tile.town}", 1, f"stack of {tile.town}", player.name, rule)

    def commission_under_stack(self, player: Player, tile: Tile, rule: str) -> None:
        player.commissions.remove(tile)
        self.put_under(self.state.stacks[tile.town].deck, " ".join(tile.wants) or UNKNOWN)
        self.journal.post(f"commission {tile.town}", 1, player.name, f"stack of {tile.town}", rule)

    def deed_joins(self, player: Player, deed: str, source: str, rule: str) -> None:
        player.deeds.append(deed)
        self.journal.post("deed", 1, source, player.name, rule)

    def upgrade_joins(self, player: Player, name: str, rule: str) -> None:
        self.state.upgrades.remove(name)
        player.upgrades.append(name)
        self.journal.post(f"upgrade {name}", 1, "good fortune", player.name, rule)

    def steed_joins(self, player: Player, name: str, rule: str) -> None:
        self.state.steeds.unseen.remove(name)
        player.steeds.append(name)
        self.journal.post(f"steed {name}", 1, "unused steeds", player.name, rule)

    def companion_joins(self, player: Player, companion: Companion, source: str, rule: str) -> None:
        player.companions.append(companion)
        self.journal.post(f"companion {companion.name}", 1, source, player.name, rule)

    def hero_to_log(self, player: Player, name: str, rule: str) -> None:
        player.heroes.remove(name)
        player.delivered_heroes.append(name)
        self.journal.post(f"hero {name}", 1, player.name, f"log of {player.name}", rule)

    def commission_to_log(self, player: Player, tile: Tile, delivered: Delivered, rule: str) -> None:
        if not tile.wants and delivered.wants:
            stack = self.state.stacks[tile.town]
            card = next((c for c in stack.deck.unseen if sorted(c.split()) == sorted(delivered.wants)), None)
            if card is not None:
                self.name_unknown(stack.deck, card)
        player.commissions.remove(tile)
        player.delivered_commissions.append(delivered)
        self.journal.post(f"commission {tile.town}", 1, player.name, f"log of {player.name}", rule)

    # ── journeys ────────────────────────────────────────────────────────────────────────────────────────

    def die_onto_far_companion(self, rule: str) -> None:
        self.state.die_on_far = True
        self.state.supply.travel -= 1
        self.journal.post("travel die", 1, SUPPLY, "far companion", rule)

    def die_joins_journey(self, rule: str) -> None:
        """The travel die on the far companion goes along."""
        assert self.state.journey is not None
        self.state.die_on_far = False
        self.state.journey.dice += 1
        self.journal.post("travel die", 1, "far companion", "caravan", rule)

    def travel_dice_from_supply(self, number: int, rule: str) -> None:
        assert self.state.journey is not None
        self.state.supply.travel -= number
        self.state.journey.dice += number
        self.journal.post("travel die", number, SUPPLY, "caravan", rule)

    def travel_dice_to_supply(self, rule: str) -> None:
        journey = self.state.journey
        assert journey is not None
        self.state.supply.travel += journey.dice
        self.journal.post("travel die", journey.dice, "caravan", SUPPLY, rule)
        journey.dice, journey.pool, journey.taken = 0, [], []

    def discard_event(self, rule: str) -> None:
        journey = self.state.journey
        assert journey is not None
        self.state.event_discards.setdefault(journey.route, []).append(journey.event)
        self.journal.post(f"event {journey.event}", 1, "caravan", "event discard", rule)
        journey.event = ""

    def reshuffle_events(self, route: str, rule: str) -> None:
        """An empty event deck is made anew from its discards, which everybody has seen."""
        discards = self.state.event_discards.get(route, [])
        deck = self.state.events[route]
        deck.unseen = sorted([*deck.unseen, *discards])
        self.state.event_discards[route] = []
        self.journal.post("event", len(discards), "event discard", f"{route} deck", rule)

    def gift_stays(self, player: Player, companion: Companion, ability: str, rule: str) -> None:
        """The quartz moves from the inventory onto the ability; where there is none, none lies there. COMPANION-04"""
        if not player.quartz:
            return
        player.quartz -= 1
        companion.gifts.append(ability)
        self.journal.post("quartz", 1, player.name, f"{companion.name} {ability}", rule)

    def pass_left(self, player: Player, companion: Companion, rule: str) -> None:
        player.companions.remove(companion)
        neighbour = self.left_of(player)
        neighbour.companions.append(companion)
        self.journal.post(f"companion {companion.name}", 1, player.name, neighbour.name, rule)


def _along(spaces: list[str], at: str, steps: int) -> str:
    return spaces[(spaces.index(at) + steps) % len(spaces)]


def _tile(good: Good) -> str:
    return f"{good.kind}*" if good.upgraded else good.kind
