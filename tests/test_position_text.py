"""Positions: printed at any place of any record, and read back as the same moment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from positioned import CARAVAN, at, driven, position, snapshot
from support import EXAMPLES, FIRST_TURN, run, text_of

import referee
from referee.diagnostics import Diagnostic
from referee.drivers.record import RecordDriver
from referee.drivers.returning import position_behind
from referee.drivers.script import Script
from referee.games.dark_road import laws
from referee.games.dark_road.game import GAME
from referee.games.dark_road.rules.game import SCENES
from referee.games.dark_road.state import freeze, thaw
from referee.games.dark_road.vocabulary import TOWNS

SHORT = """\
players Griffin Susie

position
  now round 4 Griffin plan
  buildings mine oracle lanternworks workshop
  market potion x2 staff x2 book; row ? ? ?; inn ? ? ? ?; court ? ?
  top Northbreak [?]; top Scorchborn [?]; top Cursecairn [?]; top Nightpoem [?]; top Windglass [?]; top Farglen [?]
  Griffin reserve 2, spent 3, steed Whisper
  Susie reserve 0, spent 3, steed Velvet
"""


def reasons(text: str) -> list[tuple[str, str]]:
    return [(found.code, found.message) for found in driven(text)[1]]


# ── there and back ──────────────────────────────────────────────────────────────────────────────────────


def wrong(found: list[Diagnostic]) -> list[Diagnostic]:
    """All that was said, but for what a position in which something was waived says of itself."""
    return [diagnostic for diagnostic in found if diagnostic.code not in {"irregular-position", "override"}]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_line_of_every_example_there_and_back(path: Path) -> None:
    """As text at every line, as a snapshot at the end of every turn and wherever a line ends inside a step."""
    seen: set[str] = set()

    def look(driver: RecordDriver, kind: str, where: str) -> None:
        if kind not in {"line", "turn", "end"} or driver.on.state.stage == "setup":
            return
        text = position(driver)
        if text not in seen:
            again, found = driven(text)
            assert not wrong(found), f"line {where}: {found[0].message}\n{text}"
            assert position(again) == text, where
        if kind != "line" or (driver.on.answers and text not in seen):
            again, found = driven(GAME.position_from_json(json.dumps(snapshot(driver))))
            assert not wrong(found), f"{where}: {found[0].message}\n{text}"
            assert position(again) == text, where
        seen.add(text)

    script = Script(text_of(path), path.name)
    RecordDriver(script, look).run()
    assert seen


def test_a_game_goes_on_from_its_position_as_it_went_on() -> None:
    """Whoever begins in the middle comes to the same end."""
    lines = text_of(CARAVAN).splitlines()
    for line in (28, 33, 36, 43, 50, 58, 66, 74):
        rest = "\n".join(lines[line:])
        here = at(CARAVAN, line)
        turn = "" if here.on.answers else GAME.moment(here.on.state).who  # else the name stands before the steps
        half, found = driven(f"{position(here)}\n{turn}\n{rest}")
        assert not found, (line, found[0].message)
        assert position(half) == position(at(CARAVAN, len(lines))), line


def test_the_examples_come_through_every_scene() -> None:
    seen: set[str] = set()

    def look(driver: RecordDriver, kind: str, where: str) -> None:
        seen.add(driver.on.state.stage)

    for path in EXAMPLES:
        RecordDriver(Script(text_of(path), path.name), look).run()
    assert set(SCENES) - {"setup"} <= seen


# ── the command ─────────────────────────────────────────────────────────────────────────────────────────


def test_it_prints_the_position_of_a_record() -> None:
    done = run("position", CARAVAN)
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode() == position(at(CARAVAN, 10_000))


@pytest.mark.parametrize(
    ("where", "moment"),
    [
        ("line 28", "now round 4 Griffin plan"),
        ("line 29", "now round 4 Griffin move"),
        ("line 33", "now round 4 Griffin join"),
        ("line 41.1", "now round 4 Griffin die"),
        ("line 42", "now round 4 Griffin die"),
        ("line 50", "now round 4 Griffin visit"),
        ("line 58", "now round 4 Griffin fortune"),
        ("4.Griffin", "now round 4 Susie plan"),
        ("4.griffin", "now round 4 Susie plan"),
        ("round 4", "now round 5 Griffin plan"),
        ("end", "now round 5 Griffin plan"),
    ],
)
def test_at_every_kind_of_place(where: str, moment: str) -> None:
    done = run("position", CARAVAN, "--at", where)
    assert done.returncode == 0, done.stderr
    assert f"\n  {moment}\n" in done.stdout.decode()
    assert not driven(done.stdout.decode())[1]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("round 9", "the record never reaches 'round 9'"),
        ("4.Nobody", "the record never reaches '4.Nobody'"),
        ("somewhere", "is not a place"),
    ],
)
def test_a_place_that_is_not_there(where: str, said: str) -> None:
    done = run("position", CARAVAN, "--at", where)
    assert done.returncode == 2
    assert done.stdout == b""
    assert said in done.stderr.decode()


def test_from_standard_input() -> None:
    done = run("position", "-", given=text_of(CARAVAN))
    assert done.returncode == 0
    assert run("position", "-", given=done.stdout).stdout == done.stdout


def test_a_game_that_is_over_is_written_as_its_last_scene() -> None:
    path = next(path for path in EXAMPLES if path.stem == "game-two")
    done = run("position", path)
    assert done.returncode == 0
    text = done.stdout.decode()
    assert "\n  now scoring\n" in text
    assert not referee.check(text)
    assert referee.replay(text)["winners"] == referee.replay(text_of(path))["winners"] == ["Griffin"]


def test_the_first_position_is_that_of_round_1() -> None:
    """The lines of the setup belong together, and what they lack is assumed."""
    done = run("position", FIRST_TURN, "--at", "line 8")
    assert done.returncode == 0
    assert "\n  now round 1 Griffin plan\n" in done.stdout.decode()
    done = run("position", "-", given="players Griffin Susie\nsetup\n  wheel -> potion\n")
    assert done.returncode == 1
    assert "error[missing-outcome]" in done.stderr.decode()
    assert not driven(done.stdout.decode())[1]


def test_a_record_with_errors_is_printed_as_the_referee_goes_on_and_ends_with_1(tmp_path: Path) -> None:
    (tmp_path / "slip.road").write_text("from two-players\nGriffin\n  plan 1 slot 4\n  move 9\n", encoding="utf-8")
    done = run("position", "slip.road", within=tmp_path)
    assert done.returncode == 1
    assert "error[no-such-slot]" in done.stderr.decode()
    assert not driven(done.stdout.decode())[1]


def test_a_record_that_plays_nothing(tmp_path: Path) -> None:
    (tmp_path / "void.road").write_text("players A B\nposition\n", encoding="utf-8")
    done = run("position", "void.road", within=tmp_path)
    assert done.returncode == 2
    assert done.stdout == b""
    assert "void.road: nothing is played" in done.stderr.decode()


@pytest.mark.parametrize("command", ["check", "show", "legal", "replay", "position"])
def test_every_command_takes_a_snapshot(command: str, tmp_path: Path) -> None:
    (tmp_path / "moment.json").write_bytes(run("replay", CARAVAN, "--at", "line 42").stdout)
    done = run(command, "moment.json", within=tmp_path)
    assert done.returncode == 0, done.stderr
    if command == "position":
        assert done.stdout == run("position", CARAVAN, "--at", "line 42").stdout


# ── what a position keeps ───────────────────────────────────────────────────────────────────────────────


def test_settings_cards_and_names_are_kept() -> None:
    text = """\
