"""Manual pages as plain text: as much of mdoc(7) as our own pages use."""

from __future__ import annotations

import re
from collections.abc import Sequence
from textwrap import wrap

WIDTH = 78
MARGIN, HALF, STEP, OFFSET = 5, 3, 8, 6  # columns: the text, a subheading, the body of a list, an example
PLAIN = {"Ar", "Cm", "Em", "Ev", "Fl", "Ic", "Li", "Nm", "No", "Pa", "Sx"}
AROUND = {"Op": "[]", "Pq": "()", "Bq": "[]", "Qq": '""', "Ql": "‘’"}
BRACKETS = {"Oo": "[", "Oc": "]"}
MACROS = {*PLAIN, *AROUND, *BRACKETS, "Ns", "Xr"}
CLOSING = {".", ",", ";", ":", "?", "!", ")", "]"}
UNBROKEN = "\N{NO-BREAK SPACE}"
VOLUMES = {"1": "General Commands Manual", "5": "File Formats Manual"}
ESCAPES = {r"\-": "-", r"\(aq": "'", r"\(dq": '"', r"\&": "", r"\e": "\\"}


def plain(source: str) -> str:
    """The page as it is read. A macro that is not known is left as it stands, so that nothing gets lost."""
    page = _Page()
    for line in source.splitlines():
        page.take(line)
    return page.text()


def _unescaped(text: str) -> str:
    return re.sub(r"\\\(..|\\.", lambda escape: ESCAPES.get(escape[0], escape[0]), text)


class _Line:
    """The words of one line; signs that close something stand right behind the word before them."""

    def __init__(self) -> None:
        self.text, self._glue = "", True

    def add(self, word: str, before: bool = False, behind: bool = False) -> None:
        """A word without a space before it, or behind it."""
        self.text += word if before or self._glue else f" {word}"
        self._glue = behind


def _inline(words: Sequence[str]) -> str:
    """Macros and their arguments, as one text."""
    line, macro, place = _Line(), "", 0
    while place < len(words):
        word, rest = words[place], words[place + 1 :]
        place += 1
        if word in AROUND:
            end = len(rest)
            while end and rest[end - 1] in CLOSING:
                end -= 1
            inner = _inline(rest[:end]).replace(" ", UNBROKEN) if word == "Op" else _inline(rest[:end])
            line.add(f"{AROUND[word][0]}{inner}{AROUND[word][1]}{''.join(rest[end:])}")
            break
        if word in BRACKETS:
            line.add(BRACKETS[word], before=word == "Oc", behind=word == "Oo")
        elif word == "Ns":
            line.add("", before=True, behind=True)
        elif word == "Xr":
            line.add(f"{rest[0]}({rest[1]})")
            place += 2
        elif word in PLAIN:
            macro = word
            if word == "Ar" and not [other for other in rest[:1] if other not in MACROS | CLOSING]:
                line.add("file ...")
        elif word in CLOSING:
            line.add(word, before=True)
        else:
            line.add(("-" if macro == "Fl" and word != "|" else "") + _unescaped(word))
    return line.text


