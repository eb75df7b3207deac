"""The command line where things go wrong: what it says, where it says it, and how it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from support import FIRST_TURN, on_terminal, run, text_of

EVIL = 'players "E\x1b[31mvil" Susie\nfrom two-players\n"E\x1b[31mvil"\n  plan 1 slot 2 lantern\ncheck Susie coins 99\n'


# ── several files ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("words", [["check"], ["box", "check"]], ids=" ".join)
def test_a_file_that_cannot_be_read_does_not_stop_the_others(words: list[str], tmp_path: Path) -> None:
    (tmp_path / "a").write_text("from two-players\n", encoding="utf-8")
    done = run(*words, "none", "a", ".", within=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode().splitlines() == ["Error: none: no such file", "Error: .: is a directory"]
    assert done.stdout.decode().splitlines()[-1].startswith("a: ")
    done = run(*words, "--format", "json", "none", "a", within=tmp_path)
    assert (done.returncode, json.loads(done.stdout)["files"]) == (2, ["a"])
    assert run(*words, "--format", "json", "none", within=tmp_path).stdout == b""


@pytest.mark.parametrize("words", [["check"], ["box", "check"]], ids=" ".join)
def test_standard_input_is_read_once(words: list[str]) -> None:
    done = run(*words, "-", "-", given="from two-players\n")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().endswith("Error: standard input can be read once only\n")


def test_a_line_of_standard_input() -> None:
    at = next(number for number, line in enumerate(text_of(FIRST_TURN).splitlines(), 1) if "use mine" in line)
    done = run("context", f"-:{at}", given=text_of(FIRST_TURN))
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Griffin quartz: 0 -> 1" in done.stdout
    assert b"Error: <stdin>: nothing is played on line 1\n" in run("context", "-:1", given=text_of(FIRST_TURN)).stderr


# ── slips ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "No such command 'chekc'. Did you mean 'check'?"),
        (["box", "show", "hous"], "no box is called 'hous'. Did you mean 'house'?"),
        (["box", "show", "readings"], "no box is called 'readings'. There is house."),
        (["box", "show", "house", "heros"], "'heros' is not a kind of content. Did you mean 'heroes'?"),
        (["rules", "DRAK"], "no rule belongs to DRAK; did you mean 'DARK'?"),
        (["rules", "--options", "dark.nocoin"], "no option belongs to dark.nocoin; did you mean 'dark.no_coin'?"),
        (["ledger", str(FIRST_TURN), "Griffin", "coinz"], "no account is kept of 'coinz'; write coins, prestige, "),
        (["simulate", "--option", "dark.no_coin"], "write dark.no_coin=VALUE; there are printed, free"),
        (["explain", "coin-short"], "nothing is known as 'coin-short'. Did you mean 'coins-short'?"),
    ],
    ids=lambda part: " ".join(part[-2:]) if isinstance(part, list) else "",
)
def test_slips_are_answered_in_one_line(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().splitlines()[-1].startswith(f"Error: {said}")


@pytest.mark.parametrize("words", [[], ["box"]], ids=["referee", "referee box"])
def test_without_a_command_there_is_help(words: list[str]) -> None:
    done = run(*words)
    text = (done.stdout + done.stderr).decode()
    assert text.startswith("Usage: ")
    assert "\nCommands:\n  check  " in text
    assert "Error" not in text


# ── terminals ───────────────────────────────────────────────────────────────────────────────────────────

terminal = pytest.mark.skipif(os.name == "nt", reason="no terminals of this kind here")


@terminal
@pytest.mark.parametrize(
    "arguments",
    [
        ["check", "evil.road"], ["show", "evil.road"], ["score", "evil.road"],
        ["position", "evil.road"], ["ledger", "evil.road"], ["context", "evil.road:4"], ["check", "x\x1b[31mvil"],
        ["ledger", "evil.road", "Vil"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_name_is_shown_on_a_terminal_and_never_obeyed(arguments: list[str], tmp_path: Path) -> None:
    (tmp_path / "evil.road").write_text(EVIL, encoding="utf-8")
    shown = on_terminal(*arguments, within=tmp_path)
    assert b"[31mvil" in shown
    assert b"\x1b[31mvil" not in shown
    assert b"Traceback" not in shown


@terminal
@pytest.mark.parametrize(("value", "coloured"), [("", True), ("1", False), ("0", False)])
def test_colour_on_a_terminal(value: str, coloured: bool, tmp_path: Path) -> None:
    (tmp_path / "evil.road").write_text(EVIL, encoding="utf-8")
    for words in (["check"], ["show"], ["test"]):
        shown = on_terminal(*words, "evil.road", within=tmp_path, NO_COLOR=value)
        assert (b"\x1b[31;1merror[check-failed]\x1b[0m" in shown) == coloured, words
    assert b"\x1b[" not in run("check", "evil.road", within=tmp_path, NO_COLOR="").stdout, "never anywhere else"
