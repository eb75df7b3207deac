"""Every reason the rules have to refuse something: its sentence and its explanation."""

from __future__ import annotations

import re
from string import Formatter
from typing import Any

from referee.engine.decision import Refusal
from referee.games.dark_road import moves
from referee.games.dark_road.effects import GoodSpec
from referee.games.dark_road.notation.writing import written_pick
from referee.games.dark_road.vocabulary import DISTRICT_NAMES
from referee.wording import counted, plural

# code: (sentence, explanation)
REFUSALS: dict[str, tuple[str, str]] = {
    "already-activated": ("{district} has been activated this turn", "Dice activate a district at most once a turn."),
    "already-done": ("'{what}' was done already in this visit", "The wheel is turned once and one die is changed once before buying."),
    "already-gifted": ("the ability '{ability}' of {companion} holds a gift already", "A loyal companion's ability is used once a game; the quartz stays on it."),
    "ambiguous": ("this can be read in two ways: {readings}", "Something was left out that is not forced. Write it."),
    "below-zero": ("a movement of 0 cannot be made smaller", "A horseshoe that subtracts needs a movement to subtract from; wagons never go back."),
    "both-excursions": ("{other} came first this turn, and Ruins and journey never share one", "This table takes the ban on Ruins and journey for the whole turn (option yurg.exclusive)."),
    "building-used": ("{building} has been activated this turn", "At most one building is activated a turn."),
    "card-not-left": ("{card} cannot come up here: it is not in this deck", "What is drawn must still be in the deck it is drawn from."),
    "companion-missing": ("a companion is to be taken: {row}", "The leader takes a face-up companion or the top of the deck, so it is written."),
    "deed-elsewhere": ("{deed} cannot be among these deeds: it was seen elsewhere", "A deed kept secret must still have been in the deck when it was drawn."),
    "no-hero": ("{who} has no hero to deliver", "A hero that is delivered must be on the wagon."),
    "no-own-die": ("no travel die of your own waits for its effect", "The own die is raised after it is taken and before its effect, on the own journey."),
    "no-reward": ("the event shows no reward for {value}", "A value is copied if its row shows a reward; then the whole row applies."),
    "no-die-taken": ("you have not taken a travel die yet", "At this table only the own travel die is copied (option companion.threy_copy), so it must have been taken."),
    "no-such-fortune": ("{kind} is no good fortune", "Good fortune is glow, deed, coins or upgrade."),
    "no-travel-dice": ("no travel dice have been rolled", "A travel die is copied after the roll and before the dice go back."),
    "no-swap": ("{gained} finds no room and goes itself", "At this table nothing else is given up for a good that does not fit (option store.swap)."),
    "no-upgrade-left": ("no wagon upgrade is left", "There are six upgrade tiles."),
    "not-in-companion-row": ("{card} does not lie in the row: {row}", "The leader takes one of the face-up companions or the top of the deck."),
    "nothing-delivered": ("at least one good goes with a commission", "A commission is delivered with one good or more."),
    "past-six": ("{value} and {number} more is past 6", "No event has a row beyond 6, so an addition past it is refused."),
    "too-late": ("{what} comes too late: the route is declared", "Flicker's gift is made before the route is declared."),
    "wrong-addition": ("{low} to {high} can be added", "The ability says how much the die is raised."),
    "wrong-town": ("{town} is not visited: open are {open}", "The leader visits the declared town, a joiner that or its neighbour, and each only one; on the last journey everybody chooses one town."),
    "card-unnamed": ("nobody wrote down which companion lies there; name it", "A card that is taken from a display is known from then on."),
    "coins-short": ("{who} needs {needs:coin} and has {has}", "Nobody spends more coins than they have."),
    "could-have-stayed": ("{good} could have stayed", "Goods are discarded only to make room, and only as many as needed."),
    "dark-range": ("the Dark Market marker moves 1 to {most} spaces, not {spaces}", "Each space costs a coin; four bring the marker back to where it was."),
    "deck-empty": ("the {deck} deck is empty", "An empty deck gives nothing."),
    "dice-added": ("{spaces} is the sum of both dice", "The wagon moves by one die of the pool; two dice are never added."),
    "four-buildings": ("{needs} different buildings are in play; {has:is} named", "Exactly four buildings are laid out, from four tiles."),
    "gift-missing": ("{companion} wants a gift: {gift}", "A stray companion's gift is named."),
    "impossible-outcome": ("{outcome} cannot come up: {label}", "Dice show only their faces, and decks hold only what is left in them."),
    "journey-last": ("something else is still to be done, and a journey ends the turn", "At this table a journey comes last (option act.travel_last): the other district and a building that must be used come before it."),
    "lantern-short": ("{who} needs {needs:lantern} and has {has}", "A lantern that is paid must be there."),
    "locked-dice-differ": ("the locked dice are {locked}, not three of a kind", "Three equal locked dice may be reset at the start of the turn."),
    "must-be-done": ("{who} cannot leave this out: {what}", "A rule demands the step; a table that left it out all the same says so with an override that waives the rule."),
    "named-twice": ("a card is named twice", "Each card exists once; name it once."),
    "needs-illuminated-die": ("{building} needs an illuminated die, and none is in the pool", "Without an illuminated die no building is activated."),
    "never-unknown": ("{label}: what lies open is written by its value or name", "What everybody saw is never '?'."),
    "unknown-card": ("no card is called {card}{near}", "The name is not in the box."),
    "no-deck-top": ("only a face-up hero can be taken here", "The unseen top of the hero deck is offered by the ruins die alone."),
    "no-die-left": ("no die is left for {district}", "With only a night die exactly one district is activated; a second one needs an illuminated die."),
    "no-illuminated-die": ("{who} has no illuminated die in the special reserve", "Lighting a die needs a die to light."),
    "no-market-die": ("no market die lies on {good}", "A die that is changed must be on the wheel."),
    "no-such-ability": ("{companion} has the abilities {abilities}", "A loyal companion is used by the name of one of its two abilities."),
    "no-such-companion": ("no {companion} travels with you", "Only companions in the own area can be used, and only on the own turn."),
    "no-such-deed": ("{deed} does not lie in the courtyard", "A deed is taken from the upper slot, the lower slot or the deck."),
    "no-such-die": ("no die shows {value}: there are {dice}", "A die is named by the value it shows."),
    "no-such-slot": ("there is no locked slot {slot}", "A wagon has the locked slots 1, 2 and 3."),
    "not-adjacent": ("{district} is not next to the wagon, which stands between {at}", "Only the two districts next to the wagon can be activated."),
    "not-at-inn": ("{hero} is not at the Inn", "Only a hero who is face up at the Inn can be chosen."),
    "not-available": ("{needs} {good} wanted, {has} on the wheel", "Each market die on a section stands for one good that can be bought."),
    "not-connected": ("{building} is not connected to this space: {reach}", "The building between the two districts next to the wagon is the one that is activated."),
    "not-crafted": ("{good} is not what the chart gives for the die in slot 1: {locked}", "Crafting gives the chart's good for the newly locked value."),
    "not-dearest": ("{good} is worth {worth}, and something held is worth {dearest}", "The most valuable good goes; ties are the player's choice."),
    "not-drawn": ("{deed} is not one of the two deeds drawn", "One of the two drawn deeds is kept."),
    "not-held": ("there is no {pick} to give", "What is given up must be held."),
    "not-in-play": ("{building} is not in play; these are: {in_play}", "Four of the buildings are laid out at setup, the others stay in the box."),
    "not-in-row": ("{steed} is not among the pairs: {row}", "A pair of steed and hero is taken from those laid out."),
    "not-just-gained": ("{good} was not gained just now, {gained} was", "A good can be put straight back at the moment it is gained."),
    "not-offered": ("{pick} is not offered here", "The effect at hand offers other things."),
    "not-on-top": ("the top commission of {town} wants {top}", "Only the visible top tile of a stack can be taken."),
    "not-requested": ("{hero} wants {wants}, and no more {good}", "One good per request; a good without an open request cannot be sold."),
    "not-traded": ("{resource} is not traded here; these are: {lots}", "The Mansion trades lanterns, quartz and lots of two coins."),
    "not-your-choice": ("this is {chooser}'s choice, not {who}'s", "Name the player in front of the step."),
    "not-your-die": ("the {value} is not the travel die you took", "At this table only the own travel die is copied or raised (options companion.threy_copy and companion.threy_bump)."),
    "nothing-sold": ("at least one good must be sold", "Whoever can sell at the Inn sells at least one good."),
    "one-horseshoe": ("{who} has spent a horseshoe this turn", "One horseshoe is spent for moving; where the option horseshoe.limit says so, gifts and prices count too."),
    "one-upgrade": ("{who} has a wagon upgrade already: {owns}", "One upgrade a player, unless a steed lifts the limit."),
    "price-unmet": ("{who} cannot pay what {building} asks", "A price is paid whole or not at all."),
    "quartz-short": ("{who} needs {needs} quartz and has {has}", "A quartz that is given or paid must be there."),
    "reserve-empty": ("{who} has no die left in the reserve", "With an empty reserve a locked die is taken without a bump: write 'plan slot N'."),
    "ruins-range": ("here the ruins marker moves at least {least:space} and at most {most}, not {spaces}", "One space, and one more for each hero on the wagon."),
    "same-lot": ("{resource} for {resource} is no trade", "A trade gives up one lot and takes another."),
    "same-tile": ("{one} and {other} are probably the two sides of one tile", "Four buildings come from four tiles; which are back to back is inferred, so this is a warning unless the option buildings.pairs refuses it."),
    "section-full": ("the {good} section holds {most:die} already", "No section of the wheel ever holds a third die."),
    "shoe-short": ("{who} has no horseshoe", "A horseshoe is spent for one more space."),
    "slot-occupied": ("{upgrade} belongs on a locked slot that holds another tile", "Two tiles never lie on one locked slot."),
    "slot-empty": ("there is nothing in the {spot}", "An empty slot cannot be chosen."),
    "spaces-missing": ("the number of spaces is missing; {has} at most", "The marker's way is chosen, so it is written."),
    "stack-empty": ("the stack of {town} is empty", "An empty stack cannot be chosen."),
    "steed-in-play": ("{steed} is not among the unused steeds: {left}", "A second steed comes from those nobody has."),
    "still-too-much": ("dropping {dropped} is not enough: the rest does not fit", "Goods go until the others can be packed."),
    "supply-empty": ("the supply has no {good} left", "Goods are counted: what is not there is not gained."),
    "too-many-deeds": ("{who} names more deeds than can be new: {needs}, with {has} unknown", "Only deeds that were taken unseen are revealed; known ones score by themselves."),
    "town-missing": ("the town is missing", "Any stack may be chosen, so the town is written."),
    "turn-over": ("the turn is over, and Rest comes next", "After the last activation, or a journey that ends the turn, nothing else is done."),
    "upgrade-gone": ("{upgrade} is taken; left are {left}", "Each upgrade tile exists once."),
    "upgraded-not-sold": ("the Bazaar sells no upgraded {good}", "Goods bought at the Bazaar are basic."),
    "which-die": ("two illuminated dice differ: {dice}", "Write which one is lit, for example 'glow 3'."),
    "which-tile": ("two commissions of {pick} are held; write the goods as well", "Two tiles of one town are told apart by their goods."),
    "wrong-gift": ("{companion} takes {gift}", "Each stray companion takes its own kind of gift."),
    "wrong-good": ("{good} is worth {worth}; asked for is {wanted}", "What gives or takes a good says which goods it means."),
    "wrong-goods": ("these are not the {needs:good} on offer", "Each good on offer is named once, in the order of gaining."),
    "wrong-number": ("{needs} is the number to name here", "Name exactly as many as the effect gives or takes."),
    "wrong-side": ("{good} shows the wrong side", "An upgrade turns a basic good, a downgrade an upgraded one."),
}  # fmt: skip