class _Page:
    """A page that grows line by line: what is written of a paragraph is wrapped when the paragraph ends."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._name, self._title, self._date = "", "", ""
        self._words: list[str] = []
        self._first = ""  # what stands at the beginning of the next paragraph, left of its indentation
        self._indents = [MARGIN]
        self._lists: list[tuple[str, bool, int]] = []  # kind, compact, number of the item
        self._literal = self._synopsis = False
        self._under = -1  # the line under the last heading

    def text(self) -> str:
        self._end()
        volume = VOLUMES.get(self._title[-2:-1], "")
        head = f"{self._title}{volume:^{WIDTH - 2 * len(self._title)}}{self._title}"
        foot = f"{self._date:^{WIDTH}}".rstrip()
        return "\n".join([head, *self._lines, "", foot]).replace(UNBROKEN, " ") + "\n"

    def take(self, line: str) -> None:
        if self._literal and not line.startswith(".Ed"):
            self._lines.append(f"{' ' * (self._indents[-1] + OFFSET)}{_unescaped(line)}".rstrip())
        elif not line.startswith("."):
            self._say(_unescaped(line))
        else:
            words = [word.strip('"') for word in re.findall(r'"[^"]*"|\S+', line[1:])]
            handle = getattr(self, f"_{words[0].lower()}", None) if words[0] not in MACROS - {"Nm"} else None
            handle(words[1:]) if handle else self._say(_inline(words))

    # ── paragraphs ──────────────────────────────────────────────────────────────────────────────────────

    def _say(self, text: str) -> None:
        self._words.append(text)

    def _end(self) -> None:
        """End the paragraph; the first line may begin left of the others."""
        indent = " " * self._indents[-1]
        if self._words:
            rows = wrap(" ".join(self._words), WIDTH - len(indent), break_on_hyphens=False, break_long_words=False)
            first = f"{self._first:<{len(indent)}}" if len(self._first) < len(indent) else f"{self._first} "
            self._lines += [first + rows[0], *(indent + row for row in rows[1:])]
        elif self._first.strip():
            self._lines.append(self._first)
        self._words, self._first = [], ""

    def _blank(self) -> None:
        """An empty line, but not right under a heading."""
        self._end()
        if self._lines[-1:] != [""] and not self._headed:
            self._lines.append("")

    def _heading(self, text: str) -> None:
        self._blank()
        self._lines.append(text)
        self._under = len(self._lines)

    @property
    def _headed(self) -> bool:
        """Does a heading stand right above?"""
        return self._under == len(self._lines)

    # ── macros that stand at the beginning of a line ────────────────────────────────────────────────────

    def _dd(self, words: list[str]) -> None:
        self._date = " ".join(words)

    def _dt(self, words: list[str]) -> None:
        self._title = f"{words[0]}({words[1]})"

    def _os(self, words: list[str]) -> None:
        """The system is of no interest."""

    def _sh(self, words: list[str]) -> None:
        self._heading(" ".join(words))
        self._indents, self._synopsis = [MARGIN], words == ["SYNOPSIS"]

    def _ss(self, words: list[str]) -> None:
        self._heading(" " * HALF + " ".join(words))

    def _pp(self, words: list[str]) -> None:
        self._blank()

    def _nm(self, words: list[str]) -> None:
        """The name of the page; in the synopsis, each begins a line and what follows hangs behind it."""
        self._name = words[0] if words and not self._name else self._name
        if self._synopsis:
            self._end()
            self._indents = [MARGIN + len(self._name) + 1]
            self._first = " " * MARGIN + self._name
        else:
            self._say(_inline(["Nm", *(words or [self._name])]))

    def _nd(self, words: list[str]) -> None:
        self._say("– " + " ".join(words))

    def _bd(self, words: list[str]) -> None:
        self._blank()
        self._literal = True

    def _ed(self, words: list[str]) -> None:
        self._literal = False

    def _bl(self, words: list[str]) -> None:
        self._end()
        self._lists.append((words[0].removeprefix("-"), "-compact" in words, 0))
        self._indents.append(self._indents[-1] + (STEP if words[0] == "-tag" else 4))

    def _el(self, words: list[str]) -> None:
        self._end()
        self._lists.pop()
        self._indents.pop()

    def _it(self, words: list[str]) -> None:
        kind, compact, number = self._lists[-1]
        self._end() if compact else self._blank()
        self._lists[-1] = kind, compact, number + 1
        left = " " * self._indents[-2]
        if kind != "tag":
            self._first = f"{left}{f'{number + 1}.' if kind == 'enum' else '•'}"
            return
        self._first = left + _inline(words)
        if len(self._first) > self._indents[-1] - 2:
            self._end()
