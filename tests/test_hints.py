"""Slips of the pen: what was meant is said where it can be told."""

from __future__ import annotations

import pytest
from support import BEGUN, first

import referee
from referee.drivers.ruling import Ruling


@pytest.mark.parametrize(
    ("text", "message", "wanted"),
    [
        ("  adjust Susie quartz +1", "what is put right by hand needs its reason in front",
         'override "why it was needed": adjust …'),
        ("Susie adjust quartz +1", "what is put right by hand needs its reason in front",
         'override "why it was needed": adjust …'),
        ("  waives DARK-06: dark 4", "what is waived needs its reason in front",
         'override "why it was let pass" waives … : …'),
        ('  override "x" adjust Susie coins 3', "'adjust' does not fit here", "a colon"),
        ("Susie tkaes 4", "'tkaes' is not a word of the notation", "takes"),
        ("  use mine, gian coins", "'gian' is not a word of the notation", "gain"),
        ("  deliver Norhtbreak with book", "'Norhtbreak' is not a word of the notation", "northbreak"),
        ("  comision Farglen", "'comision' is not a word of the notation", "commission"),
    ],
)  # fmt: skip
def test_a_statement_that_cannot_be_read_says_what_was_meant(text: str, message: str, wanted: str) -> None:
    found = first(f"{text}\n")
    assert (found.code, found.message) == ("syntax", message)
    assert wanted in found.legal


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("check Griffin coinz 3", "coin"),
        ("expect Griffin unchangd", "unchanged"),
        ("expect Griffin onyl coins 3", "only"),
        ("not leagl dark 9", "legal"),
    ],
)
def test_slips_in_verdicts_and_facts_are_hinted_at(text: str, hint: str) -> None:
    assert f"did you mean {hint!r}?" in first(f"{text}\n").notes


def test_hints_end_where_nobody_reads_them() -> None:
    found = referee.check(BEGUN + "".join(f"  moev {number}\n" for number in range(600)))
    assert len(found) == 600
    assert found[0].legal == ("move",)
    assert found[-1].legal == ()


@pytest.mark.parametrize("text", ["  refused coin-short: dark 4", "  dark 4\n  refused coin-short"])
def test_a_code_that_does_not_exist_is_said_to_be_none(text: str) -> None:
    """Whether or not the doing is refused: nothing would ever be refused in this way."""
    start = (
        BEGUN.replace("two-players\n", "two-players\n  Griffin coins 3\n")
        + "  plan 1 slot 2 lantern; move 2 shoe ahead\n"
    )
    found = [d for d in referee.check(f"{start}{text}\n") if d.code != "coins-short"]
    assert [(d.code, d.message) for d in found] == [("unknown-code", "nothing is ever refused as 'coin-short'")]
    assert found[0].notes[0] == "did you mean 'coins-short'?"
    right = referee.check(f"{start}{text}\n".replace("coin-short", "coins-short"))
    assert right == []


def test_an_id_that_no_rule_has_is_hinted_at() -> None:
    found = first('  override "x" waives DRAK-06: dark 1\n')
    assert (found.code, found.notes) == ("unknown-rule", ("did you mean 'DARK-06'?",))
    assert Ruling('ruling "x"\ncites DRAK-06\n', "x").diagnostics[0].notes == ("did you mean 'DARK-06'?",)
