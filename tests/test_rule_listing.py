"""The listings of rules and options, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support import run

from referee.catalogue import described, explanation
from referee.games import find_game

FOUR = """\
ruling "Purse"
from two-players
  Griffin coins 4
Griffin
  plan 1 slot 2 lantern; move 2 shoe ahead
case "four spaces"
  cites DARK-03
  dark 4
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "good.ruling").write_text(FOUR, encoding="utf-8")
    return tmp_path


def test_options_are_listed_with_their_values() -> None:
    game = find_game("dark-road")
    text = run("rules", "--options").stdout.decode()
    for switch in game.switches():
        assert described(switch, game.editions) in text
    (one,) = json.loads(run("rules", "--options", "--json", "dark.no_coin").stdout)["options"]
    assert (one["name"], one["default"], one["values"][0]) == ("dark.no_coin", "printed", "printed")
    assert set(one["editions"]) == {"retail", "retail-hu", "prototype"}
    assert one["says"]


@pytest.mark.parametrize("series", ["dark.no_coin", "dark", "RULING-27", "dark-11"])
def test_options_by_name_or_rule(series: str) -> None:
    assert b"dark.no_coin = printed | free" in run("rules", "--options", series).stdout


def test_an_option_is_explained() -> None:
    text = explanation("Dark.No_Coin")
    assert text.startswith("dark.no_coin = printed | free\n")
    assert "retail printed, retail-hu printed, prototype printed" in text
    assert "RULING-27" in text
    with pytest.raises(KeyError) as unknown:
        explanation("dark.nocoin")
    assert "dark.no_coin" in unknown.value.args[0]


def test_a_worked_example_is_explained() -> None:
    assert explanation("ex-04").startswith("EX-04 (dark-road)\n")


def test_rules_as_json() -> None:
    (rule,) = json.loads(run("rules", "--json", "DARK-06").stdout)["rules"]
    assert (rule["id"], rule["page"], rule["editions"]) == ("DARK-06", 9, ["retail", "retail-hu"])
    assert "accepting" not in rule


def test_rules_as_json_with_the_cases(home: Path) -> None:
    done = run("rules", "--json", "--coverage", home, "DARK-03")
    (rule,) = json.loads(done.stdout)["rules"]
    assert (rule["accepting"], rule["refusing"]) == (["good.ruling: four spaces"], [])


@pytest.mark.parametrize(
    "arguments", [["NOPE"], ["--options", "nope"], ["--options", "--coverage", "."], ["--cases"], ["--coverage", "no"]]
)
def test_wrong_usage_of_rules(home: Path, arguments: list[str]) -> None:
    done = run("rules", *arguments, within=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr
