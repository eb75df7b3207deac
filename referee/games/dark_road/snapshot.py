"""A state as versioned JSON that a person can read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.engine.decision import Chance, Decision
from referee.engine.journal import Journal
from referee.engine.play import Play
from referee.games.dark_road.facts.table import TABLE
from referee.games.dark_road.moves import UNKNOWN, Tile
from referee.games.dark_road.notation.writing import written_good, written_tile
from referee.games.dark_road.position import steps_since
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.wheel import prices
from referee.games.dark_road.state import Deck, Delivered, Player, Score, State
from referee.games.dark_road.table import Table
from referee.games.game import Setting

SCHEMA = "referee/dark-road/state/2"


class Section(Struct):
    """One section of the market wheel."""

    good: str
    worth: int
    dice: int


class DeckView(Struct):
    """What is known of a deck: how many cards are left, which they may be, what lies under it in order."""

    left: int
    unseen: list[str]
    under: list[str]


class StackView(Struct):
    top: str
    deck: DeckView


class Pending(Struct):
    """What the game waits for: a player's choice, or an outcome."""

    kind: Literal["choice", "chance"]
    who: str
    what: str
    optional: bool


class CompanionView(Struct):
    name: str
    gifts: list[str]


class Storage(Struct):
    fits: bool
    empty_cells: int
    heroes_holding: int


class PlayerView(Struct):
    name: str
    between: Annotated[list[str], Meta(description="the two districts next to the wagon")]
    coins: int
    prestige: int
    lanterns: int
    quartz: int
    horseshoes: int
    reserve: list[int]
    locked: list[int | None]
    spent: int
    removed: int
    illuminated: list[int]
    goods: list[str]
    storage: Storage
    heroes: list[str]
    commissions: list[str]
    companions: list[CompanionView]
    steeds: list[str]
    upgrades: list[str]
    deeds: Annotated[list[str], Meta(description='"?" where the record does not say which')]
    delivered_heroes: list[str]
    delivered_commissions: list[Delivered]
    journeys_led: int
    shortcuts_led: int
    journeys_joined: int


class TurnView(Struct):
    """The turn under way: dice in the pool or on action spaces, and what has been activated."""

    night_die: int | None
    illuminated_die: int | None
    activated: list[str]
    building: str
    so_far: Annotated[list[str], Meta(description="what else the turn has behind it that still matters")]


class JourneyView(Struct):
    """A caravan under way."""

    leader: str
    route: str
    town: str
    members: list[str]
    still_to_answer: list[str]
    dice: Annotated[int, Meta(description="travel dice that are with the caravan")]
    event: str
    pool: list[int]
    taken: list[int]
    still_to_take: list[str]
    visited: dict[str, str]
    fortunes_left: int


class SupplyView(Struct):
    coins: int
    lanterns: int
    quartz: int
    horseshoes: int
    illuminated_dice: int
    night_dice: int
    travel_dice: int
    goods: dict[str, int]


class Inside(Struct):
    """Where a snapshot was taken inside a scene, or at the end: the table as the scene began, and the steps since."""

    began: Snapshot
    steps: list[str]


class Snapshot(Struct):
    """The whole table at one moment."""

    schema: Annotated[str, Meta(description="name and version of this format")]
    game: str
    edition: str
    options: Annotated[dict[str, str], Meta(description="switches that are not at their defaults")]
    box: str
    declared: Annotated[list[str], Meta(description="cards that the record declares")]
    variants: list[str]
    irregular: Annotated[list[str], Meta(description="what was waived, adjusted or taken back, and why")]
    round: int
    stage: str
    turn_of: str
    turn: TurnView
    journey: JourneyView | None
    pending: Pending | None
    wheel: Annotated[list[Section], Meta(description="clockwise from the dearest good")]
    dice_aside: int
    dark_market: str
    ruins: str
    buildings: Annotated[list[str], Meta(description="clockwise, from the one beside the bazaar")]
    commissions: dict[str, StackView]
    inn: list[str]
    courtyard: dict[str, str]
    companion_row: Annotated[list[str], Meta(description="from the deck outwards")]
    travel_die_on_far_companion: bool
    good_fortune_coins: int
    upgrades: list[str]
    decks: dict[str, DeckView]
    unused_steeds: list[str]
    out_of_play: list[str]
    supply: SupplyView
    players: list[PlayerView]
    event_discards: dict[str, list[str]]
    last_visits: dict[str, str]
    scores: list[Score]
    winners: list[str]
    inside: Annotated[
        Inside | None, Meta(description="null between two scenes; else what is read back, and the rest agrees with it")
    ] = None


def snapshot(setting: Setting, play: Play[State]) -> Snapshot:
    view = _view(setting, play.state, _pending(play))
    if view.stage != "setup" and not play.untouched:  # a scene may do something before it asks
        steps = [line.strip() for line in steps_since(setting, play) if line]
        view.inside = Inside(_view(setting, play.began(), None), steps)
    return view


