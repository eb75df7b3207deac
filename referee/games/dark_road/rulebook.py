"""The rules in a line each, by id."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Rule(NamedTuple):
    id: str
    kind: str
    editions: str
    page: str
    says: str

    @property
    def retail(self) -> bool:
        """Is it in force in the retail game?"""
        series = self.id.partition("-")[0]
        return self.editions not in {"[P]", "[HU]"} and series not in {"SOLO", "CONCERN"}


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
