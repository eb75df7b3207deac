"""Ruling files: every verdict holds and fails where it should, and the runner says so in every format."""

from __future__ import annotations

import json
import os
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from msgspec.structs import fields
from support import run

from referee.diagnostics import Diagnostic
from referee.drivers.ruling import Ruling
from referee.games.dark_road.snapshot import Snapshot
from referee.games.dark_road.views import COURSE
from referee.resources import folder

HEAD = """\
ruling "Purse"
cites  DARK-06
from two-players
  Griffin coins 3, goods none, shoes 1, lanterns 0, glow none, heroes none, deeds none
Griffin
  plan 1 slot 2 lantern; move 2 shoe ahead
"""


def judged(case: str, head: str = HEAD) -> list[Diagnostic]:
    """What is wrong with one case."""
    ruling = Ruling(f'{head}case "it"\n{case}', "purse.ruling")
    assert ruling.diagnostics == []
    return ruling.run(ruling.cases[0])


def codes(case: str, head: str = HEAD) -> list[str]:
    return [found.code for found in judged(case, head)]


# ── verdicts ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "case",
    [
        "expect Griffin only coins 3, lanterns 1",
        "expect Griffin only coins 3, lanterns 1, reserve 0 2 3, at yurg dark",
        "dark 2; expect Griffin only coins 1, lanterns 1, goods armor potion",
        "dark 2; expect Griffin only coins 1, lanterns 1, armor 1, potion 1",
        "given Griffin coins 0; expect Griffin only lanterns 1",
        "dark 2; expect Susie unchanged",
        "expect Griffin unchanged; expect table unchanged",
        "refused coins-short: dark 4; legal dark 3; expect Griffin unchanged; expect table unchanged",
        "given Griffin coins 4; given Susie coins 9; expect Griffin unchanged; expect Susie unchanged",
    ],
)
def test_what_holds(case: str) -> None:
    assert judged(case) == []


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("expect Griffin only coins 3", "Griffin has more than the record says: lanterns 1"),
        ("expect Griffin only lanterns 1", "Griffin has more than the record says: coins 3"),
        (
            "dark 2; expect Griffin only coins 1, lanterns 1, armor 1",
            "Griffin has more than the record says: goods potion",
        ),
        (
            "given Griffin prestige 2, quartz 1; expect Griffin only coins 3, lanterns 1",
            "Griffin has more than the record says: prestige 2, quartz 1",
        ),
    ],
)
def test_only_finds_everything_else(case: str, message: str) -> None:
    assert [(d.code, d.message) for d in judged(case)] == [("check-failed", message)]


def test_only_compares_what_is_said_as_well() -> None:
    assert codes("expect Griffin only coins 2, lanterns 1") == ["check-failed"]


def test_what_changed_is_listed_with_old_and_new() -> None:
    (found,) = judged("dark 2; expect Griffin unchanged")
    assert found.code == "not-unchanged"
    assert {"coins: 3 → 1", 'goods: [] → ["armor", "potion"]'} <= set(found.notes)
    (found,) = judged("dark 2; expect table unchanged")
    assert {'dark_market: "S" → "N"', "supply.goods.armor: 14 → 13"} <= set(found.notes)
    assert not [note for note in found.notes if note.startswith("players")]


def test_the_table_is_everything_but_the_players_and_the_course_of_the_game() -> None:
    """A new part of the snapshot belongs to one or the other."""
    table = {
        "wheel", "dice_aside", "dark_market", "ruins", "buildings", "commissions", "inn", "courtyard", "companion_row",
        "travel_die_on_far_companion", "good_fortune_coins", "upgrades", "decks", "unused_steeds", "out_of_play",
        "supply", "event_discards",
    }  # fmt: skip
    assert {field.name for field in fields(Snapshot)} == table | COURSE
    assert not table & COURSE


def test_unchanged_looks_back_to_the_beginning_of_the_case() -> None:
    """The way there changed Griffin; a position of the case's own counts as its beginning."""
    assert codes("expect Griffin unchanged") == []
    own = "from two-players\n Griffin coins 9\nexpect Griffin coins 9; expect Griffin unchanged\n"
    assert codes(own, 'ruling "own"\n') == []
    played = own + "Griffin\n plan 1 slot 2 lantern; move 2 shoe ahead; dark 1\nexpect Griffin unchanged\n"
    assert codes(played, 'ruling "own"\n') == ["not-unchanged"]


def test_what_a_table_overrides_is_accepted() -> None:
    assert codes('override "we were generous" waives DARK-06: dark 4; expect marker dark S') == []


@pytest.mark.parametrize("line", ["snapshot", "expect Griffin unchanged"])
def test_verdicts_of_a_case_are_not_for_records(line: str, tmp_path: Path) -> None:
    (tmp_path / "game.road").write_text(f"from two-players\n{line}\n", encoding="utf-8")
    done = run("check", "game.road", within=tmp_path)
    assert done.returncode == 1
    assert b"error[is-a-ruling]" in done.stdout


