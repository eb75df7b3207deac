"""What must hold of every state: every piece is somewhere, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from referee.engine.journal import Journal
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Law
from referee.games.dark_road.facts.turn import TURN
from referee.games.dark_road.laws_display import bare
from referee.games.dark_road.laws_turn import DICE, off_schedule, too_many_journeys, untimely
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.rules import dice, storage
from referee.games.dark_road.rules.schedule import NIGHT_DICE
from referee.games.dark_road.rules.setup import BUILDINGS
from referee.games.dark_road.rules.standing import standing
from referee.games.dark_road.rules.wheel import MOST_DICE
from referee.games.dark_road.state import Deck, State
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import LAST_ROUND
from referee.wording import counted


def lost(state: State, box: Box) -> list[str]:
    """Pieces and cards that are not in exactly one place, in words; no table can waive that."""
    return [*_pieces(state, box), *_cards(state, box)]


def broken(state: State, box: Box) -> list[str]:
    """Every law that a state breaks, in words; between two answers a wagon may be overfull for a moment."""
    unplanned = state.stage == "plan" and state.turn.night is None
    limits = (*_limits(state, box), *(off_schedule(state) if unplanned else ()))
    return [*_pieces(state, box), *_cards(state, box), *(law.says for law in limits)]


def impossible(state: State, box: Box, doubt: Collection[tuple[str, str]] = ()) -> list[str]:
    """Why a state cannot be a position between two scenes; limits do not bind where something was waived.

    What would follow from facts that are in doubt, by player and key, is left out.
    """
    moment = ("", "now") not in doubt
    timed = moment and not any(not who and key in TURN for who, key in doubt)
    laws = [*_laid_out(state)]
    if state.irregular or not moment:
        laws += _night_dice_at_all(state)
    else:
        laws += [*off_schedule(state), *too_many_journeys(state)]
    if not state.irregular:
        laws += [*_limits(state, box), *_belongings(state, box), *bare(state, box, timed)]
    found = [*_pieces(state, box), *_cards(state, box), *(untimely(state, box) if timed else ())]
    return found + [law.says for law in laws if not law.in_doubt(doubt)]


def _night_dice_at_all(state: State) -> Iterator[Law]:
    """Whatever the round, and whatever was waived, nobody has more night dice than there are. SETUP-36"""
    for player in state.players:
        if player.removed < 0:
            law = f"{player.name} has {NIGHT_DICE - player.removed} night dice; everybody has {NIGHT_DICE}"
            yield Law(law, player.name, DICE)


def _laid_out(state: State) -> Iterator[Law]:
    """SETUP-04, SETUP-24"""
    if state.die_on_far and not state.row[-1]:
        yield Law("the travel die lies on a far companion, and there is none", "", ("row", "die"))
    named = len(set(state.buildings))
    if named != BUILDINGS:
        found = counted(named, "building", "is") if named else "no buildings are"
        yield Law(f"{found} named; {BUILDINGS} are in play", "", ("buildings",))


def _belongings(state: State, box: Box) -> Iterator[Law]:
    """Who was dealt what, and what goes with it. SETUP-50, UPGRADE-02, UPGRADE-14, STEED-10, RULING-77"""
    table = Table(state, box, Journal())
    dealt = sum(hero.starting for hero in box.heroes.values()) - len(state.out_of_play)
    if dealt > len(state.players):
        yield Law(f"{dealt} starting heroes are in the game; everybody had one", "", ("inn", "under heroes"))
    for player in state.players:
        brought = sum(any(c.trigger == "gained" for c in box.upgrades[name]) for name in player.upgrades)
        lacking = 1 + brought - len(player.steeds)
        if lacking < 0 or (lacking > 0 and (state.steeds.unseen or not player.steeds)):  # RULING-81
            upgrades = f", and upgrades that bring {brought} more" if brought else ""
            law = f"{player.name} has {_counted_out(len(player.steeds), 'steed')}; everybody has one{upgrades}"
            yield Law(law, player.name, ("steeds", "upgrades"))
        if len(player.upgrades) > 1 and not any(standing(table, player, "unlimited-upgrades")):
            law = f"{player.name} has {len(player.upgrades)} upgrades, and no steed that lifts the limit of one"
            yield Law(law, player.name, ("steeds", "upgrades"))
        if player.shortcuts_led > player.journeys_led:
            led = f"{_counted_out(player.journeys_led, 'journey')} in all"
            law = f"{player.name} has led {_counted_out(player.shortcuts_led, 'shortcut')}, but {led}"
            yield Law(law, player.name, ("led", "shortcuts"))
        taken = Counter(word.number for word in standing(table, player, "occupies") if word.option == "slot")
        if max(taken.values(), default=0) > 1:
            yield Law(f"{player.name} has two upgrade tiles on one locked slot", player.name, ("upgrades",))


def _counted_out(number: int, thing: str) -> str:
    return f"{number or 'no'} {thing}{'' if number == 1 else 's'}"


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
            yield f"{piece}: {found} on the table, the box has {box.pieces[piece]}"
    for kind, tile in box.goods.items():
        found = supply.goods[kind] + sum(good.kind == kind for p in players for good in p.goods)
        if found != tile.tiles:
            yield f"{counted(found, f'{kind} tile', 'is')} on the table, the box has {tile.tiles}"
    limited = Table(state, box, Journal()).option("supply.limited") == "yes"  # RULING-02
    for name, value in (("lantern", supply.lanterns), ("quartz", supply.quartz), ("horseshoe", supply.horseshoes)):
        if value < 0 and limited:
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
        yield f"{counted(unknown, f'unknown {kind} card', 'lies')} about, {deck.taken} left their deck"
    if deck.taken > len(deck.unseen):
        yield f"{counted(deck.taken, f'{kind} card', 'is')} unknown, and only {len(deck.unseen)} not seen elsewhere"
    for card in (found - printed) + (printed - found):
        yield f"{kind} {card} is on the table {counted(found[card], 'time')}, the box has {printed[card]}"


def _limits(state: State, box: Box) -> Iterator[Law]:
    if state.stage == "plan" and not 1 <= state.round <= LAST_ROUND:
        yield Law(f"there is no round {state.round}: a game has {LAST_ROUND}", "", ("now",))
    if max(state.market.values()) > MOST_DICE:
        yield Law("a section of the wheel holds more than two dice", "", ("market",))
    for seat, player in enumerate(state.players):
        yield from (Law(f"{player.name}{law}", player.name, keys) for law, keys in _limits_of(state, box, seat))


def _limits_of(state: State, box: Box, seat: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What a player has too much of, behind the name, and the facts that say so."""
    table, player = Table(state, box, Journal()), state.players[seat]
    if _night_dice(state, seat) != NIGHT_DICE:
        yield f" has {_night_dice(state, seat)} night dice instead of {NIGHT_DICE}", DICE
    if player.coins < 0 or player.prestige < 0:
        yield " has less than nothing", ("coins", "prestige")
    if dice.illuminated(table, player) > storage.ILLUMINATED_DICE:
        yield f" has more than {storage.ILLUMINATED_DICE} illuminated dice", ("glow",)
    if player.lanterns > storage.slots(table, player, "lantern"):
        yield " has more lanterns than slots", ("lantern", "upgrades")
    if player.quartz + player.horseshoes > storage.slots(table, player, "inventory"):
        yield " has more in the inventory than slots", ("quartz", "shoe", "upgrades")
    if len(player.heroes) > storage.HERO_SLOTS:
        yield f" has more than {storage.HERO_SLOTS} heroes", ("heroes",)
    if len(player.commissions) > storage.COMMISSION_SLOTS:
        yield f" has more than {storage.COMMISSION_SLOTS} commissions", ("commissions",)
    if not storage.fits(table, player, player.goods):
        yield "'s goods do not fit", ("goods", "heroes", "steeds", "upgrades")
