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
