"""Positions to begin from: bundled ones by name, and files below the folder of the record that names them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from referee.files import CannotRead, read_text
from referee.notation.names import nearest

if TYPE_CHECKING:
    from referee.drivers.script import Script

DEEPEST = 4  # positions that begin from positions


class NoBase(Exception):
    """A position that cannot be begun from: the code, what is wrong, and what there is."""

    def __init__(self, code: str, message: str, known: tuple[str, ...] = (), near: list[str] | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.known, self.near = code, message, known, near or []


def base_of(script: Script, name: str) -> Script:
    """The record behind a position, read under the settings of the record that begins from it. Raises NoBase."""
    setting = script.setting
    if not _is_file(name):
        try:
            text = script.game.position_text(name, setting.edition, setting.options)
        except KeyError as unknown:
            known = tuple(unknown.args[0])
            message = f"no position is called {name!r}"
            raise NoBase("unknown-position", message, known, nearest(name, known)) from None
        return type(script)(text, name, setting.options, setting.edition)
    if script.depth >= DEEPEST:
        message = f"{name}: positions begin from one another more than {DEEPEST} deep; does one begin from itself?"
        raise NoBase("unreadable-position", message)
    from referee.drivers.returning import position_behind  # which plays records, and so knows this module

    path = _below(script.folder, name)
    try:
        text = read_text(str(path))
        if path.suffix == ".json":
            text = position_behind(script.game, text)
    except CannotRead as bad:
        raise NoBase("unreadable-position", f"{name}{str(bad).removeprefix(str(path))}") from None
    except ValueError as bad:
        raise NoBase(getattr(bad, "code", "unreadable-position"), f"{name}: {bad}") from None
    return type(script)(text, name, setting.options, setting.edition, path.parent, script.depth + 1)


def _is_file(name: str) -> bool:
    return "." in name or "/" in name or "\\" in name


def _below(folder: Path, name: str) -> Path:
    """A file below the folder, links followed. Raises NoBase."""
    try:
        path = (folder / name).resolve()
        inside = path.is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):
        inside = False
    if not inside or Path(name).is_absolute():
        raise NoBase("unreadable-position", f"{name}: a position lies in the folder of the record or below it")
    return folder / name
