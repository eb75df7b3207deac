"""What happened at real tables: overrides, skips, adjustments, takebacks, unknown cards, and why a check fails."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from support import EXAMPLES, at_most, run, started, text_of

import referee
from referee.diagnostics import Diagnostic
from referee.resources import folder

REAL = folder("examples") / "real-table.road"
START = """\
from two-players
  Griffin coins 3, goods none
Griffin
  plan 1 slot 2 lantern
  move 2 shoe ahead
"""
WAIVED = START + '  override "had 3 coins, we let it pass" waives DARK-06: dark 4 deed upper\n'


INSIDE = """\
from two-players
Griffin
  plan 1 slot 3
  override "so": adjust Susie coins 9
  gain coins
"""


def found(text: str) -> list[Diagnostic]:
    return referee.check(text)


def codes(text: str) -> list[str]:
    return [d.code for d in found(text)]


def only(text: str) -> Diagnostic:
    (diagnostic,) = found(text)
    return diagnostic


def checked(text: str, *options: str, within: Path) -> tuple[int, str]:
    (within / "friday.road").write_text(text, encoding="utf-8")
    done = run("check", *options, "friday.road", within=within)
    assert done.stderr == b""
    return done.returncode, done.stdout.decode()


# ── one record that has it, one that has not ────────────────────────────────────────────────────────────

TWINS = {
    "override": (WAIVED, START + "  dark 3\n"),
    "needless-override": (START + '  override "so" waives DARK-06: dark 3\n', START + "  dark 3\n"),
    "cannot-be-waived": (START + '  override "so" waives ACT-09: inn Hedda potion\n  takeback\n'
                         '  override "so" waives ACT-09 INN-01: inn Hedda potion\n', START + "  dark 3\n"),
    "unknown-rule": (START + '  override "so" waives DARK-66: dark 3\n', START + "  dark 3\n"),
    "must-be-done": (START + "  skip dark\n", START + "  dark 1\n"),
    "adjust-inside": (INSIDE, INSIDE.replace('  override "so": adjust Susie coins 9\n', "")),
    "impossible-fact": (START + '  override "so": adjust Susie coins -9\n', START + "  dark 1\n"),
    "nothing-to-take-back": (START + "  takeback 3\n", START + "  takeback 2\n"),
    "takeback-reveals": (START + "  ruins 1 book*, roll -> quartz\n  takeback\n", START + "  dark 1\n  takeback\n"),
    "irregular-position": ("from two-players\n  irregular \"DARK-06: so\"\n", "from two-players\n"),
    "not-a-fact": (START + "check Griffin coins +1\n", START + "check Griffin coins 3\n"),
}  # fmt: skip


@pytest.mark.parametrize("code", TWINS)
def test_each_code_is_heard_where_it_should_be_and_nowhere_else(code: str) -> None:
    wrong, right = TWINS[code]
    assert code in codes(wrong)
    assert codes(right) == []


# ── overrides ───────────────────────────────────────────────────────────────────────────────────────────


def test_an_override_says_what_was_waived_and_why() -> None:
    said = only(WAIVED)
    assert (said.code, said.severity, said.rule) == ("override", "error", "DARK-06")
    assert said.message == "waived: Griffin needs 4 coins and has 3 (had 3 coins, we let it pass)"
    assert said.says
    assert referee.replay(WAIVED)["irregular"] == ["DARK-06: had 3 coins, we let it pass"]


def test_a_legal_game_is_not_irregular() -> None:
    needless = START + '  override "to be sure" waives DARK-06: dark 3\n'
    assert referee.replay(needless)["irregular"] == []
    assert [d.severity for d in found(needless)] == ["warning"]


def test_the_exit_code_says_that_rules_were_waived(tmp_path: Path) -> None:
    code, out = checked(WAIVED, within=tmp_path)
    assert (code, out.splitlines()[-1].split(";")[0]) == (1, "friday.road: 1 override")
    assert "error[override]: waived: Griffin needs 4 coins and has 3" in out
    code, out = checked(WAIVED, "--allow-overrides", within=tmp_path)
    assert (code, out.splitlines()[-1].split(";")[0]) == (0, "friday.road: 1 override")
    assert "warning[override]" in out
    assert checked(WAIVED, "--allow-overrides", "--strict", within=tmp_path)[0] == 0


def test_other_findings_count_whatever_is_allowed(tmp_path: Path) -> None:
    code, out = checked(WAIVED + "check Griffin coins 9\n", "--allow-overrides", within=tmp_path)
    assert (code, out.splitlines()[-1].split(";")[0]) == (1, "friday.road: 1 error, 1 override")
    needless = START + '  override "to be sure" waives DARK-06: dark 3\n'
    assert checked(needless, within=tmp_path)[0] == 0
    assert checked(needless, "--strict", "--allow-overrides", within=tmp_path)[0] == 1


def test_programs_read_it_too(tmp_path: Path) -> None:
    _, out = checked(WAIVED, "--format", "json", "--allow-overrides", within=tmp_path)
    assert [(d["code"], d["severity"]) for d in json.loads(out)["diagnostics"]] == [("override", "warning")]
    assert [d.severity for d in referee.check(WAIVED, allow_overrides=True)] == ["warning"]


def test_the_example_of_a_real_table() -> None:
    assert run("check", REAL).returncode == 1
    done = run("check", "--allow-overrides", REAL)
    assert (done.returncode, done.stdout.decode().count("warning[override]")) == (0, 4)
    assert len(referee.replay(text_of(REAL))["irregular"]) == 4


def test_what_another_rule_would_take() -> None:
    said = only(START + '  override "so" waives DARK-05: dark 5\n')
    assert said.code == "coins-short"
    assert "DARK-06 would have to be waived as well" in said.notes


def test_what_is_not_there_is_put_right_by_hand() -> None:
    said = only('from two-players\nGriffin\n  override "so" waives PLAN-04: plan 7 slot 1\n')
    assert said.code == "cannot-be-waived"
    assert said.message == "no die shows 7: there are 0, 1, 2, 3"
    assert any("adjust" in note for note in said.notes)


def test_an_outcome_cannot_be_waived() -> None:
    text = START + '  override "so" waives RUINS-08: ruins 1 book*, roll -> 7\n'
    assert "cannot-be-waived" in codes(text)


def test_a_waiver_ends_with_its_doing() -> None:
    text = WAIVED + "  rest court -> Three-Crowns\n"
    text += "Susie\n  plan 0 slot 3 coins\n  move 3\n  dark 9\n"
    assert codes(text) == ["override", "dark-range"]


def test_the_state_is_marked_while_the_doing_is_played() -> None:
    """A snapshot of the very step that was waived shows it."""
    assert referee.replay(WAIVED, "line 6.1")["irregular"] == ["DARK-06: had 3 coins, we let it pass"]
    assert referee.replay(WAIVED, "line 5")["irregular"] == []


def test_a_skip_is_never_listed() -> None:
    match = referee.begin(START)
    assert referee.legal(match)
    assert not [step for step in referee.legal(match) if "skip" in step]


# ── adjustments ─────────────────────────────────────────────────────────────────────────────────────────


def test_the_ledger_shows_what_was_put_right(tmp_path: Path) -> None:
    text = START + '  dark 1\n  override "found": adjust Susie quartz +2, goods book*, coins 1\n  rest\n'
    (tmp_path / "friday.road").write_text(text, encoding="utf-8")
    out = run("ledger", "friday.road", "Susie", within=tmp_path).stdout.decode()
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert "line 7 +2 quartz from adjusted override: found" in lines
    assert "line 7 +1 book* from adjusted override: found" in lines
    assert "line 7 -1 staff to adjusted override: found" in lines
    assert "line 7 -5 coins to adjusted override: found" in lines


def test_an_adjustment_twice_is_twice() -> None:
    text = START + '  override "found": adjust Susie quartz +1, quartz +1\ncheck Susie quartz 2\n'
    assert codes(text) == ["override"]


def test_what_is_still_open_is_said() -> None:
    said = only(INSIDE)
    assert said.message == "this cannot be put right in the middle of something: Griffin has still to choose one"


def test_nothing_is_put_right_once_the_score_is_counted() -> None:
    end = "from two-players\n  Griffin deeds ?\nscoring\n  Griffin reveals Far-Flung\n"
    assert codes(end + '  override "so": adjust now last journey\n') == ["game-over"]
    assert codes(end + '  takeback\n  override "so": adjust Griffin coins 9\ncheck Griffin coins 9\n') == ["override"]


def test_dice_that_are_still_to_be_thrown_come_first() -> None:
    text = "from two-players\n  now round 1 Griffin act, pool 1, activated bazaar; market none\n"
    text += "  Griffin reserve 0 2 3\nGriffin\n  rest market -> armor armor\n"
    assert "adjust-inside" in codes(text + '  override "so": adjust Susie coins 9\n')


# ── takebacks ───────────────────────────────────────────────────────────────────────────────────────────


def test_findings_of_a_withdrawn_doing_are_notes(tmp_path: Path) -> None:
    text = START + "  dark 9\ncheck Griffin coins 3\n  takeback\n  dark 3\n"
    assert {d.severity for d in found(text)} == {"note"}
    assert all("withdrawn by line 8" in d.notes for d in found(text))
    code, out = checked(text, "--strict", within=tmp_path)
    assert (code, out.splitlines()[-1].split(";")[0]) == (0, "friday.road: clean")
    assert "note[dark-range]" in out


def test_findings_before_and_behind_it_stay() -> None:
    text = START + "  dark 9\n  takeback\n  dark 8\n"
    assert [(d.span.line, d.code, d.severity) for d in found(text)] == [
        (6, "dark-range", "note"),
        (8, "dark-range", "error"),
    ]
    text = START + "check Griffin coins 9\n  dark 1\n  takeback\n"
    assert [(d.code, d.severity) for d in found(text)] == [("check-failed", "error")]


def test_lines_are_right_behind_a_takeback(tmp_path: Path) -> None:
    text = START + "  dark 2\n\n  takeback\n\n  dark 1\nSusie\n  plan 0 slot 3 coins\n"
    (tmp_path / "friday.road").write_text(text, encoding="utf-8")
    out = run("ledger", "friday.road", "Griffin", "coins", within=tmp_path).stdout.decode()
    assert [line.split()[:3] for line in out.splitlines()] == [["start", "+3", "coins"], ["line", "10", "-1"]]


def test_steps_of_a_line_are_counted_on(tmp_path: Path) -> None:
    text = START + "  dark 2; takeback; dark 1\n"
    assert [referee.replay(text, f"line 6.{n}")["players"][0]["coins"] for n in (1, 2)] == [1, 2]
    assert referee.replay(text, "line 6")["players"][0]["coins"] == 2


def test_the_same_moment_is_reached_as_if_nothing_had_been_written() -> None:
    plain = START + "  dark 1\nSusie\n  plan 0 slot 3 coins\n"
    detour = START + "  ruins 1 book*\nSusie\n  plan 1 slot 1\n  takeback 2\n  dark 1\nSusie\n  plan 0 slot 3 coins\n"
    assert codes(detour) == []
    assert referee.replay(detour) == referee.replay(plain)


def test_what_was_seen_is_named() -> None:
    said = only(START + "  ruins 1 book*, roll -> quartz\n  takeback\n")
    assert (said.code, said.severity) == ("takeback-reveals", "warning")
    assert said.message == "what came up before this takeback was seen: ruins"


def test_a_match_takes_back_too() -> None:
    match = referee.begin(START)
    assert [d.code for d in referee.do(match, "dark 9")] == ["dark-range"]
    assert referee.do(match, "takeback") == []
    assert referee.do(match, "dark 3") == []
    assert [d.severity for d in match.diagnostics] == ["note"]
    assert [d.code for d in referee.do(match, "takeback 9")] == ["nothing-to-take-back"]


LONG = {
    "doings": ("  dark 2; takeback\n", 20_000),
    "slips": ("  dark 9; takeback\n", 5_000),
    "reveals": ("  ruins 1 book*, roll -> quartz; takeback\n", 5_000),
    "adjustments": ('  override "so": adjust Susie quartz +1; takeback\n', 5_000),
}


@pytest.mark.parametrize("kind", LONG)
def test_many_takebacks_take_time_in_proportion(kind: str) -> None:
    """Generous: a few seconds where each costs the same, minutes where it costs more each time."""
    line, times = LONG[kind]
    with at_most(60):
        findings = found(START + line * times)
    assert len(findings) in {0, times, 2 * times}


def test_many_slips_taken_back_one_by_one() -> None:
    with at_most(60):
        findings = found(START + "  dark 9\n" * 2_000 + "takeback\n" * 2_000 + "  dark 3\n")
    assert {d.severity for d in findings} == {"note"}


def test_many_adjustments_with_reasons_of_their_own() -> None:
    lines = "".join(f'  override "{n}": adjust Susie quartz {"+-"[n % 2]}1\n' for n in range(2_000))
    with at_most(60):
        assert len(found(START + lines)) == 2_000
    assert referee.replay(START + lines)["irregular"][-2:] == ["98", "and more"]


# ── why a check fails ───────────────────────────────────────────────────────────────────────────────────


def test_a_check_lists_what_was_posted_since_it_agreed() -> None:
    text = START + "check Griffin coins 3\n  dark 3\ncheck Griffin coins 9\n"
    said = only(text)
    assert said.message == "Griffin: coins 0, the record says 9"
    assert said.notes == ("agreed in line 6; since then posted:", "line 7: -3 coins (DARK-03) = 0")


def test_or_since_the_beginning() -> None:
    said = only(START + "  dark 3\ncheck Griffin coins 9\n")
    assert said.notes == ("since the beginning posted:", "line 6: -3 coins (DARK-03) = 0")
    said = only(START + "check Susie coins 9\n")
    assert said.notes == ("since the beginning nothing was posted that touches it",)


def test_an_agreement_that_was_taken_back_is_none() -> None:
    text = START + "  dark 3\ncheck Griffin coins 0\n  takeback\n  dark 2\ncheck Griffin coins 9\n"
    assert only(text).notes == ("since the beginning posted:", "line 9: -2 coins (DARK-03) = 1")


def test_goods_are_listed_by_kind() -> None:
    said = only(START + "  dark 1\ncheck Griffin goods none\n")
    assert said.notes == (
        "since the beginning posted:", "line 6: +1 weapon (DARK-08)", "line 6: +1 instrument (DARK-08)",
    )  # fmt: skip
    said = only(START + "  dark 1\ncheck Griffin weapon 0\n")
    assert said.notes == ("since the beginning posted:", "line 6: +1 weapon (DARK-08) = 1")


def test_the_table_says_what_changed_it_last() -> None:
    assert only(START + "  dark 1\ncheck marker dark S\n").notes == (
        "since the beginning last changed in line 6 (DARK-01)",
    )


def test_what_was_put_right_by_hand_is_listed() -> None:
    text = START + '  dark 1\n  override "found": adjust Griffin coins +2\ncheck Griffin coins 2\n'
    said = next(d for d in found(text) if d.code == "check-failed")
    assert said.notes[1:] == ("line 6: -1 coins (DARK-03) = 2", "line 7: +2 coins (override) = 4")


def test_a_long_account_is_cut() -> None:
    lines = '  override "so": adjust Susie coins +1\n' * 15
    said = next(d for d in found(START + lines + "check Susie coins 9\n") if d.code == "check-failed")
    assert said.notes[1] == "… and 3 more (referee ledger <text> Susie coins)"
    assert len(said.notes) == 14
    assert said.notes[-1] == "line 20: +1 coins (override) = 21"


def test_what_is_to_be_run_is_quoted() -> None:
    lines = '  override "so": adjust "Old Tom" coins +1\n' * 15
    text = f'players Griffin "Old Tom"\n{START}{lines}check "Old Tom" coins 9\n'
    (said,) = (d for d in referee.check(text, "my game.road") if d.code == "check-failed")
    assert said.notes[1] == "… and 3 more (referee ledger 'my game.road' 'Old Tom' coins)"


# ── cards that nobody named ─────────────────────────────────────────────────────────────────────────────

DEEDS = """\
from two-players
  court Old-Friends Bookbinder
  Griffin deeds ?, coins 9
  Susie deeds ?
