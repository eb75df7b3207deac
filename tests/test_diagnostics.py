"""The referee's voice: every mistake is found, at its place, with the rule and what would have been legal."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support import BEGUN, FIRST_TURN, PACKAGE, first, run, text_of
from syrupy.assertion import SnapshotAssertion

import referee
from referee.catalogue import CODES, codes, explanation
from referee.diagnostics import Diagnostic, Span, worst
from referee.games.dark_road.refusals import REFUSALS
from referee.reports.text import rendered, safe

TEN = """\
game     dark-rood
edition  retial
variant  two-deeed
players  Griffin Susie

from two-players
  Griffin  coins 3, goods book weapon

round 1
Griffin
  plan 1 slot 4
  gain lantern
  move 3
  dark 5
Griffin
Susie
  plan 0 slot 1 book
  moev 2
  bazaar rotate, buy staff x3
  use minne
"""

# line, column, code, rule, some of what would have been legal
MISTAKES = [
    (1, 10, "unknown-game", "", {"dark-road"}),
    (2, 10, "unknown-edition", "", {"retail"}),
    (3, 10, "unknown-variant", "", {"draft", "two-deeds"}),
    (11, 3, "no-such-slot", "PLAN-05", {"plan 1 slot 1", "plan 1 slot 2", "plan 1 slot 3"}),
    (12, 3, "not-offered", "PLAN-15", {"gain coins", "gain rotate"}),
    (14, 3, "dark-range", "DARK-05", {"dark 1", "dark 2", "dark 3"}),
    (15, 1, "wrong-turn", "GAME-03", {"Susie"}),
    (18, 3, "syntax", "", set()),
    (19, 18, "not-available", "WHEEL-05", {"buy staff", "buy potion"}),
    (20, 7, "unknown-name", "", {"mine", "oracle"}),
]


@pytest.fixture(scope="module")
def ten() -> list[Diagnostic]:
    return referee.check(TEN, "ten.road")


def test_ten_mistakes_on_ten_lines_are_ten_diagnostics(ten: list[Diagnostic]) -> None:
    assert [(d.span.line, d.span.start, d.code, d.rule) for d in ten] == [mistake[:4] for mistake in MISTAKES]
    assert len({d.code for d in ten}) == 10
    assert len({d.span.line for d in ten}) == 10


@pytest.mark.parametrize("number", range(10), ids=[mistake[2] for mistake in MISTAKES])
def test_each_says_what_and_why_and_what_else(ten: list[Diagnostic], number: int) -> None:
    found, line = ten[number], TEN.split("\n")[MISTAKES[number][0] - 1]
    assert found.severity == "error"
    assert found.file == "ten.road"
    assert found.message
    assert not found.message.endswith(".")
    assert 1 <= found.span.start < found.span.end <= len(line) + 1, "the span lies within its line"
    assert MISTAKES[number][4] <= set(found.legal)
    assert bool(found.rule) == bool(found.says)
    assert found.code in codes()


def test_the_rule_is_quoted_with_its_page(ten: list[Diagnostic]) -> None:
    assert all("(p. " in d.says for d in ten if d.rule)


def test_what_is_legal_can_be_written_instead(ten: list[Diagnostic]) -> None:
    """Each alternative, put in the place of the mistake, is not refused there."""
    lines = TEN.split("\n")
    for found in ten:
        if found.code in {"syntax", "wrong-turn", "unknown-name"}:
            continue
        for option in found.legal:
            before, after = (
                lines[found.span.line - 1][: found.span.start - 1],
                lines[found.span.line - 1][found.span.end - 1 :],
            )
            patched = [*lines[: found.span.line - 1], before + option + after, *lines[found.span.line :]]
            again = [(d.span.line, d.code) for d in referee.check("\n".join(patched))]
            assert (found.span.line, found.code) not in again, option


def test_the_text_a_person_reads(ten: list[Diagnostic], snapshot: SnapshotAssertion) -> None:
    lines = TEN.split("\n")
    assert "\n\n".join(rendered(d, lambda number: lines[number - 1]) for d in ten) == snapshot


def test_the_command_line_prints_the_same(ten: list[Diagnostic], tmp_path: Path) -> None:
    (tmp_path / "ten.road").write_text(TEN, encoding="utf-8")
    done = run("check", "ten.road", within=tmp_path)
    lines = TEN.split("\n")
    out = done.stdout.decode()
    assert done.returncode == 1
    assert done.stderr == b""
    for found in ten:
        assert rendered(found, lambda number: lines[number - 1]) in out
    assert out.splitlines()[-1].startswith("ten.road: 10 errors; ")


def test_the_json_a_program_reads(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    (tmp_path / "ten.road").write_text(TEN, encoding="utf-8")
    done = run("check", "--format", "json", "ten.road", within=tmp_path)
    assert done.returncode == 1
    assert done.stderr == b""
    assert done.stdout.decode() == snapshot


@pytest.mark.parametrize("style", ["github", "sarif"])
def test_other_formats_name_every_mistake(style: str, tmp_path: Path) -> None:
    (tmp_path / "ten.road").write_text(TEN, encoding="utf-8")
    out = run("check", "--format", style, "ten.road", within=tmp_path).stdout.decode()
    for line, column, code, _, _ in MISTAKES:
        assert code in out
        assert (f"line={line},col={column}," in out) if style == "github" else (f'"startLine": {line}' in out)
    if style == "sarif":
        assert len(json.loads(out)["runs"][0]["results"]) == 10
    else:
        assert len(out.strip().split("\n")) == 10


def test_a_clean_record_is_said_to_be_clean() -> None:
    done = run("check", FIRST_TURN)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().startswith(f"{FIRST_TURN}: clean; ")
    assert json.loads(run("check", "--format", "json", FIRST_TURN).stdout)["diagnostics"] == []
    assert run("check", "--format", "github", FIRST_TURN).stdout == b""


# ── single mistakes ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("  move 2\n", "not-now"),
        ("  plan 1 slot 2 lantern\n  move 9\n", "no-such-die"),
        ("  plan 1 slot 2 lantern\n  move 2\n  dark 2\n", "not-adjacent"),
        ("  plan 1 slot 2 lantern\n  use mine\n", "needs-illuminated-die"),
        ("  plan 1 slot 2 lantern\n  Susie move 2\n", "not-your-choice"),
        ("  plan 1 slot 2 lantern\n  market -> armor\n", "not-asked"),
        ("  plan 1 slot 2 lantern\n  move 2\n  commission Farglen, top -> [book book book]\n", "card-not-left"),
        ("  plan 1 slot 2 lantern\nSusie\n", "step-missing"),
        ("check Griffin coins 99\n", "check-failed"),
        ("Griffin coins 3\n", "stray-fact"),
        ("round 7\n", "wrong-round"),
        ("setup\n", "started-twice"),
        ("date 2026-01-01\n", "late-header"),
        ("from nowhere\n", "started-twice"),
        ("  plan € slot 2\n", "unreadable-character"),
        ("  plan 1 slot\n", "syntax"),
    ],
)
def test_a_single_mistake_is_named_first(text: str, code: str) -> None:
    assert first(text).code == code


@pytest.mark.parametrize(
    ("steps", "code", "rule", "due"),
    [
        ("lantern; move 2; rest", "not-now", "ACT-05", "Queen's Commissions or Yurg's Excursions"),
        ("glow; move 1; use mine; rest", "not-now", "ACT-06", "Great Bazaar and Queen's Commissions"),
        ("glow; move 1; use mine; bazaar; rest", "not-now", "ACT-06", "Queen's Commissions"),
        ("glow; move 1; bazaar; commission Farglen, top -> ?; rest", "step-missing", "ACT-17", "mine"),
    ],
)
def test_a_rest_before_the_turn_is_done_hears_what_is_due(steps: str, code: str, rule: str, due: str) -> None:
    found = first(f"  plan 1 slot 2 {steps}\n")
    assert (found.code, found.rule) == (code, rule)
    assert found.message.endswith(f" to activate {due}")


def test_what_somebody_else_is_to_do_is_listed_with_the_name() -> None:
    road = "  plan 1 slot 2 lantern; move 2; travel Raven, road Farglen\n"
    assert {"Susie joins", "Susie stays"} <= set(first(f"{road}  event -> ?\n").legal)
    assert set(first(f"{road}  Susie takes 4\n").legal) == {"join", "stay"}, "in place of what she is said to do"


@pytest.mark.parametrize("word", ["gain", "lose", "pay", "drop", "gift", "keep"])
def test_a_word_of_the_notation_is_not_taken_for_a_slip(word: str) -> None:
    assert not [note for note in first(f"  {word} ]\n").notes if "did you mean" in note]


@pytest.mark.parametrize("name", ["draft", "two-deeds", "draft two-deeds"])
def test_every_variant_can_be_written(name: str) -> None:
    assert [d.message for d in referee.check(f"variant {name}\nplayers A B\nfrom two-players\n")] == []


@pytest.mark.parametrize("name", ["Max", "May", "Hero", "Rest", "Pairs", "Star", "Any"])
def test_a_player_may_have_a_word_of_the_notation_for_a_name(name: str) -> None:
    found = referee.check(f"players {name} Susie\nfrom two-players\n")
    assert found == [] or any("quote" in note for d in found for note in (*d.notes, d.message)), [
        d.message for d in found
    ]
    assert referee.check(f'players "{name}" Susie\nfrom two-players\n"{name}"\ncheck "{name}" coins 5\n') == []


def test_a_hint_is_never_what_is_written_already() -> None:
    for word in ("scoring", "moev", "pln", "baazar"):
        found = first(f"  {word}\n")
        assert f"did you mean {word!r}?" not in found.notes, word
        assert found.fix != word


def test_an_expected_comma_can_be_seen_as_one() -> None:
    found = referee.check("players A B\nfrom two-players\nA move 2 shoe ahead shoe ahead\n")[0]
    assert "expected: ,," not in rendered(found, lambda number: "A move 2 shoe ahead shoe ahead")


@pytest.mark.parametrize("day", ["2026-02-30", "2025-02-29", "2026-04-31", "2026-00-10", "2026-13-01", "0000-01-01"])
def test_a_day_that_is_not_in_the_calendar(day: str) -> None:
    assert [d.code for d in referee.check(f"date {day}\nplayers A B\nfrom two-players\n")] == ["bad-date"]


@pytest.mark.parametrize("day", ["2026-02-28", "2024-02-29", "2026-12-31"])
def test_a_day_that_is_in_the_calendar(day: str) -> None:
    assert referee.check(f"date {day}\nplayers A B\nfrom two-players\n") == []


def test_what_follows_from_a_mistake_says_so() -> None:
    """After something was assumed, later findings point back to it."""
    found = referee.check(BEGUN + "  plan 1 slot 4\n  move 9\n")
    assert "this may follow from line 4" in found[1].notes
    assert not [note for note in found[0].notes if "follow" in note]


# ── how it is shown ─────────────────────────────────────────────────────────────────────────────────────


def diagnostic(**more: Any) -> Diagnostic:
    return Diagnostic(**{"code": "syntax", "message": "m", "file": "f", "span": Span(1, 3, 5), **more})


@pytest.mark.parametrize(
    ("line", "span", "carets"),
    [
        ("ab cd", Span(1, 4, 6), "   ^^"),
        ("\tab", Span(1, 2, 4), " ^^"),
        ("五六 cd", Span(1, 4, 6), "     ^^"),
        ("e\u0301 cd", Span(1, 4, 6), "  ^^"),
        ("\x1b[1m cd", Span(1, 6, 8), "          ^^"),
        ("ab", Span(1, 3, 4), "  ^"),
    ],
)
def test_the_caret_stands_under_the_words(line: str, span: Span, carets: str) -> None:
    shown = rendered(diagnostic(span=span), lambda number: line).split("\n")
    assert shown[3] == f"  │ {carets}"


def test_a_long_line_is_shown_in_part() -> None:
    line = "x" * 1000 + "HERE" + "y" * 1000
    shown = rendered(diagnostic(span=Span(1, 1001, 1005)), lambda number: line).split("\n")
    assert len(shown[2]) < 200
    assert shown[2].index("HERE") == shown[3].index("^^^^")


@pytest.mark.parametrize(
    "character", ["\x1b", "\x07", "\x9b", "\u202e", "\u2066", "\u200f", "\u2028", "\x7f", "\ufeff", "\u200b"]
)
def test_nothing_is_sent_raw_to_a_terminal(character: str) -> None:
    text = rendered(
        diagnostic(
            message=f"m{character}", file=f"f{character}", legal=(f"l{character}",), fix=f"x{character}",
            notes=(f"n{character}",),
            rule="R-01", says=f"s{character}",
        ),
        lambda number: f"ab{character}cd",
    )  # fmt: skip
    assert character not in text
    assert f"\\u{{{ord(character):x}}}" in text
    assert safe(f"a{character}b") == f"a\\u{{{ord(character):x}}}b"


def test_ordinary_letters_are_shown_as_they_are() -> None:
    assert safe("Brembizánt 五 ’ …") == "Brembizánt 五 ’ …"


def test_the_gravest_severity() -> None:
    assert worst([]) is None
    assert worst([diagnostic(severity="note"), diagnostic(severity="warning")]) == "warning"
    assert worst([diagnostic(), diagnostic(severity="note")]) == "error"


# ── the catalogue ───────────────────────────────────────────────────────────────────────────────────────

REPORTERS = {"refuse", "report", "_report", "Misread", "Refusal", "bad", "_bad"}
TABLES = {PACKAGE / "catalogue.py", PACKAGE / "games" / "dark_road" / "refusals.py"}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        if path not in TABLES:
            yield path, ast.parse(text_of(path))


def strings(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def reported() -> dict[str, str]:
    """Every code that is handed to something that reports, with the place."""
    found = {}
    for path, tree in sources():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            given = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
            if name in REPORTERS and node.args:
                given.append(node.args[0])
            for part in given:
                branches = [part.body, part.orelse] if isinstance(part, ast.IfExp) else [part]
                for branch in branches:
                    if isinstance(branch, ast.Constant) and isinstance(branch.value, str):
                        found[branch.value] = f"{path.relative_to(PACKAGE)}:{node.lineno}"
    return found


def test_every_code_that_is_reported_is_explained() -> None:
    used = reported()
    assert len(used) > 80
    assert {code: place for code, place in used.items() if code not in codes()} == {}


def test_every_code_that_is_explained_is_reported() -> None:
    """Somewhere outside the tables the code stands as a string of its own."""
    said = {text for _, tree in sources() for text in strings(tree)}
    assert sorted(code for code in codes() if code not in said) == []


def test_no_code_is_explained_twice() -> None:
    assert sorted(set(CODES) & set(REFUSALS)) == []


@pytest.mark.parametrize("code", sorted(codes()))
def test_every_code_has_an_explanation_of_two_sentences(code: str) -> None:
    meaning, remedy = codes()[code]
    assert code == code.lower()
    assert " " not in code
    for sentence in (meaning, remedy):
        assert sentence[0].isupper() or sentence[0] in "'(0123456789"
        assert sentence.endswith((".", "?", "!"))
        assert "{" not in sentence
    text = explanation(code)
    assert text.startswith(code)
    assert meaning in text
    assert remedy in text


def test_explanations_on_the_command_line() -> None:
    assert run("explain", "coins-short").stdout.decode() == explanation("coins-short") + "\n"
    assert run("explain", "dark-06").stdout.decode() == explanation("DARK-06") + "\n"
    done = run("explain", "coin-short")
    assert done.returncode == 2
    assert b"Did you mean 'coins-short'?" in done.stderr
    assert done.stdout == b""
