"""Snapshots of rulings: one set of files for the command line and for pytest, and never one outside the folder."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from purse import CASES, HEAD, NAMES, kept
from support import elsewhere, run
from syrupy.extensions.json import JSONSnapshotExtension
from syrupy.location import PyTestLocation

from referee.drivers.ruling import Ruling
from referee.drivers.snapshots import CannotKeep, SnapshotFiles, as_text, differences, file_name, item_name, part

# ── the same files ──────────────────────────────────────────────────────────────────────────────────────


def test_what_the_command_line_writes_pytest_accepts(home: Path) -> None:
    done = run("test", "--update", ".", within=home)
    assert done.returncode == 0
    assert b"snapshots: 4 written, 0 updated, 0 removed\n" in done.stdout
    assert list(kept(home)) == NAMES
    done = elsewhere(home, "-q")
    assert (done.returncode, "4 snapshots passed." in done.stdout) == (0, True), done.stdout


def test_what_pytest_writes_the_command_line_accepts(home: Path) -> None:
    done = elsewhere(home, "--snapshot-update")
    assert (done.returncode, "4 snapshots generated." in done.stdout) == (0, True), done.stdout
    by_syrupy = kept(home)
    assert list(by_syrupy) == NAMES
    assert run("test", ".", within=home).returncode == 0
    for path in home.glob("__snapshots__/purse/*"):
        path.unlink()
    assert run("test", "--update", ".", within=home).returncode == 0
    assert kept(home) == by_syrupy, "the same bytes"


TREES: list[Any] = [
    {}, [], None, True, 0, "", "ő 五 \u2028 \"quoted\" \\ \x07", {"b": [], "a": {"ű": [1, {"z": None, "y": {}}]}},
    [[], [[1]], {"a": [True, False]}],
]  # fmt: skip


@pytest.mark.parametrize("data", TREES, ids=repr)
def test_text_is_as_syrupy_writes_it(data: Any) -> None:
    assert as_text(data) == JSONSnapshotExtension().serialize(data)


TITLES = [
    "plain",
    "a::b",
    "a:::b::c",
    'x\\y/z?*:|"<>',
    "ends [so]",
    "\x1bred\u200b",
    "x" * 200,
    "..",
    ".hidden",
    "é" * 200,
]


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("number", [0, 1, 12])
def test_names_of_files_are_those_of_syrupy(title: str, number: int) -> None:
    name = item_name(title)
    item = SimpleNamespace(
        path=Path("/somewhere/purse.ruling"), name=name, nodeid=f"purse.ruling::{name}",
        obj=SimpleNamespace(__module__="purse", __name__=name),
    )  # fmt: skip
    location = PyTestLocation(item)  # type: ignore[arg-type]
    wanted = Path(JSONSnapshotExtension.get_location(test_location=location, index=number))
    assert wanted.name == file_name(title, number)
    assert wanted.parent == Path("/somewhere/__snapshots__/purse")


# ── comparing and updating ──────────────────────────────────────────────────────────────────────────────


def test_a_missing_snapshot_fails(home: Path) -> None:
    done = run("test", ".", within=home)
    assert done.returncode == 1
    assert done.stdout.count(b"error[snapshot-missing]") == 4
    assert not (home / "__snapshots__").exists()


def test_what_differs_is_named(home: Path) -> None:
    run("test", "--update", ".", within=home)
    file = home / "__snapshots__" / "purse" / NAMES[3]
    data = json.loads(file.read_text(encoding="utf-8"))
    data["coins"], data["goods"] = 9, [*data["goods"], "book"]
    file.write_text(as_text(data), encoding="utf-8")
    done = run("test", ".", within=home)
    text = done.stdout.decode()
    assert done.returncode == 1
    assert text.count("error[snapshot-differs]") == 1
    assert "= coins: 9 → 1\n" in text
    assert '= goods: ["armor", "potion", "potion", "book"] → ["armor", "potion", "potion"]\n' in text
    done = run("test", "--update", ".", within=home)
    assert b"snapshots: 0 written, 1 updated, 0 removed\n" in done.stdout
    assert run("test", ".", within=home).returncode == 0


def test_at_most_twelve_paths_are_named(home: Path) -> None:
    run("test", "--update", ".", within=home)
    file = home / "__snapshots__" / "purse" / NAMES[2]
    file.write_text("{}\n", encoding="utf-8")
    text = run("test", ".", within=home).stdout.decode()
    assert text.count(" → ") == 12
    assert " more\n" in text


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000, b'{"coins": 5}\r\n'])
def test_any_other_content_differs_and_is_put_right(home: Path, content: bytes) -> None:
    run("test", "--update", ".", within=home)
    before = kept(home)
    (home / "__snapshots__" / "purse" / NAMES[3]).write_bytes(content)
    done = run("test", ".", within=home)
    assert (done.returncode, done.stdout.count(b"error[snapshot-differs]")) == (1, 1)
    assert run("test", "--update", ".", within=home).returncode == 0
    assert kept(home) == before


def test_line_ends_do_not_matter(home: Path) -> None:
    run("test", "--update", ".", within=home)
    for path in home.glob("__snapshots__/purse/*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert run("test", ".", within=home).returncode == 0


def test_unused_snapshots_are_removed_with_update_only(home: Path) -> None:
    run("test", "--update", ".", within=home)
    (home / "purse.ruling").write_text(HEAD + 'case "none"\n  dark 1\n', encoding="utf-8")
    assert run("test", ".", within=home).returncode == 0
    assert list(kept(home)) == NAMES
    done = run("test", "--update", ".", within=home)
    assert b"snapshots: 0 written, 0 updated, 4 removed\n" in done.stdout
    assert not (home / "__snapshots__").exists()


def test_only_what_is_surely_unused_is_removed(home: Path) -> None:
    run("test", "--update", ".", within=home)
    run("test", "--update", "-k", "none of it", ".", within=home)
    assert list(kept(home)) == NAMES, "those of cases that were not run"
    (home / "purse.ruling").write_text(HEAD + 'case "none"\n  dark\n  nonsense here\n', encoding="utf-8")
    run("test", "--update", ".", within=home)
    assert list(kept(home)) == NAMES, "a file that cannot be read in full may speak of them"
    (home / "purse.ruling").write_text(HEAD + 'case "none"\n  dark 1\n', encoding="utf-8")
    (home / "purse.py").write_text("")
    run("test", "--update", ".", within=home)
    assert list(kept(home)) == NAMES, "a test module of that name may have written them"


WRONG_ABOVE = [
    ("  dark 1\n", "  dark 4\n"),
    ("  dark 1\n", "  dark 1; expect Griffin coins 9\n"),
    ("  dark 1\n", "  dark 1; nonsense here\n"),
    ('ruling "Purse"\n', 'ruling "Purse"\nstatus perhaps\n'),
]


@pytest.mark.parametrize(("right", "wrong"), WRONG_ABOVE)
@pytest.mark.parametrize("runner", ["referee", "pytest"])
@pytest.mark.parametrize("before", [None, b'{"was": "here"}\n'])
def test_nothing_is_written_behind_an_error(
    home: Path, right: str, wrong: str, runner: str, before: bytes | None
) -> None:
    (home / "purse.ruling").write_text(HEAD.replace(right, wrong) + ONE.replace(right, wrong), encoding="utf-8")
    file = home / "__snapshots__" / "purse" / "one.json"
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_bytes(before)
    done = run("test", "--update", ".", within=home) if runner == "referee" else elsewhere(home, "--snapshot-update")
    assert done.returncode == 1
    assert (file.read_bytes() if file.exists() else None) == before
    assert str(done.stdout).count("it is not written before what is wrong above is put right") == (
        "dark 4" in wrong or "coins 9" in wrong
    )


@pytest.mark.parametrize("runner", ["referee", "pytest"])
def test_an_error_below_or_in_another_case_hinders_no_snapshot(home: Path, runner: str) -> None:
    other = 'case "other"\n  dark 9\n  nonsense here\n'
    (home / "purse.ruling").write_text(HEAD + ONE + "  expect Griffin coins 9\n" + other, encoding="utf-8")
    done = run("test", "--update", ".", within=home) if runner == "referee" else elsewhere(home, "--snapshot-update")
    assert done.returncode == 1
    assert list(kept(home)) == ["one.json"]


def test_a_path_that_leads_nowhere_shifts_no_other_snapshot(home: Path) -> None:
    run("test", "--update", ".", within=home)
    text = (home / "purse.ruling").read_text(encoding="utf-8")
    (home / "purse.ruling").write_text(text.replace('"players.Griffin"', '"players.Grifin"'), encoding="utf-8")
    done = run("test", "--update", ".", within=home)
    assert done.stdout.count(b"error[") == done.stdout.count(b"error[snapshot-path]") == 1


ONE = 'case "one"\n  dark 1\n  snapshot "players.Griffin"\n'


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("dark 2", "dark 9"), ("from two-players", "from two-playrs"), ('snapshot "supply.goods"', 'snapshot "suply"'),
        ('snapshot "supply.goods"', 'snapshto "supply.goods"'), ('case "none', 'caes "none'),
    ],
)  # fmt: skip
@pytest.mark.parametrize("runner", ["referee", "pytest"])
def test_snapshots_of_cases_that_fail_are_kept(home: Path, right: str, wrong: str, runner: str) -> None:
    run("test", "--update", ".", within=home)
    before = kept(home)
    (home / "purse.ruling").write_text((HEAD + CASES).replace(right, wrong), encoding="utf-8")
    done = run("test", "--update", ".", within=home) if runner == "referee" else elsewhere(home, "--snapshot-update")
    assert done.returncode == 1
    assert kept(home) == before


def test_counts_for_machines(home: Path) -> None:
    data = json.loads(run("test", "--update", "--format", "json", ".", within=home).stdout)
    assert data["snapshots"] == {"written": 4, "updated": 0, "removed": 0}


# ── never anywhere else ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("link", ["__snapshots__", "__snapshots__/purse"])
def test_a_link_is_not_followed(home: Path, tmp_path_factory: pytest.TempPathFactory, link: str) -> None:
    other = tmp_path_factory.mktemp("other")
    (home / link).parent.mkdir(exist_ok=True)
    (home / link).symlink_to(other, target_is_directory=True)
    for arguments in (["--update"], []):
        done = run("test", *arguments, ".", within=home)
        assert done.returncode == 2
        assert b"a link; snapshots stay in the folder of their ruling" in done.stderr
    assert elsewhere(home, "--snapshot-update").returncode == 1
    assert list(other.iterdir()) == []


def test_a_file_that_is_a_link_is_replaced(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "precious"
    other.write_text("mine", encoding="utf-8")
    place = home / "__snapshots__" / "purse"
    place.mkdir(parents=True)
    (place / NAMES[3]).symlink_to(other)
    assert run("test", "--update", ".", within=home).returncode == 0
    assert other.read_text(encoding="utf-8") == "mine"
    assert not (place / NAMES[3]).is_symlink()


@pytest.mark.parametrize("title", ["../../up", "/etc/passwd", "..", "a/../../b", "con", "C:\\x"])
def test_titles_lead_nowhere(tmp_path: Path, title: str) -> None:
    home = tmp_path / "deep" / "home"
    home.mkdir(parents=True)
    (home / "t.ruling").write_text(HEAD + f'case "{title} x"\n  snapshot "round"\n', encoding="utf-8")
    assert run("test", "--update", ".", within=home).returncode == 0
    written = [path for path in tmp_path.rglob("*") if path.is_file() and path.suffix == ".json"]
    assert [path.parent for path in written] == [home / "__snapshots__" / "t"]


def test_a_ruling_called_like_the_folder_above(tmp_path: Path) -> None:
    files = SnapshotFiles(tmp_path / "...ruling", update=True)
    with pytest.raises(CannotKeep):
        files.compare("a", 0, {})


def test_a_folder_that_cannot_be_written(home: Path) -> None:
    (home / "__snapshots__").write_text("in the way", encoding="utf-8")
    done = run("test", "--update", ".", within=home)
    assert done.returncode == 2
    assert b"cannot be written" in done.stderr
    assert b"Traceback" not in done.stderr


def test_nothing_is_left_half_written(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*arguments: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", broken)
    files = SnapshotFiles(home / "purse.ruling", update=True)
    with pytest.raises(CannotKeep, match="no space left"):
        files.compare("a", 0, {})
    assert kept(home) == {}


# ── parts and differences ───────────────────────────────────────────────────────────────────────────────

TREE = {"round": 1, "players": [{"name": "Mr. X", "coins": 3}, {"name": "Susie", "coins": 4}], "wheel": [5, {"a": 1}]}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("", TREE), ("round", 1), ("players.Susie", TREE["players"][1]), ("players.susie.coins", 4),  # type: ignore[index]
        ("players.Mr. X.coins", 3), ("wheel.1.a", 1), ("wheel.0", 5),
    ],
)  # fmt: skip
def test_parts_by_path(path: str, found: Any) -> None:
    assert part(TREE, path) == found


@pytest.mark.parametrize(
    ("path", "known"),
    [
        ("rounds", ("round", "players", "wheel")),
        ("players.Bob", ("Mr. X", "Susie")),
        ("round.x", ()),
        ("wheel.7", ("0", "1")),
    ],
)
def test_parts_that_are_not_there(path: str, known: tuple[str, ...]) -> None:
    with pytest.raises(KeyError) as missing:
        part(TREE, path)
    assert missing.value.args[0] == known


def test_a_path_that_leads_nowhere_is_reported() -> None:
    ruling = Ruling(HEAD + 'case "a"\n  snapshot "players.Bob"\n', "a.ruling")
    (found,) = ruling.run(ruling.cases[0])
    assert (found.code, found.legal) == ("snapshot-path", ("Griffin", "Susie"))


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 2}, [("a", "1", "2")]),
        ({"a": 1}, {"b": 1}, [("a", "1", "nothing"), ("b", "nothing", "1")]),
        ({"a": [1, 2]}, {"a": [1]}, [("a", "[1, 2]", "[1]")]),
        ([{"name": "A", "x": 1}], [{"name": "A", "x": 2}], [("A.x", "1", "2")]),
        ([{"x": 1}, {"x": 1}], [{"x": 1}, {"x": 2}], [("1.x", "1", "2")]),
        ({"a": None}, {"a": {"b": 1}}, [("a", "null", '{"b": 1}')]),
        ({"a": {}}, {"a": {"b": 1}}, [("a.b", "nothing", "1")]),
        (1, 2, [("", "1", "2")]),
        ({"a": 1}, {"a": True}, [("a", "1", "true")]),
    ],
)
def test_differences(old: Any, new: Any, found: list[tuple[str, str, str]]) -> None:
    assert list(differences(old, new)) == found
