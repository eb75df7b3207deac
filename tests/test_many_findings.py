"""Findings by the hundred: people get the first of them and the number, programs get all."""

from __future__ import annotations

import json

import pytest
from support import run

from referee.diagnostics import Diagnostic, Severity, Span
from referee.reports.text import listed

MANY = "players Griffin Susie\nfrom two-players\n" + "check Griffin coins 99\n" * 250


def paragraphs(out: bytes) -> list[str]:
    return out.decode().strip().split("\n\n")


def test_the_first_hundred_are_shown_and_all_are_counted() -> None:
    done = run("check", "-", given=MANY)
    *shown, more, last = paragraphs(done.stdout)
    assert done.returncode == 1
    assert [text.split("\n")[1] for text in shown] == [
        f"{' ' * len(str(line))} ┌─ <stdin>:{line}:15" for line in range(3, 103)
    ]
    assert more == "… and 150 more; --max-findings 0 shows them"
    assert last.startswith("<stdin>: 250 errors; ")


@pytest.mark.parametrize(("most", "shown"), [("0", 250), ("7", 7), ("250", 250), ("1000", 250)])
def test_as_many_as_wanted_are_shown(most: str, shown: int) -> None:
    told = paragraphs(run("check", "--max-findings", most, "-", given=MANY).stdout)
    assert sum(text.startswith("error[check-failed]") for text in told) == shown
    assert [text for text in told if text.startswith("…")] == [
        f"… and {250 - shown} more; --max-findings 0 shows them"
    ][: shown < 250]


def test_the_gravest_are_shown_first_in_the_order_of_lines() -> None:
    severities: list[Severity] = ["note", "warning", "error", "error"]
    found = [
        Diagnostic(code="syntax", message="m", file="f", span=Span(line, 1, 2), severity=severity)
        for line, severity in enumerate(severities, 1)
    ]
    told = list(listed(found, lambda number: "x", most=3))
    assert [text.split("[")[0] for text in told] == [
        "warning",
        "error",
        "error",
        "… and 1 more; --max-findings 0 shows them",
    ]


def test_programs_get_them_all() -> None:
    assert len(json.loads(run("check", "--format", "json", "-", given=MANY).stdout)["diagnostics"]) == 250
    assert len(run("check", "--format", "github", "-", given=MANY).stdout.splitlines()) == 250
    assert len(json.loads(run("check", "--format", "sarif", "-", given=MANY).stdout)["runs"][0]["results"]) == 250


@pytest.mark.parametrize("command", ["replay", "score", "show", "ledger", "legal", "position"])
def test_talk_beside_the_data_is_cut_too(command: str) -> None:
    *shown, more = paragraphs(run(command, "-", given=MANY).stderr)
    assert len(shown) == 100
    assert more == "… and 150 more; 'referee check --max-findings 0' shows them"


def test_a_case_of_a_ruling_is_cut_too() -> None:
    case = 'ruling "x"\nfrom two-players\ncase "y"\n' + "  expect Griffin coins 99\n" * 120
    out = run("test", "-q", "-", given=case).stdout
    assert out.count(b"error[check-failed]") == 100
    assert "… and 20 more; --max-findings 0 shows them" in out.decode()
    assert run("test", "-q", "--max-findings", "0", "-", given=case).stdout.count(b"error[check-failed]") == 120
