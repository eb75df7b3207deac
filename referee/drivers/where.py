"""Places in a record: the end of a turn, a round, a line, a step of a line, or the end.

A line or a step is the game as written up to there: what follows without a word is still open.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import NamedTuple

from referee.drivers.script import Script
from referee.notation.names import fold
from referee.wording import counted


class WrongWhere(ValueError):
    """Something that names no place."""


class NeverReached(ValueError):
    """A place that a record does not come to."""


class Where(NamedTuple):
    """What to wait for: the kind of thing that ends, and which one."""

    kind: str
    place: str
    text: str

    def met(self, kind: str, place: str) -> bool:
        """Has this place just been reached?"""
        if kind != self.kind:
            return False
        return fold(place) == fold(self.place) if self.kind == "turn" else place == self.place

    def within(self, script: Script) -> Where:
        """The same place in this record: a line on which nothing is said is the one above. Raises NeverReached."""
        if self.kind != "line":
            return self
        number, lines = int(self.place), script.source.lines
        last = len(lines) - (not lines[-1])
        if not 1 <= number <= last:
            raise NeverReached(f"there is no line {number}: the record has {counted(last, 'line')}")
        said = sorted({statement.span.line for statement in script.statements})
        above = bisect_right(said, number)
        if not above:
            raise NeverReached(f"nothing is played up to line {number}")
        return Where("line", str(said[above - 1]), self.text)

    def never(self) -> NeverReached:
        return NeverReached(f"the record never reaches {self.text!r}")


def parse_where(text: str) -> Where:
    plain = text.strip()
    if plain.lower() == "end":
        return Where("end", "end", text)
    if match := re.fullmatch(r"round\s+(\d{1,2})", plain, re.I):
        return Where("round", match[1], text)
    if match := re.fullmatch(r"line\s+(\d{1,7})", plain, re.I):
        return Where("line", match[1], text)
    if match := re.fullmatch(r"line\s+(\d{1,7})\.(\d{1,4})", plain, re.I):
        return Where("step", f"{match[1]}.{match[2]}", text)
    if match := re.fullmatch(r"(\d{1,2})\.(.+)", plain):
        return Where("turn", f"{int(match[1])}.{match[2]}", text)
    raise WrongWhere(f"{text!r} is not a place; write 3.Griffin, round 3, line 120, line 41.2 or end")
