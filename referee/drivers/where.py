"""Places in a record: the end of a turn, a round, a line, a step of a line, or the end."""

from __future__ import annotations

import re
from typing import NamedTuple

from referee.notation.names import fold


class WrongWhere(ValueError):
    """Something that names no place."""


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
