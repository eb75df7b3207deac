"""A record under other settings: which switches change what it means, and with which of them it is legal.

The record is played as it stands, then once for every other value of every switch, then with changes together.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from msgspec import Struct

from referee.drivers.runs import Counts, Effect, Failure, Run, grave
from referee.drivers.script import Script

MOST_COMBINATIONS = 64  # of changes; each is a run of its own

Settings = dict[str, str]


class Value(Struct, frozen=True):
    """A record with one switch at one value.

    ``effect`` compares with the record as it stands: the same in everything, other findings, or the same findings and
    another table. ``line`` is the first line that tells the two apart, ``until`` the last line with another table where
    the tables agree again behind it; both are 0 where there is none.
    """

    value: str
    legal: bool
    failure: Failure | None
    effect: Effect = "same"
    line: int = 0
    until: int = 0


class Line(Struct, frozen=True):
    line: int
    text: str


class Matter(Struct, frozen=True):
    """A switch that makes a difference; the first of its values is the one that stands.

    ``about`` is ``rules`` or ``pieces``: what is in the box, and what is laid out before anybody plays.
    """

    switch: str
    about: str
    says: str
    ids: list[str]
    values: list[Value]
    lines: list[Line]

    @property
    def decides(self) -> bool:
        """Is the record legal under one of its values and not under another?"""
        return len({value.legal for value in self.values}) == 2


class Under(Struct, frozen=True):
    """A record with exactly the settings of an edition."""

    edition: str
    legal: bool
    failure: Failure | None
    stands: bool = False


class Attempt(Struct, frozen=True):
    """A set of changes that comes as far as any, and where it fails."""

    changes: Settings
    failure: Failure


class Alternatives(Struct, frozen=True):
    """What settings do to one record. ``legal_with`` holds the smallest sets of changes that make it legal.

    ``combined`` says whether all changes that alter the findings were tried in every combination: if not, there may be
    more such sets than were found. ``nearest`` is there where none was found.
    """

    file: str
    edition: str
    options: Settings
    legal: bool
    failure: Failure | None
    legal_with: list[Settings]
    combined: bool
    nearest: Attempt | None
    editions: list[Under]
    switches: list[Matter]
    without_effect: list[str]


def alternatives(
    text: str, file: str, only: str = "", counts: Counts | None = None, heard: Callable[[], None] | None = None
) -> Alternatives:
    """A record under every setting of the switches, or of ``only`` one; ``heard`` is called after each run."""
    return Survey(text, file, counts or grave, heard or _nobody).report(only)


def _weight(matter: Matter) -> tuple[bool, bool, int]:
    """What decides comes first, then by the first line that tells apart; pieces come last."""
    return matter.about == "pieces", not matter.decides, matter.lines[0].line


def _nobody() -> None:
    """Nobody asks how far it is."""


class Survey:
    """Tries settings on one record."""

    def __init__(self, text: str, file: str, counts: Counts, heard: Callable[[], None]) -> None:
        self._text, self._file, self._counts, self._heard = text, file, counts, heard
        self.script = Script(text, file)
        self.base = Run(self.script, counts)
        self.game = self.script.game
        self.edition = self.script.setting.edition or self.game.editions[0]
        chosen = self.script.setting.options
        self.stands = {s.name: chosen.get(s.name, s.under(self.edition)) for s in self.game.switches()}
        self._short: dict[tuple[tuple[str, str], ...], Run] = {}

    def report(self, only: str = "") -> Alternatives:
        switches = [s for s in self.game.switches() if only in ("", s.name)]
        single = {
            (s.name, value): self._play({s.name: value}, self.base)
            for s in switches
            for value in s.values
            if value != self.stands[s.name]
        }
        self._short = {(change,): run for change, run in single.items()}
        matter = [self._matter(s, single) for s in switches]
        ways, nearest, combined = self._ways(switches, single)
        return Alternatives(
            file=self._file,
            edition=self.edition,
            options={name: self.stands[name] for name in sorted(self.script.setting.options)},
            legal=self.base.legal,
            failure=self.base.failure,
            legal_with=ways,
            combined=combined,
            nearest=nearest,
            editions=[] if only else [self._under(edition) for edition in self.game.editions],
            switches=sorted((m for m in matter if m.lines), key=_weight),
            without_effect=[m.switch for m in matter if not m.lines],
        )

    def _play(self, changes: Settings, like: Run | None = None, edition: str = "") -> Run:
        """Names may change with a setting, so the record is read anew."""
        script = Script(self._text, self._file, changes, edition)
        run = Run(script, self._counts, like, whole=like is not None)
        self._heard()
        return run

    def _matter(self, switch: Any, single: dict[tuple[str, str], Run]) -> Matter:
        stands = self.stands[switch.name]
        values = [Value(stands, self.base.legal, self.base.failure)]
        for value in switch.values:
            if value != stands:
                run = single[switch.name, value]
                values.append(Value(value, run.legal, run.failure, *run.told_apart()))
        lines = sorted({value.line for value in values if value.effect != "same"})
        texts = [Line(line, self.script.line(line).rstrip("\r\n")) for line in lines]
        return Matter(switch.name, switch.about, switch.says, list(switch.ids), values, texts)

    def _under(self, edition: str) -> Under:
        """What the record says of its edition and options does not count here."""
        own = {s.name: s.under(edition) for s in self.game.switches()}
        if edition == self.edition and own == self.stands:
            return Under(edition, self.base.legal, self.base.failure, stands=True)
        run = self._play(own, edition=edition)
        return Under(edition, run.legal, run.failure)

    def _short_run(self, changes: Settings) -> Run:
        """Legal or not, and where not; nothing is played twice."""
        if not changes:
            return self.base
        key = tuple(sorted(changes.items()))
        if key not in self._short:
            self._short[key] = self._play(changes)
        return self._short[key]

    # ── settings under which it is legal ────────────────────────────────────────────────────────────────

    def _ways(
        self, switches: Sequence[Any], single: dict[tuple[str, str], Run]
    ) -> tuple[list[Settings], Attempt | None, bool]:
        """The smallest sets of changes that are legal, else what comes nearest; and were all sets tried?"""
        if self.base.legal:
            return [{}], None, True
        if any(map(self._counts, self.script.source.diagnostics)):  # no setting makes such a line readable
            return [], self._nearest(), True
        telling = {name for (name, _), run in single.items() if run.found != self.base.found}
        together = [s for s in switches if s.name in telling]
        combined = math.prod(len(s.values) for s in together) <= MOST_COMBINATIONS
        ways = self._smallest(self._combinations(together) if combined else self._one_by_one(together))
        if ways:
            return ways, None, combined
        way = self._climbed(together, [s for s in switches if s.name not in telling])
        return ([way], None, False) if way else ([], self._nearest(), combined)

    def _smallest(self, sets: Iterable[Settings]) -> list[Settings]:
        """Sets of changes that are legal and hold no smaller one that is; small ones come first."""
        found: list[Settings] = []
        for changes in sets:
            if not any(way.items() <= changes.items() for way in found) and self._short_run(changes).legal:
                found.append(changes)
        return found

    def _combinations(self, switches: Sequence[Any]) -> Iterable[Settings]:
        every = product(*([(s.name, value) for value in s.values] for s in switches))
        changes = ({name: value for name, value in pick if value != self.stands[name]} for pick in every)
        return sorted(changes, key=len)

    def _one_by_one(self, switches: Sequence[Any]) -> Iterator[Settings]:
        return ({s.name: value} for s in switches for value in s.values if value != self.stands[s.name])

    def _climbed(self, telling: Sequence[Any], others: Sequence[Any]) -> Settings | None:
        """From the nearest on, always the change that gets furthest; some switches tell only beside others."""
        changes = self._nearest().changes
        while not self._short_run(changes).legal:
            further = self._further(changes, telling) or self._further(changes, others)
            if further is None:
                return None
            changes = further
        for name in list(changes):  # what came first may not be needed any more
            fewer = {n: value for n, value in changes.items() if n != name}
            changes = fewer if self._short_run(fewer).legal else changes
        return changes

    def _further(self, changes: Settings, switches: Sequence[Any]) -> Settings | None:
        """With one more change, the one that gets furthest, if any gets further at all."""
        more = [{**changes, **change} for change in self._one_by_one(switches)]
        best = max(more, key=lambda every: self._short_run(every).reach, default=changes)
        return best if self._short_run(best).reach > self._short_run(changes).reach else None

    def _nearest(self) -> Attempt:
        """Of all that was tried and is not legal, what gets furthest with the fewest changes."""
        tried = [((), self.base), *self._short.items()]
        changes, run = max(tried, key=lambda pair: (pair[1].reach, -len(pair[0])))
        assert run.failure is not None
        return Attempt(dict(changes), run.failure)
