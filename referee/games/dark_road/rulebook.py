"""The rules in a line each, by id."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from referee.games.dark_road.options import EDITIONS, switches


class Rule(NamedTuple):
    id: str
    kind: str
    editions: str
    page: str
    says: str

    @property
    def series(self) -> str:
        return self.id.partition("-")[0]

    @property
    def solo(self) -> bool:
        """Does it speak of an automated opponent?"""
        return self.editions == "[solo]" or self.series in {"SOLO", "CONCERN"}

    @property
    def retail(self) -> bool:
        """Is it in force in the retail game?"""
        return self.editions not in {"[P]", "[HU]"} and not self.solo

    @property
    def unobservable(self) -> str:
        """Why no case can show it; empty if one can."""
        return _unobservable().get(self.id, "")

    @property
    def belongs(self) -> tuple[str, ...]:
        """The editions it belongs to. A translation follows the English text where no switch says otherwise."""
        tags = re.findall(r"\[(.*?)\]", self.editions) or ["ALL"]
        found = {edition for tag in tags for edition in PRINTED[tag]}
        if "EN" in tags and not any(s.under("retail-hu") != s.default for s in switches().values() if self.id in s.ids):
            found.add("retail-hu")
        return tuple(edition for edition in EDITIONS if edition in found)


# The editions that a tag speaks of; what is derived or settled by a ruling belongs to all.
PRINTED = {
    "ALL": EDITIONS, "derived": EDITIONS, "inferred": EDITIONS, "R+": ("retail", "retail-hu"), "R": ("retail",),
    "R2": ("retail",), "EN": ("retail",), "HU": ("retail-hu",), "P": ("prototype",), "solo": ("prototype",),
}  # fmt: skip


@cache
def _unobservable() -> dict[str, str]:
    text = (Path(__file__).parent / "unobservable.tsv").read_text(encoding="utf-8")
    return dict(line.split("\t", 1) for line in text.splitlines() if not line.startswith("#"))


@cache
def rulebook() -> dict[str, Rule]:
    text = (Path(__file__).parent / "rulebook.tsv").read_text(encoding="utf-8")
    rules = (Rule(*line.split("\t")) for line in text.splitlines() if not line.startswith("#"))
    return {rule.id: rule for rule in rules}


def headline(rule_id: str) -> str:
    """What a rule says, with its page."""
    rule = rulebook().get(rule_id)
    if rule is None:
        return ""
    says = re.sub(r"\s*\([^()]*\[(?:P|HU|EN|ALL|R2?|R\+|derived|inferred)\][^()]*\)", "", rule.says)
    return f"{says} (p. {rule.page})" if rule.page else says
