"""Files that are no records, streams that go away, and records that somebody broke: never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest
from support import EXAMPLES, FIRST_TURN, SEED, at_most, command, environment, run, seeded, text_of

import referee
from referee.catalogue import codes
from referee.notation.source import LINE_LIMIT
from referee.reports.machine import as_github, as_json, as_sarif
from referee.reports.text import rendered

CLEAN, FINDINGS, TROUBLE, INTERRUPTED = 0, 1, 2, 130
MUTANTS = 600
PARTS = 12

START = "players Griffin Susie\nfrom two-players\n"


def said(done: subprocess.CompletedProcess[bytes]) -> str:
    """What was said on both streams, which must not be a traceback."""
    text = (done.stdout + done.stderr).decode()
    assert "Traceback" not in text
    assert "Exception ignored" not in text
    return text


def refused(done: subprocess.CompletedProcess[bytes], about: str) -> None:
    """Exit code 2, nothing on standard output, one clear line on standard error."""
    assert done.returncode == TROUBLE, said(done)
    assert done.stdout == b""
    lines = said(done).strip().split("\n")
    assert len(lines) == 1
    assert about in lines[0]


# ── files that cannot be read ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["check", "replay"])
def test_a_file_that_is_too_large(name: str, tmp_path: Path) -> None:
    path = tmp_path / "large.road"
    path.write_bytes(b"# a remark\n" * (10 * 1024 * 1024 // 11))
    refused(run(name, path), "larger than")


def test_a_limit_can_be_set(tmp_path: Path) -> None:
    path = tmp_path / "small.road"
    path.write_text(START, encoding="utf-8")
    assert run("check", "--max-size", "100", path).returncode == CLEAN
    refused(run("check", "--max-size", "10", path), "larger than 10 bytes")
    refused(run("check", "--max-size", "10", "-", given=START), "larger than 10 bytes")


@pytest.mark.parametrize(
    ("data", "about"),
    [
        (b"players A B\0\n", "NUL"),
        (b"players A \xff\n", "not UTF-8 text (line 1, byte 11)"),
        (b"players A B\nplace \xc3\x28\n", "not UTF-8 text (line 2"),
        (START.encode("utf-16"), "not "),
        (b"\xed\xa0\x80", "not UTF-8"),
    ],
)
def test_what_is_no_text(data: bytes, about: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.road"
    path.write_bytes(data)
    refused(run("check", path), about)
    refused(run("replay", path), about)
    refused(run("check", "-", given=data), about)


def test_a_directory(tmp_path: Path) -> None:
    refused(run("check", tmp_path), "is a directory")


def test_a_missing_file(tmp_path: Path) -> None:
    refused(run("check", tmp_path / "none.road"), "no such file")
    refused(run("replay", tmp_path / "none.road"), "no such file")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.road"
    os.mkfifo(pipe)
    refused(run("check", pipe), "not a regular file")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no devices here")
def test_a_device_is_not_read() -> None:
    refused(run("check", "/dev/zero"), "not a regular file")


@pytest.mark.skipif(os.name == "nt" or (hasattr(os, "geteuid") and os.geteuid() == 0), reason="everything may be read")
def test_a_file_that_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "secret.road"
    path.write_text(START, encoding="utf-8")
    path.chmod(0)
    refused(run("check", path), "permission denied")


def test_a_file_name_is_not_obeyed(tmp_path: Path) -> None:
    assert b"\x1b" not in run("check", tmp_path / "a\x1b[31mb.road").stderr
    path = tmp_path / "c\x1b[31md.road"
    path.write_text(START + "check Griffin coins 99\n", encoding="utf-8")
    done = run("check", path)
    assert done.returncode == FINDINGS
    assert b"\x1b" not in done.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["chekc", "x"],
        ["check"],
        ["check", "--format", "xml", "x"],
        ["check", "--max-size", "0", "x"],
        ["replay"],
        ["--nonsense"],
        ["schema", "x"],
    ],
    ids=" ".join,
)
def test_wrong_usage(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == TROUBLE
    assert done.stdout == b""
    assert "Error: " in said(done)


def test_one_bad_file_does_not_hide_the_usage_of_the_others(tmp_path: Path) -> None:
    done = run("check", FIRST_TURN, tmp_path / "none.road")
    assert done.returncode == TROUBLE
    assert b"no such file" in done.stderr


# ── streams that go away ────────────────────────────────────────────────────────────────────────────────


def test_a_closed_pipe_is_not_an_error() -> None:
    """As in ``referee replay --every move … | head -1``: far more is written than a pipe holds."""
    reader = subprocess.Popen(
        command("replay", "--every", "move", FIRST_TURN),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert reader.stdout is not None
    assert reader.stderr is not None
    assert reader.stdout.readline().startswith(b"{")
    reader.stdout.close()
    assert reader.stderr.read() == b""
    reader.stderr.close()
    assert reader.wait(60) == CLEAN


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
@pytest.mark.parametrize(
    "arguments", [["check", str(FIRST_TURN)], ["replay", str(FIRST_TURN)], ["schema", "state"], ["explain", "syntax"]]
)
def test_a_full_disk_is_said(arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command(*arguments), stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=60, check=False
        )
    assert done.returncode == TROUBLE
    assert done.stderr.decode().strip().split("\n") == ["referee: No space left on device"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_findings_on_a_full_disk(tmp_path: Path) -> None:
    path = tmp_path / "bad.road"
    path.write_text(START + "check Griffin coins 99\n", encoding="utf-8")
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            command("check", path), stdout=full, stderr=subprocess.PIPE, env=environment(), timeout=60, check=False
        )
    assert done.returncode == TROUBLE
    assert done.stderr.decode().strip().split("\n") == ["referee: No space left on device"]


@pytest.mark.skipif(os.name == "nt", reason="no signals here")
def test_interrupting_is_quiet() -> None:
    """Ctrl-C while standard input is being waited for. That it is being read is seen by its taking more than a

    pipe holds.
    """
    child = subprocess.Popen(
        command("check", "-"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    )
    assert child.stdin is not None
    child.stdin.write(b"# remark\n" * 100_000)
    child.stdin.flush()
    child.send_signal(signal.SIGINT)
    out, errors = child.communicate(timeout=60)
    assert child.returncode == INTERRUPTED
    assert out == b""
    assert errors.strip() == b""


def test_no_standard_output_at_all() -> None:
    done = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *command("check", FIRST_TURN)],
        capture_output=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert done.returncode in {CLEAN, TROUBLE}
    said(done)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_that_knows_few_letters(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.road"
    path.write_text(START + "check Griffin steeds Brembizánt\nplace 五\n", encoding="utf-8")
    done = run("check", path, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == FINDINGS
    assert b"Traceback" not in done.stdout + done.stderr


# ── contents ────────────────────────────────────────────────────────────────────────────────────────────


def checked(text: str) -> subprocess.CompletedProcess[bytes]:
    done = run("check", "-", given=text)
    said(done)
    return done


def test_a_line_of_a_million_letters() -> None:
    done = checked(START + "a" * 1_000_000 + "\n" + '"' + "b" * 1_000_000 + "\ncheck Griffin coins 5\n")
    assert done.returncode == FINDINGS
    assert done.stdout.count(b"error[line-too-long]") == 2
    assert len(done.stdout) < 5000


def test_many_short_lines_of_nonsense() -> None:
    done = checked(START + "a b c\n" * 20_000)
    assert done.returncode == FINDINGS


def test_a_large_record_of_remarks_is_clean(tmp_path: Path) -> None:
    path = tmp_path / "remarks.road"
    path.write_text(START + "# remark\n\n" * 400_000, encoding="utf-8")
    assert run("check", path).returncode == CLEAN


@pytest.mark.parametrize("text", ["from nowhere\n", "from two-players\n", "setup\n", 'from "\x0b"\n'])
def test_a_second_beginning_on_the_command_line(text: str) -> None:
    done = checked(START + text)
    assert done.returncode == FINDINGS
    assert b"error[started-twice]" in done.stdout


def test_many_semicolons() -> None:
    assert checked(START + ";" * (LINE_LIMIT - 1) + "\n").returncode == CLEAN
    assert checked(START + "Griffin;" * 500 + "\n").returncode == CLEAN
    assert checked(START + ";\n" * 100_000).returncode == CLEAN


@pytest.mark.parametrize("digits", [7, 100, 4000, 4300, 5000])
@pytest.mark.parametrize(
    "statement",
    ["round {}", "check Griffin coins {}", "Griffin plan {} slot {}", "Griffin buy book x{}", "date {}-01-01"],
)
def test_numbers_without_end(statement: str, digits: int) -> None:
    found = referee.check(START + statement.format("9" * digits, "9" * digits) + "\n")
    assert found
    assert found[0].code in {"syntax", "line-too-long"}


@pytest.mark.parametrize("fact", ["coins 5 7", "prestige 0 1", "spent 0 1", "quartz 0 0"])
def test_a_number_too_many(fact: str) -> None:
    assert [d.code for d in referee.check(f"{START}check Griffin {fact}\n")] != []


def test_deep_nesting() -> None:
    inner = "(" * 1500 + "coins +1" + ")" * 1500
    done = checked(f"declare dark S: {inner}\n" + START)
    assert done.returncode in {CLEAN, FINDINGS, TROUBLE}
    assert len(done.stderr.splitlines()) <= 1
    assert checked(f"declare dark S: {'may ' * 900} coins +1\n" + START).returncode in {CLEAN, FINDINGS, TROUBLE}


@pytest.mark.parametrize("nest", ["(", "may ", "[", '"', "up-to any times "])
def test_deep_nesting_in_the_library(nest: str) -> None:
    text = f"declare dark S: {nest * (4000 // len(nest))}\n" + START
    for found in referee.check(text):
        assert found.code in codes()


CONTROLS = [
    "\x1b[31m",
    "\x07",
    "\x08\x08",
    "\x9b31m",
    "\u202e",
    "\u2066",
    "\u200f",
    "\u2028",
    "\x7f",
    "\x00"[1:] + "\x0b",
]


@pytest.mark.parametrize("style", ["text", "json", "github", "sarif"])
def test_characters_that_a_terminal_obeys_are_never_sent(style: str) -> None:
    lines = [
        line
        for c in CONTROLS
        for line in (
            f"check {c}Griffin coins 5",
            f'check "{c}x" coins 5',
            f"# {c}",
            f'check Griffin steeds "{c}"',
            f'from "{c}"',
            f'game "{c}"',
        )
    ]
    done = run("check", "--format", style, "-", given=START + "\n".join(lines) + "\n")
    assert done.returncode == FINDINGS
    text = said(done)
    for character in "\x1b\x07\x08\x9b\u202e\u2066\u200f\u2028\x7f\x0b":
        if style == "text" or ord(character) < 32:
            assert character not in text, f"U+{ord(character):04X}"


@pytest.mark.parametrize(
    "text",
    [
        "check Griffin coinſ 3\n",
        "check Griffin vp 3\n",
        "check supply vp 3\n",
        "Griffin goods ſtaff\n",
        "Griffin vp 3\n",
        "Griffin\n  plan 1 slot 2; gain lanternſ\n",
    ],
)
def test_words_that_are_read_but_mean_nothing(text: str) -> None:
    referee.check(START + text)


def test_a_drawn_hero_that_nobody_wrote_down() -> None:
    way = "  Griffin lanterns 1\nGriffin\n  plan 0 slot 3 coins\n  move 3\n"
    way += "  ruins 1 book*, roll -> hero, gain deck, hero -> "
    assert referee.check(f"{START}{way}Agatha\n") == []
    for found in referee.check(f"{START}{way}?\n"):
        assert found.code in codes()


def test_missing_throws_at_rest_are_assumed_in_bearable_time() -> None:
    way = "  now round 1 Griffin act, pool 1, activated bazaar; market armor armor\n  Griffin reserve 0 2 3\n"
    way += "Griffin\nSusie\n"
    with at_most(10):
        assert "missing-outcome" in [d.code for d in referee.check(START + way)]


@pytest.mark.parametrize("name", ["J. R.", "A&B", "@home", "x+y", "50%"])
def test_players_with_signs_in_their_names(name: str) -> None:
    match = referee.begin(f'players "{name}" Susie\nfrom two-players\n')
    assert match.diagnostics == []
    assert referee.legal(match)
    assert referee.check(f'players "{name}" Susie\nfrom two-players\nSusie plan 1 slot 2\n')


# ── records that somebody broke ─────────────────────────────────────────────────────────────────────────


def broken(rng: Any, text: str) -> str:
    for _ in range(rng.randint(1, 4)):
        text = rng.choice(BREAKS)(rng, text)
    return str(text)


def _flip(rng: Any, text: str) -> str:
    data = bytearray(text.encode())
    for _ in range(rng.randint(1, 4)):
        if data:
            data[rng.randrange(len(data))] ^= 1 << rng.randrange(7)
    return data.decode("utf-8", "replace").replace("\0", " ")


def _lines(change: Any) -> Any:
    def broken_lines(rng: Any, text: str) -> str:
        lines = text.split("\n")
        change(rng, lines)
        return "\n".join(lines)

    return broken_lines


@_lines
def _swap(rng: Any, lines: list[str]) -> None:
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]


@_lines
def _drop(rng: Any, lines: list[str]) -> None:
    if len(lines) > 1:
        del lines[rng.randrange(len(lines))]


@_lines
def _double(rng: Any, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines.insert(rng.randint(0, len(lines)), lines[at])


@_lines
def _words(rng: Any, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    words = lines[at].split()
    rng.shuffle(words)
    lines[at] = " ".join(words[: rng.randint(0, len(words))])


@_lines
def _number(rng: Any, lines: list[str]) -> None:
    at = rng.randrange(len(lines))
    lines[at] = "".join(str(rng.randint(0, 12)) if c.isdigit() else c for c in lines[at])


@_lines
def _foreign(rng: Any, lines: list[str]) -> None:
    lines.insert(rng.randint(0, len(lines)), rng.choice(FOREIGN))


def _cut(rng: Any, text: str) -> str:
    return text[: rng.randint(0, len(text))]


def _letter(rng: Any, text: str) -> str:
    at = rng.randint(0, len(text))
    return text[:at] + rng.choice("é五\u202e\u200b\x1b’\"#;,[]->*?x\ufeff\r\t'") + text[at:]


FOREIGN = [
    "setup", "from two-players", "from three-players", "players A B C D E", "round 12",
    "check Susie heroes none, goods none", "gift Raven glow",
    "rest", "scoring", "reset", "Brian; plan 1 slot 1 book*", "declare hero Agatha to Farglen gives lantern",
    "variant two-deeds", "box house", "alias x = Susie",
    "refused syntax", "legal plan 1 slot 2", "given Susie coins 1", "expect Susie coins 1", "case \"x\"",
    "market -> ? ?", "row -> ?", "inn -> ? Agatha",
    "Griffin locked 1 1 1", "Susie glow none", "Griffin gain deck, hero -> Agatha", "drop armor book",
    "check wheel armor", "Griffin use mansion, trade coins for quartz",
    "takeback", "takeback 2", "takeback 7", 'override "x" waives DARK-06: dark 4', 'override "x" waives ACT-09: bazaar',
    'override "x" waives ACT-06: skip commission', 'override "x" waives ACT-05: skip inn',
    'override "x" waives ACT-17: skip use mine', 'override "x" waives EVENT-04: Susie skip take',
    'override "x" waives STORE-15 STORE-19: skip drop', 'override "x": adjust Susie quartz +1',
    'override "x": adjust Griffin goods armor x3 potion*', 'override "x": adjust Griffin lanterns 9, shoes 9',
    'override "x": adjust now round 5 Susie die', 'override "x": adjust pool 3 glow 2',
    'override "x": adjust activated inn bazaar', 'override "x": adjust caravan Susie, to-take Susie',
    'override "x": adjust Griffin reserve none, locked 1 - 3, spent 2', 'override "x": adjust row - - -',
    'override "x": adjust Susie heroes none, deeds ? ?', 'override "x": adjust fortunes 2',
    'override "x": adjust now scoring', 'override "x": adjust journey road Farglen', 'override "x": adjust die none',
]  # fmt: skip

BREAKS = [_flip, _swap, _drop, _double, _words, _number, _foreign, _cut, _letter]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_broken_record_breaks_the_referee(part: int) -> None:
    rng = seeded("broken", part)
    known = codes()
    for number in range(MUTANTS // PARTS):
        text = broken(rng, text_of(rng.choice(EXAMPLES)))
        lines = text.removeprefix("\ufeff").split("\n")
        where = f"REFEREE_SEED={SEED}, part {part}, mutant {number}:\n{text}"
        try:
            with at_most(10):
                found = referee.check(text)
                referee.legal(referee.begin(text))
            shown = [rendered(d, lambda line: lines[line - 1]) for d in found]  # noqa: B023
            as_json(["<text>"], found)
            as_github(found)
            as_sarif(found, "0")
        except Exception as bad:
            raise AssertionError(where) from bad
        for d, text_shown in zip(found, shown, strict=True):
            assert d.code in known, where
            assert d.message, where
            assert 1 <= d.span.line <= len(lines), where
            assert 1 <= d.span.start < d.span.end, f"{d}\n{where}"
            assert d.span.start <= len(lines[d.span.line - 1]) + 1, f"{d}\n{where}"
            assert "\x1b" not in text_shown, where


def test_most_broken_records_are_found_out() -> None:
    rng = seeded("found out")
    texts = [broken(rng, text_of(FIRST_TURN)) for _ in range(60)]
    assert sum(bool(referee.check(text)) for text in texts) > 40


@pytest.mark.parametrize("text", ["", "\n", "\ufeff", "\r\n\r\n", "# only a remark", ";", " "])
def test_next_to_nothing(text: str) -> None:
    found = referee.check(text)
    assert [d.code for d in found] == ["no-game"]
    assert run("check", "-", given=text).returncode == FINDINGS