# What no table can waive: it is not there, or it is not said. The rules have nothing to carry out then.
PHYSICAL = frozenset({
    "already-gifted", "card-not-left", "deck-empty", "deed-elsewhere", "four-buildings", "impossible-outcome", "no-hero",
    "no-illuminated-die", "no-market-die", "no-own-die", "no-such-ability", "no-such-companion", "no-such-deed",
    "no-such-die", "no-such-fortune", "no-such-slot", "no-travel-dice", "no-upgrade-left", "not-at-inn",
    "not-available", "not-drawn", "not-held", "not-in-companion-row", "not-in-play", "not-in-row",
    "not-just-gained", "not-offered", "not-on-top", "not-traded", "reserve-empty", "slot-empty",
    "stack-empty", "steed-in-play", "supply-empty", "too-many-deeds", "unknown-card", "upgrade-gone",
    "ambiguous", "card-unnamed", "gift-missing", "named-twice", "never-unknown", "not-your-choice", "spaces-missing",
    "town-missing", "which-die", "which-tile", "wrong-addition", "wrong-gift", "wrong-number",
})  # fmt: skip
PUSHED = ("no-such-die", "MOVE-02")  # a wagon is easily pushed too far, whatever the dice show


def physical(refusal: Refusal) -> bool:
    return refusal.code in PHYSICAL and (refusal.code, refusal.rule) != PUSHED


