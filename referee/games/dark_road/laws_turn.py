"""What must hold of a turn and a journey between two scenes: a position that says otherwise cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from referee.engine.journal import Journal
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.pieces import Law
from referee.games.dark_road.facts.turn import ENDINGS, ON_THE_ROAD, SO_FAR
from referee.games.dark_road.rules.act import adjacent
from referee.games.dark_road.rules.events import NO_DIE, choosing_order
from referee.games.dark_road.rules.schedule import NIGHT_DICE, REMOVED, RESERVE
from referee.games.dark_road.state import LOCKED_SLOTS, Journey, State, Turn
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import LAST_ROUND
from referee.wording import counted

DICE = ("reserve", "locked", "spent")  # the facts that say where somebody's night dice are


def untimely(state: State, box: Box) -> Iterator[str]:
    """Every way in which the moment contradicts itself, in words; what a table waived it may have done."""
    if not state.irregular:
        yield from _turn(state, box)
    if state.journey is not None:
        if state.stage not in ON_THE_ROAD:
            yield f"at {state.stage} nobody is on a journey"
        else:
            yield from _journey(state, state.journey, box)
    if state.last_visits and state.stage not in ENDINGS:
        yield "a town was visited on the last journey, which has not begun"


def off_schedule(state: State) -> Iterator[Law]:
    """Where everybody's night dice are follows from the round, and from who has had the turn. EX-11, REST-12"""
    for seat, player in enumerate(state.players):
        under_way = seat == state.active and state.stage not in {"plan", *ENDINGS}
        reserve, locked, spent = _night_dice(state.round + (seat < state.active), under_way)
        lying = sum(die is not None for die in player.locked)
        if (len(player.reserve), lying, player.spent) != (reserve, locked, spent):
            law = (
                f"{player.name} has {counted(len(player.reserve), 'night die')} in the reserve, {lying} locked and "
                f"{player.spent} spent; now it is {reserve}, {locked} and {spent}"
            )
            yield Law(law, player.name, DICE)


def too_many_journeys(state: State) -> Iterator[Law]:
    """Nobody leads more than one a turn, or joins more than the others had turns for. ACT-15, TRAVEL-01, TRAVEL-10"""
    waiting = state.stage in {"plan", "move", *ENDINGS}
    last = state.active - waiting  # who has had a turn in this round, or is well into it
    turns = [state.round - (seat > last) for seat in range(len(state.players))]
    for player, own in zip(state.players, turns, strict=True):
        others = sum(turns) - own
        for number, how, most in ((player.journeys_led, "led", own), (player.journeys_joined, "joined", others)):
            if number > most:
                law = f"{player.name} has {how} {counted(number, 'journey')}; by now it is {_at_most(most)}"
                yield Law(law, player.name, (how,))


def _night_dice(number: int, under_way: bool) -> tuple[int, int, int]:
    """How many wait in the reserve, are locked and are spent as a round begins, or while a turn of it is under way."""
    reserve, removed = RESERVE.get(number, 0), REMOVED.get(number, REMOVED[LAST_ROUND])
    locked = min(LOCKED_SLOTS, LAST_ROUND + 1 - number)
    spent = NIGHT_DICE - reserve - removed - locked
    if not under_way:
        return reserve, locked, spent
    return (reserve - 1, locked, spent) if reserve else (reserve, locked - 1, spent)


def _turn(state: State, box: Box) -> Iterator[str]:
    turn, stage = state.turn, state.stage
    if stage == "plan" or stage in ENDINGS:
        if turn != Turn(**{field: getattr(turn, field) for field in SO_FAR.values()}):
            yield f"at {stage} the action pool is empty and nothing has been activated"
        so_far = [mark for mark, field in SO_FAR.items() if getattr(turn, field)]
        if so_far and state.journey is None:  # which says so itself
            yield f"at {stage} the turn has nothing behind it, so not {' and '.join(so_far)}"
        return
    who = state.player.name
    if turn.night is None:
        yield f"{who} has planned, so a night die is in the action pool; write pool"
    if turn.travelled and "yurg" not in turn.done and state.journey is None:
        yield f"{who} has travelled, so yurg has been activated; write activated yurg"
    if stage == "move" and (turn.done or turn.building):
        yield f"{who} has not moved yet, so nothing has been activated"
    if len(turn.done) > turn.dice or len(set(turn.done)) < len(turn.done):
        yield f"{who} cannot have activated {' and '.join(turn.done)} with dice in the pool: {turn.dice}"
    beside = adjacent(Table(state, box, Journal()), state.player)
    away = [district for district in turn.done if district not in beside]
    if away and stage != "move":
        yield f"{who} stands between {' and '.join(beside)}, so {away[0]} was not activated"
    if turn.building and turn.building not in state.buildings:
        yield f"{who} cannot have used {turn.building}, which is not in play"
    if turn.building and turn.lit is None:
        yield f"{who} cannot have used {turn.building} without an illuminated die in the pool"
    if stage in ON_THE_ROAD and "yurg" not in turn.done:
        yield f"{who} leads a journey, so yurg has been activated; write activated yurg"


