"""Questions about a game: legal, show, score, ledger, context, simulate."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FIRST = "examples/first-turn.road"
JOURNEY = "examples/example-08-journey.road"
GAME = "examples/game-two.road"


def run(*args: str, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "referee", *args], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout if not code else done.stderr


def line_with(path: str, text: str) -> int:
    lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


def test_legal_lists_what_may_be_pasted() -> None:
    at = line_with(FIRST, "plan 1 slot 2 glow")
    listed = [line.split("  #")[0].strip() for line in run("legal", FIRST, "--at", f"line {at}").splitlines()]
    assert listed == ["move 2", "move 1"]


def test_legal_says_why_not() -> None:
    at = line_with(FIRST, "move 2 shoe ahead")
    told = run("legal", FIRST, "--at", f"line {at}", "--why")
    assert "dark 4" in told
    assert "# not dark: the number of spaces is missing" in told
    data = json.loads(run("legal", FIRST, "--at", f"line {at}", "--json"))
    assert {"step": "ruins 1", "answers": "activate Yurg's Excursions or Dark Market"} in data


def test_legal_after_the_end_lists_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "referee", "legal", GAME], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "the game is over, so nothing comes next\n")


def test_a_place_that_is_never_reached() -> None:
    assert "there is no line 9999: the record has 36 lines" in run("legal", FIRST, "--at", "line 9999", code=2)
    assert "not a place" in run("show", FIRST, "--at", "yesterday", code=2)


def test_show_draws_wheel_ringway_displays_and_wagons() -> None:
    drawn = run("show", FIRST, "--at", "1.Griffin")
    assert "round 1, Susie's turn" in drawn
    assert "instrument" in drawn.split("wheel")[1].split("\n")[0]
    assert "GREAT BAZAAR" in drawn
    assert "mine" in drawn
    assert "Griffin: 2 coins" in drawn
    assert "│ A   A │" in drawn  # his armor, packed


def test_score_tells_every_step_and_the_winner() -> None:
    told = run("score", GAME)
    assert "base: the smaller of" in told
    assert "total" in told
    assert "winner:" in told or "shared victory:" in told
    data = json.loads(run("score", GAME, "--json"))
    assert data["finished"] is True
    assert len(data["scores"]) == 2
    for score in data["scores"]:
        points = score["base"] + score["deed_points"] + score["illuminated"] + score["upgrade_points"]
        assert points == score["total"]


def test_score_of_a_game_under_way_says_so() -> None:
    told = run("score", FIRST)
    assert told.startswith("The game is not finished (round 2)")
    assert "ahead:" in told
    assert "winner" not in told


def test_the_ledger_adds_up() -> None:
    lines = run("ledger", FIRST, "griffin", "coins").splitlines()
    balance = 0
    for line in lines:
        balance += int(line.split()[2] if line.split()[0] == "line" else line.split()[1])
        assert f"= {balance:3d}" in line
    assert balance == 2
    assert "BAZAAR-09" in lines[-1]


def test_the_ledger_asks_back() -> None:
    assert "Did you mean 'Griffin'?" in run("ledger", FIRST, "Grifin", code=2)


def test_context_shows_what_a_line_changed_and_the_rules_behind_it() -> None:
    at = line_with(FIRST, "commission Northbreak")
    told = run("context", f"{FIRST}:{at}")
    changed = told.split("what changed")[1].split("\nafter\n")[0]
    assert "COMM-01" in changed
    assert "Griffin commissions: none -> Northbreak [weapon staff armor]" in changed
    assert told.index("before\n") < told.index("what changed") < told.index("\nafter\n")


def test_context_speaks_the_notation() -> None:
    """No path, bracket or None of the snapshot shows up; what is told reads like a fact."""
    at = line_with(JOURNEY, "travel Phoenix")
    changed = run("context", f"{JOURNEY}:{at}").split("what changed")[1].split("\nafter\n")[0]
    assert "\n  journey: none -> shortcut Northbreak\n" in changed
    assert "\n  caravan: none -> " in changed
    for word in ("None", "{", "'", "players.", "turn_of"):
        assert word not in changed, word


def test_context_of_a_forced_step_that_is_written() -> None:
    """It is done by its own line, although it would have followed from the line before."""
    at = line_with(FIRST, "plan 0 slot 3 coins") + 1
    told = run("context", f"{FIRST}:{at}").split("what changed")[1].split("\nafter\n")[0]
    assert "\n  Susie at: inn bazaar -> yurg dark\n" in told


def test_a_line_is_the_game_as_written_up_to_there() -> None:
    at = line_with(FIRST, "plan 0 slot 3 coins")
    place = ("--at", f"line {at}", FIRST)
    assert "  Susie at inn bazaar" in run("position", *place)
    planned, moved = (json.loads(run("replay", "--at", f"line {line}", FIRST)) for line in (at, at + 1))
    assert (planned["stage"], planned["pending"]["what"]) == ("move", "move the wagon")
    assert moved["players"][1] != planned["players"][1]
    assert run("show", *place) != run("show", "--at", f"line {at + 1}", FIRST)


def test_context_of_a_line_that_changes_nothing_says_so() -> None:
    at = line_with(FIRST, "round 1")
    assert "what changed\n  nothing\n" in run("context", f"{FIRST}:{at}")


@pytest.mark.parametrize("text", ["setup", "wheel ", "night -> 1 1 2 3"])
def test_a_setup_is_laid_out_at_once(text: str) -> None:
    told = run("context", f"{FIRST}:{line_with(FIRST, text)}")
    assert "before\n" not in told
    assert "what changed\n  the game begins\n" in told
    assert "5 coins                    supply              -> Brian               SETUP-35" in told


def test_context_tells_the_score() -> None:
    at = line_with(GAME, "check score")
    changed = run("context", f"{GAME}:{at}")
    assert "\n  now: scoring -> the end\n" in changed
    assert "\n  score Griffin: none -> 34\n" in changed
    assert "\n  winner: none -> Griffin\n" in changed


def test_context_wants_a_file_and_a_line() -> None:
    assert "FILE:LINE" in run("context", FIRST, code=2)
    assert "nothing is played" in run("context", f"{FIRST}:1", code=2)


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_simulated_games_check_clean(policy: str, tmp_path: Path) -> None:
    args = ["--players", "2", "--games", "2", "--seed", "s", "--policy", policy, "--variants", "draft,two-deeds"]
    run("simulate", *args, "--out", str(tmp_path / "new" / "folder"))
    files = sorted(str(path) for path in (tmp_path / "new" / "folder").iterdir())
    assert [Path(file).name for file in files] == ["game-1.road", "game-2.road"]
    assert run("check", *files).count("clean; ") == 2
    again = run("simulate", *args[:2], "--games", "1", *args[4:])
    assert again == Path(files[0]).read_text(encoding="utf-8")


def test_simulate_refuses_what_it_does_not_know(tmp_path: Path) -> None:
    assert "no variant" in run("simulate", "--variants", "solo", code=2)
    assert "no box" in run("simulate", "--box", "nope", code=2)
    assert "no edition" in run("simulate", "--edition", "solo", code=2)
    (tmp_path / "file").write_text("")
    assert "file" in run("simulate", "--out", str(tmp_path / "file"), code=2)


GOOD = """ruling "One coin a space"
cites DARK-03
from two-players
  Griffin at yurg dark, locked 0 2 3, coins 3