# ── frames ──────────────────────────────────────────────────────────────────────────────────────────────


def framed(text: str) -> list[str]:
    return [found.code for found in Ruling(text, "purse.ruling").diagnostics]


@pytest.mark.parametrize(
    ("cases", "code"),
    [
        ('case "a"\n dark 1\ncase "a"\n dark 1\n', "case-twice"),
        ('case "a"\n dark 1\ncase "A"\n dark 1\n', "case-twice"),
        ('case "a/b"\n snapshot\ncase "ab"\n snapshot\n', "case-twice"),
        ('case "a"\n snapshot; snapshot\ncase "a.1"\n snapshot\n', "case-twice"),
        ('case ""\n dark 1\n', "case-untitled"),
        ('case "?!"\n dark 1\n', "case-untitled"),
        ('case "a"\n', "case-empty"),
        ('case "a"\n cites EX-01\n', "case-empty"),
        ('case "a"\n # dark 1\ncase "b"\n dark 1\n', "case-empty"),
        ('case "a"\n cites NOPE-01\n dark 1\n', "unknown-rule"),
        ('status perhaps\ncase "a"\n dark 1\n', "unknown-status"),
        ('case "a"\n option dark.no_coin = free\n', "late-header"),
        ('case "a"\n from two-players\n', "started-twice"),
    ],
)
def test_what_is_wrong_with_a_frame(cases: str, code: str) -> None:
    assert framed(HEAD + cases) == [code]


@pytest.mark.parametrize(
    "cases",
    [
        'case "a"\n dark 1\ncase "b"\n dark 1\n',
        'case "a/b"\n dark 1\ncase "ab"\n dark 1\n',
        'case "a"\n cites EX-01\n dark 1\n',
        'case "a"\n given Griffin coins 4\n',
    ],
)
def test_frames_that_are_right(cases: str) -> None:
    assert framed(HEAD + cases) == []


def test_cases_may_have_positions_players_and_options_of_their_own() -> None:
    ruling = Ruling(
        'ruling "own"\ncites DARK-11\n'
        'case "two"\n  from two-players\n  Griffin coins 1\n  expect Griffin coins 1\n'
        'case "three"\n  from three-players\n  given Brian coins 9\n  expect Brian coins 9; expect Brian unchanged\n'
        'case "others"\n  players Ann Bob\n  option dark.no_coin = free\n  from two-players\n  expect Ann coins 5\n',
        "own.ruling",
    )
    assert ruling.diagnostics == []
    assert [ruling.run(case) for case in ruling.cases] == [[], [], []]
    assert [case.script.setting.options for case in ruling.cases] == [{}, {}, {"dark.no_coin": "free"}]


def test_what_cannot_be_read_in_one_case_stands_at_its_line() -> None:
    ruling = Ruling(
        'ruling "own"\ncase "a"\n from two-players\ncase "b"\n from two-players\n  plan 1 slot\n', "x.ruling"
    )
    assert [(found.code, found.span.line) for found in ruling.diagnostics] == [("syntax", 6)]


# ── what is wrong with a text is the fault of a case ────────────────────────────────────────────────────


def faults(text: str) -> dict[str, list[str]]:
    """The cases that do not hold, each with its findings."""
    ruling = Ruling(text, "purse.ruling")
    found = {case.title: [d.code for d in ruling.run(case)] for case in ruling.cases}
    return {title: codes for title, codes in found.items() if codes}


GOOD = 'case "good"\n dark 1\n'
OWN = 'case "own"\n from two-players\n expect Griffin coins 5\n'


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (HEAD + GOOD, {}),
        (HEAD + GOOD + 'case "bad"\n dark 3\n expect Griffin coinz 99\n', {"bad": ["syntax"]}),
        (HEAD + 'case "bad"\n dark 3; expect Griffin coinz 99\n' + GOOD, {"bad": ["syntax"]}),
        (HEAD + GOOD + 'case "bad"\n dark 3; cites NOPE-01\n', {"bad": ["unknown-rule"]}),
        (HEAD + GOOD + 'case "bad"\n', {"bad": ["case-empty"]}),
        (HEAD + 'case "bad"\n dark 1\ncaes "good"\n expect Griffin coins 2\n', {"bad": ["syntax"]}),
        ("option dark.no_coin = freee\n" + HEAD + GOOD, {"good": ["unknown-option"]}),
        (HEAD + " expcet Griffin coins 3\n" + GOOD, {"good": ["syntax"]}),
        (
            "status perhaps\n" + HEAD + GOOD + GOOD.replace("good", "b"),
            {"good": ["unknown-status"], "b": ["unknown-status"]},
        ),
        (HEAD + " expcet Griffin coins 3\n", {"Purse": ["syntax"]}),
        ("option dark.no_coin = freee\n" + OWN, {"own": ["unknown-option"]}),
        (OWN + ' expect Griffin coinz 5\ncase "b"\n from two-players\n', {"own": ["syntax"]}),
        (HEAD + 'case "a"; dark 1; case "b"; expect Griffin coinz 9\n', {"b": ["syntax"]}),
    ],
)
def test_a_case_that_cannot_be_read_in_full_fails(text: str, wrong: dict[str, list[str]]) -> None:
    assert faults(text) == wrong


