"""What a record says, before anybody asks whether it is allowed: written steps with the place where they stand."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from referee.diagnostics import Span


class Value(Struct, frozen=True):
    """One thing behind an arrow, as written; what it means depends on what was asked."""

    kind: str
    value: Any
    span: Span


class Step(Struct, frozen=True):
    """One choice."""

    move: Any
    span: Span


class Cast(Struct, frozen=True):
    """What came up: behind a label (``market -> …``), or, without one, behind the step that asked for it."""

    label: str
    values: tuple[Value, ...]
    span: Span


class Statement(Struct, frozen=True, tag=True):
    span: Span


class Header(Statement, frozen=True):
    key: str
    values: tuple[str, ...]
    spans: tuple[Span, ...] = ()


class Section(Statement, frozen=True):
    """``setup``, ``round 3``, ``from two-players``: where the record now is."""

    word: str
    value: str = ""


class Turn(Statement, frozen=True):
    """A name alone: this player's turn begins."""

    who: str


class Doing(Statement, frozen=True):
    """Steps of one player, joined by commas."""

    who: str
    steps: tuple[Step | Cast, ...]


class Fact(Struct, frozen=True):
    """One fact about a player or, without one, about the table."""

    who: str
    key: str
    value: Any
    span: Span


class Facts(Statement, frozen=True):
    """Facts that differ from the position a record starts from."""

    facts: tuple[Fact, ...]


class Check(Statement, frozen=True):
    """What the log says; the referee compares. ``only``: what is not said of that player is empty or 0."""

    facts: tuple[Fact, ...]
    only: str = ""


class Unchanged(Statement, frozen=True):
    """A player, or without one the whole table, is as it was when the case began."""

    who: str


class Snapshot(Statement, frozen=True):
    """The state, or the part of it at a path, is as a JSON file says that lies beside the ruling."""

    path: str


class Override(Statement, frozen=True):
    """What a table did although rules forbid it, with the ids it waives; or facts that it put right by hand."""

    reason: str
    waives: tuple[str, ...]
    doing: Doing | None = None
    adjust: tuple[Fact, ...] = ()
    spans: tuple[Span, ...] = ()  # of what it waives


class Takeback(Statement, frozen=True):
    """The last doings are withdrawn."""

    count: int


class Heading(Statement, frozen=True):
    """``ruling``, ``cites``, ``status``, ``case``: the frame of a ruling."""

    word: str
    values: tuple[str, ...]
    spans: tuple[Span, ...] = ()


class Given(Facts, frozen=True):
    """Facts that change the position of one case."""


class Verdict(Statement, frozen=True):
    """A doing or an override that must be ``refused`` (with a code), ``legal`` or ``not-legal`` at this point.

    ``refused`` without either speaks of what stands before it.
    """

    verdict: str
    tried: Doing | Override | None
    code: str = ""


class Record(Struct, frozen=True):
    """A whole record: its statements in order of writing."""

    file: str
    statements: tuple[Statement, ...]