def message(refusal: Refusal) -> str:
    """The sentence of a refusal with its facts filled in."""
    return _Sentence().format(REFUSALS[refusal.code][0], **refusal.facts)


def plain(sentence: str) -> str:
    """A sentence without its facts."""
    return re.sub(r"\{\w+:?(\w*)\}", lambda fact: f"… {plural(fact[1])}" if fact[1] else "…", sentence)


class _Sentence(Formatter):
    """``{needs}`` is a fact as it is spoken, ``{needs:coin}`` so many coins."""

    def get_value(self, key: Any, args: Any, kwargs: Any) -> tuple[str, Any]:
        return key, kwargs[key]

    def format_field(self, fact: tuple[str, Any], thing: str) -> str:
        key, value = fact
        return counted(value, thing) if thing else spoken(value, key)


def spoken(value: Any, key: str = "") -> str:
    """A fact as a person would say it."""
    match value:
        case None:
            return "none" if key != "locked" else "-"
        case moves.Pick():
            return written_pick(value)
        case GoodSpec():
            return _spec(value)
        case tuple() | list():
            words = [spoken(item, key) for item in value if item != ""]
            return (" and " if key == "at" else ", ").join(words) or "nothing"
        case str() if key in {"district", "at"}:
            return DISTRICT_NAMES.get(value, value)
    return str(value)


def _spec(spec: GoodSpec) -> str:
    parts = [{"upgraded": "an upgraded", "basic": "a basic"}.get(spec.side, "a")]
    parts.append(" or ".join(spec.kinds) or "good")
    if spec.worth:
        parts.append(f"worth {spec.worth}")
    if spec.absent:
        parts.append("that has no die on the wheel")
    return " ".join(parts)