@pytest.mark.parametrize("name", ["two-playres", '"nowhere.road"'])
def test_a_position_that_is_missing_is_told_instead_of_what_follows(name: str) -> None:
    (codes,) = faults(HEAD.replace("two-players", name) + GOOD).values()
    assert codes == ["unreadable-position" if "." in name else "unknown-position"]


def test_given_needs_a_position() -> None:
    text = 'ruling "s"\nplayers A B\nsetup\ncase "a"\n  given A coins 9\n'
    ruling = Ruling(text, "s.ruling")
    assert "stray-fact" in [found.code for found in ruling.run(ruling.cases[0])]


# ── the command line ────────────────────────────────────────────────────────────────────────────────────

TWO = HEAD + 'case "three spaces"\n  dark 3\ncase "four spaces"\n  cites DARK-03\n  given Griffin coins 4\n  dark 4\n'
BAD = HEAD + 'case "three spaces"\n  dark 3; expect Griffin coins 9\ncase "after it"\n  dark 1\n'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "good.ruling").write_text(TWO, encoding="utf-8")
    (tmp_path / "wrong.ruling").write_text(BAD, encoding="utf-8")
    return tmp_path


def said(home: Path, *arguments: str) -> tuple[int, str]:
    done = run("test", *arguments, within=home)
    assert b"Traceback" not in done.stderr
    return done.returncode, re.sub(r"\d+\.\d\d s", "0 s", done.stdout.decode())


def test_dots_then_failures_then_one_line(home: Path) -> None:
    code, text = said(home, ".")
    assert code == 1
    dots, _, rest = text.partition("\n\n")
    assert dots == "good.ruling ..\nwrong.ruling F."
    assert rest.startswith("wrong.ruling:7: three spaces\n\nerror[check-failed]: Griffin: coins 0, the record says 9")
    assert "┌─ wrong.ruling:8:26" in rest
    assert rest.endswith("\n3 hold, 1 does not (2 files, 0 s)\n")


def test_all_hold(home: Path) -> None:
    assert said(home, "good.ruling") == (0, "good.ruling ..\n2 hold, 0 do not (1 file, 0 s)\n")
    assert said(home, "-q", "good.ruling") == (0, "2 hold, 0 do not (1 file, 0 s)\n")
    assert said(home, "--quiet", "good.ruling", "./good.ruling")[1].startswith("2 hold"), "each file once"
    assert said(home, "-v", "good.ruling")[1].splitlines()[:2] == [
        "ok   good.ruling:7: three spaces",
        "ok   good.ruling:9: four spaces",
    ]


def test_quiet_still_says_what_fails(home: Path) -> None:
    code, text = said(home, "-q", ".")
    assert code == 1
    assert text.startswith("wrong.ruling:7: three spaces\n")
    assert "error[check-failed]" in text


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("FOUR", "1 holds, 0 do not (1 file"),
        ("dark-03", "1 holds, 0 do not (1 file"),
        ("DARK-06", "3 hold, 1 does not (2 f"),
    ],
)
def test_cases_by_a_word_of_their_title_or_an_id(home: Path, word: str, line: str) -> None:
    assert line in said(home, "-k", word, ".")[1]


