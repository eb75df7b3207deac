"""A text and the statements in it, read one by one: a bad one is reported and the rest is still read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.diagnostics import Diagnostic, Span
from referee.notation.parser import Node, Parser, Token, Unreadable
from referee.notation.unreadable import Explainer

LINE_LIMIT = 4096  # characters; a longer line is a mistake, and long lines are where parsers are attacked

MANY = 500  # findings; behind so many nobody reads what could stand there, and looking for it is what takes time

# Token classes in a reader's words; the rest spell themselves.
CLASSES = {
    "NAME": "a name",
    "STRING": "a quoted name",
    "INT": "a number",
    "SIGNED": "+ or - a number",
    "COUNT": "x2",
    "UNKNOWN": "?",
    "NONE": "none",
    "RULE_ID": "a rule id such as DARK-06",
    "SETTING": "a setting such as dark.no_coin = free",
    "DATE": "a date such as 2026-11-13",
    "__ANON_2": "->",
    "$END": "the end of the statement",
    "COMMA": "a comma",
    "COLON": "a colon",
    "STAR": "*",
    "LPAR": "(",
}


def lines_of(text: str) -> list[str]:
    """The lines of a text, however its lines end: some old programs write a carriage return alone."""
    text = text.removeprefix("\ufeff")
    return text.split("\n" if "\n" in text else "\r")


class Comment(NamedTuple):
    """A remark of the scribe, kept with its place."""

    text: str
    span: Span


class Parsed(NamedTuple):
    """One statement as a tree, with the line it stands on."""

    line: int
    node: Node

    def span(self, part: Node | Token | None = None) -> Span:
        """Where the statement, or a part of it, stands."""
        part = part or self.node
        return Span(self.line, part.start + 1, part.end + 1)


class Source:
    """A text with a name, split into statements."""

    def __init__(self, text: str, file: str, parser: Parser, start: str = "statement") -> None:
        self.file, self.parser, self.start = file, parser, start
        self.lines = lines_of(text)
        self.comments: list[Comment] = []
        self.diagnostics: list[Diagnostic] = []
        self._known: dict[str, list[Node | Unreadable]] = {}

    def statements(self, describe: Callable[[str], str]) -> Iterator[Parsed]:
        """Every readable statement in order; the unreadable ones go to ``diagnostics``."""
        explainer = Explainer(self.parser, describe)
        for number, raw in enumerate(self.lines, 1):
            line = raw[:-1] if raw.endswith("\r") else raw
            if not line or line.isspace():
                continue
            if len(line) > LINE_LIMIT:
                self._report(
                    "line-too-long",
                    Span(number, LINE_LIMIT + 1, LINE_LIMIT + 2),
                    f"this line has {len(line)} characters; {LINE_LIMIT} is the most",
                    (),
                )
                continue
            for found in self._line(line, number):
                if isinstance(found, Unreadable):
                    self._unreadable(found, number, line, explainer)
                else:
                    yield Parsed(number, found)

    def _line(self, line: str, number: int) -> list[Node | Unreadable]:
        """What a line holds; equal lines share one reading."""
        known = self._known.get(line)
        if known is None:
            known = self._known[line] = list(self._parse(line, number))
        elif "#" in line:
            known = list(self._parse(line, number))
        return known

    def _parse(self, line: str, number: int) -> Iterator[Node | Unreadable]:
        try:
            tokens = self.parser.tokens(line)
        except Unreadable as bad:
            yield bad
            return
        if tokens and tokens[-1].type == "COMMENT":
            remark = tokens.pop()
            self.comments.append(Comment(remark.text, Span(number, remark.start + 1, remark.end + 1)))
        group: list[Token] = []
        for token in [*tokens, Token(";", "", len(line), len(line))]:
            if token.type != ";":
                group.append(token)
                continue
            if group:
                try:
                    yield self.parser.parse(group, self.start)
                except Unreadable as bad:
                    yield bad
            group = []

    def _unreadable(self, bad: Unreadable, line: int, text: str, explainer: Explainer) -> None:
        found = (explainer.short if len(self.diagnostics) >= MANY else explainer.explain)(bad, text)
        notes = (*found.notes, *(f"did you mean {word!r}?" for word in found.near[:1]))
        fix = found.near[0] if len(found.near) == 1 else found.fix
        span = Span(line, found.start + 1, max(found.end, found.start + 1) + 1)
        self._report(found.code, span, found.message, found.expected, notes, fix)

    def _report(
        self, code: str, span: Span, message: str, legal: tuple[str, ...], notes: tuple[str, ...] = (), fix: str = ""
    ) -> None:
        self.diagnostics.append(
            Diagnostic(code=code, message=message, file=self.file, span=span, legal=legal, notes=notes, fix=fix)
        )
