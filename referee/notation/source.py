"""A text and the statements in it, read one by one: a bad one is reported and the rest is still read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.diagnostics import Diagnostic, Span
from referee.notation.names import nearest
from referee.notation.parser import Node, Parser, Token, Unreadable

LINE_LIMIT = 4096  # characters; a longer line is a mistake, and long lines are where parsers are attacked

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
}


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
        self.lines = text.removeprefix("\ufeff").split("\n")
        self.comments: list[Comment] = []
        self.diagnostics: list[Diagnostic] = []
        self._known: dict[str, list[Node | Unreadable]] = {}
        self._line_number = 0

    def statements(self, describe: Callable[[str], str]) -> Iterator[Parsed]:
        """Every readable statement in order; the unreadable ones go to ``diagnostics``."""
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
                    self._line_number = number
                    self._unreadable(found, number, line, describe)
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

    def _unreadable(self, bad: Unreadable, line: int, text: str, describe: Callable[[str], str]) -> None:
        span = Span(line, bad.start + 1, bad.end + 1)
        if not bad.expected and bad.found.isdigit():
            self._report("syntax", span, "this number has too many digits", ("a number of at most 6 digits",))
            return
        if not bad.expected:
            self._report("unreadable-character", span, f"no word of the notation has {_shown(bad.found)} in it", ())
            return
        kinds = [kind for kind in bad.expected if kind.isupper() or kind.startswith(("$", "__ANON"))]
        wanted = tuple(sorted({describe(kind) for kind in kinds}))
        slip = self._slip(text, bad)
        if slip is not None:
            word, near = slip
            self._report(
                "syntax", word, f"{text[word.start - 1 : word.end - 1]!r} is not a word of the notation", (near,)
            )
            return
        notes: tuple[str, ...] = ()
        if "NAME" in kinds and bad.found.isalpha():
            notes = (f'{bad.found!r} is a word of the notation; as a name it is written in quotes: "{bad.found}"',)
        close = [word for kind in kinds for word in self.parser.closed(kind)]
        meant = nearest(bad.found, close, 1) if bad.found else []
        if meant:
            notes = (f"did you mean {meant[0]!r}?",)
        met = f"{bad.found!r} does not fit here" if bad.found else "the statement stops too early"
        self._report("syntax", span, met, wanted, notes)

    def _slip(self, text: str, bad: Unreadable) -> tuple[Span, str] | None:
        """A first word that was probably meant for another one, with what follows it unreadable."""
        try:
            tokens = [token for token in self.parser.tokens(text[: bad.start]) if token.type != "COMMENT"]
        except Unreadable:
            return None
        while any(token.type == ";" for token in tokens):
            tokens = tokens[[token.type for token in tokens].index(";") + 1 :]
        names = [token for token in tokens[:2] if token.type == "NAME"]
        for token in names:
            near = nearest(token.text, [word for word in self.parser.words if len(word) > 2], 1, cutoff=0.75)
            if near:
                return Span(self._line_number, token.start + 1, token.end + 1), near[0]
        return None

    def _report(self, code: str, span: Span, message: str, legal: tuple[str, ...], notes: tuple[str, ...] = ()) -> None:
        self.diagnostics.append(
            Diagnostic(code=code, message=message, file=self.file, span=span, legal=legal, notes=notes)
        )


def _shown(character: str) -> str:
    return repr(character) if character.isprintable() else f"the character U+{ord(character):04X}"
