"""referee box: what it prints, and with which exit code it ends."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from referee.cli.box import command
from referee.games import find_game
from referee.games.dark_road.box import showing
from referee.games.dark_road.box.model import Box

GAME = find_game("dark-road")
HOUSE: Box = GAME.bundled_box("house")
PATH = GAME.home / "box" / "house.box"
LINES = PATH.read_text(encoding="utf-8").split("\n")


def squeezed(line: str) -> str:
    return " ".join(line.split())


def line_of(start: str) -> int:
    """The number of the one line of the house box that begins so, however it is spaced."""
    (number,) = [n for n, line in enumerate(LINES, 1) if squeezed(line).startswith(start)]
    return number


def changed(*changes: tuple[str, str]) -> str:
    """The house box with some lines replaced; an empty line takes an entry out."""
    lines = list(LINES)
    for start, instead in changes:
        lines[line_of(start) - 1] = instead
    return "\n".join(lines)


def referee(*args: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "referee", "box", *args], input=given, capture_output=True, text=True, encoding="utf-8",
        timeout=60, check=False,
    )  # fmt: skip


def test_box_check_says_clean() -> None:
    done = referee("check", str(PATH))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{PATH}: clean\n"


def test_box_check_reads_standard_input_and_exits_with_1() -> None:
    done = referee("check", "-", given=changed(("chart 0", "")))
    assert done.returncode == 1
    assert "error[missing-entry]: the crafting chart does not say what 0 makes" in done.stdout
    assert f"<stdin>:{line_of('die night')}:1" in done.stdout
    assert done.stdout.endswith("<stdin>: 1 error\n")


def test_box_check_lets_warnings_pass_unless_strict() -> None:
    unusual = changed(("pieces coins", "pieces coins 50"))
    assert referee("check", "-", given=unusual).returncode == 0
    assert referee("check", "--strict", "-", given=unusual).returncode == 1


@pytest.mark.parametrize("style", ["json", "github", "sarif"])
def test_box_check_speaks_to_programs(style: str, tmp_path: Path) -> None:
    path = tmp_path / "my.box"
    path.write_text(changed(("chart 0", "")), encoding="utf-8")
    done = referee("check", "--format", style, str(path))
    assert done.returncode == 1
    if style == "github":
        assert done.stdout.startswith("::error ")
    else:
        assert "missing-entry" in json.dumps(json.loads(done.stdout))


def test_box_check_cannot_read_what_is_not_there() -> None:
    done = referee("check", "nowhere.box")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no such file" in done.stderr


def show(*args: str) -> str:
    done = CliRunner().invoke(command, ["show", *args], standalone_mode=False)
    assert done.exception is None, done.exception
    return done.output


def test_box_show_gives_an_overview_with_origins() -> None:
    text = show("house")
    assert text.startswith("house: Ours")
    heroes = next(line for line in text.split("\n") if line.startswith("heroes"))
    assert heroes.split() == ["heroes", "48", "cards,", "6", "of", "them", "starting", "1", "0", "47"]


@pytest.mark.parametrize("kind", sorted(showing.TABLES))
def test_box_show_names_the_origin_of_every_entry(kind: str) -> None:
    text = show("house", kind)
    entries = [name for k, name in HOUSE.origins if k in showing.MADE_OF[kind]]
    ways = re.findall(r"printed p\. \d+|inferred|ours", text)
    assert len(ways) >= len(entries)
    assert all(line == line.rstrip() for line in text.split("\n"))


def test_box_show_draws_both_sides_of_a_good() -> None:
    assert (
        "instrument, 14 tiles, 5 cells (ours)\n  basic     upgraded\n  [][][]    [][][]\n  [][]        [][]\n"
        in show("house", "goods")
    )


def test_box_show_keeps_the_origin_of_every_line_of_a_card() -> None:
    lines = {squeezed(line) for line in show("house", "upgrades").split("\n")}
    assert "tile-shape 1 by 2 ours" in lines
    assert "on game-end: vp +2 printed p. 19" in lines


def test_box_show_writes_a_row_as_its_span() -> None:
    assert "1 to 2 penalty coins -2 ours" in {squeezed(line) for line in show("house", "events").split("\n")}


@pytest.mark.parametrize(
    ("args", "complaint"),
    [
        (("house", "heros"), "'heros' is not a kind of content. Did you mean 'heroes'?"),
        (("huose",), "no box is called 'huose'. Did you mean 'house'?"),
        (("nowhere.box",), "nowhere.box: no such file"),
    ],
)
def test_box_show_helps_with_what_it_does_not_know(args: tuple[str, ...], complaint: str) -> None:
    done = referee("show", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_box_show_of_a_broken_file_shows_the_rest_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "my.box"
    path.write_text(
        'box mine "A \x1b[31mtrial\u202e"\nhero Ann to Farglen starting gives shoe\nhero Bob', encoding="utf-8"
    )
    done = referee("show", str(path), "heroes")
    assert done.returncode == 1
    assert [squeezed(line) for line in done.stdout.splitlines()] == [
        "hero to wants gives origin",
        "Ann Farglen starting shoe ours",
    ]
    assert "'referee box check' says which" in done.stderr
    assert "\x1b" not in referee("show", str(path)).stdout


def test_a_closed_pipe_is_no_error() -> None:
    script = f"{sys.executable} -m referee box show house events | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.splitlines() == ["Broken-Axle, road (ours)", "0"]
    assert done.stderr == ""