edition prototype
players "Anna Maria" "O'Hara, 3rd" "Round"
variant two-deeds
option supply.limited = no
declare deed Night-Watch when lanterns >= 2: vp 3
declare event Rockfall road
declare row 1 to 3: penalty coins -1
declare row 6: reward quartz +1
from three-players
  "O'Hara, 3rd" deeds Night-Watch, lanterns 2
"""
    driver, found = driven(text)
    assert not found
    written = position(driver)
    again, found = driven(written)
    assert not found, written
    assert position(again) == written
    assert again.setting.players == ["Anna Maria", "O'Hara, 3rd", "Round"]
    assert again.setting.variants == ["two-deeds"]
    assert again.on.state.edition == "prototype"
    assert again.on.state.options == driver.on.state.options
    assert again.setting.declarations == driver.setting.declarations
    assert len(again.setting.declarations) == 4
    back, found = driven(GAME.position_from_json(json.dumps(snapshot(driver))))
    assert not found
    assert position(back) == written


def test_unknown_cards_stay_unknown_wherever_they_lie() -> None:
    text = """\
from two-players
  now round 1 Griffin act, pool 1, activated yurg
  row ? - ?; inn ? - ? ?; court ? -; top Farglen [?]; under Farglen [?] [?]
  under heroes ? Hedda ?; under deeds ?; under companions ? ?
  Griffin at commission yurg, reserve 0 2 3
  Griffin deeds ? ?, commissions Farglen [?] Windglass [?], delivered Alun and Northbreak [?] with staff*