def _journey(state: State, journey: Journey, box: Box) -> Iterator[str]:
    stage, seats = state.stage, len(state.players)
    declared = bool(journey.route)
    if declared == (stage == "route"):
        yield (
            "at route nothing is declared yet" if declared else f"at {stage} the caravan goes to a town; write journey"
        )
    if stage == "route":
        if journey.members or journey.to_ask:
            yield "at route nobody has been asked to join"
    else:
        yield from _members(journey, seats)
    if bool(journey.to_ask) != (stage == "join"):
        yield f"at {stage} " + (
            "somebody is to answer; write to-answer" if stage == "join" else "everybody has answered"
        )
    if bool(journey.event) != (stage == "die"):
        yield f"at {stage} " + ("an event is met; write event" if stage == "die" else "no event lies open")
    if stage == "die":
        yield from _dice(journey)
    elif journey.pool or journey.taken or journey.to_take:
        yield f"at {stage} no travel dice lie open"
    most = {"route": 1, "join": 1, "event": 1, "die": 5}.get(stage, 0)
    if journey.dice > most:
        yield f"{counted(journey.dice, 'travel die', 'is')} with the caravan; at {stage} it is {_at_most(most)}"
    if journey.visited and stage not in {"visit", "fortune"}:
        yield f"at {stage} nobody has visited a town yet"
    fortunes = (1 if journey.route == "road" else 2) if stage == "fortune" else 0
    if journey.fortunes > fortunes:
        yield f"{counted(journey.fortunes, 'good fortune', 'is')} left; at {stage} it is {_at_most(fortunes)}"
    if not state.irregular:
        yield from _visited(state, journey, box)
        yield from _die_of_the_companion(state, journey)
        if NO_DIE in journey.taken:
            yield f"a travel die never shows {NO_DIE}, and nobody goes without one"


def _die_of_the_companion(state: State, journey: Journey) -> Iterator[str]:
    """It comes along if the far card was taken, and only then; the row is repaired at Rest. TRAVEL-13, RULING-51"""
    if state.stage not in {"route", "join", "event", "die"}:
        return
    more = journey.dice - (len(journey.members) if state.stage == "die" else 0)
    if more == 1 and state.row[-1]:
        yield "the travel die of the far companion is with the caravan, and the card still lies in the row; write row"
    if more == 0 and not state.row[-1] and state.companions.left:
        write = "a travel-pool of one more" if state.stage == "die" else "travel-dice 1"
        yield f"the far companion was taken, and so its travel die is with the caravan; write {write}"


def _at_most(number: int) -> str:
    return f"{number} at most" if number else "none"


def _members(journey: Journey, seats: int) -> Iterator[str]:
    """The leader, then whoever has said yes, clockwise; the others are asked in that order. TRAVEL-10"""
    clockwise = [(journey.leader + i) % seats for i in range(seats)]
    asked = clockwise[: seats - len(journey.to_ask)]
    if journey.to_ask != clockwise[seats - len(journey.to_ask) :]:
        yield "players answer clockwise, beginning on the leader's left; write to-answer in this order"
    if journey.members[:1] != [journey.leader]:
        yield "the leader is the first of the caravan; write caravan"
    elif journey.members != [seat for seat in asked if seat in journey.members]:
        yield "the caravan is named clockwise from its leader, and only who has answered is in it"


def _dice(journey: Journey) -> Iterator[str]:
    """A die each and perhaps the one from the far companion; who has not taken one does so in order. EVENT-05, -06"""
    if journey.leader not in journey.members:
        return  # which has been said
    members, taken = len(journey.members), len(journey.taken)
    dice = len(journey.pool) + taken - journey.taken.count(NO_DIE)
    if dice not in (members, members + 1):
        lying = counted(dice, "travel die", "lies")
        yield f"{lying} open or taken, for a caravan of {members}; it is {members} or {members + 1}"
    order = choosing_order(journey)
    if journey.to_take != order[len(order) - len(journey.to_take) :]:
        yield "the dice are taken clockwise, from the leader on the road, from the leader's left on a shortcut"
    if taken != members - len(journey.to_take):
        left = len(journey.to_take)
        yield f"{counted(taken, 'travel die', 'is')} taken, and {left} still to be, by a caravan of {members}"


def _visited(state: State, journey: Journey, box: Box) -> Iterator[str]:
    """VISIT-01, VISIT-02"""
    if not journey.town:
        return
    region = box.regions[box.region_of(journey.town)].towns
    for name, town in journey.visited.items():
        seat = next(i for i, player in enumerate(state.players) if player.name == name)
        if seat not in journey.members:
            yield f"{name} is not in the caravan"
        elif town not in ((journey.town,) if seat == journey.leader else region):
            yield f"{name} cannot have visited {town}: the caravan goes to {journey.town}"
