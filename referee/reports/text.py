"""Diagnostics for people: the place, the line itself with a caret, the rule, what would be legal."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence

from referee.diagnostics import MOST_LEGAL, SEVERITIES, Diagnostic

MOST_SAID = 150
MOST_FINDINGS = 100  # of one file, or of one case; behind so many nobody reads on
READING = {"syntax", "unreadable-character", "unknown-name", "unknown-label"}  # said before any table is known
COLOURS = {"error": "31;1", "warning": "33;1", "note": "36;1"}


def safe(text: str) -> str:
    """Text that a terminal shows and never obeys: control, format and bidi characters become visible."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c == " " or unicodedata.category(c)[0] not in "CZ" else _visible(c) for c in text)


def safe_lines(text: str) -> str:
    """The same for a text of several lines."""
    return "\n".join(map(safe, text.split("\n")))


def _visible(character: str) -> str:
    return " " if unicodedata.category(character) == "Zs" else f"\\u{{{ord(character):x}}}"


def listed(
    found: Sequence[Diagnostic],
    line: Callable[[int], str],
    colour: bool = False,
    most: int = MOST_FINDINGS,
    rest: str = "--max-findings 0 shows them",
) -> Iterator[str]:
    """Every finding as a paragraph, in order; of more than ``most`` the gravest, and how many are left. 0 is all."""
    shown = list(range(len(found)))
    if most and len(found) > most:
        shown = sorted(sorted(shown, key=lambda place: SEVERITIES.index(found[place].severity))[:most])
    yield from (rendered(found[place], line, colour) for place in shown)
    if len(shown) < len(found):
        yield f"… and {len(found) - len(shown)} more; {rest}"


def rendered(diagnostic: Diagnostic, line: Callable[[int], str], colour: bool = False) -> str:
    """One diagnostic with its line and a caret under the words it is about."""

    def paint(text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if colour else text

    span = diagnostic.span
    tone = COLOURS[diagnostic.severity]
    number = str(span.line)
    margin = " " * len(number)
    parts = [
        paint(f"{diagnostic.severity}[{diagnostic.code}]", tone) + f": {safe(diagnostic.message)}",
        f"{margin} ┌─ {safe(diagnostic.file)}:{span.line}:{span.start}",
    ]
    text = line(span.line).rstrip("\r\n")
    if text:
        shown, before, width = _window(text, span.start - 1, span.end - 1)
        parts.append(f"{number} │ {shown}")
        parts.append(f"{margin} │ {' ' * before}{paint('^' * width, tone)}")
    if diagnostic.rule:
        parts.append(
            f"{margin} = rule {diagnostic.rule}" + (f": {safe(_short(diagnostic.says))}" if diagnostic.says else "")
        )
    if diagnostic.legal:
        listed = ", ".join(safe(option) for option in diagnostic.legal[:MOST_LEGAL])
        parts.append(
            f"{margin} = {_heading(diagnostic)}: {listed}" + (", …" if len(diagnostic.legal) > MOST_LEGAL else "")
        )
    if diagnostic.fix:
        parts.append(f"{margin} = fix: write {safe(diagnostic.fix)}")
    parts += [f"{margin} = {safe(note)}" for note in diagnostic.notes]
    return "\n".join(parts)


def _short(says: str) -> str:
    """One line of a rule is enough; ``referee explain`` has the rest."""
    return says if len(says) <= MOST_SAID else says[: MOST_SAID - 1].rstrip() + "…"


def _heading(diagnostic: Diagnostic) -> str:
    return "expected" if diagnostic.code in READING else "legal here"


def _window(text: str, start: int, end: int) -> tuple[str, int, int]:
    """The part of a line around a place, tabs as one space; columns as a terminal shows them."""
    text = text.replace("\t", " ")
    low = max(0, start - 60) if len(text) > 160 else 0
    high = min(len(text), max(end, low + 140))
    head = "…" if low else ""
    shown = head + safe(text[low:high]) + ("…" if high < len(text) else "")
    before = len(head) + _columns(safe(text[low:start]))
    return shown, before, max(1, _columns(safe(text[start : min(end, high)])))


def _columns(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)
