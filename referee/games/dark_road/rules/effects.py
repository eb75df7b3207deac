"""How effects are carried out: the combinators, and the register of what each word does.

Every word is defined in the chapter it belongs to and registered here with ``effect``. A word may leave
something to pick; the verb that names the pick (gain, lose, pay, flip) is the word's family.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import chain, permutations, product
from typing import Any

from msgspec import Struct

from referee.engine.decision import Against, Domain, Refusal, ask, refuse
from referee.games.dark_road.effects import All, Do, Effect, Either, Exchange, May, Per, Then, Times
from referee.games.dark_road.moves import AnyPick, Deliver, Flip, Gain, Good, Lose, Pay, Skip, Trade, Word
from referee.games.dark_road.rules import counts, exchange
from referee.games.dark_road.rules.skipping import due
from referee.games.dark_road.state import Player
from referee.games.dark_road.table import Table

Family = type[Gain] | type[Lose] | type[Pay] | type[Flip] | type[Deliver]
Perform = Callable[[Table, Player, Do, Any, str], Awaitable[bool]]


class Meaning(Struct, frozen=True):
    """What a word does, what it leaves to pick, and why a pick may be refused; both hear the rule that grants it."""

    perform: Perform
    family: Family = Gain
    picks: Callable[[Table, Player, Do], Iterable[AnyPick]] | None = None
    unless: Callable[[Table, Player, Do, Any, str], Against] = lambda table, me, do, pick, rule: None
    declinable: Callable[[Table, Player, Do], bool] = lambda table, me, do: False
    untimely: Callable[[Table, Player, Do], Refusal | None] = lambda table, me, do: None
    instead: Callable[[Table, Player, Do], Do | None] | None = None


MEANINGS: dict[str, Meaning] = {}


def effect(word: str, **more: Any) -> Callable[[Perform], Perform]:
    """Register what a word of the effect language does."""

    def register(perform: Perform) -> Perform:
        MEANINGS[word] = Meaning(perform, **more)
        return perform

    return register


# The word a player says for an effect that leaves nothing to pick.
SPOKEN = {
    "rotate-wheel": "rotate",
    "market-step": "dark",
    "ruins-step": "ruins",
    "ruins-action": "ruins",
    "roll-oracle": "oracle",
    "roll-ruins": "roll",
    "gain-illuminated": "glow",
    "light": "glow",
}


def spoken(do: Do) -> Word:
    return Word(do.resource or SPOKEN.get(do.word, do.word))


async def carry_out(
    table: Table, me: Player, what: Effect, rule: str, given: AnyPick | None = None, committed: bool = False
) -> bool:
    """Carry out an effect; was it done? ``given`` is a pick already made, ``committed`` makes a price due."""
    match what:
        case Do():
            return await _do(table, me, what, rule, given, committed)
        case All():
            return await _all(table, me, what, rule, given, committed)
        case Either():
            return await _either(table, me, what, rule, given, committed)
        case Then():
            done = await carry_out(table, me, what.first, rule, given, committed)
            return done and await carry_out(table, me, what.second, rule)
        case May() if given is not None:
            return await carry_out(table, me, what.part, rule, given, committed=True)
        case May():
            return await _may(table, me, what.part, rule)
        case Times():
            times = int(given is not None and await carry_out(table, me, what.part, rule, given, committed=True))
            while (what.limit is None or times < what.limit) and await _may(table, me, what.part, rule):
                times += 1
            return times > 0
        case Per():
            done = False
            for _ in range(counts.count(table, me, what.count)):
                done = await carry_out(table, me, what.part, rule, given) or done
                given = None
            return done
        case Exchange():
            return await exchange.trade(table, me, what, rule, given)


async def _do(table: Table, me: Player, do: Do, rule: str, given: AnyPick | None, committed: bool) -> bool:
    do = _meant(table, me, do)
    meaning = MEANINGS[do.word]
    if given is None and (meaning.picks is not None or do.word == "pay"):
        may = (do.word == "pay" and not committed) or meaning.declinable(table, me, do)
        move = await ask(me.name, _prompt(do), _to_pick(table, me, do, rule, may), may=may)
        if move is None or isinstance(move, Skip):
            return False
        given = picked(move)
    elif given is None:
        given = spoken(do)  # what speaks against it is said where it is carried out
    return await meaning.perform(table, me, do, given, rule)


async def _either(table: Table, me: Player, what: Either, rule: str, given: AnyPick | None, committed: bool) -> bool:
    """Whoever picks something also picks the branch that offers it."""
    if given is None:
        prices = all(head.word == "pay" for head in heads(what))
        may = prices and not committed
        move = await ask(me.name, "choose one", _to_pick(table, me, what, rule, may), may=may)
        if move is None or isinstance(move, Skip):
            return False
        given = picked(move)
    branch = _branch(table, me, what.parts, given, rule)
    return branch is not None and await carry_out(table, me, branch, rule, given, committed)


async def _may(table: Table, me: Player, part: Effect, rule: str) -> bool:
    if isinstance(part, Exchange):
        move: Any = await ask(me.name, "trade, or stop", exchange.trades(table, me, part), may=True)
    else:
        move = await ask(me.name, "take it or leave it", options(table, me, part, rule), may=True)
    return move is not None and await carry_out(table, me, part, rule, picked(move), committed=True)


async def _all(table: Table, me: Player, what: All, rule: str, given: AnyPick | None, committed: bool) -> bool:
    """Both, in the order the player states: several goods are named in one step, in order of gaining. RULING-07"""
    goods = [part for part in what.parts if _is_good(part)]
    rest: list[Effect | None] = [
        part for part in what.parts if len(goods) < 2 or given is not None or not _is_good(part)
    ]
    if len(rest) < len(what.parts):
        rest.insert(what.parts.index(goods[0]), None)  # stands for all the goods together
    done = False
    while rest:
        part, pick = (rest[0], given) if given is not None else await _next_part(table, me, rest, rule)
        rest.remove(part)
        if part is None:
            done = await _goods_together(table, me, [do for do in goods if isinstance(do, Do)], rule) or done
        else:
            done = await carry_out(table, me, part, rule, pick, committed) or done
        given = None
    return done


def _is_good(part: Effect) -> bool:
    return isinstance(part, Do) and part.word == "gain-good"


async def _next_part(
    table: Table, me: Player, rest: list[Effect | None], rule: str
) -> tuple[Effect | None, AnyPick | None]:
    """The printed order, unless what is written belongs to a later part."""
    later = tuple(part for part in rest[1:] if part is not None and not isinstance(part, Exchange))
    plain = all(isinstance(part, Do) and part.word == "change" for part in rest)  # no order could matter
    if later and not plain:
        move = await ask(me.name, "take another part first", options(table, me, Either(later), rule), brief=True)
        if move is not None:
            pick = picked(move)
            return _branch(table, me, later, pick, rule), pick
    return rest[0], None


async def _goods_together(table: Table, me: Player, goods: list[Do], rule: str) -> bool:
    """Several goods at once, matched to the parts that offer them; parts that offer nothing drop out. RULING-01"""
    meaning = MEANINGS["gain-good"]
    assert meaning.picks is not None
    offers = [pool for do in goods if (pool := list(_allowed(table, me, do, rule)))]

    def unless(move: Gain) -> Iterator[Refusal]:
        if any(
            all(pick in pool for pick, pool in zip(move.picks, order, strict=False)) for order in permutations(offers)
        ):
            if len(move.picks) != len(offers):
                yield refuse("wrong-number", "RULING-07", needs=len(offers))
            for good, number in Counter(move.picks).items():
                if isinstance(good, Good) and number > table.state.supply.goods[good.kind]:
                    yield refuse("supply-empty", "RULING-01", good=good)
            return
        against = [[_against(table, me, do, pick, rule) for do in goods] for pick in move.picks]
        unwanted = [reasons[0] for reasons in against if all(reasons)]
        yield from chain.from_iterable(unwanted)
        if not unwanted:
            yield refuse("wrong-goods", "RULING-07", needs=len(offers))
        if len(move.picks) != len(offers):
            yield refuse("wrong-number", "RULING-07", needs=len(offers))

    def printed() -> Gain | None:
        """With nothing to pick, the printed order is taken unless another one is written."""
        return Gain(tuple(pool[0] for pool in offers)) if all(len(pool) == 1 for pool in offers) else None

    if not offers:
        return False
    domain = Domain(Gain, lambda: (Gain(picks) for picks in product(*offers)), unless, default=printed)
    move = await ask(me.name, "gain goods", due(domain, me.name, gain=rule))
    if isinstance(move, Skip):
        return False
    for pick in move.picks:
        await meaning.perform(table, me, goods[0], pick, rule)
    return True


def untimely(table: Table, me: Player, what: Effect) -> Refusal | None:
    """Why an effect cannot be begun at this moment of the game at all; None if some way of it can."""
    refusals = [MEANINGS[do.word].untimely(table, me, do) for do in heads(what)]
    return refusals[0] if refusals and all(refusals) else None


# ── what an effect offers ───────────────────────────────────────────────────────────────────────────────


def heads(what: Effect) -> Iterator[Do]:
    """The words an effect may begin with: what a pick can belong to."""
    match what:
        case Do():
            yield what
        case All():
            yield from heads(what.parts[0])
        case Either():
            for part in what.parts:
                yield from heads(part)
        case Then():
            yield from heads(what.first)
        case May() | Times() | Per():
            yield from heads(what.part)


def family_of(do: Do) -> Family:
    """The verb that names a pick of this word; a number that goes down is lost. EVENT-11"""
    return Lose if do.word == "change" and do.number < 0 else MEANINGS[do.word].family


def options(table: Table, me: Player, what: Effect, rule: str) -> Domain:
    """Everything that can be picked to begin this effect, which ``rule`` grants."""
    begin = [_meant(table, me, do) for do in heads(what)]
    families = tuple(dict.fromkeys(family_of(do) for do in begin))

    def candidates() -> Iterator[Any]:
        for do in begin:
            for pick in _picks(table, me, do):
                yield _named(family_of(do), pick)

    def unless(move: Any) -> Against:
        if len(getattr(move, "picks", (None,))) != 1:
            return refuse("wrong-number", "RULING-07", needs=1)
        pick = picked(move)
        against: list[list[Refusal]] = []
        for do in begin:
            if isinstance(move, family_of(do)):
                against.append(_against(table, me, do, pick, rule))
                if not against[-1]:
                    return None
        telling = [reasons for reasons in against if reasons[0].code != "not-offered"]
        return (telling or against)[0]

    return Domain(families, candidates, unless)


# The word for leaving out what a verb would name.
SKIPPED: dict[Family, str] = {Gain: "gain", Lose: "lose", Flip: "flip"}


def _to_pick(table: Table, me: Player, what: Effect, rule: str, may: bool) -> Domain:
    """What can be picked; where something must be, leaving it out is heard too."""
    domain = options(table, me, what, rule)
    skips = {SKIPPED[kind]: rule for kind in domain.kinds if kind in SKIPPED}
    return due(domain, me.name, **skips) if skips and not may else domain


def _meant(table: Table, me: Player, do: Do) -> Do:
    """The word itself, or the one that stands in for it as things are."""
    instead = MEANINGS[do.word].instead
    return do if instead is None else instead(table, me, do) or do


def _picks(table: Table, me: Player, do: Do) -> Iterable[AnyPick]:
    meaning = MEANINGS[do.word]
    return (spoken(do),) if meaning.picks is None else meaning.picks(table, me, do)


def _allowed(table: Table, me: Player, do: Do, rule: str) -> Iterator[AnyPick]:
    return (pick for pick in _picks(table, me, do) if _why_not(table, me, do, pick, rule) is None)


def _why_not(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> Refusal | None:
    return next(iter(_against(table, me, do, pick, rule)), None)


def _against(table: Table, me: Player, do: Do, pick: AnyPick, rule: str) -> list[Refusal]:
    meaning = MEANINGS[do.word]
    if meaning.picks is None and (not isinstance(pick, Word) or pick.word != spoken(do).word):
        return [refuse("not-offered", rule, pick=pick)]
    against = meaning.unless(table, me, do, pick, rule)
    if against is None or isinstance(against, Refusal):
        return [against] if against is not None else []
    return list(against)


def _branch(table: Table, me: Player, parts: tuple[Effect, ...], pick: AnyPick, rule: str) -> Effect | None:
    """The branch that offers a pick; where a table waived what speaks against it, the first that knows such picks."""
    for branch in parts:
        if _offers(table, me, branch, pick, rule):
            return branch
    for branch in parts:
        against = [_against(table, me, _meant(table, me, do), pick, rule) for do in heads(branch)]
        if any(reasons and reasons[0].code != "not-offered" for reasons in against):
            return branch
    return None


def _offers(table: Table, me: Player, branch: Effect, pick: AnyPick, rule: str) -> bool:
    return any(_why_not(table, me, _meant(table, me, do), pick, rule) is None for do in heads(branch))


def _named(family: Family, pick: AnyPick) -> Any:
    return family((pick,)) if family in (Gain, Lose) else family(pick)  # type: ignore[arg-type]


def picked(move: Gain | Lose | Pay | Flip | Deliver | Trade) -> Any:
    """What a move names."""
    match move:
        case Gain() | Lose():
            return move.picks[0]
        case Pay():
            return move.price
        case Flip():
            return move.good
        case Deliver():
            return move.what
        case Trade():
            return move


def _prompt(do: Do) -> str:
    return do.word.replace("-", " ")