"""
    driver, found = driven(text)
    assert not found
    written = position(driver)
    for part in (
        "row ? - ?", "inn ? - ? ?", "court ? -", "under Farglen [?] [?]", "under heroes ? Hedda ?",
        "Griffin steed Whisper, deeds ? ?", "commissions Farglen [?] Windglass [?]", "Northbreak [?] with",
    ):  # fmt: skip
        assert part in written, part
    for again in (written, GAME.position_from_json(json.dumps(snapshot(driver)))):
        read, found = driven(again)
        assert not found
        assert position(read) == written


def test_what_was_waived_is_kept_however_long_the_reason() -> None:
    reason = "x" * 198
    driver, found = driven(
        f'from two-players\n  Griffin coins 1\nGriffin\n  override "{reason}": adjust Griffin coins 5\n'
    )
    assert [wrong.code for wrong in found] == ["override"]
    written = position(driver)
    assert reason in written
    assert position(driven(written)[0]) == written


@pytest.mark.parametrize(
    "facts",
    [
        "now last journey; Griffin locked 1 2 3, reserve 1 2 3 3, spent 0",
        "market potion x5",
        "Griffin reserve none, locked - - -, steed none, heroes Hedda Alun Agatha Ninette Oswin",
        "Griffin delivered Northbreak [?] and Hedda; row none; inn none; top Farglen none",
    ],
)
def test_what_only_a_real_table_can_come_to_is_kept(facts: str) -> None:
    driver, found = driven(f'from two-players\n  irregular "as played"; {facts}\n')
    assert [wrong.code for wrong in found] == ["irregular-position"]
    written = position(driver)
    for again in (written, position_behind(GAME, json.dumps(snapshot(driver)))):
        assert position(driven(again)[0]) == written


def test_a_step_that_was_waived_says_so() -> None:
    text = """\
from two-players
  Griffin coins 1
Griffin
  plan 1 slot 3 rotate
  move 3
  override "a house rule" waives DARK-06: dark 3
