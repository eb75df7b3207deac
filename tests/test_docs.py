"""The documents tell the truth: what they show runs, and what there is to know stands in them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from support import GRAMMAR, environment, notation, on_terminal, run, text_of

import referee
from referee.cli import COMMANDS
from referee.cli import referee as group
from referee.drivers.ruling import Ruling
from referee.games.dark_road.effects import COUNTS, TRIGGERS, WORDS
from referee.notation.source import LINE_LIMIT, Source
from referee.resources import folder

ROOT = Path(__file__).parent.parent
README = text_of(ROOT / "README.md")
PAGES = sorted(folder("man").glob("*.[1-9]"))
NAMES = ["referee-box.5", "referee-record.5", "referee-ruling.5", "referee.1"]


def fenced(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.M | re.S)


def source(name: str) -> str:
    return text_of(folder("man") / name)


def words(name: str) -> str:
    """A manual page without its macros' escapes."""
    return source(name).replace(r"\-", "-").replace(r"\(aq", "'").replace(r"\&", "")


# ── README ──────────────────────────────────────────────────────────────────────────────────────────────


def test_the_quick_start_is_two_commands() -> None:
    first, second = fenced("sh")[:2]
    assert first.count("\n") == second.count("\n") == 1
    assert " check examples/first-turn.road " in first
    assert second in text_of(ROOT / ".ci" / "run").splitlines(keepends=True)


def test_the_examples_of_the_quick_start_exist() -> None:
    for name in re.findall(r"examples/[\w/.-]*\w", README):
        assert (ROOT / name).exists(), name


def test_every_record_shown_is_as_good_as_it_claims() -> None:
    records = fenced("road")
    wrong = [[d.code for d in referee.check(text)] for text in records if not text.startswith("ruling")]
    assert len(records) >= 4
    assert [codes for codes in wrong if codes] == [["coins-short"], ["override"]]


def test_the_ruling_shown_holds() -> None:
    (text,) = (text for text in fenced("road") if text.startswith("ruling"))
    ruling = Ruling(text, "shown.ruling")
    assert not ruling.diagnostics
    assert [ruling.run(case) for case in ruling.cases] == [[], []]


def test_the_diagnostic_shown_is_the_real_one(tmp_path: Path) -> None:
    (record,) = (text for text in fenced("road") if "dark 4\n" in text and not text.startswith("ruling"))
    (tmp_path / "friday.road").write_text(record, encoding="utf-8")
    done = run("check", "friday.road", within=tmp_path)
    assert done.returncode == 1
    assert done.stdout.decode().replace("\r\n", "\n") == fenced("text")[0]


def test_the_script_runs_and_prints_json(tmp_path: Path) -> None:
    (script,) = fenced("python")
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True, text=True, check=False, timeout=60, env=environment(), cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert set(json.loads(done.stdout)) == {"Griffin", "Susie"}


def test_the_readme_lists_every_command() -> None:
    table = re.findall(r"^\| `referee ([\w ]+?)[^\w ].*$", README, re.M)
    assert {line.split()[0] for line in table} == set(COMMANDS)


# ── manual pages ────────────────────────────────────────────────────────────────────────────────────────


