"""The notation: the shipped tables are those of the grammar, and our reader is held against Lark's own."""

from __future__ import annotations

import contextlib
import json
import re
import time
from functools import cache
from typing import Any

import pytest
from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from support import BOX, EXAMPLES, FIRST_TURN, GRAMMAR, HOME, POSITIONS, RULINGS, SEED, notation, seeded, text_of

import referee
from referee.notation import build
from referee.notation.parser import Node, Unreadable
from referee.notation.source import LINE_LIMIT

MUTANTS = 12000
PARTS = 12  # so that several processes share the work

ODD = [
    "\u212a", "ß", "é", "e\u0301", "é".upper(), "’", "\u200b", "\u202e", "\u00a0", "\u2003", "\t", "\x0b", "\x0c",
    "\x1c", "\x85", "\u2028", "٣", "²", "五", "_", "𝕒", "ﬁ", "\ufeff", "\U0001f3b2", "\ud83c", "'", '"', "\\", "$",
]  # fmt: skip


@cache
def lark() -> Lark:
    return build.grammar(GRAMMAR)


@cache
def corpus() -> list[tuple[str, str]]:
    """(start, line) of everything that is written in the notation here."""
    lines = [("statement", line) for path in [*EXAMPLES, *POSITIONS, *RULINGS] for line in text_of(path).split("\n")]
    lines += [("entry", line) for line in text_of(BOX).split("\n")]
    return list(dict.fromkeys((start, line) for start, line in lines if line.strip()))


# ── the tables ──────────────────────────────────────────────────────────────────────────────────────────


def test_the_shipped_tables_are_those_of_the_grammar() -> None:
    """Whatever numbers the states have."""
    shipped, fresh = json.loads(text_of(HOME / "tables.json")), json.loads(build.text(GRAMMAR))
    assert numbered_in_order(shipped) == numbered_in_order(fresh), "run: python -m referee.notation.build"


def test_the_shipped_tables_are_a_fresh_build_byte_for_byte() -> None:
    assert text_of(HOME / "tables.json") == build.text(GRAMMAR), "run: python -m referee.notation.build"


def test_two_builds_give_the_same_bytes() -> None:
    assert build.text(GRAMMAR) == build.text(GRAMMAR)


def numbered_in_order(tables: dict[str, Any]) -> dict[str, Any]:
    """The same tables with states numbered as they are met from the starts, rules written out where they are used."""
    order = [tables["starts"][start] for start in sorted(tables["starts"])]
    for state in order:
        row = tables["states"][state]
        for symbol in sorted(row):
            kind, target = row[symbol]
            if kind == 0 and target not in order:
                order.append(target)
    number = {state: place for place, state in enumerate(order)}
    states = []
    for state in order:
        row = {}
        for symbol, (kind, target) in tables["states"][state].items():
            row[symbol] = number[target] if kind == 0 else tables["rules"][target]
        states.append(row)
    return {
        **{key: tables[key] for key in ("patterns", "words", "ignore")},
        "states": states,
        "starts": {start: number[state] for start, state in tables["starts"].items()},
        "ends": {start: number[state] for start, state in tables["ends"].items()},
    }


def test_the_grammar_has_no_conflict() -> None:
    """Strict: shift/reduce, reduce/reduce and colliding terminals are errors."""
    build.grammar(GRAMMAR)


def test_a_conflict_would_be_seen(tmp_path: Any) -> None:
    from lark.exceptions import GrammarError

    bad = tmp_path / "bad.lark"
    bad.write_text("statement: entry | NAME\nentry: NAME\nNAME: /[a-z]+/i\n", encoding="utf-8")
    with pytest.raises(GrammarError, match=r"collision|conflict"):
        build.grammar(bad)


# ── Lark as oracle ──────────────────────────────────────────────────────────────────────────────────────


def ours(tree: Any) -> Any:
    if isinstance(tree, Node):
        return tree.name, tuple(map(ours, tree.children))
    return tree.type, tree.text, tree.start, tree.end


def theirs(tree: Any, offset: int) -> Any:
    if isinstance(tree, Tree):
        return str(tree.data).removeprefix("common__"), tuple(theirs(child, offset) for child in tree.children)
    assert isinstance(tree, Token)
    assert tree.start_pos is not None
    assert tree.end_pos is not None
    return tree.type, str(tree), tree.start_pos + offset, tree.end_pos + offset


