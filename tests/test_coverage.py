"""Tests by clause: every rule has a case that accepts and, if it can be broken, one that refuses.

The retail game is held to both; what only another edition prints needs one case. Rules for an automated opponent are
for a game that the referee does not play.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from support import run

from referee.drivers.rulings import Shown, coverage, found, opened
from referee.games.dark_road import rulebook as rulebook_module
from referee.games.dark_road.options import EDITIONS, switches
from referee.games.dark_road.rulebook import Rule, rulebook

HERE = Path(__file__).parent
BOOK = HERE / "rulings"
LISTS = {"unobservable.tsv": Path(rulebook_module.__file__).parent, "unbreakable.tsv": HERE}


def table(name: str) -> dict[str, str]:
    lines = (LISTS[name] / name).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines if line and not line.startswith("#"))


@cache
def cited() -> dict[str, Shown]:
    return coverage(opened(path) for path in found([str(BOOK)]))


def accepted(rule: str) -> bool:
    return rule in cited() and bool(cited()[rule].accepting)


def refused(rule: str) -> bool:
    return rule in cited() and bool(cited()[rule].refusing)


def retail() -> list[Rule]:
    return [rule for rule in rulebook().values() if rule.retail]


def elsewhere() -> list[Rule]:
    """What another edition prints, and the retail game does not."""
    return [rule for rule in rulebook().values() if not rule.retail and not rule.solo]


def test_every_rule_that_can_be_seen_is_shown_by_a_case() -> None:
    assert [r.id for r in retail() if not accepted(r.id) and r.id not in table("unobservable.tsv")] == []


def test_every_rule_that_can_be_broken_is_refused_by_a_case() -> None:
    """An example shows what happened; there is nothing in it to break."""
    excused = table("unobservable.tsv") | table("unbreakable.tsv")
    assert [r.id for r in retail() if r.kind != "EX" and not refused(r.id) and r.id not in excused] == []


def test_every_rule_of_another_edition_is_shown_by_a_case() -> None:
    excused = table("unobservable.tsv")
    assert [r.id for r in elsewhere() if not accepted(r.id) and not refused(r.id) and r.id not in excused] == []


def test_every_ruling_is_counted_somewhere() -> None:
    """RULING-01 to RULING-124 without a gap, each in one of the three classes."""
    rulings = [rule for rule in rulebook().values() if rule.kind == "RULING"]
    assert sorted(int(rule.id.partition("-")[2]) for rule in rulings) == list(range(1, 125))
    solo = [rule.id for rule in rulings if rule.solo]
    assert len(solo) == 11
    assert len(rulings) == len(solo) + sum(r.kind == "RULING" for r in (*retail(), *elsewhere()))


def test_every_worked_example_is_there() -> None:
    assert [rule.id for rule in rulebook().values() if rule.kind == "EX"] == [f"EX-{n:02d}" for n in range(1, 12)]


def test_what_leaves_no_trace_is_known_by_name() -> None:
    """Where things lie, who looks at them and what is read aloud; nobody adds to this by adding a line to the list."""
    assert set(table("unobservable.tsv")) == {
        "INFO-01", "INFO-02", "INFO-03", "SETUP-01", "SETUP-02", "SETUP-03", "SETUP-17", "SETUP-32", "DEED-05",
        "EVENT-02", "RULING-101", "RULING-106", "RULING-115",
    }  # fmt: skip


def test_nothing_is_excused_without_need() -> None:
    """An id leaves the lists as soon as a case shows it."""
    assert [rule for rule in table("unobservable.tsv") if accepted(rule)] == []
    assert [rule for rule in table("unbreakable.tsv") if refused(rule)] == []


@pytest.mark.parametrize("name", LISTS)
def test_the_lists_name_rules_and_give_reasons(name: str) -> None:
    for rule, reason in table(name).items():
        assert rule in rulebook(), rule
        assert len(reason) > 10, rule
        assert not rulebook()[rule].solo, rule


def test_a_test_that_a_reason_names_is_there() -> None:
    """Where a reason says 'see test_….py', that file speaks of the rule."""
    for name in LISTS:
        for rule, reason in table(name).items():
            if ": see " in reason:
                file = reason.partition(": see ")[2]
                (path,) = HERE.rglob(file)
                assert rule in path.read_text(encoding="utf-8"), rule


def test_every_rule_belongs_to_an_edition() -> None:
    for rule in rulebook().values():
        assert rule.belongs, rule.id
        assert set(rule.belongs) <= set(EDITIONS)
        if rule.retail:
            assert rule.belongs != ("prototype",), rule.id
    assert rulebook()["TIE-02"].belongs == ("prototype",)
    assert rulebook()["STORE-20"].belongs == ("retail",), "where the translation says something else"
    assert rulebook()["STORE-21"].belongs == ("retail-hu",)


def test_every_switch_rests_on_rules_that_are_there() -> None:
    for switch in switches().values():
        assert not [rule for rule in switch.ids if rule not in rulebook()], switch.name


def test_the_command_line_counts_the_same() -> None:
    done = run("rules", "DARK", "--coverage", BOOK)
    assert done.returncode == 0
    line = next(line for line in done.stdout.decode().splitlines() if line.startswith("DARK-06"))
    shown = cited()["DARK-06"]
    assert f" {len(shown.accepting)} accept " in line
    assert f" {len(shown.refusing)} refuse " in line


def test_the_report_shows_no_gap() -> None:
    done = run("rules", "--coverage", BOOK)
    assert done.returncode == 0
    assert done.stdout.decode().endswith(" 0 of the retail game shown by no case\n")
    assert b"nothing to observe (reading a card aloud" in run("rules", "EVENT-02", "--coverage", BOOK).stdout
