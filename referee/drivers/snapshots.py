"""Snapshots of rulings: a part of the state as JSON beside the ruling, and what differs from it.

The files are those that syrupy's JSON extension writes, to the byte, so that ``referee test`` and pytest share them.
"""

from __future__ import annotations

import json
import os
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from referee.diagnostics import Diagnostic
from referee.files import SIZE_LIMIT, CannotRead, read_text, write_whole

FOLDER = "__snapshots__"
MOST_PATHS = 12
_NEVER_IN_A_FILE_NAME = '\\/?*:|"<>'
_LONGEST = 255 - len("json")


class Mismatch(Struct, frozen=True):
    """A snapshot that is missing or says something else."""

    code: str
    message: str
    notes: tuple[str, ...] = ()


class Snapshots(Protocol):
    """Where the snapshots of one ruling are kept."""

    def compare(self, case: str, number: int, data: Any, sure: bool = True) -> Mismatch | None:
        """Is the snapshot with this number, counted from 0 in a case, as the data is? Only ``sure`` data is written.

        Raises CannotKeep.
        """


class CannotKeep(Exception):
    """A snapshot that cannot be written or removed, with one sentence that says why."""


# ── parts of a state ────────────────────────────────────────────────────────────────────────────────────


def part(tree: Any, path: str) -> Any:
    """The part of a tree at a dotted path; entries of a list by their name or number.

    Raises KeyError with the names that would have led on.
    """
    while path:
        branches = dict(_branches(tree))
        fits = [name for name in branches if (path + ".").casefold().startswith(name.casefold() + ".")]
        if not fits:
            raise KeyError(tuple(branches))
        taken = max(fits, key=len)
        tree, path = branches[taken], path[len(taken) + 1 :]
    return tree


