"""Records under other settings of the switches: which matter, what separates them, with which a record is legal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support import FIRST_TURN, run, text_of
from test_imports import loaded

from referee.diagnostics import Diagnostic
from referee.drivers.alternatives import Alternatives, Matter, alternatives
from referee.games import find_game
from referee.reports import alternatives as reports
from referee.reports.alternatives import Report, as_json, as_text

CLEAN = """\
from two-players
Griffin
  plan 1 slot 2 lantern; move 2
  ruins 1 book*
"""

# Without a coin, the Dark Market instead of a possible sale: dark.no_coin. RULING-27
NO_COIN = """\
from two-players
  Griffin coins 0, goods potion, at commission yurg
Griffin
  plan 1 slot 2 lantern; move 2
  dark
"""

# The same, and then the Ruins without a step: ruins.min. RUINS-02
BOTH = """\
from two-players
  Griffin coins 0, goods potion, at commission yurg
  Susie at bazaar commission
Griffin
  plan 1 slot 2 lantern; move 2
  dark
Susie
  plan 1 slot 2 lantern; move 2
  ruins 0 book*
"""

# Lovebug's lantern at Yurg's: steed.lovebug. RULING-71
LOVEBUG = """\
from two-players
  Griffin steed Lovebug, lanterns 0
Griffin
  plan 1 slot 3 coins; move 3
  ruins 1 book*
check Griffin goods potion book*
"""

# Scorpion is Snow Bee by another name, and what it crafts can be asked only once that name is known.
NESTED = """\
players  Griffin Susie
setup
  buildings  mine oracle lanternworks workshop
  wheel      -> potion
  tops       Northbreak -> [weapon staff armor], Scorchborn -> [armor instrument potion]
  tops       Cursecairn -> [potion staff book], Nightpoem -> [book instrument weapon]
  tops       Windglass -> [potion armor book], Farglen -> [instrument staff weapon]
  row        -> Raven Phoenix Scorpion
  inn        -> Atlantes Leitis Wasily Ogrim
  court      -> Lamplighter Old-Friends
  Griffin    night -> 0 1 2 3, glow -> 1, deed -> ?, hero -> Gisberta, steed -> Velvet
  Susie      night -> 0 1 2 3, glow -> 1, deed -> ?, hero -> Torvald, steed -> Longshadow
round 1
Griffin
  plan 1 slot 2 lantern; move 2
  travel Scorpion, road Northbreak
  Susie stays
  event -> Grave-Lanterns, dice -> 5 5, takes 5
  fortune coins
  rest row -> Cave-Dragon
Susie
  plan 1 slot 2 lantern; move 2
  ruins 1 book*
Griffin
  gift Scorpion craft, gain potion
  plan 0 slot 3 coins
