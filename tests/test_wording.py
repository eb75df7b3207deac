"""Numbers agree with what they count, wherever they are printed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from support import EXAMPLES, run

import referee
from referee.games.dark_road.refusals import REFUSALS, plain
from referee.wording import counted, plural

THINGS = (
    "coins|lanterns|horseshoes|dice|goods|tiles|cards|spaces|steps|errors|warnings|overrides|files|games|rules|times"
)
ONE_OF_MANY = re.compile(rf"(?<![\d.+-])\b1 (?:\w+ )?(?:{THINGS})\b")


@pytest.mark.parametrize(
    ("number", "thing", "verb", "said"),
    [
        (1, "coin", "", "1 coin"),
        (0, "coin", "", "0 coins"),
        (4, "coin", "", "4 coins"),
        (1, "night die", "", "1 night die"),
        (2, "night die", "is", "2 night dice are"),
        (1, "tile", "lies", "1 tile lies"),
        (3, "tile", "lies", "3 tiles lie"),
        (2, "other switch", "makes", "2 other switches make"),
    ],
)
def test_numbers_of_things(number: int, thing: str, verb: str, said: str) -> None:
    assert counted(number, thing, verb) == said


def test_the_last_word_changes() -> None:
    assert (plural("die"), plural("illuminated die"), plural("is")) == ("dice", "illuminated dice", "are")


@pytest.mark.parametrize("path", EXAMPLES[:6], ids=lambda path: path.stem)
@pytest.mark.parametrize("command", ["show", "score", "check"])
def test_no_command_counts_one_as_many(command: str, path: Path) -> None:
    out = run(command, path).stdout.decode()
    assert out
    assert ONE_OF_MANY.findall(out) == []


def test_the_search_would_find_it() -> None:
    assert ONE_OF_MANY.findall("Susie: 8 coins, 0 lanterns, 1 horseshoes; 1 illuminated dice; 11 coins; +1 coins") == [
        "1 horseshoes",
        "1 illuminated dice",
    ]


START = "from two-players\n  Griffin coins {}\nGriffin\n  plan 1 slot 2 lantern; move 2 shoe ahead\n"


@pytest.mark.parametrize(
    ("coins", "steps", "said"),
    [
        (0, "dark 1", "Griffin needs 1 coin and has 0"),
        (1, "dark 2", "Griffin needs 2 coins and has 1"),
        (9, "ruins 9", "here the ruins marker moves at least 1 space and at most 2, not 9"),
    ],
)
def test_refusals_count_too(coins: int, steps: str, said: str) -> None:
    assert referee.check(f"{START.format(coins)}  {steps}\n")[0].message == said


@pytest.mark.parametrize(("coins", "most"), [(1, 1), (3, 3), (9, 4)])
def test_no_more_spaces_are_offered_than_there_are(coins: int, most: int) -> None:
    told = run("legal", "--why", "-", given=START.format(coins)).stdout.decode()
    assert f"# not dark: the number of spaces is missing; {most} at most (DARK-04, spaces-missing)" in told


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        ("Griffin lanterns 3", "Griffin: lanterns 0, the record says 3"),
        ("Griffin armor 3", "Griffin: armor 0, the record says 3"),
        ("Griffin steed none", "Griffin: steed Whisper, the record says none"),
        ("Griffin at inn dark", "Griffin: at inn bazaar, the record says inn dark"),
        ("wheel armor", "wheel potion, the record says armor"),
        (
            "top Farglen [potion book staff]",
            "top Farglen [instrument staff weapon], the record says [potion book staff]",
        ),
        ("die none", "die far, the record says none"),
        ("now round 3 Susie act", "now round 1 Griffin plan, the record says round 3 Susie act"),
        ("Griffin commissions Farglen [?]", "Griffin: commissions none, the record says Farglen [?]"),
        ("winner Susie", "winner none, the record says Susie"),
    ],
)
def test_a_check_that_fails_speaks_the_notation(fact: str, said: str) -> None:
    assert [d.message for d in referee.check(f"from two-players\ncheck {fact}\n")] == [said]


def test_one_building_is_named() -> None:
    found = referee.check("players A B\nsetup\n  buildings mine mine mine mine\n")
    assert found[0].message == "4 different buildings are in play; 1 is named"


def test_a_sentence_without_its_facts_is_still_a_sentence() -> None:
    assert plain(REFUSALS["coins-short"][0]) == "… needs … coins and has …"
    assert not [code for code, (sentence, _) in REFUSALS.items() if "{" in plain(sentence)]