Griffin
  plan 1 slot 1; move 0

case "three spaces cost three coins"
  dark 3
  expect Griffin coins 0

case "a fourth coin is not there"
  refused coins-short: dark 4
"""


def test_rulings_that_hold(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "coins.ruling").write_text(GOOD, encoding="utf-8")
    assert " ..\n2 hold, 0 do not (1 file, " in run("test", str(tmp_path))
    assert "ok   " in run("test", "-v", str(tmp_path))


def test_rulings_that_do_not_hold(tmp_path: Path) -> None:
    file = tmp_path / "coins.ruling"
    file.write_text(GOOD.replace("coins 0", "coins 1"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "referee", "test", str(file)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert " F.\n" in done.stdout
    assert "error[check-failed]: Griffin: coins 0, the record says 1" in done.stdout
    assert "\n1 holds, 1 does not (1 file, " in done.stdout
    for style, sign in (("json", '"holds": false'), ("junit", 'failures="1"')):
        args = [sys.executable, "-m", "referee", "test", "--format", style, str(file)]
        assert sign in subprocess.run(args, capture_output=True, text=True, check=False).stdout


def test_rulings_that_are_not_there(tmp_path: Path) -> None:
    assert "no such file" in run("test", str(tmp_path / "none.ruling"), code=2)
    assert "no .ruling file" in run("test", str(tmp_path), code=2)


def test_rules_and_the_cases_that_show_them(tmp_path: Path) -> None:
    assert run("rules", "DARK").count("\n") == 11
    (tmp_path / "coins.ruling").write_text(GOOD, encoding="utf-8")
    args = [sys.executable, "-m", "referee", "rules", "DARK", "--coverage", str(tmp_path), "--cases"]
    done = subprocess.run(args, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    line = "DARK-03         1 accept   1 refuse  Each space costs 1 coin. (p. 9) [retail, retail-hu, prototype]\n"
    assert line in done.stdout
    assert "coins.ruling: three spaces cost three coins" in done.stdout
    assert "11 rules, 10 of the retail game shown by no case" in done.stdout
    assert "no rule belongs to NOPE" in run("rules", "NOPE", code=2)
