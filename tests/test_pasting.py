"""What may come next is listed ready to paste, whatever players and cards are called."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from support import EXAMPLES, SEED, seeded, text_of

import referee
from referee.cli import referee as group
from referee.diagnostics import Diagnostic
from referee.drivers.script import Script

# Keywords, spaces, signs that end a statement or begin a comment: each has to be quoted wherever it stands.
DECLARED = """\
declare hero "Rest" to Farglen wants armor gives lantern
declare hero "Old  Tom" to Northbreak wants armor book gives shoe
declare companion "Any" x2 loyal
declare ability "Any" "Rest": coins +1
declare ability "Any" "5 times": prestige +1
declare companion "A # B" stray gift quartz: coins +2
declare building "Move" "The Move": coins +1
declare building "x2" "Times two": pay coins 1 then prestige +1
declare deed "Upper": vp 3
declare deed "Round": vp 2
declare upgrade "Gift": on buy: coins +1
"""
TABLE = f"""\
{DECLARED}
players "Plan" "A, B" "O'Neil; x" Griffin
from four-players
  buildings "Move" "x2" mine oracle
  inn "Rest" "Old Tom" Leitis Ogrim
  row "Any" "A # B" Raven
  court "Upper" "Round"
  "Plan" coins 9, lanterns 3, quartz 2, shoes 1, goods armor book potion, heroes none, companions "Any"
  "A, B" coins 9, lanterns 3, quartz 2, shoes 1, goods armor book potion, heroes none
"""
TWO = 'players "Rest" Susie\nfrom two-players\n'


def invoked(command: str, text: str, *options: str) -> str:
    done = CliRunner().invoke(group, [command, *options, "-"], input=text, standalone_mode=False)
    assert done.exception is None, done.exception
    return done.stdout


def legal(text: str, *options: str) -> list[str]:
    return invoked("legal", text, *options).splitlines()


def steps(text: str, *options: str) -> list[str]:
    """What is listed, without what it answers."""
    return [line.split("  # ")[0].rstrip() for line in legal(text, *options)]


@pytest.mark.parametrize("game", range(4))
def test_a_record_grows_line_by_line(game: int) -> None:
    """Every line is pasted as it was printed, comment included, and the whole record is checked each time."""
    rng = seeded("grow", game)
    text = TABLE if game % 2 else TWO
    assert referee.check(text) == []
    for _ in range(40):
        listed = legal(text)
        assert listed, f"REFEREE_SEED={SEED}, game {game}: nothing is listed:\n{text}"
        text += f"{rng.choice(listed)}\n"
        assert [d.message for d in referee.check(text)] == [], f"REFEREE_SEED={SEED}, game {game}:\n{text}"


@pytest.mark.parametrize("game", range(6))
def test_a_match_goes_on_by_what_is_listed(game: int) -> None:
    rng, match, written = seeded("match", game), referee.begin(TABLE), list[str]()
    while len(written) < 120:
        listed = referee.legal(match)
        assert listed, f"REFEREE_SEED={SEED}, game {game}: nothing is listed after {written}"
        written.append(rng.choice(listed))
        assert referee.do(match, written[-1]) == [], f"REFEREE_SEED={SEED}, game {game}: {written}"


def test_who_begins_a_turn_is_named_first() -> None:
    turn = TWO + '"Rest"\n  plan 1 slot 3 coins; move 3; dark 3\n'
    assert {line.split()[0] for line in legal(turn)} == {"gain", "return", "rest", "Susie;"}
    assert all(line.startswith("Susie; plan ") for line in legal(turn + "  rest\n"))
    assert not [line for line in legal(TWO) if "; " in line], "the first turn of a record need not be named"
    back = turn + "Susie\n  plan 1 slot 3 coins; move 3; dark 3\n"
    assert all(line.startswith('"Rest"; plan ') for line in legal(back + "  rest\n"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_here_is_the_same_place_for_everybody(path: Path) -> None:
    """At a line, at the end of what stands up to it, and in the position there, the same may come next."""
    text, rng = text_of(path), seeded("here", path.stem)
    script = Script(text, str(path))
    played = [s.span.line for s in script.statements if s.span.line > max(script.opening)]
    for line in sorted(rng.sample(sorted(set(played)), min(6, len(set(played))))):
        head = "\n".join(text.split("\n")[:line]) + "\n"
        here = f"REFEREE_SEED={SEED}, line {line}"
        listed = steps(head)
        assert listed == steps(head, "--at", "end") == steps(text, "--at", f"line {line}"), here
        if not listed:
            continue  # a check has counted the score; a position cannot say that nothing more is revealed
        there = steps(invoked("position", text, "--at", f"line {line}"))
        turn = f"{listed[0].split('; ')[0]}; "  # a position need not name the turn it lies in
        assert there in (listed, [step.removeprefix(turn) for step in listed]), here
        found = [(d.code, d.span) for d in referee.check(head, str(path))]
        for step in rng.sample(listed, min(2, len(listed))):
            again = [(d.code, d.span) for d in referee.check(head + step, str(path))]
            assert again == found, f"{here}: {step}"


def test_what_needs_no_word_may_still_be_written() -> None:
    text = TWO + '"Rest"\n  plan 0 slot 3 coins\n'
    assert {"move 3", "dark 1"} <= set(steps(text))
    assert "move 3" in referee.legal(referee.begin(text))


@pytest.mark.parametrize(
    ("steps", "wanted"),
    [
        ('  gift "Any" nope', {'gift "Any" "Rest"', 'gift "Any" "5 times"'}),
        ("  plan 1 slot 2 glow; move 1; use oracle", {'use "Move"'}),
        ("  plan 0 slot 1; move 1; shoe back; inn Ogrim book*", {'inn "Rest" armor', "inn Old-Tom book"}),
        ("  plan 0 slot 3 coins; move 3; travel Grace", {'travel "Any"', 'travel "A # B"'}),
    ],
)
def test_what_a_diagnostic_lists_can_be_pasted(steps: str, wanted: set[str]) -> None:
    """The alternatives stand in place of the step that was refused."""
    text = TABLE + f'"Plan"\n{steps}\n'
    found = [d for d in referee.check(text) if d.legal]
    assert wanted <= set(found[0].legal)
    lines = text.split("\n")
    for option in found[0].legal:
        again = referee.check("\n".join(_patched(lines, found[0], option)))
        assert [d.code for d in again if d.span == found[0].span] == [], option


def _patched(lines: list[str], found: Diagnostic, option: str) -> list[str]:
    line = lines[found.span.line - 1]
    patched = line[: found.span.start - 1] + option + line[found.span.end - 1 :]
    return [*lines[: found.span.line - 1], patched, *lines[found.span.line :]]
