"""Rulings under pytest, in a project of somebody else: with syrupy and without it, in one process and in several."""

from __future__ import annotations

from pathlib import Path

import pytest
from purse import CASES, HEAD, NAMES, kept
from support import elsewhere, run


def test_pytest_shows_the_diff(home: Path) -> None:
    run("test", "--update", ".", within=home)
    (home / "purse.ruling").write_text((HEAD + CASES).replace("coins 3", "coins 4"), encoding="utf-8")
    done = elsewhere(home)
    assert done.returncode == 1
    assert "error[snapshot-differs]" in done.stdout
    assert "purse.ruling:8:3" in done.stdout
    assert '-   "coins": 1,\n+   "coins": 2,\n' in done.stdout
    assert "Traceback" not in done.stdout
    assert elsewhere(home, "--snapshot-update").returncode == 0
    assert elsewhere(home).returncode == 0


def test_pytest_finds_unused_snapshots(home: Path) -> None:
    run("test", "--update", ".", within=home)
    (home / "purse.ruling").write_text(HEAD + CASES.replace('  snapshot "players.susie.coins"\n', ""), encoding="utf-8")
    done = elsewhere(home)
    assert done.returncode == 1
    assert "1 snapshot unused." in done.stdout
    assert elsewhere(home, "-k", "none").returncode == 0, "what is not run is not unused"
    done = elsewhere(home, "--snapshot-update")
    assert (done.returncode, "1 unused snapshot deleted." in done.stdout) == (0, True)
    assert list(kept(home)) == NAMES[1:]


def test_pytest_in_several_processes(home: Path) -> None:
    done = elsewhere(home, "-n2", "--snapshot-update")
    assert (done.returncode, "4 snapshots generated." in done.stdout) == (0, True), done.stdout
    done = elsewhere(home, "-n2")
    assert (done.returncode, "4 snapshots passed." in done.stdout) == (0, True), done.stdout


def test_pytest_without_syrupy(home: Path) -> None:
    done = elsewhere(home, "-p", "no:syrupy")
    assert done.returncode == 1
    assert done.stdout.count("error[snapshot-missing]: no snapshot") == 4
    assert "referee test --update" in done.stdout
    run("test", "--update", ".", within=home)
    assert elsewhere(home, "-p", "no:syrupy").returncode == 0


def test_pytest_with_another_fixture_of_that_name(home: Path) -> None:
    (home / "conftest.py").write_text("import pytest\n@pytest.fixture\ndef snapshot():\n    return 1\n")
    run("test", "--update", ".", within=home)
    done = elsewhere(home)
    assert "3 passed" in done.stdout


def test_pytest_with_fixtures_of_every_scope(home: Path) -> None:
    lines = ["import pytest\n"]
    for scope in ("function", "class", "module", "package", "session"):
        lines.append(f"@pytest.fixture(autouse=True, scope='{scope}')\ndef f_{scope}(request):\n    request.node\n")
    (home / "conftest.py").write_text("".join(lines))
    run("test", "--update", ".", within=home)
    done = elsewhere(home)
    assert done.returncode == 0, done.stdout


def test_one_case_can_be_named(home: Path) -> None:
    assert "1 passed" in elsewhere(home, "purse.ruling::none of it").stdout
    assert "1 passed" in elsewhere(home, "-k", "none and it").stdout


def test_cases_by_an_id_that_they_cite(home: Path) -> None:
    text = (HEAD + CASES).replace('case "none of it"\n', 'case "none of it"\n  cites DARK-06\n')
    (home / "purse.ruling").write_text(text, encoding="utf-8")
    assert "1 passed, 2 deselected" in elsewhere(home, "-k", "DARK-06").stdout
    assert "1 passed, 2 deselected" in elsewhere(home, "-k", "dark-06 or CASH-01").stdout