def _view(setting: Setting, state: State, pending: Pending | None) -> Snapshot:
    box = setting.box
    table = Table(state, box, Journal())
    decks = {
        "heroes": state.heroes,
        "companions": state.companions,
        "deeds": state.deeds,
        **{f"{name} events": deck for name, deck in state.events.items()},
    }
    return Snapshot(
        schema=SCHEMA,
        game="dark-road",
        edition=state.edition,
        options=dict(state.options),
        box=box.name,
        declared=list(setting.declarations),
        variants=list(state.variants),
        irregular=list(state.irregular),
        round=state.round,
        stage=state.stage,
        turn_of=state.player.name if state.stage not in {"setup", "over"} else "",
        turn=TurnView(
            state.turn.night, state.turn.lit, list(state.turn.done), state.turn.building, _so_far(state, box)
        ),
        journey=_journey(state),
        pending=pending,
        wheel=[Section(kind, worth, state.market[kind]) for kind, worth in prices(table).items()],
        dice_aside=state.aside,
        dark_market=state.dark,
        ruins=state.ruins,
        buildings=list(state.buildings),
        commissions={town: StackView(stack.top, _deck(stack.deck)) for town, stack in state.stacks.items()},
        inn=list(state.inn),
        courtyard=dict(state.court),
        companion_row=list(state.row),
        travel_die_on_far_companion=state.die_on_far,
        good_fortune_coins=state.fortune_coins,
        upgrades=list(state.upgrades),
        decks={name: _deck(deck) for name, deck in decks.items()},
        unused_steeds=list(state.steeds.unseen),
        out_of_play=list(state.out_of_play),
        supply=_supply(state),
        players=[_player(table, player) for player in state.players],
        event_discards={route: list(cards) for route, cards in state.event_discards.items()},
        last_visits=dict(state.last_visits),
        scores=list(state.scores),
        winners=list(state.winners),
    )


def _so_far(state: State, box: Any) -> list[str]:
    return list(TABLE["so-far"].read(state, box))


def _journey(state: State) -> JourneyView | None:
    journey = state.journey
    if journey is None:
        return None
    names = [player.name for player in state.players]
    return JourneyView(
        leader=names[journey.leader],
        route=journey.route,
        town=journey.town,
        members=[names[seat] for seat in journey.members],
        still_to_answer=[names[seat] for seat in journey.to_ask],
        dice=journey.dice,
        event=journey.event,
        pool=list(journey.pool),
        taken=list(journey.taken),
        still_to_take=[names[seat] for seat in journey.to_take],
        visited=dict(journey.visited),
        fortunes_left=journey.fortunes,
    )


def _pending(play: Play[State]) -> Pending | None:
    match play.pending:
        case Decision() as question:
            return Pending("choice", question.who, question.prompt, question.may)
        case Chance() as question:
            about = f" {question.about}" if question.about else ""
            return Pending("chance", question.who, question.label + about, False)
    return None


def _deck(deck: Deck) -> DeckView:
    return DeckView(deck.left, list(deck.unseen), list(deck.under))


def _supply(state: State) -> SupplyView:
    s = state.supply
    return SupplyView(s.coins, s.lanterns, s.quartz, s.horseshoes, s.illuminated, s.night, s.travel, dict(s.goods))


def _player(table: Table, player: Player) -> PlayerView:
    ring = table.box.ringway
    return PlayerView(
        name=player.name,
        between=[ring[player.at], ring[(player.at + 1) % len(ring)]],
        coins=player.coins,
        prestige=player.prestige,
        lanterns=player.lanterns,
        quartz=player.quartz,
        horseshoes=player.horseshoes,
        reserve=list(player.reserve),
        locked=list(player.locked),
        spent=player.spent,
        removed=player.removed,
        illuminated=list(player.illuminated),
        goods=[written_good(good) for good in player.goods],
        storage=Storage(
            storage.fits(table, player, player.goods),
            storage.empty_cells(table, player),
            storage.holders(table, player),
        ),
        heroes=list(player.heroes),
        commissions=[_tile(tile) for tile in player.commissions],
        companions=[CompanionView(c.name, list(c.gifts)) for c in player.companions],
        steeds=list(player.steeds),
        upgrades=list(player.upgrades),
        deeds=list(player.deeds),
        delivered_heroes=list(player.delivered_heroes),
        delivered_commissions=list(player.delivered_commissions),
        journeys_led=player.journeys_led,
        shortcuts_led=player.shortcuts_led,
        journeys_joined=player.journeys_joined,
    )


def _tile(tile: Tile) -> str:
    return written_tile(tile) if tile.wants else f"{tile.town} [{UNKNOWN}]"