def _branches(tree: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(tree, dict):
        yield from tree.items()
    elif isinstance(tree, list | tuple):
        for number, item in enumerate(tree):
            yield (str(item["name"]) if _named(tree) else str(number)), item


def _named(items: Any) -> bool:
    """Are these entries that are told apart by their names?"""
    if not all(isinstance(item, dict) and "name" in item for item in items):
        return False
    return len({item["name"] for item in items}) == len(items)


def differences(old: Any, new: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every place where two trees differ: its path, what was there, what is there."""
    if as_text(old) == as_text(new):
        return
    here, there = dict(_branches(old)), dict(_branches(new))
    if not (here or there) or type(old) is not type(new) or _plain(old) or _plain(new):
        yield path, _said(old), _said(new)
        return
    for name in dict.fromkeys([*here, *there]):
        below = f"{path}.{name}" if path else name
        if name not in there:
            yield below, _said(here[name]), "nothing"
        elif name not in here:
            yield below, "nothing", _said(there[name])
        else:
            yield from differences(here[name], there[name], below)


def _plain(tree: Any) -> bool:
    """A list of words or numbers is shown as a whole."""
    return isinstance(tree, list | tuple) and not any(isinstance(item, dict | list | tuple) for item in tree)


def _said(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else f"{text[:79]}…"


def told(changes: Iterable[tuple[str, str, str]]) -> tuple[str, ...]:
    """Differences as notes, the first dozen of them."""
    found = list(changes)
    lines = [f"{path or 'all of it'}: {old} → {new}" for path, old, new in found[:MOST_PATHS]]
    return (*lines, *([f"and {len(found) - MOST_PATHS} more"] if len(found) > MOST_PATHS else []))


# ── text and names of files ─────────────────────────────────────────────────────────────────────────────


def as_text(data: Any) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def mismatch(stored: str | None, data: Any) -> Mismatch | None:
    """What a stored snapshot, or its absence, has to say against the data."""
    if stored is None:
        return Mismatch("snapshot-missing", "no snapshot has been kept of this", (ADVICE,))
    if stored == as_text(data):
        return None
    try:
        before = json.loads(stored)
    except (ValueError, RecursionError):
        return Mismatch("snapshot-differs", "the snapshot that was kept is not JSON", (ADVICE,))
    changes = told(differences(before, json.loads(as_text(data))))
    if not changes:
        return Mismatch("snapshot-differs", "the snapshot that was kept is laid out in another way", (ADVICE,))
    return Mismatch("snapshot-differs", "this is not as in the snapshot that was kept", (*changes, ADVICE))


ADVICE = "if it is right as it is now: referee test --update"
WITHHELD = "it is not written before what is wrong above is put right"


def item_name(title: str) -> str:
    """What a case is called as a test: no control characters, and nothing that pytest takes for a border."""
    printable = "".join(c for c in title if not unicodedata.category(c).startswith("C"))
    return re.sub(":{2,}", ":", printable)


def file_name(title: str, number: int = 0) -> str:
    """The file of a snapshot, as syrupy would call it; the first of a case has no number."""
    name = item_name(title) + (f".{number}" if number else "")
    clean = "".join(c for c in name if c not in _NEVER_IN_A_FILE_NAME)
    return f"{clean[:_LONGEST]}.json"


# ── files ───────────────────────────────────────────────────────────────────────────────────────────────


def folder_of(ruling: Path) -> Path:
    """The folder with the snapshots of a ruling. Raises CannotKeep if a link leads it elsewhere."""
    if str(ruling) == "-":
        raise CannotKeep("standard input lies in no folder, so it has no snapshots")
    home = ruling.absolute().parent
    folder = home / FOLDER / ruling.stem
    if folder.resolve() != home.resolve() / FOLDER / ruling.stem:
        raise CannotKeep(
            f"{ruling.parent / FOLDER / ruling.stem}: a link; snapshots stay in the folder of their ruling"
        )
    return folder


class Guarded:
    """The snapshots of a case in which something may be wrong.

    Behind an error the table is as the referee assumes it, so nothing is written. If a statement could not be read or a
    path leads nowhere, nobody knows which snapshot is meant, and none is compared: the case fails anyway.
    """

    def __init__(self, kept: Snapshots, unclear: Sequence[Diagnostic], found: Callable[[], list[Diagnostic]]) -> None:
        self.kept, self.unclear, self.found = kept, unclear, found

    def compare(self, case: str, number: int, data: Any, sure: bool = True) -> Mismatch | None:
        codes = {diagnostic.code for diagnostic in self.found()}
        if self.unclear or "snapshot-path" in codes:
            return None
        sure = sure and codes <= {"snapshot-missing", "snapshot-differs"}
        wrong = self.kept.compare(case, number, data, sure)
        if wrong is None or sure:
            return wrong
        return replace(wrong, notes=tuple(WITHHELD if note == ADVICE else note for note in wrong.notes))


class SnapshotFiles:
    """Snapshots as files. With ``update``, missing and different ones are written instead of reported."""

    def __init__(self, ruling: Path, update: bool = False) -> None:
        self.ruling, self.update = ruling, update
        self.written: list[Path] = []
        self.updated: list[Path] = []
        self.removed: list[Path] = []

    def compare(self, case: str, number: int, data: Any, sure: bool = True) -> Mismatch | None:
        path = folder_of(self.ruling) / file_name(case, number)
        found: Mismatch | None
        try:
            stored = read_text(str(path), SIZE_LIMIT).replace("\r\n", "\n") if os.path.exists(path) else None
            found = mismatch(stored, data)
        except CannotRead as bad:
            found = Mismatch("snapshot-differs", f"the snapshot cannot be read: {bad}")
        if found is None or not self.update or not sure:
            return found
        self._write(path, as_text(data))
        (self.written if found.code == "snapshot-missing" else self.updated).append(path)
        return None

    def _write(self, path: Path, text: str) -> None:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, text)
        except OSError as bad:
            raise CannotKeep(f"{path}: cannot be written: {(bad.strerror or str(bad)).lower()}") from None

    def remove_unused(self, used: Iterable[str]) -> None:
        """Remove snapshots that no case speaks of. Those of a test module of the same name are left alone."""
        folder = folder_of(self.ruling)
        if not folder.is_dir() or self.ruling.with_suffix(".py").exists():
            return
        kept = set(used)
        for path in sorted(folder.glob("*.json")):
            if path.name not in kept:
                try:
                    path.unlink()
                except OSError as bad:
                    raise CannotKeep(f"{path}: cannot be removed: {(bad.strerror or str(bad)).lower()}") from None
                self.removed.append(path)
        for empty in (folder, folder.parent):
            if not any(empty.iterdir()):
                empty.rmdir()
