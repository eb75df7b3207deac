"""From an effect to the text of it in the box language: reading it back gives the same effect."""

from __future__ import annotations

from referee.games.dark_road.effects import (
    WORDS,
    All,
    Clause,
    Count,
    Do,
    Effect,
    Either,
    Exchange,
    GoodSpec,
    May,
    Per,
    Reward,
    Test,
    Then,
    Times,
)
from referee.games.dark_road.notation.writing import written_name

# How loosely the parts of an effect hang together; a looser one inside a tighter one stands in brackets.
THEN, OR, AND, PER, PREFIX = range(5)


def written(effect: Effect, tightness: int = THEN) -> str:
    """An effect as a box writes it, bracketed where it would fall apart among tighter neighbours."""
    match effect:
        case Then():
            level, text = THEN, f"{written(effect.first, OR)} then {written(effect.second, OR)}"
        case Either():
            level, text = OR, " or ".join(written(part, AND) for part in effect.parts)
        case All():
            level, text = AND, " and ".join(written(part, PER) for part in effect.parts)
        case Per():
            level, text = PER, f"{written(effect.part, PREFIX)} per {written_count(effect.count)}"
        case May():
            level, text = PREFIX, f"may {written(effect.part, PREFIX)}"
        case Times():
            often = "any" if effect.limit is None else effect.limit
            level, text = PREFIX, f"up-to {often} times {written(effect.part, PREFIX)}"
        case Exchange():
            level, text = PREFIX, "exchange " + " = ".join(f"{lot.resource} {lot.number}" for lot in effect.lots)
        case Do():
            level, text = PREFIX, _do(effect)
    return f"({text})" if level < tightness else text


def written_clause(clause: Clause) -> str:
    """One statement of a steed or an upgrade."""
    return f"on {clause.trigger}: {written(clause.effect)}" if clause.trigger else written(clause.effect)


def written_condition(when: tuple[tuple[Test, ...], ...]) -> str:
    """What a deed asks for; empty if it asks for nothing."""
    return " or ".join(" and ".join(_test(test) for test in group) for group in when)


def written_reward(reward: Reward) -> str:
    """What a completed deed scores."""
    per = f" per {written_count(reward.per)}" if reward.per else ""
    limit = f" max {reward.limit}" if reward.limit is not None else ""
    return f"{reward.resource} {reward.number}{per}{limit}"


def written_count(count: Count) -> str:
    return " ".join([count.word, *(_filter(kind, value) for kind, value in count.filters)])


def _test(test: Test) -> str:
    if test.compare in {"most", "least", "none-of"}:
        return f"{test.compare} {written_count(test.count)}"
    return f"{written_count(test.count)} {test.compare} {test.number}"


def _filter(kind: str, value: str) -> str:
    match kind:
        case "class" | "region":
            return f"{kind} {written_name(value)}"
        case "good" | "loyal" | "stray" | "name":
            return value
        case "side":
            return "*"
    return f"{kind} {value}"


# ── one word with its arguments, by kind ────────────────────────────────────────────────────────────────


def _do(do: Do) -> str:
    if do.word == "change":
        return f"{do.resource} {do.number:+d}"
    return f"{do.word} {_arguments(do)}".rstrip()


def _arguments(do: Do) -> str:
    match WORDS[do.word].partition(":")[0]:
        case "n":
            return str(do.number)
        case "m":
            return str(do.number) if do.number == do.upto else f"{do.number} to {do.upto}"
        case "g":
            assert do.good is not None
            return _good(do.good, "any")
        case "side":
            return "*" if do.option == "upgraded" else ""
        case "o":
            return do.option
        case "w":
            return do.town
        case "price":
            return _price(do)
        case "area":
            return f"{do.number} by {do.upto}"
        case "slot":
            usual, *final = do.inner
            return " ".join([str(do.number), f"({written(usual)})", *(f"final ({written(late)})" for late in final)])
        case "place":
            return f"slot {do.number}" if do.option == "slot" else do.option
    return ""


def _price(do: Do) -> str:
    if do.good is not None:
        side = "basic " if do.good.side == "basic" else ""
        return f"good {side}{_good(do.good, '')}".rstrip()
    return do.option or f"{do.resource} {do.number}"


def _good(spec: GoodSpec, otherwise: str) -> str:
    """Which goods: their kinds, worth or absence, or the given word for every good; a star for the upgraded side."""
    said = [*spec.kinds, *([f"worth {spec.worth}"] if spec.worth else []), *(["absent"] if spec.absent else [])]
    return (" ".join(said) or otherwise) + ("*" if spec.side == "upgraded" else "")
