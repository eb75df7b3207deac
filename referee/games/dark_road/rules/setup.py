"""Setup: the common area, then each seat. SETUP-01 … SETUP-52, DRAFT-01 … DRAFT-07, ADVDEED-01, ADVDEED-02"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

from referee.engine.decision import Domain, Refusal, ask, chance, refuse
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import UNKNOWN, Buildings, Draft, Good, Keep
from referee.games.dark_road.rules import decks, dice, heroes, storage
from referee.games.dark_road.rules.wheel import prices
from referee.games.dark_road.state import Deck, Player, Stack, State, Supply
from referee.games.dark_road.table import Table

BUILDINGS = 4  # SETUP-04
RESERVE_DICE = 4  # SETUP-38
COMPANION_ROW = 3  # SETUP-23
HEROES_AT_INN = 4  # SETUP-28
FORTUNE_COINS = 5  # SETUP-20
COINS = 5  # SETUP-35
VARIANTS = ("draft", "two-deeds")


def unpacked(
    box: Box, players: list[str], variants: list[str], edition: str = "", options: dict[str, str] | None = None
) -> State:
    """The box before anything is dealt: every piece in the supply or in its deck. SUPPLY-01, SUPPLY-02"""
    state = State([Player(name) for name in players], list(variants), edition or "retail", dict(options or {}))
    pieces = box.pieces
    state.supply = Supply(
        coins=pieces["coins"],
        lanterns=pieces["lantern"],
        quartz=pieces["quartz"],
        horseshoes=pieces["shoe"],
        illuminated=pieces["glow"],
        night=pieces["night"],
        travel=pieces["travel"],
        goods={kind: tile.tiles for kind, tile in box.goods.items()},
    )
    state.market = dict.fromkeys(box.wheel, 0)
    state.aside = pieces["market"]
    state.dark, state.ruins = "S", "BL"  # SETUP-16, SETUP-25
    state.upgrades = list(box.upgrades)  # SETUP-21
    state.stacks = {
        town: Stack(deck=Deck(sorted(" ".join(wants) for wants in box.commissions.get(town, ())))) for town in box.towns
    }  # SETUP-13
    state.heroes = Deck(sorted(name for name, card in box.heroes.items() if not card.starting))  # SETUP-26
    state.starting_heroes = Deck(sorted(name for name, card in box.heroes.items() if card.starting))
    state.companions = Deck(sorted(name for name, card in box.companions.items() for _ in range(card.copies)))
    state.deeds = Deck(sorted(box.deeds))
    state.events = {
        deck: Deck(sorted(name for name, card in box.events.items() if card.deck == deck))
        for deck in ("road", "shortcut")
    }  # SETUP-18
    state.steeds = Deck(sorted(box.steeds))
    state.inn, state.row = [""] * HEROES_AT_INN, [""] * COMPANION_ROW
    state.court = dict.fromkeys(("upper", "lower"), "")
    return state


async def setup(table: Table) -> None:
    state = table.state
    await _common_area(table)
    pairs = await _draft_row(table) if "draft" in state.variants else {}
    for seat, player in enumerate(state.players):
        await _seat(table, player, seat)
    for player in state.players:
        await _hero_and_steed(table, player, pairs)
    state.out_of_play += state.starting_heroes.unseen  # SETUP-50, DRAFT-06
    state.starting_heroes.unseen = []
    state.stage, state.round, state.active = "plan", 1, 0


async def _common_area(table: Table) -> None:
    state, box = table.state, table.box
    state.buildings = list((await ask(state.players[0].name, "choose the buildings", building_tiles(table))).names)
    rolled = await chance("wheel", lambda: dict.fromkeys(box.dice["market"], 1), "SETUP-09")
    state.wheel = box.wheel.index(rolled)
    five_empty = table.option("setup.market_dice") == "five-empty"  # else the 1 beside it: SETUP-10, SETUP-11
    for section in list(prices(table))[1:] if five_empty else list(prices(table))[:-1]:
        table.put_on_wheel(section, "SETUP-11" if five_empty else "SETUP-10")
    for town in state.stacks:
        await decks.reveal_top(table, town, "SETUP-15")
    table.set_out_fortune_coins(FORTUNE_COINS, "SETUP-20")
    for slot in range(COMPANION_ROW):
        table.show(
            state.row,
            slot,
            await decks.draw(table, state.companions, "row", "SETUP-23", unseen=True),
            "companion",
            "SETUP-23",
        )
    table.die_onto_far_companion("SETUP-24")
    for slot in range(HEROES_AT_INN):
        table.show(
            state.inn, slot, await decks.draw(table, state.heroes, "inn", "SETUP-28", unseen=True), "hero", "SETUP-28"
        )
    for spot in state.court:
        table.show_deed(spot, await decks.draw(table, state.deeds, "court", "SETUP-30", unseen=True), "SETUP-30")


def building_tiles(table: Table) -> Domain:
    """Four different buildings of the box, chosen freely or at random. SETUP-04 … SETUP-06"""
    box = table.box

    def unless(move: Buildings) -> Refusal | None:
        if len(move.names) != BUILDINGS or len(set(move.names)) != BUILDINGS:
            return refuse("four-buildings", "SETUP-04", needs=BUILDINGS, has=len(set(move.names)))
        return same_tile(box, move.names) if table.option("buildings.pairs") == "refuse" else None

    def candidates() -> Iterator[Buildings]:
        for names in permutations(box.buildings, BUILDINGS):
            if same_tile(box, names) is None:
                yield Buildings(names)

    return Domain(Buildings, candidates, unless, doubt=lambda move: same_tile(box, move.names))


def same_tile(box: Box, names: Sequence[str]) -> Refusal | None:
    """Two sides of one tile cannot lie out together, if the pairs are right. RULING-39"""
    for one, other in box.pairs:
        if one in names and other in names:
            return refuse("same-tile", "RULING-39", one=one, other=other)
    return None


async def _seat(table: Table, player: Player, seat: int) -> None:
    """Coins, dice, deed, horseshoe, and the good and coins of the seat. SETUP-35 … SETUP-46, RULING-108"""
    table.take(player, "coins", COINS, "SETUP-35")
    for slot in (1, 2, 3):
        table.lock_from_supply(player, slot, slot, "SETUP-37")
    for _ in range(RESERVE_DICE):
        table.reserve_night_die(player, await dice.roll_number(table, "night", "SETUP-38", player.name), "SETUP-38")
    table.take_illuminated(player, await dice.roll_number(table, "glow", "SETUP-39", player.name), "SETUP-39")
    await _deed(table, player)
    await storage.gain_tokens(table, player, "shoe", 1, "SETUP-41")
    good = Good(list(prices(table))[seat])
    table.take_good(player, good, f"SETUP-{42 + seat}")
    table.take(player, "coins", seat, f"SETUP-{42 + seat}")


async def _deed(table: Table, player: Player) -> None:
    """One deed, or the better of two: the other goes under the deck. SETUP-40, ADVDEED-01, ADVDEED-02"""
    deck = table.state.deeds
    number = 2 if "two-deeds" in table.state.variants else 1
    drawn = [await decks.draw(table, deck, "deed", "SETUP-40", who=player.name, unseen=True) for _ in range(number)]
    kept = drawn[0]
    if number == 2:
        known = [card for card in drawn if card != UNKNOWN]
        choice = await ask(player.name, "keep one of the two deeds", _keep(known), may=len(known) < 2)
        kept = choice.deed if choice is not None else UNKNOWN
        drawn.remove(kept if kept in drawn else UNKNOWN)
        table.put_under(deck, drawn[0])
    table.deed_joins(player, kept, "deed deck", "SETUP-40")


def _keep(drawn: list[str]) -> Domain:
    def unless(move: Keep) -> Refusal | None:
        return None if move.deed in drawn else refuse("not-drawn", "ADVDEED-02", deed=move.deed, drawn=tuple(drawn))

    return Domain(Keep, lambda: map(Keep, drawn), unless)


async def _draft_row(table: Table) -> dict[str, str]:
    """Players + 1 steeds, as far as the box has them, each paired with a starting hero. DRAFT-02 … DRAFT-04"""
    state = table.state
    pairs: dict[str, str] = {}
    for _ in range(min(len(state.players) + 1, len(state.steeds.unseen))):
        steed = await chance(
            "pairs", lambda: dict.fromkeys((s for s in state.steeds.unseen if s not in pairs), 1), "DRAFT-02"
        )
        left = lambda: dict.fromkeys((h for h in state.starting_heroes.unseen if h not in pairs.values()), 1)  # noqa: E731
        pairs[steed] = await chance("pairs", left, "DRAFT-03")
    return pairs


async def _hero_and_steed(table: Table, player: Player, pairs: dict[str, str]) -> None:
    """Dealt at random, or one pair taken in turn. SETUP-47 … SETUP-49, DRAFT-05, DRAFT-07"""
    state = table.state
    if pairs:
        steed = (await ask(player.name, "draft a steed with its hero", _draft(pairs))).steed
        hero = pairs.pop(steed)
    else:
        hero = await chance("hero", lambda: dict.fromkeys(state.starting_heroes.unseen, 1), "SETUP-47", who=player.name)
        steed = await chance("steed", lambda: dict.fromkeys(state.steeds.unseen, 1), "SETUP-49", who=player.name)
    state.starting_heroes.unseen.remove(hero)
    table.steed_joins(player, steed, "SETUP-49")
    await heroes.join(table, player, hero, "starting heroes", "SETUP-47")


def _draft(pairs: dict[str, str]) -> Domain:
    def unless(move: Draft) -> Refusal | None:
        return None if move.steed in pairs else refuse("not-in-row", "DRAFT-05", steed=move.steed, row=tuple(pairs))

    return Domain(Draft, lambda: map(Draft, pairs), unless)
