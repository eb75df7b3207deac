"""Files to begin from: records, positions and snapshots below the folder of the record that names them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from positioned import CARAVAN, at, driven, position, snapshot
from support import EXAMPLES, at_most, text_of

from referee.diagnostics import Diagnostic

TURN = "from two-players\nround 1\nGriffin\n  plan 1 slot 3 coins\n  move 3\n  dark 3\n"  # and Susie is next
INSIDE = "from two-players\nround 1\nGriffin\n  plan 1 slot 2 glow\n  move 1\n  bazaar rotate\n"


def beginning(folder: Path, text: str, *lines: str) -> list[Diagnostic]:
    """What is said of a record that begins from a file with this text."""
    (folder / "base.road").write_text(text, encoding="utf-8")
    record = "\n".join(['from "base.road"', *lines]) if not any("from " in line for line in lines) else "\n".join(lines)
    return driven(record, str(folder / "friday.road"))[1]


def test_a_record_begins_from_a_file_and_goes_on(tmp_path: Path) -> None:
    assert not beginning(tmp_path, TURN, "round 1", "Susie", "  plan 0 slot 3 coins", "check Susie coins 8")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "other.road").write_text('from "base.road"\n', encoding="utf-8")
    (tmp_path / "deep" / "base.road").write_text(TURN, encoding="utf-8")
    assert not beginning(tmp_path, TURN, 'from "deep/other.road"', "Susie", "  plan 0 slot 3 coins")


def test_it_states_only_what_differs(tmp_path: Path) -> None:
    assert not beginning(
        tmp_path, TURN, "  Susie coins 1, goods book", "Susie", "  plan 0 slot 3 coins", "check Susie coins 3"
    )
    assert not beginning(
        tmp_path, TURN, "  Susie reserve 1 2 3, spent 1", "round 2", "Griffin", "  plan 0 slot 3 coins"
    )


def test_a_base_in_the_middle_of_a_turn(tmp_path: Path) -> None:
    moving = TURN + "Susie\n  plan 0 slot 2 lantern\n"
    assert not beginning(tmp_path, moving, "round 1", "Susie", "  move 2", "check Susie lanterns 2")
    assert not beginning(
        tmp_path, moving, "  Susie coins 1, at dark inn", "Susie", "  move 2", "check Susie at bazaar commission"
    )
    found = beginning(tmp_path, moving, "round 2")
    assert [wrong.code for wrong in found] == ["impossible-position"]
    assert not beginning(tmp_path, moving, "  Susie spent 1", "round 2", "Griffin", "  plan 0 slot 1")


def test_a_base_on_a_journey_can_be_led_home(tmp_path: Path) -> None:
    """Another moment takes back what belongs to the old one: dice, caravan, event."""
    base = position(at(CARAVAN, 43))
    facts = "  Griffin spent 0, reserve 1 2 3\n  now round 4 Susie plan, row ? ? ?, die far"
    (tmp_path / "base.road").write_text(base, encoding="utf-8")
    driver, found = driven(f'from "base.road"\n{facts}\n', str(tmp_path / "friday.road"))
    assert not found
    state = driver.on.state
    assert state.journey is None
    assert "Frozen-Ford" in state.events["shortcut"].unseen
    assert state.supply.travel == 5 - state.die_on_far


def test_a_visit_can_be_taken_back(tmp_path: Path) -> None:
    base = position(at(CARAVAN, 53))
    assert "visited Scorchborn" in base
    assert not beginning(tmp_path, base, "  Brian visited none", "check Brian visited none")


def test_another_event_on_another_route(tmp_path: Path) -> None:
    base = position(at(CARAVAN, 41))
    assert "journey shortcut Northbreak" in base
    found = beginning(tmp_path, base, "  journey road Northbreak, event Black-Ice, to-take Griffin Susie Brian")
    assert not found


def test_a_base_inside_a_step_is_taken_as_it_is_or_not_at_all(tmp_path: Path) -> None:
    assert not beginning(tmp_path, INSIDE, "round 1", "Griffin", "  buy armor")
    assert not beginning(tmp_path, INSIDE, "players Anna Bert", 'from "base.road"', "Anna", "  buy armor")
    assert not beginning(tmp_path, INSIDE, "  Griffin reserve 0 2 3", "Griffin", "  buy armor")  # which is so anyway
    (found,) = beginning(tmp_path, INSIDE, "  Griffin coins 30")
    assert found.code == "unreadable-position"
    assert found.message == "base.road ends in the middle of a step, where nothing of it can be changed"


def test_a_base_from_json_and_one_that_is_over(tmp_path: Path) -> None:
    (tmp_path / "moment.json").write_text(json.dumps(snapshot(at(CARAVAN, 43))), encoding="utf-8")
    assert not beginning(tmp_path, "", 'from "moment.json"', "Griffin", "  takes 4 +1")
    (tmp_path / "inside.json").write_text(json.dumps(snapshot(at(CARAVAN, 58))), encoding="utf-8")
    assert not beginning(tmp_path, "", 'from "inside.json"')
    path = next(path for path in EXAMPLES if path.stem == "game-three")
    assert not beginning(tmp_path, text_of(path), "check winner Brian")


def test_who_plays(tmp_path: Path) -> None:
    assert not beginning(
        tmp_path, TURN, 'players Anna "Bert the Bold"', 'from "base.road"', "Bert-the-Bold", "  plan 0 slot 1"
    )
    (found,) = beginning(tmp_path, TURN, "players Anna Bert Cleo", 'from "base.road"')
    assert (found.code, found.message) == ("seats", "base.road seats 2 players, the record names 3")


def test_cards_that_are_declared(tmp_path: Path) -> None:
    own = "declare deed Foo: vp 3\nfrom two-players\n  Griffin deeds Foo\n"
    assert not beginning(tmp_path, own, "check Griffin deeds Foo")
    assert not beginning(tmp_path, TURN, "declare deed Foo: vp 3", 'from "base.road"', "  Susie deeds Foo")
    (found,) = beginning(tmp_path, own, "declare deed Bar: vp 3", 'from "base.road"')
    assert found.code == "unreadable-position"
    assert "declares cards of its own" in found.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("nowhere.road", "nowhere.road: no such file"),
        ("../base.road", "../base.road: a position lies in the folder of the record or below it"),
        ("/etc/hostname.road", "/etc/hostname.road: a position lies in the folder of the record or below it"),
        ("out.road", "out.road: a position lies in the folder of the record or below it"),
        ("pipe.road", "pipe.road: not a regular file"),
        (".", ".: is a directory"),
        ("self.road", "self.road: positions begin from one another more than 4 deep; does one begin from itself?"),
        ("wrong.road", "wrong.road cannot be used: line 3, there is no locked slot 9: they are 1, 2 and 3"),
        ("empty.road", "empty.road cannot be used: line 1, nothing is played: the record has neither setup nor from"),
    ],
)
def test_files_that_cannot_be_used(name: str, said: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    (tmp_path / "base.road").write_text(TURN, encoding="utf-8")
    (folder / "self.road").write_text('from "self.road"\n', encoding="utf-8")
    (folder / "wrong.road").write_text("from two-players\nGriffin\n  plan 1 slot 9\n", encoding="utf-8")
    (folder / "empty.road").write_text("# nothing\n", encoding="utf-8")
    (folder / "out.road").symlink_to(tmp_path / "base.road")
    os.mkfifo(folder / "pipe.road")
    with at_most(30):
        (found,) = driven(f'from "{name}"', str(folder / "friday.road"))[1]
    assert found.code == "unreadable-position"
    assert found.message.startswith(said.partition(": they")[0])


def test_what_was_merely_declined_is_no_step(tmp_path: Path) -> None:
    """Three equal locked dice might still be reset, and the turn has not begun."""
    equal = "from two-players\n  Griffin locked 1 1 1, goods none\nround 1\nGriffin\n  legal plan 0 slot 3 coins\n"
    assert not beginning(
        tmp_path, equal, "  Griffin coins 1", "Griffin", "  reset", "check Griffin coins 1, locked 1 2 3"
    )


def test_a_changed_snapshot_counts(tmp_path: Path) -> None:
    view = snapshot(driven(TURN + "Susie\n")[0])
    assert view["inside"] is None
    view["players"][1]["coins"] -= 1
    view["supply"]["coins"] += 1
    coins = view["players"][1]["coins"]
    (tmp_path / "edited.json").write_text(json.dumps(view), encoding="utf-8")
    assert not driven(f'from "edited.json"\ncheck Susie coins {coins}\n', str(tmp_path / "friday.road"))[1]
