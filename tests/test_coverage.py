"""Tests by clause: every rule of the retail game has a case that accepts and, if it can be broken, one that refuses."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from referee.drivers.rulings import Shown, coverage, found, opened
from referee.games.dark_road.rulebook import rulebook

HERE = Path(__file__).parent
BOOK = HERE / "rulings"


def table(name: str) -> dict[str, str]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


@cache
def cited() -> dict[str, Shown]:
    return coverage(opened(path) for path in found([str(BOOK)]))


def retail() -> list[str]:
    return [rule.id for rule in rulebook().values() if rule.retail and rule.kind != "RULING"]


def test_every_rule_that_can_be_seen_is_shown_by_a_case() -> None:
    shown = {rule for rule, cases in cited().items() if cases.accepting}
    missing = [rule for rule in retail() if rule not in shown and rule not in table("unobservable.tsv")]
    assert missing == []


def test_every_rule_that_can_be_broken_is_refused_by_a_case() -> None:
    refused = {rule for rule, cases in cited().items() if cases.refusing}
    excused = table("unobservable.tsv") | table("unbreakable.tsv")
    missing = [rule for rule in retail() if rule not in refused and rule not in excused]
    assert missing == []


def test_nothing_is_excused_without_need() -> None:
    """An id leaves the lists as soon as a case shows it."""
    shown = cited()
    assert [rule for rule in table("unobservable.tsv") if rule in shown and shown[rule].accepting] == []
    assert [rule for rule in table("unbreakable.tsv") if rule in shown and shown[rule].refusing] == []


def test_the_lists_name_rules_and_give_reasons() -> None:
    for name in ("unobservable.tsv", "unbreakable.tsv"):
        for rule, reason in table(name).items():
            assert rule in rulebook(), rule
            assert len(reason) > 10, rule