def oracle(text: str, start: str, offset: int = 0) -> tuple[Any, ...]:
    """("tree", …), ("token", where, what could stand there) or ("character", where)."""
    try:
        return "tree", theirs(lark().parse(text, start=start), offset)
    except UnexpectedToken as bad:
        where = None if bad.token.type == "$END" else bad.token.start_pos + offset
        return "token", where, frozenset(bad.expected)
    except UnexpectedCharacters as bad:
        return "character", bad.pos_in_stream + offset
    except UnexpectedInput as bad:
        raise AssertionError(f"another kind of refusal: {bad!r}") from bad


def disagreement(start: str, line: str) -> str:
    """Where our reader and Lark differ over a line; nothing if they agree."""
    reader = notation()
    try:
        tokens = reader.tokens(line)
    except Unreadable as bad:
        found = oracle(line, start)
        if ";" not in line and found[0] == "tree":
            return f"we stop at column {bad.start}, Lark reads {found[1]}"
        return (
            ""
            if ";" in line or found[0] == "token" or found[1] == bad.start
            else f"we stop at {bad.start}, Lark at {found[1]}"
        )
    if tokens and tokens[-1].type == "COMMENT":
        tokens.pop()
    groups: list[list[Any]] = [[]]
    for token in tokens:
        if token.type == ";":
            groups.append([])
        else:
            groups[-1].append(token)
    for group in filter(None, groups):
        low, high = group[0].start, group[-1].end
        expected = oracle(line[low:high], start, low)
        try:
            mine: tuple[Any, ...] = "tree", ours(reader.parse(group, start))
        except Unreadable as bad:
            terminals = frozenset(kind for kind in bad.expected if kind.isupper())
            mine = "token", bad.start if bad.found else None, terminals
        if mine != expected:
            return f"{line[low:high]!r}: we say {mine}, Lark says {expected}"
    return ""


def test_the_corpus_is_read_as_lark_reads_it() -> None:
    assert len(corpus()) > 400
    for start, line in corpus():
        assert disagreement(start, line) == ""
        assert disagreement("entry" if start == "statement" else "statement", line) == ""


@pytest.mark.parametrize(
    "text",
    ["adjust Susie coins 3", "Griffin foo 3", "check Griffin coins", "dark 3 4", "cites DARK-06 3", "plan 1 slot",
     'override "x" dark 2', "Susie takes", "bazaar buy armor and book", "check Griffin coins 3, book"],
)  # fmt: skip
def test_what_could_stand_there_is_what_lark_would_accept(text: str) -> None:
    with pytest.raises(UnexpectedToken) as theirs:
        lark().parse(text, start="statement")
    with pytest.raises(Unreadable) as ours:
        notation().parse(notation().tokens(text))
    assert set(notation().accepted(ours.value)) == set(theirs.value.accepts)
    assert set(theirs.value.accepts) <= {*theirs.value.expected, "$END"}


def mutant(rng: Any) -> tuple[str, str]:
    """A line of the corpus with one to three things wrong with it."""
    start, line = rng.choice(corpus())
    for _ in range(rng.randint(1, 3)):
        line = rng.choice(MUTATIONS)(rng, line)
    return start if rng.random() < 0.9 else ("entry" if start == "statement" else "statement"), line


def _words(line: str) -> list[str]:
    return re.findall(r"\s+|\w+|[^\w\s]", line) or [""]


def _drop(rng: Any, line: str) -> str:
    words = _words(line)
    del words[rng.randrange(len(words))]
    return "".join(words)


def _double(rng: Any, line: str) -> str:
    words = _words(line)
    at = rng.randrange(len(words))
    return "".join([*words[: at + 1], rng.choice([" ", ""]), *words[at:]])


def _swap(rng: Any, line: str) -> str:
    words = _words(line)
    one, other = rng.randrange(len(words)), rng.randrange(len(words))
    words[one], words[other] = words[other], words[one]
    return "".join(words)


def _splice(rng: Any, line: str) -> str:
    _, other = rng.choice(corpus())
    return line[: rng.randint(0, len(line))] + other[rng.randint(0, len(other)) :]


def _glue(rng: Any, line: str) -> str:
    gaps = [m.span() for m in re.finditer(r"\s+", line)]
    if not gaps:
        return line
    low, high = rng.choice(gaps)
    return line[:low] + rng.choice(["", "-", "_", "'", ";", ",", "x2", "*"]) + line[high:]


def _case(rng: Any, line: str) -> str:
    return "".join(rng.choice([c.upper(), c.lower(), c]) for c in line)


def _odd(rng: Any, line: str) -> str:
    at = rng.randint(0, len(line))
    return line[:at] + rng.choice(ODD) + line[at + rng.randint(0, 1) :]


def _lookalike(rng: Any, line: str) -> str:
    at = [n for n, c in enumerate(line) if c in LOOKALIKES]
    if not at:
        return line
    n = rng.choice(at)
    return line[:n] + LOOKALIKES[line[n]] + line[n + 1 :]


