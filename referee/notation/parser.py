"""Read one statement with the prebuilt tables: text to tokens, tokens to a tree.

A shift-reduce parser over Lark's own LALR tables. Lark stays the definition of the language; the tests
hold this reader against it, tree for tree and refusal for refusal.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from referee.notation.names import keyword


class Token(NamedTuple):
    """One word or sign, with the columns it covers (counted from 0)."""

    type: str
    text: str
    start: int
    end: int


class Node(NamedTuple):
    """A rule of the grammar with what it was made of."""

    name: str
    children: tuple[Any, ...]
    start: int
    end: int

    def tokens(self) -> Iterator[Token]:
        """Every token below, in order of writing."""
        for child in self.children:
            if isinstance(child, Token):
                yield child
            else:
                yield from child.tokens()


class Unreadable(Exception):
    """A statement that is not in the language: where it stops making sense, and what could stand there.

    ``expected`` is what the tables hold for that place; the parser says which of it is ``accepted`` after ``states``.
    """

    def __init__(
        self, start: int, end: int, found: str, expected: tuple[str, ...], states: tuple[int, ...] = ()
    ) -> None:
        super().__init__(found)
        self.start, self.end, self.found, self.expected, self.states = start, end, found, expected, states


class Parser:
    """The notation of one game."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self.words: dict[str, str] = tables["words"]
        self.states: list[dict[str, list[int]]] = tables["states"]
        self.rules: list[Any] = tables["rules"]
        self.starts: dict[str, int] = tables["starts"]
        self.ends: set[int] = set(tables["ends"].values())
        self.ignore = frozenset(tables["ignore"])
        self._scan = re.compile("|".join(f"(?P<{name}>{pattern})" for name, pattern in tables["patterns"])).match
        self._spellings: dict[str, str] = dict(tables["patterns"])
        for word, name in self.words.items():
            self._spellings[name] = word

    def tokens(self, line: str) -> list[Token]:
        """The tokens of a line, spaces left out; ``;`` stands as a token of its own, a comment comes last."""
        found, at, end = [], 0, len(line)
        while at < end:
            if line[at] == ";":
                found.append(Token(";", ";", at, at + 1))
                at += 1
                continue
            match = self._scan(line, at)
            if match is None or match.end() == at:
                raise Unreadable(at, at + 1, line[at], ())
            kind, text = str(match.lastgroup), match.group()
            if kind == "NAME":
                kind = self.words.get(keyword(text), kind)
            if kind not in self.ignore or kind == "COMMENT":
                found.append(Token(kind, text, at, match.end()))
            at = match.end()
        return found

    def parse(self, tokens: list[Token], start: str = "statement") -> Node:
        """The tree of one statement. Raises Unreadable."""
        states, trees = [self.starts[start]], list[Any]()
        last = tokens[-1].end if tokens else 0
        for token in [*tokens, Token("$END", "", last, last)]:
            while True:
                row = self.states[states[-1]]
                if token.type not in row:
                    raise Unreadable(
                        token.start, max(token.end, token.start + 1), token.text, tuple(row), tuple(states)
                    )
                kind, target = row[token.type]
                if kind == 0:
                    states.append(target)
                    trees.append(token)
                    break
                self._reduce(target, states, trees, token)
                if token.type == "$END" and states[-1] in self.ends:
                    return trees[-1]  # type: ignore[no-any-return]
        raise AssertionError("the end of input is always accepted or refused")

    def accepted(self, bad: Unreadable) -> list[str]:
        """The token classes with which a statement could go on where it stopped making sense."""
        return [kind for kind in bad.expected if not kind.islower() and self._goes_on(kind, list(bad.states))]

    def _goes_on(self, token_type: str, states: list[int]) -> bool:
        """Is a token taken up in the end, once everything before it has been put together?"""
        while token_type in (row := self.states[states[-1]]):
            kind, target = row[token_type]
            if kind == 0:
                return True
            origin, _, length, *_ = self.rules[target]
            del states[len(states) - length :]
            states.append(self.states[states[-1]][origin][1])
            if token_type == "$END" and states[-1] in self.ends:
                return True
        return False

    def _reduce(self, number: int, states: list[int], trees: list[Any], ahead: Token) -> None:
        origin, name, length, keep, lone = self.rules[number]
        parts = trees[len(trees) - length :] if length else []
        del trees[len(trees) - length :], states[len(states) - length :]
        children: list[Any] = []
        for part, kept in zip(parts, keep, strict=True):
            if kept == 1:
                children.append(part)
            elif kept == 2:
                children.extend(part.children)
        if lone and len(children) == 1:
            tree = children[0]
        else:
            tree = Node(
                name, tuple(children), parts[0].start if parts else ahead.start, parts[-1].end if parts else ahead.start
            )
        trees.append(tree)
        states.append(self.states[states[-1]][origin][1])

    @cached_property
    def vocabulary(self) -> list[str]:
        """Every word that the notation spells out."""
        return sorted({*self.words, *(word for kind in self._spellings for word in self.closed(kind))})

    def closed(self, token_type: str) -> list[str]:
        """The words of a class that has only these: the towns, the goods, a keyword; coin and coins."""
        match = re.match(r"(?:\(\?i:)?\(?([A-Za-z|?-]+)\)?(?:\(\?!.*)?\)?$", self._spellings.get(token_type, ""))
        words = match[1].split("|") if match else []
        return [form for word in words for form in ((word[:-2], word[:-1]) if word.endswith("?") else (word,))]

    def spelling(self, token_type: str) -> str:
        """A token class as a person would write it: a word, a sign, or the name of the class."""
        pattern = self._spellings.get(token_type, "")
        plain = re.sub(r"\(\?i?:(.*)\)$", r"\1", pattern).replace("\\", "")
        return plain if plain and re.fullmatch(r"[a-z-]+|[^\w\s(]{1,2}", plain) else token_type


@cache
def parser(home: Path) -> Parser:
    """The parser whose tables lie in a game's folder."""
    return Parser(msgspec.json.decode((home / "tables.json").read_bytes()))
