"""Switches: where editions differ or a ruling has another reading, a named option with a documented default."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

EDITIONS = ("retail", "retail-hu", "prototype")


class Switch(NamedTuple):
    """One point on which tables may differ. The first value is the default, that of the retail game.

    It is about the ``rules``, or about the ``pieces``: what is in the box and what is laid out before anybody plays.
    """

    name: str
    about: str
    values: tuple[str, ...]
    profiles: dict[str, str]
    ids: tuple[str, ...]
    says: str

    @property
    def default(self) -> str:
        return self.values[0]

    def under(self, edition: str) -> str:
        """The value that an edition sets."""
        return self.profiles.get(edition) or self.default


@cache
def switches() -> dict[str, Switch]:
    text = (Path(__file__).parent / "switches.tsv").read_text(encoding="utf-8")
    found = {}
    for line in text.splitlines():
        if not line.startswith("#"):
            name, about, values, hungarian, prototype, ids, says = line.split("\t")
            profiles = {"retail-hu": hungarian, "prototype": prototype}
            found[name] = Switch(name, about, tuple(values.split()), profiles, tuple(ids.split()), says)
    return found


@cache
def defaults() -> dict[str, str]:
    return {name: switch.default for name, switch in switches().items()}


def departures(edition: str, chosen: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Every switch that is not at its default, under an edition and what a record chooses beyond it."""
    if edition in ("", "retail"):
        settled: dict[str, str] = {}
    else:
        settled = {name: switch.under(edition) for name, switch in switches().items()}
    settled.update(chosen)
    standard = defaults() if settled else {}
    return {name: settled[name] for name in sorted(settled) if settled[name] != standard[name]}
