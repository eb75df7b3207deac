"""What must hold of every state: every piece is somewhere, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from referee.engine.journal import Journal
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.standing import standing
from referee.games.dark_road.state import Deck, State
from referee.games.dark_road.table import Table

# Night dice that have left the game by the start of each round, and the size of the reserve then. REST-12, REST-15
REMOVED = {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1, 7: 1, 8: 2, 9: 2, 10: 3, 11: 4, 12: 4, 13: 4}
RESERVE = {1: 4, 2: 3, 3: 2, 4: 1, 5: 3, 6: 2, 7: 1, 8: 2, 9: 1, 10: 1, 11: 0, 12: 0, 13: 0}


def broken(state: State, box: Box) -> list[str]:
    """Every law that a state breaks, in words; between two answers a wagon may be overfull for a moment."""
    return [*_pieces(state, box), *_cards(state, box), *_limits(state, box)]


def impossible(state: State, box: Box) -> list[str]:
    """Why a state cannot be a position between two scenes."""
    return [*broken(state, box), *_belongings(state, box)]


def _belongings(state: State, box: Box) -> Iterator[str]:
    """Upgrades and steeds belong together. UPGRADE-02, UPGRADE-14, STEED-10, RULING-77"""
    table = Table(state, box, Journal())
    for player in state.players:
        brought = sum(any(c.trigger == "gained" for c in box.upgrades[name]) for name in player.upgrades)
        if len(player.steeds) != 1 + brought:
            yield f"{player.name} has {len(player.steeds)} steeds, and upgrades that bring {brought}"
        if len(player.upgrades) > 1 and not any(standing(table, player, "unlimited-upgrades")):
            yield f"{player.name} has {len(player.upgrades)} upgrades, and no steed that lifts the limit of one"
        if player.shortcuts_led > player.journeys_led:
            yield f"{player.name} has led {player.shortcuts_led} shortcuts, but only {player.journeys_led} journeys"
        taken = Counter(word.number for word in standing(table, player, "occupies") if word.option == "slot")
        if max(taken.values(), default=0) > 1:
            yield f"{player.name} has two upgrade tiles on one locked slot"


def _pieces(state: State, box: Box) -> Iterator[str]:
    players, supply, turn = state.players, state.supply, state.turn
    gifts = sum(len(c.gifts) for p in players for c in p.companions)
    counts = {
        "coins": supply.coins + state.fortune_coins + sum(p.coins for p in players),
        "lantern": supply.lanterns + sum(p.lanterns for p in players),
        "quartz": supply.quartz + gifts + sum(p.quartz for p in players),
        "shoe": supply.horseshoes + sum(p.horseshoes for p in players),
        "glow": supply.illuminated + sum(len(p.illuminated) for p in players) + (turn.lit is not None),
        "market": sum(state.market.values()) + state.aside,
        "travel": supply.travel + state.die_on_far + (state.journey.dice if state.journey else 0),
        "night": supply.night + sum(_night_dice(state, seat) for seat in range(len(players))),
    }
    for piece, found in counts.items():
        if found != box.pieces[piece]:
            yield f"{found} {piece} pieces are on the table, the box has {box.pieces[piece]}"
    for kind, tile in box.goods.items():
        found = supply.goods[kind] + sum(good.kind == kind for p in players for good in p.goods)
        if found != tile.tiles:
            yield f"{found} {kind} tiles are on the table, the box has {tile.tiles}"
    for name, value in (("lantern", supply.lanterns), ("quartz", supply.quartz), ("horseshoe", supply.horseshoes)):
        if value < 0:
            yield f"the supply is {-value} {name} short"


def _night_dice(state: State, seat: int) -> int:
    player = state.players[seat]
    locked = sum(die is not None for die in player.locked)
    pool = seat == state.active and state.turn.night is not None
    return len(player.reserve) + locked + player.spent + player.removed + pool


def _cards(state: State, box: Box) -> Iterator[str]:
    """Each card is in one place; cards nobody has named are made up for by the decks they left."""
    players = state.players
    heroes = Counter([*state.inn, *state.out_of_play, *state.starting_heroes.unseen, *_deck(state.heroes)])
    heroes.update(name for p in players for name in (*p.heroes, *p.delivered_heroes))
    yield from _counted("hero", heroes, state.heroes, Counter(list(box.heroes)))
    companions = Counter([*state.row, *_deck(state.companions), *(c.name for p in players for c in p.companions)])
    copies = Counter({name: card.copies for name, card in box.companions.items()})
    yield from _counted("companion", companions, state.companions, copies)
    deeds = Counter([*state.court.values(), *_deck(state.deeds), *(deed for p in players for deed in p.deeds)])
    yield from _counted("deed", deeds, state.deeds, Counter(list(box.deeds)))
    steeds = Counter([*state.steeds.unseen, *(s for p in players for s in p.steeds)])
    yield from _counted("steed", steeds, Deck(), Counter(list(box.steeds)))
    upgrades = Counter([*state.upgrades, *(u for p in players for u in p.upgrades)])
    yield from _counted("upgrade", upgrades, Deck(), Counter(list(box.upgrades)))
    for town, stack in state.stacks.items():
        held = [tile.wants for p in players for tile in p.commissions if tile.town == town]
        held += [done.wants for p in players for done in p.delivered_commissions if done.town == town]
        tiles = Counter([stack.top, *_deck(stack.deck), *(" ".join(wants) or UNKNOWN for wants in held)])
        printed = Counter(" ".join(wants) for wants in box.commissions.get(town, ()))
        yield from _counted(f"{town} commission", tiles, stack.deck, printed)
    for route, deck in state.events.items():
        current = [state.journey.event] if state.journey and state.journey.route == route else []
        events = Counter([*_deck(deck), *current, *state.event_discards.get(route, [])])
        printed = Counter(name for name, card in box.events.items() if card.deck == route)
        yield from _counted(f"{route} event", events, deck, printed)


def _deck(deck: Deck) -> list[str]:
    return [*deck.unseen, *deck.under]


def _counted(kind: str, found: Counter[str], deck: Deck, printed: Counter[str]) -> Iterator[str]:
    unknown = found.pop(UNKNOWN, 0)
    found.pop("", None)
    if unknown != deck.taken:
        yield f"{unknown} unknown {kind} cards lie about, {deck.taken} left their deck"
    for card in (found - printed) + (printed - found):
        yield f"{kind} {card} is on the table {found[card]} times, the box has {printed[card]}"


def _limits(state: State, box: Box) -> Iterator[str]:
    table = Table(state, box, Journal())
    if state.stage == "plan" and not 1 <= state.round <= 13:
        yield f"there is no round {state.round}: a game has 13"
    if max(state.market.values()) > 2:
        yield "a section of the wheel holds more than two dice"
    for seat, player in enumerate(state.players):
        name = player.name
        if _night_dice(state, seat) != 7:
            yield f"{name} has {_night_dice(state, seat)} night dice instead of 7"
        if player.coins < 0 or player.prestige < 0:
            yield f"{name} has less than nothing"
        lit = state.turn.lit is not None and seat == state.active
        if len(player.illuminated) + lit > storage.ILLUMINATED_DICE:
            yield f"{name} has more than {storage.ILLUMINATED_DICE} illuminated dice"
        if player.lanterns > storage.slots(table, player, "lantern"):
            yield f"{name} has more lanterns than slots"
        if player.quartz + player.horseshoes > storage.slots(table, player, "inventory"):
            yield f"{name} has more in the inventory than slots"
        if len(player.heroes) > storage.HERO_SLOTS:
            yield f"{name} has more than {storage.HERO_SLOTS} heroes"
        if len(player.commissions) > storage.COMMISSION_SLOTS:
            yield f"{name} has more than {storage.COMMISSION_SLOTS} commissions"
        if not storage.fits(table, player, player.goods):
            yield f"{name}'s goods do not fit"
        yield from _schedule(state, seat)


def _schedule(state: State, seat: int) -> Iterator[str]:
    """Reserve and removed dice follow the rounds. EX-11"""
    player, number = state.players[seat], state.round
    if state.stage != "plan" or state.turn.night is not None or number not in RESERVE:
        return
    played = seat < state.active
    after = number + 1 if played else number
    if after in RESERVE and (len(player.reserve), player.removed) != (RESERVE[after], REMOVED[after]):
        yield (
            f"{player.name} has {len(player.reserve)} dice in the reserve and {player.removed} out of the game; "
            f"at this point it is {RESERVE[after]} and {REMOVED[after]}"
        )