Griffin
  plan 0 slot 3 coins; move 3
  dark 4 deed deck -> ?
Susie
  plan 0 slot 3 coins; move 3
  dark 4, gain deed upper
  rest court -> Lamplighter
"""
END = "from two-players\n  court Old-Friends Bookbinder\n  Griffin deeds ?\n  Susie deeds ?\nscoring\n"


def test_a_reveal_that_contradicts_names_both_lines() -> None:
    said = only(END + "  Griffin reveals Old-Friends\n")
    assert said.code == "deed-elsewhere"
    assert said.notes == ("Old-Friends was named in line 2: court", "what Griffin holds unknown was drawn in line 3")


def test_a_reveal_that_contradicts_the_play_names_its_lines() -> None:
    """A complete game: a deed comes up in the courtyard, and somebody shows the same one at the end."""
    text = text_of(next(path for path in EXAMPLES if path.stem == "game-two"))
    lines = text.splitlines()
    up, deed = next(
        (n, m[1]) for n, line in enumerate(lines, 1) if n > 60 and (m := re.search(r"court -> ([\w-]+)", line))
    )
    at = next(n for n, line in enumerate(lines) if line == "scoring")
    who = next(name for name in ("Griffin", "Susie") if re.search(rf"{name}.* deed -> \?", text))
    drawn = next(n for n, line in enumerate(lines, 1) if re.search(rf"{who}.* deed -> \?", line))
    lines.insert(at + 1, f"  {who} reveals {deed}")
    said = next(d for d in found("\n".join(lines)) if d.code == "deed-elsewhere")
    assert said.notes[0] == f"{deed} was named in line {up}: court -> {deed}"
    assert str(drawn) in said.notes[-1]


def test_two_players_do_not_show_the_same_deed() -> None:
    said = only(END + "  Griffin reveals Far-Flung\n  Susie reveals Far-Flung\n")
    assert said.notes == (
        "Far-Flung was named in line 6: Griffin reveals Far-Flung", "what Susie holds unknown was drawn in line 4",
    )  # fmt: skip


def test_what_was_taken_back_was_not_shown() -> None:
    assert codes(END + "  Griffin reveals Far-Flung\n  takeback\n  Susie reveals Far-Flung\n") == []


def test_a_card_that_comes_up_twice_names_the_earlier_line() -> None:
    text = DEEDS.replace("court -> Lamplighter", "court -> Bookbinder")
    said = only(text)
    assert (said.code, said.span.line) == ("card-not-left", 11)
    assert said.notes == ("Bookbinder was named in line 2: court",)


def test_a_card_that_must_be_one_of_the_unknown() -> None:
    text = f"""\
