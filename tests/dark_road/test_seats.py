"""How many sit at the table. GAME-01, RULING-115: refused while the headers are read, so no ruling can show it."""

from __future__ import annotations

import pytest

import referee


@pytest.mark.parametrize("names", ["A B", "A B C", "A B C D"])
def test_two_to_four_people_play(names: str) -> None:
    seats = {2: "two", 3: "three", 4: "four"}[len(names.split())]
    assert referee.check(f"players {names}\nfrom {seats}-players\n") == []


@pytest.mark.parametrize("names", ["A", "A B C D E"])
def test_neither_one_nor_five_do(names: str) -> None:
    found = referee.check(f"players {names}\nsetup\n")
    assert [d.code for d in found][:1] == ["seats"]
