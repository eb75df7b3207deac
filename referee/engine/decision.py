"""Questions that a rule asks: a player's choice or a word from chance, over a domain of possible answers.

A domain is what can be answered. Testing one answer is cheap and never lists the others; listing comes from
the same definition and runs only for those who want a list: bots, prompts, diagnostics.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import Any, NamedTuple

from msgspec import Struct


class Refusal(Struct, frozen=True):
    """Why an answer is not allowed: a code, the rule that says so, and the facts behind it."""

    code: str
    rule: str
    facts: dict[str, Any] = {}


def refuse(code: str, rule: str, **facts: Any) -> Refusal:
    return Refusal(code, rule, facts)


Against = Refusal | Iterable[Refusal] | None  # one reason against an answer, every reason in order, or none


class Domain:
    """Answers of certain kinds. ``judge`` is total over these kinds; ``candidates`` may list refused ones too."""

    def __init__(
        self,
        kinds: type | tuple[type, ...],
        candidates: Callable[[], Iterable[Any]],
        unless: Callable[[Any], Against] = lambda move: None,
        default: Callable[[], Any] | None = None,
        doubt: Callable[[Any], Refusal | None] | None = None,
    ) -> None:
        self.kinds = kinds if isinstance(kinds, tuple) else (kinds,)
        self._candidates, self._unless, self._default, self._doubt = candidates, unless, default, doubt

    demanded_by = ""  # the rule for which an answer must not be left out, where that is one of its own
    _default: Callable[[], Any] | None = None
    _doubt: Callable[[Any], Refusal | None] | None = None

    def judge(self, move: Any) -> Refusal | None:
        """None if the answer is allowed, else why not."""
        against = self._unless(move)
        return against if against is None or isinstance(against, Refusal) else next(iter(against), None)

    def refusals(self, move: Any) -> Iterator[Refusal]:
        """Every reason against an answer; ``judge`` tells the first. Who waives one still hears of the others."""
        against = self._unless(move)
        if against is not None:
            yield from (against,) if isinstance(against, Refusal) else against

    def doubt(self, move: Any) -> Refusal | None:
        """What is allowed, but worth a warning."""
        return self._doubt(move) if self._doubt is not None else None

    def candidates(self) -> Iterator[Any]:
        """All answers worth naming, allowed or not."""
        return iter(self._candidates())

    def options(self) -> Iterator[Any]:
        """The allowed answers, each once."""
        seen = set()
        for move in self.candidates():
            if move not in seen and self.judge(move) is None:
                seen.add(move)
                yield move

    def sole(self) -> Sole:
        """Is there nothing to choose? Stops looking at the second allowed answer."""
        if self._default is not None:
            answer = self._default()
            if answer is not None:
                return Sole(True, answer)
        found = self.options()
        first = next(found, None)
        if first is None:
            return Sole(True, None)
        return Sole(next(found, None) is None, first)

    def complete(self, partial: Any) -> list[Any]:
        """The allowed answers that agree with what was written; at most two, for two are already too many."""
        fits = []
        for move in self.options():
            if agrees(partial, move):
                fits.append(move)
                if len(fits) == 2:
                    break
        return fits

    def takes(self, move: Any) -> bool:
        """Is this the kind of answer asked for?"""
        return isinstance(move, self.kinds)


class Union(Domain):
    """Several domains offered at once; each kind of answer belongs to one of them."""

    def __init__(self, *parts: Domain) -> None:
        self.parts = parts
        self.kinds = tuple(kind for part in parts for kind in part.kinds)

    def judge(self, move: Any) -> Refusal | None:
        first: Refusal | None = None
        for part in self.parts:
            if part.takes(move):
                refusal = part.judge(move)
                if refusal is None:
                    return None
                first = first or refusal
        return first

    def refusals(self, move: Any) -> Iterator[Refusal]:
        """Those of the part that has least against it."""
        against = [tuple(part.refusals(move)) for part in self.parts if part.takes(move)]
        fewest = min(against, key=len, default=())
        return iter(fewest)

    def candidates(self) -> Iterator[Any]:
        for part in self.parts:
            yield from part.candidates()


class Sole(NamedTuple):
    """Whether an answer is forced, and which one; None where nothing can be answered at all."""

    forced: bool
    answer: Any


def partial(move: Any) -> bool:
    """Was something left out, or is None meant?"""
    return any(getattr(move, field) is None for field in move.__struct_fields__)


def agrees(written: Any, move: Any) -> bool:
    """Does a full answer agree with what was written of it?"""
    if type(written) is not type(move):
        return False
    return all(
        getattr(written, field) is None or getattr(written, field) == getattr(move, field)
        for field in written.__struct_fields__
    )


class Question:
    """Something a rule waits for."""

    def __await__(self) -> Generator[Question, Any, Any]:
        return (yield self)

    @abstractmethod
    def silence(self) -> Sole:
        """What it means to say nothing."""


class Decision(Question):
    """A player is to choose; with ``may``, not choosing is an answer too.

    A ``brief`` may belongs to the step before it: whatever else is said, even a check, declines it. A decision
    that is ``always`` spoken is not left out even where there is only one answer. ``whose`` is the rule that says
    who chooses, where that is not simply who has the turn.
    """

    def __init__(
        self,
        who: str,
        prompt: str,
        domain: Domain,
        may: bool = False,
        brief: bool | Callable[[], bool] = False,
        always: bool = False,
        whose: str = "",
    ) -> None:
        self.who, self.prompt, self.domain = who, prompt, domain
        self.may, self.always = may or brief is True, always
        self._brief, self.whose = brief, whose

    @property
    def brief(self) -> bool:
        """Asked only where it matters, for finding out may mean looking for options."""
        return self._brief() if callable(self._brief) else self._brief

    def silence(self) -> Sole:
        """A "may" is declined, a forced answer given; anything else is missing."""
        if self.may:
            return Sole(True, None)
        sole = self.domain.sole()
        return Sole(sole.forced and not (self.always and sole.answer is not None), sole.answer)


class Pooled(Decision):
    """Several players may choose, in any order; an answer is a pair of a name and what that player chose."""

    def __init__(self, prompt: str, domains: dict[str, Domain]) -> None:
        super().__init__(next(iter(domains)), prompt, Nobody(domains), may=True)
        self.domains = domains


class Nobody(Domain):
    """The domain of a pooled decision: pairs of a name and a move."""

    def __init__(self, domains: dict[str, Domain]) -> None:
        self.domains = domains
        self.kinds = tuple(dict.fromkeys(kind for domain in domains.values() for kind in domain.kinds))

    def judge(self, move: Any) -> Refusal | None:
        return self.domains[move[0]].judge(move[1])

    def refusals(self, move: Any) -> Iterator[Refusal]:
        return self.domains[move[0]].refusals(move[1])

    def candidates(self) -> Iterator[Any]:
        for who, domain in self.domains.items():
            yield from ((who, move) for move in domain.candidates())


class Chance(Question):
    """Dice or a deck are to speak. ``weights`` lists every possible outcome with its weight."""

    def __init__(
        self,
        label: str,
        weights: Callable[[], dict[Any, int]],
        rule: str,
        who: str = "",
        about: str = "",
        unseen: bool = False,
        why_not: Callable[[Any], Refusal | None] | None = None,
    ) -> None:
        self.label, self.weights, self.rule, self.who, self.about, self.unseen = (
            label,
            weights,
            rule,
            who,
            about,
            unseen,
        )
        self._why_not = why_not

    def silence(self) -> Sole:
        """The only outcome that is possible need not be told."""
        possible = self.weights()
        return Sole(len(possible) == 1, next(iter(possible), None))

    def judge(self, outcome: Any) -> Refusal | None:
        """None if this can have come up."""
        if self._why_not is not None:
            return self._why_not(outcome)
        if outcome in self.weights():
            return None
        return refuse("impossible-outcome", self.rule, outcome=outcome, label=self.label)


async def ask(
    who: str,
    prompt: str,
    domain: Domain,
    may: bool = False,
    brief: bool | Callable[[], bool] = False,
    always: bool = False,
    whose: str = "",
) -> Any:
    """A player's answer; None if it was declined or if nothing can be answered."""
    return await Decision(who, prompt, domain, may, brief, always, whose)


async def ask_any(prompt: str, domains: dict[str, Domain]) -> Any:
    """Whoever wants to answers: a pair of a name and a move; None when nobody does."""
    return await Pooled(prompt, domains)


async def chance(label: str, weights: Callable[[], dict[Any, int]], rule: str, **more: Any) -> Any:
    """What came up. A single possible outcome needs no word from anybody."""
    return await Chance(label, weights, rule, **more)
