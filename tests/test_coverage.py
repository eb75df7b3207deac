"""Tests by clause: every rule of the retail game has a case that accepts and, if it can be broken, one that refuses."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from pathlib import Path

from referee.drivers.ruling import Ruling
from referee.games.dark_road.rulebook import rulebook

HERE = Path(__file__).parent
BOOK = HERE / "rulings"


def table(name: str) -> dict[str, str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


@cache
def cited() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """For every id, the cases that accept and the cases that refuse something under it."""
    accepting, refusing = defaultdict(list), defaultdict(list)
    for path in sorted(BOOK.glob("*.ruling")):
        ruling = Ruling(path.read_text(encoding="utf-8"), path.name)
        for case in ruling.cases:
            for rule in case.cites:
                if case.accepts:
                    accepting[rule].append(f"{path.name}: {case.title}")
                if case.refuses:
                    refusing[rule].append(f"{path.name}: {case.title}")
    return accepting, refusing


def retail() -> list[str]:
    return [rule.id for rule in rulebook().values() if rule.retail and rule.kind != "RULING"]


def test_every_rule_that_can_be_seen_is_shown_by_a_case() -> None:
    accepting, _ = cited()
    missing = [rule for rule in retail() if rule not in accepting and rule not in table("unobservable.tsv")]
    assert missing == []


def test_every_rule_that_can_be_broken_is_refused_by_a_case() -> None:
    _, refusing = cited()
    excused = table("unobservable.tsv") | table("unbreakable.tsv")
    missing = [rule for rule in retail() if rule not in refusing and rule not in excused]
    assert missing == []


def test_nothing_is_excused_without_need() -> None:
    """An id leaves the lists as soon as a case shows it."""
    accepting, refusing = cited()
    assert [rule for rule in table("unobservable.tsv") if rule in accepting] == []
    assert [rule for rule in table("unbreakable.tsv") if rule in refusing] == []


def test_the_lists_name_rules_and_give_reasons() -> None:
    for name in ("unobservable.tsv", "unbreakable.tsv"):
        for rule, reason in table(name).items():
            assert rule in rulebook(), rule
            assert len(reason) > 10, rule
