"""Turn a Lark grammar into the parse tables that ship with the package.

Lark is the only definition of the notation and is needed only here and in the tests: the reader runs on
the tables. ``python -m referee.notation.build`` writes them anew after a change of ``grammar/``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

STARTS = ["statement", "entry"]


def grammar(path: Path, starts: list[str] = STARTS) -> Lark:
    """The grammar as Lark reads it; strict, so any conflict is an error."""
    from lark import Lark

    return Lark.open(str(path), start=starts, parser="lalr", lexer="basic", strict=True, maybe_placeholders=False)


def tables(lark: Lark) -> dict[str, Any]:
    """Everything the reader needs, as plain JSON values."""
    front: Any = lark.parser
    table = front.parser._parse_table
    patterns, words = _terminals(front.lexer.terminals)
    rules: list[list[Any]] = []
    number: dict[int, int] = {}

    def rule_number(rule: Any) -> int:
        if id(rule) not in number:
            number[id(rule)] = len(rules)
            rules.append(_rule(rule))
        return number[id(rule)]

    order = _numbered(table)
    states = []
    for state in order:
        row = {}
        for symbol, (action, target) in sorted(table.states[state].items()):
            row[symbol] = [1, rule_number(target)] if action.name == "Reduce" else [0, order[target]]
        states.append(row)
    return {
        "patterns": patterns,
        "words": words,
        "ignore": sorted(front.lexer.ignore_types),
        "rules": rules,
        "states": states,
        "starts": {start: order[state] for start, state in sorted(table.start_states.items())},
        "ends": {start: order[state] for start, state in sorted(table.end_states.items())},
    }


def _numbered(table: Any) -> dict[int, int]:
    """States in the order in which they are met from the starts: Lark's own numbers differ from build to build."""
    order: dict[int, int] = {}
    waiting = [state for _, state in sorted(table.start_states.items())]
    while waiting:
        state = waiting.pop(0)
        if state not in order:
            order[state] = len(order)
            row = sorted(table.states[state].items())
            waiting += [target for _, (action, target) in row if action.name != "Reduce"]
    return order


def _terminals(terminals: list[Any]) -> tuple[list[list[str]], dict[str, str]]:
    """Patterns in Lark's order of trying; keywords that a NAME would match become a word list, as Lark does."""
    name = re.compile(next(t for t in terminals if t.name == "NAME").pattern.to_regexp())
    patterns, words = [], {}
    for terminal in terminals:
        text = terminal.pattern.value
        if type(terminal.pattern).__name__ == "PatternStr" and name.fullmatch(text):
            words[text.lower()] = terminal.name
        else:
            patterns.append([terminal.name, terminal.pattern.to_regexp()])
    return patterns, dict(sorted(words.items()))


def _rule(rule: Any) -> list[Any]:
    """[origin, node name, length, what to keep (1) or splice (2), replace by a lone child?]"""
    keep = []
    for symbol in rule.expansion:
        if symbol.is_term:
            keep.append(int(rule.options.keep_all_tokens or not symbol.filter_out))
        else:
            keep.append(2 if symbol.name.startswith("_") else 1)
    lone = bool(rule.options.expand1 and not rule.alias)
    node = (rule.alias or rule.origin.name).removeprefix("common__")
    return [rule.origin.name, node, len(rule.expansion), keep, lone]


def text(path: Path) -> str:
    """The tables as they are written to disk."""
    return json.dumps(tables(grammar(path)), separators=(",", ":"), ensure_ascii=False) + "\n"


def main() -> None:
    package = Path(__file__).parent.parent
    for source in sorted((package.parent / "grammar").glob("*.lark")):
        home = package / "games" / source.stem
        if home.is_dir():
            (home / "tables.json").write_text(text(source), encoding="utf-8")


if __name__ == "__main__":
    main()