def test_a_case_that_cannot_be_read_in_full_fails_when_chosen_alone(home: Path) -> None:
    (home / "purse.ruling").write_text(HEAD + CASES + "  expect Griffin coinz 99\n", encoding="utf-8")
    done = elsewhere(home, "purse.ruling::none of it")
    assert (done.returncode, "error[syntax]" in done.stdout, "1 failed" in done.stdout) == (1, True, True)


LATER = HEAD + 'case "early"\n  dark 9\n' + CASES


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["-x"], 1), (["-x", "-n2"], 2), (["-n2"], 1), (["--collect-only"], 0), (["-k", "(("], 4),
        (["-k", "not DARK-06 and not early"], 0), (["purse.ruling::none of it"], 0), (["--maxfail=1", "."], 1),
        (["--ignore=purse.ruling", "."], 0), (["--deselect=purse.ruling::early", "-k", "once"], 0),
    ],
)  # fmt: skip
def test_snapshots_are_kept_unless_all_cases_hold(home: Path, arguments: list[str], code: int) -> None:
    run("test", "--update", ".", within=home)
    before = kept(home)
    text = LATER.replace('"two spaces: one/two?"\n', '"two spaces: one/two?"\n  cites DARK-06\n')
    (home / "purse.ruling").write_text(text, encoding="utf-8")
    (home / "test_other.py").write_text("def test_it(snapshot):\n    assert snapshot == 1\n")
    done = elsewhere(home, "--snapshot-update", *arguments)
    assert done.returncode == code, done.stdout
    assert kept(home) == before
    assert "unused" not in done.stdout


def test_a_selection_leaves_no_snapshot_unused(home: Path) -> None:
    run("test", "--update", ".", within=home)
    text = (HEAD + CASES).replace('"two spaces: one/two?"\n', '"two spaces: one/two?"\n  cites DARK-06\n')
    (home / "purse.ruling").write_text(text, encoding="utf-8")
    done = elsewhere(home, "-k", "not DARK-06")
    assert (done.returncode, "unused" in done.stdout) == (0, False)


def test_unused_snapshots_of_others_are_deleted_all_the_same(home: Path) -> None:
    """A ruling that fails, or is gone, stands in nobody's way."""
    run("test", "--update", ".", within=home)
    (home / "purse.ruling").write_text(LATER, encoding="utf-8")
    (home / "gone.ruling").write_text(HEAD + CASES, encoding="utf-8")
    run("test", "--update", "gone.ruling", within=home)
    (home / "gone.ruling").unlink()
    (home / "test_other.py").write_text("def test_it(snapshot):\n    assert snapshot == 1\n    assert snapshot == 2\n")
    elsewhere(home, "--snapshot-update", "test_other.py")
    (home / "test_other.py").write_text("def test_it(snapshot):\n    assert snapshot == 1\n")
    done = elsewhere(home, "--snapshot-update")
    assert "5 unused snapshots deleted." in done.stdout, done.stdout
    assert list(kept(home)) == NAMES
    assert not (home / "__snapshots__" / "gone").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\xff\xfe", "not UTF-8 text (line 1, byte 1)"),
        (b"a\0b", "not a text file"),
        (b"", "error[no-game]"),
        (b"ruling\n", "error[syntax]"),
        (HEAD.encode() + b'case "a"\n dark 1\ncase "a"\n dark 1\n', "error[case-twice]"),
        (HEAD.encode() + b'case "a"\n', "error[case-empty]"),
        (b'ruling "x"\nfrom two-players\n nonsense here\n', "error["),
    ],
)
def test_pytest_says_what_cannot_be_read(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "bad.ruling").write_bytes(content)
    done = elsewhere(tmp_path)
    assert done.returncode == 1
    assert says in done.stdout
    assert "Traceback" not in done.stdout + done.stderr
    assert "pytest_plugin.py" not in done.stdout + done.stderr


def test_pytest_in_an_empty_folder(tmp_path: Path) -> None:
    done = elsewhere(tmp_path)
    assert done.returncode == 5
    assert "no tests ran" in done.stdout