def test_a_word_that_no_case_has(home: Path) -> None:
    done = run("test", "-k", "nonsense", ".", within=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"no case has 'nonsense'" in done.stderr


def test_the_first_failure_may_be_the_last_word(home: Path) -> None:
    (home / "zz.ruling").write_text(TWO, encoding="utf-8")
    code, text = said(home, "-x", ".")
    assert code == 1
    assert "zz.ruling" not in text
    assert text.endswith("2 hold, 1 does not (2 files, 0 s); stopped at the first that does not\n")


def test_what_cannot_be_read_does_not_stop_the_rest(home: Path) -> None:
    (home / "odd.ruling").write_bytes(b"\xff\xfe")
    (home / "wrong.ruling").unlink()
    code, text = said(home, ".")
    assert code == 2
    assert "odd.ruling E\n" in text
    assert "odd.ruling: not UTF-8 text (line 1, byte 1)" in text
    assert "2 hold, 1 does not" in text


@pytest.mark.parametrize("chosen", [[], ["-k", "three"]])
def test_a_case_that_cannot_be_read_in_full_is_marked(home: Path, chosen: list[str]) -> None:
    (home / "good.ruling").write_text(TWO.replace("  dark 3\n", "  dark 3; expect Griffin coinz 9\n"), encoding="utf-8")
    code, text = said(home, *chosen, "good.ruling")
    assert code == 1
    assert text.startswith("good.ruling E" + ("\n" if chosen else ".\n"))
    assert "good.ruling:7: three spaces\n\nerror[syntax]" in text
    code, text = said(home, "--format", "junit", *chosen, "good.ruling")
    (error,) = ET.fromstring(text).iter("error")
    assert (code, error.attrib["type"]) == (1, "syntax")


@pytest.mark.parametrize(
    "arguments", [["none.ruling"], ["empty"], ["-v", "-q", "good.ruling"], [], ["--format", "xml"]]
)
def test_wrong_usage(home: Path, arguments: list[str]) -> None:
    (home / "empty").mkdir()
    done = run("test", *arguments, within=home)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_json_has_everything(home: Path) -> None:
    (home / "odd.ruling").write_bytes(b"\xff")
    code, text = said(home, "--format", "json", ".")
    data = json.loads(text)
    assert code == 2
    assert (data["schema"], data["held"], data["failed"]) == ("referee/outcomes/1", 3, 2)
    by_title = {(case["file"], case["title"]): case for case in data["cases"]}
    four = by_title["good.ruling", "four spaces"]
    assert (four["line"], four["cites"], four["status"]) == (9, ["DARK-06", "DARK-03"], "rulebook")
    assert (four["outcome"], four["holds"], four["diagnostics"]) == ("holds", True, [])
    three = by_title["wrong.ruling", "three spaces"]
    assert (three["outcome"], three["holds"]) == ("fails", False)
    assert [found["code"] for found in three["diagnostics"]] == ["check-failed"]
    assert by_title["odd.ruling", "the file cannot be read"]["outcome"] == "unreadable"


def test_junit_is_xml_whatever_a_title_holds(home: Path) -> None:
    odd = "a\x1b[31m <b> & 'c' \ufffe \x07"
    (home / "good.ruling").write_text(TWO.replace("three spaces", odd), encoding="utf-8")
    (home / "odd.ruling").write_bytes(b"\xff")
    code, text = said(home, "--format", "junit", ".")
    root = ET.fromstring(text)
    assert code == 2
    assert (root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]) == ("5", "1", "1")
    cases = {case.attrib["name"]: case for case in root.iter("testcase")}
    assert "a\\u{1b}[31m <b> & 'c' \\u{fffe} \\u{7}" in cases
    four = cases["four spaces"]
    assert (four.attrib["file"], four.attrib["line"]) == ("good.ruling", "9")
    assert {p.attrib["name"]: p.attrib["value"] for p in four.iter("property")} == {
        "cites": "DARK-06 DARK-03",
        "status": "rulebook",
    }
    (failure,) = root.iter("failure")
    assert failure.attrib["type"] == "check-failed"
    assert failure.text is not None
    assert failure.text.startswith("error[check-failed]: Griffin: coins 0, the record says 9\n  ┌─ wrong.ruling:8:26\n")
    assert not re.search("='", text), "attributes stand in double quotes"
    (error,) = root.iter("error")
    assert "not UTF-8" in error.attrib["message"]


def test_a_ruling_from_standard_input(home: Path) -> None:
    done = run("test", "-", given=TWO, within=home)
    assert done.returncode == 0
    assert done.stdout.startswith(b"<stdin> ..\n")
    done = run("test", "--update", "-", given=HEAD + 'case "a"\n  snapshot\n', within=home)
    assert done.returncode == 2
    assert b"standard input" in done.stderr
    assert sorted(os.listdir(home)) == ["good.ruling", "wrong.ruling"]


# ── the folder to copy ──────────────────────────────────────────────────────────────────────────────────


def test_the_examples_hold_and_show_every_verdict() -> None:
    place = folder("examples") / "rulings"
    done = run("test", place)
    assert done.returncode == 0, done.stdout.decode()
    text = "".join(path.read_text(encoding="utf-8") for path in place.glob("*.ruling"))
    verdicts = ("refused", "not legal", "legal", "only", "unchanged", "snapshot")
    for word in ("cites", "status", "given", "option", *verdicts):
        assert re.search(rf"^.*\b{word}\b", text, re.M), word
    listed = re.findall(r"^  (\S+\.ruling)  ", (place / "README.txt").read_text(encoding="utf-8"), re.M)
    assert sorted(listed) == sorted(path.name for path in place.glob("*.ruling"))
    assert list(place.glob("__snapshots__/*/*.json"))
