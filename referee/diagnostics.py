"""One type for everything the referee has to say about a text: where, what, by which rule, and what would do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

MOST_LEGAL = 12  # a text shows so many of what would be legal; a diagnostic holds one more where there are more

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")  # the gravest first


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
    return next((severity for severity in SEVERITIES if severity in found), None)