"""
    driver, found = driven(text)
    assert [wrong.code for wrong in found] == ["override"]
    assert driver.on.answers, "the step is still open"
    written = position(driver)
    assert written.endswith('\n  override "a house rule" waives DARK-06: dark 3\n')
    for again in (written, GAME.position_from_json(json.dumps(snapshot(driver)))):
        read, found = driven(again)
        assert [wrong.code for wrong in found] == ["irregular-position", "override"]
        assert position(read) == written


# ── short positions ─────────────────────────────────────────────────────────────────────────────────────


def test_what_is_left_out_is_empty() -> None:
    driver, found = driven(SHORT)
    assert not found
    state = driver.on.state
    assert (state.fortune_coins, state.die_on_far, state.dark, state.ruins) == (5, True, "S", "BL")
    assert all(not deck.under for deck in (state.heroes, state.deeds, state.companions))
    griffin = state.players[0]
    assert (griffin.coins, griffin.prestige, griffin.goods, griffin.heroes, griffin.deeds) == (0, 0, [], [], [])
    assert (griffin.locked, griffin.removed) == ([1, 2, 3], 0)


def test_an_empty_position_is_told_all_that_it_lacks() -> None:
    assert reasons("players Griffin Susie\nposition\n") == [
        ("impossible-position", "no buildings are named; 4 are in play"),
        ("impossible-position", "Griffin has 0 night dice in the reserve, 3 locked and 0 spent; now it is 4, 3 and 0"),
        ("impossible-position", "Susie has 0 night dice in the reserve, 3 locked and 0 spent; now it is 4, 3 and 0"),
        ("impossible-position", "Griffin has no steeds; everybody has one"),
        ("impossible-position", "Susie has no steeds; everybody has one"),
        *(
            (
                "impossible-position",
                f"no commission of {town} lies open, and 5 tiles are left; write top {town}, with [?] for one not seen",
            )
            for town in TOWNS
        ),
        (
            "impossible-position",
            "5 market dice are not on the wheel, and nothing was bought at the bazaar in this turn; write market",
        ),
        (
            "impossible-position",
            "3 places are empty in the companion row, and the companion deck is not; now it is none; "
            "write row, with ? for a card not seen",
        ),
        (
            "impossible-position",
            "4 places are empty at the Inn, and the hero deck is not; now it is none; "
            "write inn, with ? for a card not seen",
        ),
        (
            "impossible-position",
            "2 places are empty in the courtyard, and the deed deck is not; now it is none; "
            "write court, with ? for a card not seen",
        ),
    ]


def test_every_reason_is_told_at_its_place() -> None:
    """Impossible facts where they stand, what they contradict at the head, and nothing twice."""
    text = (
        SHORT
        + "  Griffin lanterns 5, goods armor x9\n  Susie coins 3, heroes Torvald Torvald\n  pile 3, marker dark X\n"
    )
    found = [(wrong.span.line, wrong.code, wrong.message) for wrong in driven(text)[1]]
    assert sorted(found) == [
        (3, "impossible-position", "Griffin has more lanterns than slots"),
        (3, "impossible-position", "Griffin's goods do not fit"),
        (11, "impossible-fact", "Torvald is somewhere else"),
        (12, "impossible-fact", "the pile of 5 coins is there or gone"),
        (12, "impossible-fact", "the spaces are N, E, S, W"),
    ]


def test_what_follows_from_an_impossible_moment_is_not_told() -> None:
    assert [code for code, _ in reasons(SHORT.replace("round 4", "round 14"))] == ["impossible-fact"]
    text = SHORT.replace("Griffin plan", "Griffin act, pool 7").replace("reserve 2", "reserve none")
    assert [code for code, _ in reasons(text)] == ["impossible-fact"]


def test_beside_an_impossible_moment_all_else_is_told_that_cannot_be() -> None:
    """Facts that cannot be, and what no moment makes possible; nothing that another moment would explain."""
    text = """\
players Griffin Susie

position
  now round 14 Susie die
  pool 2 glow 1, activated yurg dark, journey road Farglen, caravan Susie Griffin
  event Black-Ice, travel-pool 1 2, to-take Susie Griffin
  buildings mine oracle lanternworks
  row Raven Raven -; inn Atlantes Atlantes; pile 3
  top Northbreak [?]; top Scorchborn [?]; top Cursecairn [?]; top Nightpoem [?]; top Windglass [?]
  Griffin reserve 0 1 2 3 3 3 3 3, glow 1 1, lanterns 9
  Susie goods armor x7, heroes Torvald Torvald
