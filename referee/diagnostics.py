"""One type for everything the referee has to say about a text: where, what, by which rule, and what would do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

Severity = Literal["error", "warning", "note"]


class Span(msgspec.Struct, frozen=True, order=True):
    """A stretch of one line. Lines and columns count from 1; ``end`` is the first column after it."""

    line: int
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """From the start of this one to the end of the other, as far as this line reaches."""
        return Span(self.line, self.start, other.end) if other.line == self.line else self


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong at one place of a file."""

    code: str
    message: str
    file: str
    span: Span
    severity: Severity = "error"
    rule: str = ""
    says: str = ""
    legal: tuple[str, ...] = ()
    fix: str = ""
    notes: tuple[str, ...] = ()


def worst(diagnostics: Iterable[Diagnostic]) -> Severity | None:
    """The gravest severity among them, or None if there are none."""
    found = {d.severity for d in diagnostics}
    for severity in ("error", "warning", "note"):
        if severity in found:
            return severity
    return None
