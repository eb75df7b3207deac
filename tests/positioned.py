"""What the tests of positions share: records played as far as they are written, and the moment as text and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
from support import EXAMPLES, text_of

from referee.diagnostics import Diagnostic
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.games.dark_road.game import GAME

CARAVAN = next(path for path in EXAMPLES if path.stem == "caravan")


def driven(text: str, file: str = "<position>", folder: Path | None = None) -> tuple[RecordDriver, list[Diagnostic]]:
    """A record, played as far as it is written, and all that was said."""
    script = Script(text, file, folder=folder)
    driver = RecordDriver(script)
    driver.feed(script.statements)
    return driver, [*script.diagnostics, *driver.diagnostics]


def position(driver: RecordDriver) -> str:
    return GAME.position(driver.setting, driver.on)


def snapshot(driver: RecordDriver) -> dict[str, Any]:
    return dict(json.loads(msgspec.json.encode(GAME.snapshot(driver.setting, driver.on))))


def at(path: Path, line: int) -> RecordDriver:
    """A bundled record, played to a line."""
    script = Script(text_of(path), path.name)
    driver = RecordDriver(script)
    driver.feed([statement for statement in script.statements if statement.span.line <= line])
    return driver