"""
    assert sorted((wrong.span.line, wrong.code, wrong.message) for wrong in driven(text)[1]) == [
        (3, "impossible-position", "Griffin has 11 night dice; everybody has 7"),
        (3, "impossible-position", "Griffin has more lanterns than slots"),
        (3, "impossible-position", "Griffin has no steeds; everybody has one"),
        (3, "impossible-position", "Susie has no steeds; everybody has one"),
        (
            3,
            "impossible-position",
            "no commission of Farglen lies open, and 5 tiles are left; write top Farglen, with [?] for one not seen",
        ),
        (4, "impossible-fact", "there is no round 14: a game has 13"),
        (7, "impossible-fact", "four different buildings are in play"),
        (8, "impossible-fact", "Atlantes is somewhere else"),
        (8, "impossible-fact", "the pile of 5 coins is there or gone"),
        (11, "impossible-fact", "Torvald is somewhere else"),
    ]


def test_two_sides_of_a_tile_are_spoken_of_as_in_a_setup() -> None:
    """At the fact, or at the head where the buildings come from elsewhere; the option says how gravely."""
    setup = "players Griffin Susie\nsetup\n  buildings mine surveyor oracle workshop\n"
    (meant,) = (found for found in driven(setup)[1] if found.code == "same-tile")
    assert (meant.severity, meant.rule) == ("warning", "RULING-39")
    text = SHORT.replace("mine oracle lanternworks", "mine surveyor oracle")
    driver, (found,) = driven(text)
    assert driver.play is not None
    assert (found.severity, found.rule, found.message) == (meant.severity, meant.rule, meant.message)
    assert found.span.line == 5
    driver, (found,) = driven("option buildings.pairs = refuse\n" + text)
    assert driver.play is None
    assert (found.severity, found.code, found.message) == ("error", "same-tile", meant.message)


def test_two_sides_of_a_tile_in_a_file_to_begin_from(tmp_path: Path) -> None:
    text = SHORT.replace("mine oracle lanternworks", "mine surveyor oracle")
    (tmp_path / "base.road").write_text(text, encoding="utf-8")
    (found,) = driven('from "base.road"\n', str(tmp_path / "friday.road"))[1]
    assert (found.severity, found.code, found.span.line) == ("warning", "same-tile", 1)


def test_a_player_with_a_short_name_hides_nobody_elses_reasons() -> None:
    text = SHORT.replace("Susie", "i").replace("Griffin", "G") + "  i glow 9\n  G lanterns 5\n"
    assert sorted(code for code, _ in reasons(text)) == ["impossible-fact", "impossible-position"]


def test_the_laws_that_no_text_can_break_are_laws() -> None:
    """Pieces and cards are moved, never made, when facts are written; a forged state shows that it would be seen."""
    driver, _ = driven("from two-players")
    frozen = freeze(driver.on.state)

    def broken(change: Any) -> str:
        state = thaw(frozen)
        change(state)
        return "\n".join(laws.impossible(state, GAME.bundled_box("house")))

    assert broken(lambda s: None) == ""
    assert "coins: 61 on the table, the box has 60" in broken(lambda s: setattr(s.supply, "coins", 1 + s.supply.coins))
    assert "armor tiles are on the table" in broken(lambda s: s.supply.goods.update(armor=0))
    assert "the supply is 1 lantern short" in broken(lambda s: setattr(s.supply, "lanterns", -1))
    assert "hero Agatha is on the table 2 times, the box has 1" in broken(
        lambda s: s.players[0].heroes.append("Agatha")
    )
    assert "0 unknown deed cards lie about" in broken(lambda s: [p.deeds.clear() for p in s.players])
    assert "there is no round 20" in broken(lambda s: setattr(s, "round", 20))
    assert "more than two dice" in broken(lambda s: s.market.update(potion=3))
    assert "night dice instead of 7" in broken(lambda s: setattr(s.players[0], "removed", 2))
    assert "Griffin has less than nothing" in broken(lambda s: setattr(s.players[0], "coins", -1))
    assert "the travel die lies on a far companion" in broken(lambda s: s.row.__setitem__(2, ""))
    assert "2 buildings are named; 4 are in play" in broken(lambda s: setattr(s, "buildings", ["mine", "oracle"]))
    assert "which has not begun" in broken(lambda s: s.last_visits.update(Griffin="Farglen"))
    assert "at plan nobody is on a journey" in broken(lambda s: setattr(s, "journey", _journey()))


def _journey() -> Any:
    from referee.games.dark_road.state import Journey

    return Journey(leader=0)