def commands() -> Iterator[tuple[str, click.Command]]:
    for name in COMMANDS:
        command = group.get_command(click.Context(group), name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from ((f"{name} {sub}", inner) for sub, inner in command.commands.items())
        else:
            yield name, command


def test_there_are_four_pages() -> None:
    assert [page.name for page in PAGES] == NAMES


@pytest.mark.parametrize(("name", "command"), list(commands()), ids=lambda part: part if isinstance(part, str) else "")
def test_the_manual_names_every_command_and_its_options(name: str, command: click.Command) -> None:
    page = words("referee.1")
    synopsis = page.partition(".Sh SYNOPSIS")[2].partition(".Sh DESCRIPTION")[0]
    own = synopsis.partition(f".Cm {name}\n")[2].partition("\n.Nm\n")[0] + "\n"
    assert own.strip() or name == "man"
    assert f".It Cm {name}\n" in page
    for option in command.params:
        if isinstance(option, click.Option):
            long = max(option.opts, key=len).removeprefix("-")
            assert re.search(rf"\.Op .*Fl {long}\b", own), long
            assert re.search(rf"^\.(It )?Fl {long}\b", page, re.M), long


def keywords() -> set[str]:
    """Every word that the grammar spells out, in its shortest form."""
    grammar = text_of(GRAMMAR) + text_of(GRAMMAR.parent / "common.lark")
    found = {word.lower() for word in re.findall(r'"([A-Za-z][\w-]*)"i', grammar)}
    for classed in re.findall(r"^[A-Z_]+(?:\.\d)?: +/\(?([a-z|?-]+)\)?\(\?!", grammar, re.M):
        found |= {word.removesuffix("s?").removesuffix("?") for word in classed.split("|")}
    return found


def test_every_word_of_the_grammar_is_in_the_manual() -> None:
    pages = "".join(words(name) for name in NAMES[:3])
    known = set(re.findall(r"[a-z][a-z-]*", pages.lower()))
    assert len(keywords()) > 120
    missing = {word for word in keywords() if not known & {word, f"{word}s"}}
    assert not missing


def test_every_word_of_the_effect_language_is_in_the_manual() -> None:
    known = set(re.findall(r"[a-z][a-z-]*", words("referee-box.5")))
    assert not {*WORDS, *TRIGGERS, *COUNTS} - known


def test_the_limits_are_those_of_the_program() -> None:
    assert str(LINE_LIMIT) in words("referee-record.5")
    assert str(8 * 1024 * 1024) in words("referee.1")


def examples(name: str) -> str:
    blocks = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", words(name), re.M | re.S)
    return "".join(block for block in blocks if not block.startswith("error["))


@pytest.mark.parametrize(
    ("name", "start"),
    [("referee-record.5", "statement"), ("referee-ruling.5", "statement"), ("referee-box.5", "entry")],
)
def test_every_example_of_the_manual_can_be_read(name: str, start: str) -> None:
    page = Source(examples(name), name, notation(), start)
    assert len(list(page.statements(str))) > 10
    assert page.diagnostics == []


def test_every_name_in_the_examples_of_the_record_page_is_known() -> None:
    text = "players Griffin Susie Brian\n" + examples("referee-record.5")
    found = referee.check(text)
    assert not [d.message for d in found if d.code in {"unknown-name", "syntax", "unreadable-character"}]


def test_the_position_shown_is_complete_and_in_canonical_form(tmp_path: Path) -> None:
    blocks = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed$", words("referee-record.5"), re.M | re.S)
    (text,) = (block for block in blocks if "\nposition\n" in block)
    (tmp_path / "shown.road").write_text(text, encoding="utf-8")
    done = run("position", "shown.road", within=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.decode().replace("\r\n", "\n") == text


def test_the_tutorial_fails_as_it_says_and_then_holds(tmp_path: Path) -> None:
    text = examples("referee-ruling.5")
    (said,) = re.findall(r"^error\[check-failed\]: (.*)$", words("referee-ruling.5"), re.M)
    ruling = Ruling(text, str(tmp_path / "purse.ruling"))
    found = [[(d.code, d.message) for d in ruling.run(case)] for case in ruling.cases]
    assert found[:2] == [[], [("check-failed", said)]]
    assert [code for code, _ in found[2]] == ["snapshot-missing"]
    (better,) = re.findall(r"^\.Ql (goods .*?) ,$", words("referee-ruling.5"), re.M)
    (tmp_path / "purse.ruling").write_text(re.sub(r"goods potion armor x2", better, text), encoding="utf-8")
    assert run("test", "--update", "purse.ruling", within=tmp_path).returncode == 0
    (file,) = re.findall(r"^\.Pa (__snapshots__/purse/.*?\.json) \.$", words("referee-ruling.5"), re.M)
    assert (tmp_path / file).is_file()
    assert run("test", "purse.ruling", within=tmp_path).returncode == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_manual_pages_are_well_formed(page: Path) -> None:
    """As the formatters see it; whether the pages they refer to are installed is not the page's fault."""
    if tool := shutil.which("mandoc"):
        said = [line for line in _said(tool, "-T", "lint", page) if page.name in line and " not found: Xr " not in line]
    elif tool := shutil.which("groff"):
        said = [line for line in _said(tool, "-ww", "-mandoc", "-Tutf8", "-z", page) if page.name in line]
    else:
        pytest.skip("neither mandoc nor groff is here")
    assert said == []


# ── referee man ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_is_printed_as_plain_text(page: Path) -> None:
    done = run("man", page.stem)
    text = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert text.startswith(f"{page.stem.upper()}({page.suffix[1:]})")
    assert f"\nNAME\n     {page.stem} – " in text
    assert not re.findall(r"^\.[A-Z][a-z]\b|\\[-(&e]|[\b\x1b\xa0]", text, re.M), "no macro and no escape is left"
    prose = [line for line in text.splitlines() if not line.startswith(" " * 11)]
    assert max(map(len, prose)) <= 78


@pytest.mark.skipif(not shutil.which("mandoc"), reason="no mandoc here")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_words_are_those_that_mandoc_prints(page: Path) -> None:
    done = subprocess.run(["mandoc", "-T", "utf8", "-O", "width=78", page], capture_output=True, text=True, check=True)
    theirs = re.sub(".\b", "", done.stdout).splitlines()
    ours = run("man", page.stem).stdout.decode().splitlines()
    assert " ".join(ours[1:-1]).split() == " ".join(theirs[1:-1]).split()


def test_a_page_as_it_is_written() -> None:
    assert run("man", "--source").stdout.decode() == source("referee.1")


def test_pages_by_their_short_names_and_misspelt() -> None:
    assert run("man", "box").stdout == run("man", "referee-box").stdout
    done = run("man", "referee-recrd")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode() == "Error: no page is called 'referee-recrd'; did you mean 'referee-record'?\n"
    assert b"there are referee-box, referee-record, referee-ruling, referee" in run("man", "poker").stderr


@pytest.mark.skipif(os.name == "nt", reason="no terminals of this kind here")
@pytest.mark.parametrize("programs", [os.environ["PATH"], ""], ids=["man", "pager"])
def test_a_page_on_a_terminal(programs: str) -> None:
    shown = on_terminal("man", "referee-box", PATH=programs, PAGER="cat", MANPAGER="cat", TERM="dumb")
    assert b"the language of boxes" in re.sub(rb".\x08|\x1b\[\d*m", b"", shown)
    assert b".Sh" not in shown


def _said(tool: str, *arguments: str | Path) -> list[str]:
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, check=False, timeout=60)
    return (done.stdout + done.stderr).splitlines()
