"""What to say of a statement that cannot be read: where it stops making sense, what could stand there instead."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from referee.notation.names import alike, keyword, nearest
from referee.notation.parser import Parser, Token, Unreadable

# Words that never begin anything, with what is missing in front of them.
HANGING = {
    "adjust": ("what is put right by hand needs its reason in front", 'override "why it was needed": adjust …'),
    "waives": ("what is waived needs its reason in front", 'override "why it was let pass" waives … : …'),
}
CURLY = "“”„‟«»＂"
MOST_QUOTED = 200  # characters
SPELLING = {"coin": "coins"}  # words with two forms, as records spell them


class Complaint(NamedTuple):
    """What is wrong with a line between two columns, counted from 0."""

    start: int
    end: int
    message: str
    expected: tuple[str, ...] = ()
    near: tuple[str, ...] = ()  # what was probably meant, the likeliest first
    notes: tuple[str, ...] = ()
    fix: str = ""
    code: str = "syntax"


class Explainer:
    """Explains the unreadable statements of one notation."""

    def __init__(self, parser: Parser, describe: Callable[[str], str]) -> None:
        self.parser, self.describe = parser, describe

    def short(self, bad: Unreadable, text: str) -> Complaint:
        """Only where and what, for a text with more mistakes than anybody reads."""
        if not bad.expected:
            return self._character(bad, text, [])
        met = f"{bad.found!r} does not fit here" if bad.found else "the statement stops too early"
        return Complaint(bad.start, bad.end, met)

    def explain(self, bad: Unreadable, text: str) -> Complaint:
        before = self._before(text, bad)
        if not bad.expected:
            return self._character(bad, text, before)
        return self._hanging(bad, before) or self._named(bad, text, before) or self._word(bad, text, before)

    # ── characters ──────────────────────────────────────────────────────────────────────────────────────

    def _character(self, bad: Unreadable, text: str, before: list[Token]) -> Complaint:
        """A character at which no word begins."""
        head = keyword(before[0].text) if before else ""
        ahead = text[bad.end : bad.end + 1]
        if head == "option":
            return _option(before[0].start, text)
        if head == "date":
            return _date(before[0].end, text)
        if bad.found.isdigit() or (bad.found in "+-" and ahead.isdigit()):
            return Complaint(bad.start, bad.end, "this number has too many digits", ("a number of at most 6 digits",))
        if bad.found == '"':
            return _quote(bad.start, text)
        if bad.found in CURLY:
            return Complaint(
                bad.start, bad.end, f'a name or text is quoted with ", not with {bad.found}', fix='"',
                code="unreadable-character",
            )  # fmt: skip
        message = f"no word of the notation has {_shown(bad.found)} in it"
        return Complaint(bad.start, bad.end, message, code="unreadable-character")

    # ── words ───────────────────────────────────────────────────────────────────────────────────────────

    def _hanging(self, bad: Unreadable, before: list[Token]) -> Complaint | None:
        if keyword(bad.found) not in HANGING or "override" in [keyword(token.text) for token in before]:
            return None
        message, better = HANGING[keyword(bad.found)]
        return Complaint(bad.start, bad.end, message, (better,))

    def _named(self, bad: Unreadable, text: str, before: list[Token]) -> Complaint | None:
        """A name at the beginning, and nothing behind it that makes a statement."""
        if not before or any(token.type not in {"NAME", "STRING"} for token in before) or len(before) > 2:
            return None
        if bad.found in {":", ","} and len(before) == 1 and not self._meant(before[0]):
            rest = text[bad.end :].split("#")[0].split(";")[0].strip()
            message = f"a name stands alone, or directly before the step, without {bad.found!r}"
            return Complaint(bad.start, bad.end, message, (f"{before[0].text} {rest}".strip(),))
        kinds = self.parser.accepted(bad)
        if bad.found or len(before) < 2 or any(self.describe(kind) != "->" for kind in kinds):
            return None
        first, last = before[0].start, before[-1].end
        joined = Token("NAME", "".join(token.text for token in before), first, last)
        meant = self._meant(joined)
        if meant:
            return Complaint(first, last, f"{text[first:last]!r} begins no statement", near=tuple(meant))
        if self._slip(before) is not None:
            return None
        return Complaint(
            first, last, f"{text[first:last]!r} is no statement: {before[1].text!r} begins no step",
            ("a step such as plan, move or rest", "a fact such as coins 3"),
        )  # fmt: skip

    def _word(self, bad: Unreadable, text: str, before: list[Token]) -> Complaint:
        kinds = self.parser.accepted(bad)
        slip = self._slip(before)
        if slip is not None:
            token, near = slip
            return Complaint(token.start, token.end, f"{token.text!r} is not a word of the notation", near=near)
        notes: tuple[str, ...] = ()
        close = [word for kind in kinds for word in self.parser.closed(kind)]
        meant = _distinct(nearest(bad.found, close, cutoff=0.7)) if bad.found else []
        if not meant and "NAME" in kinds and bad.found.isalpha():
            notes = (f'{bad.found!r} is a word of the notation; as a name it is written in quotes: "{bad.found}"',)
        wanted = tuple(sorted({self.describe(kind) for kind in kinds}))
        return self.short(bad, text)._replace(expected=wanted, near=tuple(meant), notes=notes)

    def _before(self, text: str, bad: Unreadable) -> list[Token]:
        """What could be read of the statement before the place where it stops making sense."""
        try:
            tokens = self.parser.tokens(text[: bad.start])
        except Unreadable:
            return []
        ends = [place for place, token in enumerate(tokens) if token.type == ";"]
        return tokens[ends[-1] + 1 :] if ends else tokens

    def _slip(self, tokens: list[Token]) -> tuple[Token, tuple[str, ...]] | None:
        """A word before the unreadable place, among the first or right there, that was meant for another one."""
        names = [token for token in dict.fromkeys([*tokens[:2], *tokens[-1:]]) if token.type == "NAME"]
        slips = [
            (alike(token.text, near[0]), -token.start, token, near) for token in names if (near := self._meant(token))
        ]
        if not slips:
            return None
        *_, token, near = max(slips)
        return token, tuple(near)

    def _meant(self, token: Token) -> list[str]:
        """The words of the notation that a name may be a slip for; much shorter or longer ones must be more alike."""
        known = [word for word in self.parser.vocabulary if len(word) > 2]
        close = [word for word in known if abs(len(word) - len(token.text)) <= 1]
        return _distinct(nearest(token.text, close, cutoff=0.75) or nearest(token.text, known, cutoff=0.85))


def _distinct(words: list[str]) -> list[str]:
    """Words in order, of the two forms of one (take, takes) only the first, in the spelling of records."""
    kept: list[str] = []
    for word in words:
        if not any(word.rstrip("s") == other.rstrip("s") for other in kept):
            kept.append(SPELLING.get(word, word))
    return kept


def _option(start: int, text: str) -> Complaint:
    """``option dark.no_coin free``"""
    written = re.match(r"option\s+([a-z]+\.[a-z_]+)\s+([a-z0-9-]+)\s*(?=$|[;#])", text[start:], re.IGNORECASE)
    if written is None:
        return Complaint(
            start, start + len(text[start:].rstrip()), "this is no setting of an option",
            ("a setting such as dark.no_coin = free",),
        )  # fmt: skip
    name, value = written.groups()
    missing = "the = between an option and its value is missing"
    return Complaint(start + written.end(1), start + written.start(2), missing, (f"option {name} = {value}",))


def _date(start: int, text: str) -> Complaint:
    """``date 13.11.2026``"""
    start += len(text[start:]) - len(text[start:].lstrip())
    written = re.match(r"[^\s;#]+", text[start:])
    end = start + (written.end() if written else 1)
    fix = ""
    parts = re.fullmatch(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4})", text[start:end])
    if parts is not None:
        day, month, year = map(int, parts.groups())
        with suppress(ValueError):
            fix = date(year, month, day).isoformat()
    expected = () if fix else ("a date such as 2026-11-13",)
    return Complaint(start, end, "a date is written as year-month-day", expected, fix=fix)


def _quote(start: int, text: str) -> Complaint:
    end = text.find('"', start + 1)
    if end < 0:
        return Complaint(start, len(text.rstrip()), "this quote is not closed", ('" behind the name or text',))
    size = end - start - 1
    message = f"a quoted text has at most {MOST_QUOTED} characters; this one has {size}"
    return Complaint(start, end + 1, message)


def _shown(character: str) -> str:
    return repr(character) if character.isprintable() else f"the character U+{ord(character):04X}"
