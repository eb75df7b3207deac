"""Headers: each is said once, and what it may say is listed."""

from __future__ import annotations

import pytest

import referee

BEHIND = "players Griffin Susie\nfrom two-players\n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("edition retail-hu", "edition retail"),
        ("box house", "box house"),
        ("option ruins.min = 0", "option ruins.min = 1"),
        ("date 2026-11-13", "date 2026-11-14"),
    ],
)
def test_a_header_is_said_once(first: str, second: str) -> None:
    (found,) = referee.check(f"{first}\n{second}\n{BEHIND}")
    assert (found.code, found.span.line) == ("declared-twice", 2)
    assert "line 1" in found.message
    assert referee.check(f"{first}\n{BEHIND}") == []


def test_several_options_are_several_headers() -> None:
    assert referee.check(f"option ruins.min = 0\noption dark.no_coin = free\n{BEHIND}") == []


def test_the_first_word_holds() -> None:
    end = referee.replay(f"option ruins.min = 0\noption ruins.min = 1\n{BEHIND}")
    assert end["options"] == {"ruins.min": "0"}


@pytest.mark.parametrize("line", ["option bogus = 1", "option"])
def test_an_option_has_a_name_with_a_dot(line: str) -> None:
    (found,) = referee.check(f"{line}\n{BEHIND}")
    assert "a setting such as dark.no_coin = free" in found.legal


@pytest.mark.parametrize(
    ("line", "code", "meant", "column"),
    [
        ("game dark-rood", "unknown-game", "dark-road", 6),
        ("edition protoype", "unknown-edition", "prototype", 9),
        ("box hose", "unknown-box", "house", 5),
        ("variant two-deeds draf", "unknown-variant", "draft", 19),
        ("option dark.no_coin  =  fre", "unknown-option", "free", 25),
        ("option dark.nocoin = free", "unknown-option", "dark.no_coin", 8),
    ],
)
def test_what_a_header_may_have_meant(line: str, code: str, meant: str, column: int) -> None:
    (found,) = referee.check(f"{line}\n{BEHIND}")
    assert (found.code, found.fix, found.notes) == (code, meant, (f"did you mean {meant!r}?",))
    assert found.span.start == column
    word = line[found.span.start - 1 : found.span.end - 1]
    assert referee.check(f"{line.replace(word, meant)}\n{BEHIND}") == []


def test_an_option_without_its_sign() -> None:
    (found,) = referee.check(f"option dark.no_coin free # as always\n{BEHIND}")
    assert found.message == "the = between an option and its value is missing"
    assert found.legal == ("option dark.no_coin = free",)
    assert (found.span.start, found.span.end) == (20, 21)


@pytest.mark.parametrize(
    ("day", "fix"), [("13.11.2026", "2026-11-13"), ("1.2.2026", "2026-02-01"), ("31.02.2026", ""), ("11/13/2026", "")]
)
def test_a_date_in_another_order(day: str, fix: str) -> None:
    (found,) = referee.check(f"date {day} # a Friday\n{BEHIND}")
    assert (found.message, found.fix) == ("a date is written as year-month-day", fix)
    assert (found.span.start, found.span.end) == (6, 6 + len(day))