from two-players
  court Lamplighter Old-Friends
  Griffin deeds {"? " * 15}
  Susie deeds ?
  under deeds Bookbinder
Griffin
  plan 0 slot 3 coins; move 3; dark 4 deed deck -> Far-Flung
"""
    said = only(text)
    assert said.code == "card-not-left"
    assert said.notes == ("all others have come up, so it is one of those drawn as ? in lines 3, 4",)


def test_more_unknown_cards_than_there_are() -> None:
    text = f"from two-players\n  Griffin deeds {'? ' * 40}\n"
    assert codes(text) == ["impossible-position"]


# ── the engine ──────────────────────────────────────────────────────────────────────────────────────────


def test_a_scene_is_given_its_answers_once_more() -> None:
    """Changing the start of a scene keeps the answers since, and the journal stays in order."""
    play = started()
    while play.state.stage == "setup":
        question = play.pending
        assert question is not None
        outcomes = question.weights() if hasattr(question, "weights") else question.domain.options()
        play.answer(next(iter(outcomes)))
    play.answer(next(iter(play.pending.domain.options())) if not play.pending.may else None)  # type: ignore[union-attr]
    answers, postings, step = list(play.answers), list(play.journal.postings), play.journal.step
    assert answers
    play.amend(lambda state: state.irregular.append("so"))
    assert (play.answers, play.journal.postings, play.journal.step) == (answers, postings, step)
    assert play.state.irregular == ["so"]
    play.undo()
    assert play.state.irregular == ["so"]
