"""The referee as a library: a match is begun from text, goes on by text, and shows itself as plain data."""

from __future__ import annotations

from typing import Any

import msgspec

from referee.diagnostics import Diagnostic
from referee.drivers.options import steps_ahead
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.drivers.tables import overrides_allowed
from referee.drivers.where import parse_where
from referee.notation.record import Header, Record, Statement
from referee.notation.source import Source


class Match:
    """A game that is being played. Made by ``begin``, changed by ``do``."""

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
    found = sorted(Match(RecordDriver(Script(text, file)).run()).diagnostics, key=lambda d: d.span)
    return overrides_allowed(found) if allow_overrides else found


def begin(text: str, file: str = "<text>") -> Match:
    """Begin a match from the text of a record: headers, then ``setup`` or ``from``, then any moves.

    What follows without a word, such as a forced move, is left open: it may still be written.
    """
    return Match(RecordDriver(Script(text, file)).begin())


def do(match: Match, text: str) -> list[Diagnostic]:
    """Play on with more lines of notation; returns what is wrong with them."""
    driver = match._driver
    driver.fresh = len(driver.diagnostics)
    source = Source(text, "<text>", driver.script.source.parser)
    reader = driver.game.reader("<text>", driver.setting)
    statements: list[Statement] = []
    for parsed in source.statements(driver.game.describe):
        if parsed.node.name == "declaration":
            statements.append(Header(parsed.span(), "declare", ()))
        elif (statement := reader.statement(parsed)) is not None:
            statements.append(statement)
    driver.interactive = True
    driver.diagnostics += [*source.diagnostics, *reader.diagnostics]
    driver.feed(statements)
    return driver.diagnostics[driver.fresh :]


def legal(match: Match) -> list[str]:
    """The steps that may be written next, ready to paste; who begins a turn is named first, as in a record."""
    driver = match._driver
    if driver.play is None:
        return []
    return [text for text, _ in steps_ahead(driver.game, driver.play, driver.heading())]


def snapshot(match: Match) -> dict[str, Any]:
    """The whole table as plain data, as in ``referee replay``."""
    driver = match._driver
    if driver.play is None:
        raise ValueError("the match has not begun")
    data: dict[str, Any] = msgspec.to_builtins(driver.game.snapshot(driver.setting, driver.play))
    return data


def replay(text: str, at: str = "end", file: str = "<text>") -> dict[str, Any]:
    """The table at a place of a record: ``end``, ``3.Griffin``, ``round 3``, ``line 120``.

    Raises ValueError where the record begins no game or does not come to the place.
    """
    script, found = Script(text, file), list[Any]()
    where = parse_where(at).within(script)

    def observe(driver: RecordDriver, kind: str, place: str) -> None:
        if where.met(kind, place):
            found[:] = [msgspec.to_builtins(driver.game.snapshot(driver.setting, driver.on))]

    driver = RecordDriver(script, observe).run()
    if driver.play is None:
        wrong = sorted([*script.diagnostics, *driver.diagnostics], key=lambda d: d.span)
        raise ValueError(
            f"nothing is played: line {wrong[0].span.line}, {wrong[0].message}" if wrong else "nothing is played"
        )
    if not found:
        raise where.never()
    result: dict[str, Any] = found[0]
    return result


def explain(topic: str) -> str:
    """What a diagnostic code, a rule id or an option means. Raises KeyError with a sentence that says what is near."""
    from referee.catalogue import explanation

    try:
        return explanation(topic)
    except KeyError as unknown:
        near = unknown.args[0]
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise KeyError(f"nothing is known as {topic!r}{hint}") from None


def schema(what: str = "state") -> dict[str, Any]:
    """The JSON Schema of what ``referee`` prints as JSON, by its name: ``state``, ``diagnostics`` and others."""
    from referee.reports.schemas import SCHEMAS, schema_of

    if what not in SCHEMAS:
        raise ValueError(f"no schema {what!r}: there are {', '.join(SCHEMAS)}")
    return schema_of(what)


__all__ = ["Match", "begin", "check", "do", "explain", "legal", "read", "replay", "schema", "snapshot"]