def _sign(rng: Any, line: str) -> str:
    at = rng.randint(0, len(line))
    return line[:at] + rng.choice(list("->[](),:;=*?#x0123456789 \"+_'.")) + line[at:]


MUTATIONS = [_drop, _double, _swap, _splice, _glue, _case, _odd, _sign]

# Letters that are a keyword's letter in another case.
LOOKALIKES = {"s": "ſ", "i": "ı", "I": "İ", "k": "\u212a", "K": "\u212a"}


@pytest.mark.parametrize("part", range(PARTS))
def test_mutants_are_read_as_lark_reads_them(part: int) -> None:
    rng = seeded("mutants", part)
    for number in range(MUTANTS // PARTS):
        start, line = mutant(rng)
        assert disagreement(start, line) == "", f"seed {SEED}, part {part}, mutant {number}: {start} {line!r}"


def test_letters_that_are_others_in_another_case() -> None:
    rng = seeded("lookalikes")
    for number in range(300):
        start, line = rng.choice(corpus())
        line = _lookalike(rng, line)
        assert disagreement(start, line) == "", f"seed {SEED}, mutant {number}: {start} {line!r}"


def test_some_mutants_are_read_and_some_are_not() -> None:
    """Else the comparison above would show little."""
    rng = seeded("balance")
    lines = [mutant(rng) for _ in range(400)]
    read = sum(oracle(line, start)[0] == "tree" for start, line in lines)
    assert 20 < read < 380


@pytest.mark.parametrize("line", ["", "   ", "# only a remark", ";", ";;;", " ; # ; "])
def test_nothing_is_no_statement(line: str) -> None:
    assert referee.read(line).statements == ()


# ── what carries no meaning ─────────────────────────────────────────────────────────────────────────────


def meaning(text: str) -> list[Any]:
    """The statements of a record without their places."""
    return [_placeless(statement) for statement in referee.read(text).statements]


def _placeless(thing: Any) -> Any:
    fields = getattr(thing, "__struct_fields__", None)
    if fields is not None:
        return type(thing).__name__, {f: _placeless(getattr(thing, f)) for f in fields if f not in {"span", "spans"}}
    return tuple(map(_placeless, thing)) if isinstance(thing, tuple | list) else thing


def without_remarks(text: str) -> list[str]:
    return [plain for line in text.split("\n") if (plain := line.split("#")[0].strip())]


@pytest.mark.parametrize("path", [*EXAMPLES, *POSITIONS], ids=lambda path: path.stem)
def test_layout_carries_no_meaning(path: Any) -> None:
    text = text_of(path)
    statements = without_remarks(text)
    rng = seeded("layout", path.name)
    plain = meaning(text)
    assert plain
    assert meaning("\n".join(statements)) == plain
    assert meaning("\n".join(rng.choice(["", " ", "\t", "        "]) + line for line in statements)) == plain
    assert meaning("\n\n \n\t\n".join(statements)) == plain
    assert meaning("\n".join(f"{line}{rng.choice(['#', ' # ; no'])} “remark” \x07 $" for line in statements)) == plain
    assert meaning("\ufeff" + "\r\n".join(statements) + "\r\n") == plain
    assert meaning(";;\n".join(f"; {line} ;" for line in statements)) == plain
    joined = [" ; ".join(statements[at : at + 5]) for at in range(0, len(statements), 5)]
    assert meaning("\n".join(joined)) == plain
    wide = [re.sub(r'("[^"]*")| +', lambda found: found[1] or " \t  ", line) for line in statements]
    assert meaning("\n".join(wide)) == plain
    assert [d for d in referee.check("\n".join(joined)) if d.code != "override"] == []


@pytest.mark.parametrize("path", [*EXAMPLES, *POSITIONS], ids=lambda path: path.stem)
@pytest.mark.parametrize("case", [str.lower, str.upper, str.swapcase], ids=lambda case: case.__name__)
def test_words_and_names_are_read_in_any_case(path: Any, case: Any) -> None:
    plain, other = "\n".join(without_remarks(text_of(path))), case("\n".join(without_remarks(text_of(path))))
    assert [d.message for d in referee.check(other) if d.code != "override"] == []
    assert len(referee.read(other).statements) == len(referee.read(plain).statements)
    assert replayed(other) == replayed(plain)


def replayed(text: str) -> Any:
    """The end of a record, with the players' names out of the way: they are spelt as their owners spell them."""

    def plain(thing: Any) -> Any:
        match thing:
            case dict():
                return {key.lower(): plain(value) for key, value in thing.items()}
            case list():
                return [plain(item) for item in thing]
            case str():
                return thing.lower()
        return thing

    return plain(referee.replay(text))


@pytest.mark.parametrize("case", [str.lower, str.upper, str.title, str.swapcase], ids=lambda case: case.__name__)
def test_every_keyword_is_read_in_any_case(case: Any) -> None:
    reader = notation()
    assert len(reader.words) > 60
    for word, kind in reader.words.items():
        assert [token.type for token in reader.tokens(case(word))] == [kind]


def test_signs_in_quotes_and_remarks_end_nothing() -> None:
    text = 'players "A;B #1" Susie # players C D; setup\nfrom two-players\n'
    text += 'check "a;b #1" coins 5 # ; check susie coins 99\n'
    assert referee.check(text) == []
    assert [s.__class__.__name__ for s in referee.read(text).statements] == ["Section", "Check"]


# ── cost ────────────────────────────────────────────────────────────────────────────────────────────────


def test_no_terminal_takes_long_over_an_adversarial_text() -> None:
    """CPU seconds, not the clock: linear matching takes milliseconds here, quadratic matching minutes."""
    size = 200_000
    texts = [
        "a" * size, "a-" * size, "a'" * size, "-" * size,
        '"' + "a" * size, "#" * size, "1" * size, "x" * size, "A" * 9 + "-" * size,
        "none" * size, "staff-" * size, "coin" + "s" * size, "ABC-" + "0" * size, "+" * size, " " * size, "'" * size,
        "a’-’" * size,
    ]  # fmt: skip
    for name, pattern in [(n, p) for n, p in _patterns() if n not in {"COMMENT"}]:
        match = re.compile(pattern).match
        for text in texts:
            before = time.process_time()
            match(text)
            match(text + "\0")
            assert time.process_time() - before < 2, f"{name} over {text[:12]!r}…"


def test_the_longest_line_is_read_in_bearable_time() -> None:
    """A whole line of the worst kind, token by token."""
    reader = notation()
    for text in (
        "a-" * (LINE_LIMIT // 2),
        "a" * LINE_LIMIT,
        "1" * LINE_LIMIT,
        "x1 " * (LINE_LIMIT // 3),
        '"a' * (LINE_LIMIT // 2),
    ):
        before = time.process_time()
        with contextlib.suppress(Unreadable):
            reader.parse(reader.tokens(text))
        assert time.process_time() - before < 2, text[:12]


def test_no_repetition_nests_without_a_mark_between() -> None:
    """(x+)* explodes; (-x+)* does not, as long as x never matches the mark."""
    from re import _parser  # type: ignore[attr-defined]

    for name, pattern in _patterns():
        for outer in _repeats(_parser.parse(pattern)):
            inner = [part for part in _repeats(outer) if part is not outer]
            if inner:
                mark = _first(outer)
                assert str(mark[0]) == "LITERAL", f"{name}: {pattern}"
                for part in inner:
                    assert str(part[0][0]) == "IN", f"{name}: {pattern}"
                    again = [c for kind, c in part[0][1] if str(kind) == "LITERAL"]
                    assert mark[1] not in again, f"{name}: {pattern}"
                    assert not re.match(r"\w", chr(mark[1])), f"{name}: {pattern}"


def _first(parsed: Any) -> Any:
    kind, value = parsed[0]
    return _first(value[-1]) if str(kind) == "SUBPATTERN" else (kind, value)


def _patterns() -> list[tuple[str, str]]:
    found = json.loads(text_of(HOME / "tables.json"))["patterns"]
    assert len(found) > 25
    return [(name, pattern) for name, pattern in found]


def _repeats(parsed: Any) -> list[Any]:
    """The bodies of all unbounded repetitions in a parsed pattern."""
    found = []
    for kind, value in parsed:
        if str(kind) in {"MAX_REPEAT", "MIN_REPEAT"}:
            _, high, body = value
            found += ([body] if str(high) == "MAXREPEAT" else []) + _repeats(body)
        elif str(kind) == "SUBPATTERN":
            found += _repeats(value[-1])
        elif str(kind) == "BRANCH":
            for branch in value[1]:
                found += _repeats(branch)
        elif str(kind) in {"ASSERT", "ASSERT_NOT"}:
            found += _repeats(value[1])
    return found


# ── the limits of a line ────────────────────────────────────────────────────────────────────────────────


def test_a_line_has_a_greatest_length() -> None:
    fits = "# " + "x" * (LINE_LIMIT - 2)
    assert [d.code for d in referee.check(text_of(FIRST_TURN) + fits)] == []
    found = referee.check(text_of(FIRST_TURN) + fits + "x")
    assert [(d.code, d.span.start) for d in found] == [("line-too-long", LINE_LIMIT + 1)]
