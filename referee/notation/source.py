"""A text and the statements in it, read one by one: a bad one is reported and the rest is still read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from referee.diagnostics import Diagnostic, Span
from referee.notation.names import alike, keyword, nearest
from referee.notation.parser import Node, Parser, Token, Unreadable

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


# Words that never begin anything, with what is missing in front of them.
HANGING = {
    "adjust": ("what is put right by hand needs its reason in front", 'override "why it was needed": adjust …'),
    "waives": ("what is waived needs its reason in front", 'override "why it was let pass" waives … : …'),
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
        met = f"{bad.found!r} does not fit here" if bad.found else "the statement stops too early"
        if len(self.diagnostics) >= MANY:
            self._report("syntax", span, met, ())
            return
        before = self._before(text, bad)
        if keyword(bad.found) in HANGING and "override" not in [keyword(token.text) for token in before]:
            message, better = HANGING[keyword(bad.found)]
            self._report("syntax", span, message, (better,))
            return
        kinds = self.parser.accepted(bad)
        wanted = tuple(sorted({describe(kind) for kind in kinds}))
        slip = self._slip(before)
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
        meant = nearest(bad.found, close, 1, cutoff=0.7) if bad.found else []
        if meant:
            notes = (f"did you mean {meant[0]!r}?",)
        self._report("syntax", span, met, wanted, notes)

    def _before(self, text: str, bad: Unreadable) -> list[Token]:
        """What could be read of the statement before the place where it stops making sense."""
        try:
            tokens = self.parser.tokens(text[: bad.start])
        except Unreadable:
            return []
        ends = [place for place, token in enumerate(tokens) if token.type == ";"]
        return tokens[ends[-1] + 1 :] if ends else tokens

    def _slip(self, tokens: list[Token]) -> tuple[Span, str] | None:
        """A word before the unreadable place, among the first or right there, that was meant for another one."""
        names = [token for token in dict.fromkeys([*tokens[:2], *tokens[-1:]]) if token.type == "NAME"]
        slips = [(alike(token.text, word), -token.start, token, word) for token in names for word in self._meant(token)]
        if not slips:
            return None
        *_, token, word = max(slips)
        return Span(self._line_number, token.start + 1, token.end + 1), word

    def _meant(self, token: Token) -> list[str]:
        """The word of the notation that a name is a slip for; one that is much shorter or longer must be more alike."""
        known = [word for word in self.parser.vocabulary if len(word) > 2]
        close = [word for word in known if abs(len(word) - len(token.text)) <= 1]
        return nearest(token.text, close, 1, cutoff=0.75) or nearest(token.text, known, 1, cutoff=0.85)

    def _report(self, code: str, span: Span, message: str, legal: tuple[str, ...], notes: tuple[str, ...] = ()) -> None:
        self.diagnostics.append(
            Diagnostic(code=code, message=message, file=self.file, span=span, legal=legal, notes=notes)
        )


def _shown(character: str) -> str:
    return repr(character) if character.isprintable() else f"the character U+{ord(character):04X}"
