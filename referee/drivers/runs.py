"""One way through a record under some setting: what is found, and how the table stands after each line.

Two settings are told apart by their findings and by their tables.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from hashlib import blake2b
from itertools import zip_longest
from typing import Any, Literal

from msgspec import Struct, structs

from referee.diagnostics import Diagnostic
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.engine.play import Play
from referee.notation.record import Takeback, Verdict

Counts = Callable[[Diagnostic], bool]  # does a finding make a record illegal?
Effect = Literal["same", "findings", "table"]


def grave(finding: Diagnostic) -> bool:
    return finding.severity == "error"


class Failure(Struct, frozen=True):
    """What is wrong first under a setting."""

    line: int
    code: str
    rule: str
    message: str


class Enough(Exception):
    """One error decides it."""


class Run:
    """One way through a record: what is found, and how the table stands after each line."""

    def __init__(self, script: Script, counts: Counts, like: Run | None = None, whole: bool = True) -> None:
        """``like`` is the run to compare tables with; one that is not ``whole`` ends at its first error."""
        self._counts, self._like = counts, like
        self.tables: dict[int, tuple[bytes, bytes]] = {}  # after each line, and once all that is open is done
        self._last = 0  # the line that was played last
        self._alike = 0  # the last line with the same table
        self._apart = self._apart_last = 0  # the first and the last line with another table
        self._ends_apart = False
        self._whole = whole or any(isinstance(s, Verdict | Takeback) for s in script.statements)
        driver = RecordDriver(script, self._observe)
        with suppress(Enough):
            driver.run()
        self.posted = [] if like or driver.play is None else posted(driver)
        if driver.play is not None:
            driver.play.close()
        found = filter(counts, (*script.diagnostics, *driver.diagnostics))
        self.findings = sorted(found, key=lambda d: d.span)  # what makes the record illegal, by its lines
        self.opening = script.opening  # the script and the driver themselves are too large to be kept

    def _observe(self, driver: RecordDriver, kind: str, place: str) -> None:
        if kind not in {"line", "end"}:
            return
        if not self._whole:
            if any(map(self._counts, driver.diagnostics)):
                raise Enough
            return
        self._last = int(place) if kind == "line" else self._last
        if self._like is None:
            self.tables[self._last] = digest(driver.on), settled(driver.on)
        elif self._last in self._like.tables:
            self._compare(self._like, driver, ended=kind == "end")

    def _compare(self, like: Run, driver: RecordDriver, ended: bool) -> None:
        """Under one setting something may be done at once that is still open under another: what counts is how it ends.

        Finding that out is dear, so it is done for the first line with another table, and at the end.
        """
        table, once_done = like.tables[self._last]
        other = digest(driver.on) != table
        if other and (ended or not self._apart):
            other = settled(driver.on) != once_done
        if other:
            self._apart, self._apart_last = self._apart or self._parting(like, driver), self._last
        elif ended and self._apart == self._last:
            self._apart = 0
        self._alike = self._alike if other else self._last
        self._ends_apart = other

    def _parting(self, like: Run, driver: RecordDriver) -> int:
        """The line with which the tables part: what silence brings about still belongs to the line before it."""
        both = zip_longest(posted(driver), like.posted, fillvalue=("", math.inf))
        parting = next((min(mine[1], theirs[1]) for mine, theirs in both if mine[0] != theirs[0]), 0)
        return self._alike if parting == self._alike else self._last

    @property
    def legal(self) -> bool:
        return not self.findings

    @property
    def failure(self) -> Failure | None:
        if self.legal:
            return None
        first = self.findings[0]
        return Failure(first.span.line, first.code, first.rule, first.message)

    @property
    def reach(self) -> tuple[float, float]:
        """How far it gets: the line and the column of its first error."""
        return (self.findings[0].span.line, self.findings[0].span.start) if self.findings else (math.inf, 0)

    @cached_property
    def found(self) -> Counter[tuple[int, str]]:
        return Counter((d.span.line, d.code) for d in self.findings)

    def told_apart(self) -> tuple[Effect, int, int]:
        """How this differs from the run it is compared with, on which line first, and to which line."""
        assert self._like is not None
        differing = [key[0] for key in self.found | self._like.found if self.found[key] != self._like.found[key]]
        if differing:
            first, opening = min(differing), self.opening | self._like.opening
            apart = self._apart and self._apart not in opening  # another table to begin with says little
            return "findings", min(first, self._apart) if apart else first, 0
        if self._apart:
            return "table", self._apart, 0 if self._ends_apart else self._apart_last
        return "same", 0, 0


def posted(driver: RecordDriver) -> list[tuple[Any, float]]:
    """Every transfer of a game, whatever rule it goes by, with the line it belongs to."""
    lines = driver.lines
    return [((p.thing, p.number, p.source, p.target), lines.get(p.step, 0)) for p in driver.on.journal.postings]


def digest(play: Play[Any]) -> bytes:
    """The table in short, whatever the settings that it is played under."""
    settings = {"edition": "", "options": {}}
    state = structs.replace(play.state, **{k: v for k, v in settings.items() if hasattr(play.state, k)})
    return blake2b(play.rules.freeze(state), digest_size=16).digest()


def settled(play: Play[Any]) -> bytes:
    """The table once everything open is declined or done, up to the next choice, throw or draw."""
    fork = play.fork()
    for answer in fork.unspoken():
        fork.answer(answer)
    found = digest(fork)
    fork.close()
    return found