"""


def tried(text: str, only: str = "") -> Alternatives:
    return alternatives(text, "friday.road", only)


def matter(found: Alternatives, switch: str) -> Matter:
    return next(matter for matter in found.switches if matter.switch == switch)


def values(found: Alternatives, switch: str) -> dict[str, tuple[bool, str, int]]:
    return {value.value: (value.legal, value.effect, value.line) for value in matter(found, switch).values}


# ── with which settings it is legal ─────────────────────────────────────────────────────────────────────


def test_a_legal_record_needs_no_change() -> None:
    found = tried(CLEAN)
    assert (found.legal, found.failure, found.legal_with, found.nearest) == (True, None, [{}], None)
    assert found.edition == "retail"
    assert found.options == {}


def test_one_change_makes_it_legal() -> None:
    found = tried(NO_COIN)
    assert found.failure is not None
    assert (found.failure.line, found.failure.code, found.failure.rule) == (5, "coins-short", "DARK-11")
    assert found.legal_with == [{"dark.no_coin": "free"}]
    assert found.combined
    assert values(found, "dark.no_coin") == {"printed": (False, "same", 0), "free": (True, "findings", 5)}
    assert [(at.line, at.text) for at in matter(found, "dark.no_coin").lines] == [(5, "  dark")]


def test_the_value_that_stands_is_the_one_the_record_chooses() -> None:
    found = tried("option dark.no_coin = free\n" + NO_COIN)
    assert found.legal
    assert found.options == {"dark.no_coin": "free"}
    assert values(found, "dark.no_coin") == {"free": (True, "same", 0), "printed": (False, "findings", 6)}
    assert next(iter(values(found, "dark.no_coin"))) == "free"
    assert next((under.edition, under.legal, under.stands) for under in found.editions) == ("retail", False, False)


def test_two_changes_together_make_it_legal() -> None:
    found = tried(BOTH)
    assert found.legal_with == [{"ruins.min": "0", "dark.no_coin": "free"}]
    assert found.combined
    assert not any(value.legal for matter in found.switches for value in matter.values)


def test_a_change_that_tells_nothing_alone_is_found_beside_another() -> None:
    found = tried(NESTED)
    assert "companion.snowbee_craft" in found.without_effect
    assert found.legal_with == [{"companion.snow_bee": "scorpion", "companion.snowbee_craft": "basic"}]
    assert not found.combined, "not everything was tried beside everything"


def test_the_nearest_is_named_where_nothing_helps() -> None:
    found = tried(NESTED.replace("plan 0 slot 3 coins", "plan 1 slot 3 coins"))
    assert found.legal_with == []
    assert found.nearest is not None
    assert found.nearest.changes == {"companion.snow_bee": "scorpion", "companion.snowbee_craft": "basic"}
    assert found.nearest.failure.line == 26


def test_too_many_combinations_are_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.drivers.alternatives.MOST_COMBINATIONS", 1)
    found = tried(BOTH)
    assert not found.combined
    assert found.legal_with == [{"dark.no_coin": "free", "ruins.min": "0"}], "found by going on from the nearest"


def test_a_line_that_nobody_can_read_stays_unreadable() -> None:
    runs: list[None] = []
    found = alternatives(NO_COIN + "  (((\n", "friday.road", heard=lambda: runs.append(None))
    assert not found.legal
    assert found.legal_with == []
    assert found.nearest is not None
    assert found.nearest.failure.line == 6
    single = sum(len(switch.values) - 1 for switch in find_game("dark-road").switches())
    assert len(runs) == single + len(found.editions) - 1, "nothing is combined in vain"


def test_a_record_in_which_nothing_is_played() -> None:
    found = tried("# nothing yet\n")
    assert found.failure is not None
    assert found.failure.code == "no-game"
    assert found.legal_with == []
    assert found.switches == []


def test_warnings_count_if_they_are_to() -> None:
    pairs = text_of(FIRST_TURN).replace("lanternworks", "filigree")

    def any_finding(finding: Diagnostic) -> bool:
        return finding.severity in {"error", "warning"}

    plain, strict = (alternatives(pairs, "x", "buildings.pairs", counts) for counts in (None, any_finding))
    assert next(value.failure and value.failure.code for value in matter(plain, "buildings.pairs").values) is None
    assert strict.failure is not None
    assert strict.failure.code == "same-tile"


# ── what separates ──────────────────────────────────────────────────────────────────────────────────────


def test_the_same_moves_can_lead_to_another_table() -> None:
    found = tried(LOVEBUG)
    assert found.legal
    assert values(found, "steed.lovebug") == {"yurg": (True, "same", 0), "journey": (True, "table", 5)}
    assert [at.line for at in matter(found, "steed.lovebug").lines] == [5]


def test_a_check_makes_the_difference_a_finding_and_the_line_before_it_separates() -> None:
    found = tried(LOVEBUG.replace("check Griffin goods potion book*", "check Griffin lanterns 1"))
    other = matter(found, "steed.lovebug").values[1]
    assert (other.effect, other.line) == ("findings", 5)
    assert other.failure is not None
    assert (other.failure.line, other.failure.code) == (6, "check-failed")


def test_inside_the_setup_the_wrong_line_separates_and_not_its_head() -> None:
    found = alternatives(text_of(FIRST_TURN), "x", "steeds.pool")
    other = matter(found, "steeds.pool").values[1]
    assert other.failure is not None
    assert other.failure.code == "unknown-card"
    assert other.line == other.failure.line


def test_what_is_only_done_later_is_no_difference() -> None:
    """Whether districts must be activated shows in what is asked, not on the table, as long as they all are."""
    found = tried(CLEAN, "act.mandatory")
    assert found.without_effect == ["act.mandatory"]


def test_every_switch_either_matters_or_does_not() -> None:
    found = tried(LOVEBUG)
    names = [matter.switch for matter in found.switches] + found.without_effect
    assert sorted(names) == sorted(switch.name for switch in find_game("dark-road").switches())
    for each in found.switches:
        assert any(value.effect != "same" for value in each.values)
        assert {value.line for value in each.values if value.line} == {at.line for at in each.lines}


def test_rules_come_first_and_what_decides_before_the_rest_by_its_lines() -> None:
    found = alternatives(text_of(FIRST_TURN.parent / "game-four.road"), "x")
    order = [(each.about == "pieces", not each.decides, each.lines[0].line) for each in found.switches]
    assert order == sorted(order)
    assert {kinds[:2] for kinds in order} == {(False, False), (False, True), (True, False)}


def test_another_table_to_begin_with_does_not_separate() -> None:
    """With four steeds the same position is another table; what tells is the line that asks for a fifth."""
    found = alternatives(text_of(FIRST_TURN.parent / "caravan.road"), "x", "steeds.pool")
    other = matter(found, "steeds.pool").values[1]
    assert other.failure is not None
    assert (other.line, other.failure.code) == (other.failure.line, "steed-in-play")


def test_what_silence_brings_about_belongs_to_the_line_before() -> None:
    """The staff may be put back, so the horseshoe behind it is still to come when the line ends."""
    turn = "Griffin\n  plan 1 slot 3 coins; move 3\n  dark 4 deed lower, gain staff\n  rest court -> Three-Crowns\n"
    text = f"from two-players\n{turn}"
    found = tried(text, "courtyard.lower")
    assert values(found, "courtyard.lower")["good"] == (True, "table", 4)


def test_every_edition_is_tried() -> None:
    found = tried("option companion.threy_bump = any\n" + CLEAN)
    assert [under.edition for under in found.editions] == list(find_game("dark-road").editions)
    own = {under.edition: under.legal for under in found.editions}
    assert own["retail"]
    assert own["retail-hu"]
    assert not any(under.stands for under in found.editions), "the record chooses something else"
    assert [under.stands for under in tried(CLEAN).editions] == [True, False, False]


def test_one_switch_alone() -> None:
    found = tried(BOTH, "ruins.min")
    assert [each.switch for each in found.switches] == ["ruins.min"]
    assert found.editions == []
    assert found.without_effect == []
    assert found.legal_with == []
    assert found.nearest is not None


# ── in words and as data ────────────────────────────────────────────────────────────────────────────────


def test_it_can_be_read_aloud() -> None:
    lines = as_text(tried(NO_COIN, "dark.no_coin")).splitlines()
    assert lines == [
        "friday.road: not legal as it stands (edition retail): line 5, coins-short (DARK-11)",
        "  legal with dark.no_coin = free",
        "switches that decide whether it is legal:",
        "  dark.no_coin  printed: line 5, coins-short (DARK-11); free: legal  DARK-10 DARK-11 RULING-27",
        "                5 │   dark",
        "no other switch was tried.",
    ]


def test_what_else_it_says() -> None:
    both, nested, lovebug = as_text(tried(BOTH)), as_text(tried(NESTED)), as_text(tried(LOVEBUG))
    assert "\n  legal with ruins.min = 0 and dark.no_coin = free\n" in both
    assert "\n  not legal with any edition's own settings: retail line 6, coins-short (DARK-11); " in both
    assert "\n  not every combination of changes was tried\n" in nested
    assert lovebug.startswith("friday.road: legal as it stands (edition retail)\n")
    assert "journey: same moves, another table from line 5 on  STEED-05" in lovebug
    assert lovebug.endswith(" other switches make no difference.")
    assert "\nswitches that change the table and not what is legal:\n  steed.lovebug  yurg: legal" in lovebug
    assert as_text(tried(CLEAN, "tie.first")).endswith("\nthis switch makes no difference.")
    option = as_text(tried("option tie.first = lower\n" + CLEAN, "tie.first"))
    assert option.startswith("friday.road: legal as it stands (edition retail, tie.first = lower)\n")


def test_other_pieces_are_one_line() -> None:
    def pieces(text: str) -> list[str]:
        return [line for line in as_text(tried(text)).splitlines() if line.startswith("with other pieces: ")]

    told = "setup.market_dice = five-empty, buildings.pool = five, steeds.pool = four, companion.snow_bee = scorpion"
    assert pieces(CLEAN) == [f"with other pieces: the same moves under {told}, companions.strays = none"]
    assert pieces(NO_COIN) == [f"with other pieces: the same findings under {told}, companions.strays = none"]
    grace = CLEAN.replace("from two-players", "from two-players\n  row Raven Phoenix Grace")
    none = "not legal under companions.strays = none (line 2, unknown-name)"
    assert pieces(grace) == [f"with other pieces: {none}; the same moves under {told}"]
    (scorpion,) = pieces(NESTED.replace("gift Scorpion craft, gain potion", "gift Scorpion craft, gain potion*"))
    assert "legal under companion.snow_bee = scorpion" in scorpion


def test_a_switch_of_pieces_is_told_in_full_where_it_is_asked_for() -> None:
    lines = as_text(tried(CLEAN, "buildings.pool")).splitlines()
    assert lines[2:4] == [
        "switches that change the table and not what is legal:",
        "  buildings.pool  ten: legal; five: same moves, another table from line 1 on  SETUP-05 BUILDING-01 RULING-120",
    ]


def test_a_hostile_line_is_shown_and_not_obeyed() -> None:
    shown = as_text(tried(NO_COIN.replace("  dark\n", "  dark # \x1b[2J" + "x" * 300 + "\n"), "dark.no_coin"))
    assert "\x1b" not in shown
    assert "\\u{1b}" in shown
    assert max(map(len, shown.splitlines())) < 200


def test_json_is_the_same_as_data() -> None:
    found = [tried(NO_COIN), tried(CLEAN)]
    assert msgspec.json.decode(as_json(found), type=Report) == Report(reports.SCHEMA, found)
    data: dict[str, Any] = json.loads(as_json(found))
    assert list(data) == ["schema", "records"]
    assert data["schema"] == "referee/alternatives/1"
    first = data["records"][0]
    assert first["failure"]["line"] == 5
    assert first["legal_with"] == [{"dark.no_coin": "free"}]
    assert {each["switch"] for each in first["switches"]} >= {"dark.no_coin"}
    assert set(first["switches"][0]) == {"switch", "about", "says", "ids", "values", "lines"}


# ── the command line ────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in (("clean", CLEAN), ("no-coin", NO_COIN), ("both", BOTH)):
        (tmp_path / f"{name}.road").write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["all", "clean.road"], 0),
        (["all", "no-coin.road"], 1),
        (["dark.no_coin", "clean.road", "no-coin.road"], 1),
        (["all", "nowhere.road"], 2),
        (["dark.nocoin", "clean.road"], 2),
        (["", "clean.road"], 2),
        (["all", "--format", "sarif", "clean.road"], 2),
    ],
)
def test_exit_codes_are_those_of_check(folder: Path, arguments: list[str], code: int) -> None:
    assert run("check", "--rulings", *arguments, within=folder).returncode == code


def test_an_unknown_switch_is_wrong_usage(folder: Path) -> None:
    done = run("check", "--rulings", "dark.nocoin", "clean.road", within=folder)
    assert done.stdout == b""
    assert b"did you mean 'dark.no_coin'?" in done.stderr


def test_several_records_and_standard_input(folder: Path) -> None:
    done = run("check", "--rulings", "dark.no_coin", "clean.road", "-", given=NO_COIN, within=folder)
    assert (done.returncode, done.stderr) == (1, b""), "progress is for terminals"
    first, second = done.stdout.decode().split("\n\n")
    assert first.startswith("clean.road: legal as it stands")
    assert second.startswith("<stdin>: not legal as it stands")
    data = json.loads(run("check", "--rulings", "all", "--format", "json", "both.road", within=folder).stdout)
    assert [record["file"] for record in data["records"]] == ["both.road"]


def test_a_plain_check_does_not_load_it() -> None:
    assert not {name for name in loaded("check", str(FIRST_TURN)) if "alternatives" in name or "trial" in name}
    assert "referee.drivers.alternatives" in loaded("check", "--rulings", "tie.first", str(FIRST_TURN))


def test_the_schema_is_printed() -> None:
    done = run("schema", "alternatives")
    assert done.returncode == 0
    assert "Alternatives" in json.loads(done.stdout)["$defs"]
