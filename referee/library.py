"""The referee as a library: a match is begun from text, goes on by text, and shows itself as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.diagnostics import Diagnostic
from referee.drivers.options import legal_steps
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.drivers.tables import overrides_allowed
from referee.drivers.where import parse_where
from referee.notation.record import Record
from referee.notation.source import Source


class Match:
    """A game that is being played. Made by ``begin`` or ``replay``, changed by ``do``."""

    def __init__(self, driver: RecordDriver) -> None:
        self._driver = driver

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Everything that was wrong so far."""
        return [*self._driver.script.diagnostics, *self._driver.diagnostics, *self._driver.withdrawn]

    @property
    def over(self) -> bool:
        return self._driver.play is None or self._driver.play.over


def read(text: str, file: str = "<text>") -> Record:
    """Read a record without playing it: its statements with the place where each stands."""
    return Script(text, file).record


def check(text: str, file: str = "<text>", allow_overrides: bool = False) -> list[Diagnostic]:
    """Everything that is wrong with a record; an empty list if it is clean.

    An override is an error, or only a warning where overrides are allowed.
    """
    found = sorted(begin(text, file).diagnostics, key=lambda d: d.span)
    return overrides_allowed(found) if allow_overrides else found


def begin(text: str, file: str = "<text>") -> Match:
    """Begin a match from the text of a record: headers, then ``setup`` or ``from``, then any moves."""
    return Match(RecordDriver(Script(text, file)).run())


def do(match: Match, text: str) -> list[Diagnostic]:
    """Play on with more lines of notation; returns what is wrong with them."""
    driver = match._driver
    driver.fresh = len(driver.diagnostics)
    source = Source(text, "<text>", driver.script.source.parser)
    reader = driver.game.reader("<text>", driver.setting)
    statements = [
        s for parsed in source.statements(driver.game.describe) if (s := reader.statement(parsed)) is not None
    ]
    driver.interactive = True
    driver.diagnostics += [*source.diagnostics, *reader.diagnostics]
    driver.feed(statements)
    return driver.diagnostics[driver.fresh :]


def legal(match: Match) -> list[str]:
    """The steps that may be written next, ready to paste."""
    play = match._driver.play
    return [] if play is None else [text for text, _ in legal_steps(match._driver.game, play)]


def snapshot(match: Match) -> dict[str, Any]:
    """The whole table as plain data, as in ``referee replay``."""
    driver = match._driver
    if driver.play is None:
        raise ValueError("the match has not begun")
    data: dict[str, Any] = msgspec.to_builtins(driver.game.snapshot(driver.setting, driver.play))
    return data


def replay(text: str, at: str = "end", file: str = "<text>") -> dict[str, Any]:
    """The table at a place of a record: ``end``, ``3.Griffin``, ``round 3``, ``line 120``."""
    where, found = parse_where(at), list[Any]()

    def observe(driver: RecordDriver, kind: str, place: str) -> None:
        if where.met(kind, place):
            view = driver.peek(lambda: driver.game.snapshot(driver.setting, driver.on))
            found[:] = [msgspec.to_builtins(view)]

    RecordDriver(Script(text, file), observe).run()
    if not found:
        raise ValueError(f"the record never reaches {at!r}")
    result: dict[str, Any] = found[0]
    return result


def explain(topic: str) -> str:
    """What a diagnostic code or a rule id means. Raises KeyError."""
    from referee.catalogue import explanation

    return explanation(topic)


def schema(what: str = "state") -> dict[str, Any]:
    """The JSON Schema of snapshots (``state``) or of reports (``diagnostics``)."""
    if what == "state":
        from referee.games import find_game

        plain_state: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(find_game("dark-road").state_schema()))
        return plain_state
    if what != "diagnostics":
        raise ValueError(f"no schema {what!r}: there are state and diagnostics")
    from referee.reports.machine import Report

    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(msgspec.json.schema(Report)))
    return plain


__all__ = ["Match", "begin", "check", "do", "explain", "legal", "read", "replay", "schema", "snapshot"]
