"""Boxes: the house box is whole and honest, a bad box is told what is wrong with it, and people can look into both."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.catalogue import CODES
from referee.diagnostics import Diagnostic
from referee.games import find_game
from referee.games.dark_road.box import checking, checking_effects, finding, inspecting, reading, shipped
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import BoxReader
from referee.games.dark_road.vocabulary import TOWNS
from referee.notation.parser import parser
from referee.notation.source import Source

GAME = find_game("dark-road")
PATH = GAME.home / "box" / "house.box"
TEXT = PATH.read_text(encoding="utf-8")
LINES = TEXT.split("\n")


def squeezed(line: str) -> str:
    return " ".join(line.split())


def line_of(start: str) -> int:
    """The number of the one line of the house box that begins so, however it is spaced."""
    (number,) = [n for n, line in enumerate(LINES, 1) if squeezed(line).startswith(start)]
    return number


def changed(*changes: tuple[str, str]) -> str:
    """The house box with some lines replaced; an empty line takes an entry out."""
    lines = list(LINES)
    for start, instead in changes:
        lines[line_of(start) - 1] = instead
    return "\n".join(lines)


def check(text: str) -> list[Diagnostic]:
    return GAME.check_box(text, "test.box")


def read(text: str) -> Box:
    source = Source(text, "test.box", parser(GAME.home), "entry")
    reader = BoxReader("test.box")
    box = reader.read(source.statements(GAME.describe))
    assert not source.diagnostics, source.diagnostics
    assert not reader.diagnostics, reader.diagnostics
    return box


HOUSE: Box = GAME.bundled_box("house")


# ── the house box ───────────────────────────────────────────────────────────────────────────────────────


def test_the_house_box_is_clean() -> None:
    assert check(TEXT) == []


def test_the_house_box_is_kept_ready_as_it_is_written() -> None:
    again = "run: python -m referee.games.dark_road.box.shipped"
    assert PATH.with_suffix(".ready").read_bytes() == shipped.made_ready(PATH), again
    assert shipped.read(PATH) == HOUSE


def test_a_box_that_was_written_anew_is_read_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "house.box").write_text(changed(("grid", "grid 7 by 5 ours")), encoding="utf-8")
    (tmp_path / "house.ready").write_bytes(PATH.with_suffix(".ready").read_bytes())
    monkeypatch.setattr(shipped, "PLACE", tmp_path)
    assert (HOUSE.grid, shipped.shipped_box.__wrapped__("house").grid) == ((6, 5), (7, 5))


@pytest.mark.parametrize("name", ["readings", "../house", "House", ""])
def test_only_whole_boxes_can_be_named(name: str) -> None:
    with pytest.raises(KeyError):
        GAME.bundled_box(name)


def test_the_house_box_has_every_printed_count() -> None:
    assert len(HOUSE.heroes) == 48
    assert sum(hero.starting for hero in HOUSE.heroes.values()) >= 5
    assert {town: len(tiles) for town, tiles in HOUSE.commissions.items()} == dict.fromkeys(TOWNS, 5)
    assert sum(card.copies for card in HOUSE.companions.values()) == 22
    assert (len(HOUSE.steeds), len(HOUSE.upgrades), len(HOUSE.deeds), len(HOUSE.events)) == (7, 6, 19, 26)
    assert len(HOUSE.buildings) == 10
    assert sorted(chain(*HOUSE.pairs)) == sorted(HOUSE.buildings)
    assert sum(tile.tiles for tile in HOUSE.goods.values()) == 84
    assert HOUSE.pieces == {
        "coins": 60, "lantern": 16, "quartz": 24, "shoe": 12, "night": 28, "glow": 8, "market": 5, "travel": 5,
        "ruins": 1, "oracle": 1,
    }  # fmt: skip


def test_the_house_box_says_on_its_first_line_that_it_is_ours() -> None:
    assert HOUSE.title.startswith("Ours")
    assert HOUSE.origins["box", "house"] == "ours"


def printed() -> set[tuple[str, str]]:
    source = Source(TEXT, "house.box", parser(GAME.home), "entry")
    box = inspecting.Inspector(source, GAME.describe).box
    lines = {(kind, name.rpartition(" line ")[0]) for kind, name in box.origins if " line " in name}
    return {key for key, origin in box.origins.items() if origin.startswith("printed") and key not in lines}


def test_nothing_that_no_text_prints_is_called_printed() -> None:
    """The list of what is unknown, entry by entry, against what the box claims."""
    known = printed()
    assert not {name for kind, name in known if kind in {"good", "chart", "deed", "event", "pair", "box"}}
    assert {name for kind, name in known if kind == "hero"} == {"Atlantes"}
    assert {name for kind, name in known if kind == "commission"} == {
        "Northbreak [weapon staff armor]", "Scorchborn [armor instrument potion]", "Cursecairn [potion staff book]",
    }  # fmt: skip
    assert {name for kind, name in known if kind == "row"} == {f"Frozen-Ford {value}" for value in (4, 5, 6)}
    assert not {name for kind, name in known if kind == "die"}
    assert not {name for kind, name in known if kind == "face" and name.startswith("oracle")}
    assert not {name for kind, name in known if kind == "wheel"}
    assert {name for kind, name in known if kind == "dark"} == {"E", "S"}
    assert {name for kind, name in known if kind == "ruins"} == {"BL"}
    assert {name for kind, name in known if kind == "court"} == {"upper"}
    assert {name for kind, name in known if kind == "companion"} == {"Grace", "Flicker", "Cosimo", "Li'l Dumplin'"}
    assert ("upgrade", "storage-upgrade line 2") not in known, "the shape of the storage upgrade"


# ── what is wrong with a box ────────────────────────────────────────────────────────────────────────────

# the line of the house box that is replaced, by what, the code, the line that is blamed, its column
BAD: list[tuple[str, str, str, str, int]] = [
    ("pieces coins", "pieces coins 50", "unusual-count", "pieces coins", 1),
    ("pieces coins", "", "missing-entry", "pieces lanterns", 1),
    ("pieces night", "pieces night 27", "missing-entry", "pieces night", 1),
    ("good armor", 'good armor tiles 15 shape "XX"', "unusual-count", "good armor", 1),
    ("good staff", 'good staff tiles 14 shape "XXXXXXX"', "too-large", "good staff", 1),
    ("grid", "  grid 5 by 7", "unusual-count", "grid", 3),
    ("grid", "grid 99 by 99", "bad-board", "grid", 1),
    ("grid", "", "missing-entry", "box house", 1),
    ("wheel order", "", "missing-entry", "wheel values", 1),
    ("wheel order", "wheel order potion staff book armor armor weapon", "bad-board", "wheel order", 1),
    ("wheel values", "wheel values 5 4 3 2 1", "bad-board", "wheel values", 1),
    ("wheel values", "wheel values 5 5 3 2 1 1", "bad-board", "wheel values", 1),
    ("ringway", "ringway inn bazaar commission yurg", "bad-board", "ringway", 1),
    ("ringway", "ringway bazaar commission yurg dark inn", "bad-board", "ringway", 1),
    ("chart 0", "", "missing-entry", "die night", 1),
    ("chart 3", "chart 3 armor; chart 4 book", "unused-entry", "chart 3", 16),
    ("slot 2", "", "missing-entry", "slot 1:", 1),
    ("slot 3", "slot 3: coins +2 or coins +1", "indistinct-choice", "slot 3", 1),
    ("slot 3", "slot 3: coins +2 or vp +1", "misplaced-word", "slot 3", 1),
    ("dark S", "", "missing-entry", "dark N", 1),
    ("dark W", "dark W: free-ruins-roll", "misplaced-word", "dark W", 1),
    ("dark W", "dark W: discount 2", "misplaced-word", "dark W", 1),
    ("dark W", "dark W: quartz +1; dark NW: coins +1", "bad-board", "dark W", 20),
    ("ruins BL", "ruins XX: gain-good any*", "missing-entry", "ruins TL", 1),
    ("court lower", "", "missing-entry", "court upper", 1),
    ("die night", "die night 0 1 1 2 2 2", "bad-die", "die night", 1),
    ("die market", "die market armor weapon potion book staff 6", "bad-die", "die market", 1),
    ("die oracle", "die oracle purse bag lamp stone forge guest fox", "missing-entry", "die oracle", 1),
    ("face oracle bag", "face oracle bag: coins +1 per upgraded-delivered", "misplaced-word", "face oracle bag", 1),
    ("region C", "", "town-without-region", "hero Mirelle", 1),
    ("region C", "region C Windglass Northbreak: coins +1", "bad-board", "region A", 1),
    ("class bard", "", "unusual-count", "class knight", 1),
    ("hero Agatha", "", "unusual-count", "hero Torvald", 1),
    ("hero Agatha", "hero Torvald-2 to Northbreak wants armor gives shoe", "clean", "", 0),
    ("hero Agatha", 'hero "Market" to Northbreak wants armor gives shoe', "reserved-name", "hero Agatha", 1),
    ("hero Agatha", 'hero "!" to Northbreak wants armor gives shoe', "bad-name", "hero Agatha", 1),
    ("hero Agatha", "hero TÓRVALD to Northbreak wants armor gives shoe", "declared-twice", "hero Agatha", 1),
    ("commission Northbreak [book armor", "", "unusual-count", "commission Northbreak [weapon staff", 1),
    ('ability "Ice Mouse" forage', "", "bad-companion", 'companion "Ice Mouse"', 1),
    ('companion "Ice Mouse"', 'companion "Ice Mouse" x0 loyal', "bad-companion", 'companion "Ice Mouse"', 1),
    ("companion Grace", "", "unusual-count", 'companion "Cave Dragon"', 1),
    ("pair mine", "pair mine mine", "bad-pair", "pair mine", 1),
    ("pair mine", "pair mine foundry", "no-such-building", "pair mine", 11),
    ("pair mine", "", "unusual-count", "pair harbor", 1),
    ("steed Lovebug", "", "unusual-count", "steed Brembizánt", 1),
    ("steed Sugarfoot: extra", "steed Sugarfoot: lantern +1", "misplaced-word", "steed Sugarfoot: extra", 1),
    ("steed Sugarfoot: extra", "steed Sugarfoot: on jump: lantern +1", "unknown-word", "steed Sugarfoot: extra", 21),
    ("upgrade purse-upgrade: rep", "upgrade purse-upgrade: replace-slot 3 (discount 2)", "misplaced-word",
     "upgrade purse-upgrade: rep", 1),
    ("upgrade purse-upgrade: rep", "upgrade purse-upgrade: replace-slot 3 (coins +1 or coins +2)",
     "indistinct-choice", "upgrade purse-upgrade: rep", 1),
    ("upgrade second-steed: occ", "upgrade second-steed: may (may may occupies lantern)", "misplaced-word",
     "upgrade second-steed: occ", 1),
    ("deed Storyteller", "", "unusual-count", "deed Royal-Seals", 1),
    ("deed Storyteller", "deed Storyteller when companions Phenix >= 1: vp 1", "unknown-name", "deed Storyteller", 1),
    ("deed Storyteller", "deed Storyteller when goods filed 3 >= 1: vp 1", "unknown-word", "deed Storyteller", 1),
    ("event Moth-Storm", "event Moth-Storm road; event Nothing road", "missing-entry", "event Moth-Storm", 1),
    ("row 6: reward gain-good worth 5*", "row 7: reward coins +1", "bad-row", "row 6: reward gain-good worth 5*", 5),
    ("row 6: reward gain-good worth 5*", "row 6 to 5: reward coins +1", "bad-row",
     "row 6: reward gain-good worth 5*", 5),
    ("row 6: reward gain-good worth 5*", f"row 6: reward {'(' * 13}coins +1{')' * 13}", "too-deep",
     "row 6: reward gain-good worth 5*", 1),
]  # fmt: skip


@pytest.mark.parametrize(("start", "instead", "code", "blamed", "column"), BAD, ids=[f"{b[2]}-{b[0]}" for b in BAD])
def test_a_bad_box_is_told_where_and_what(start: str, instead: str, code: str, blamed: str, column: int) -> None:
    found = check(changed((start, instead)))
    if code == "clean":
        assert found == []
        return
    mine = [d for d in found if d.code == code]
    assert mine, found
    assert (mine[0].span.line, mine[0].span.start) == (line_of(blamed), column), mine[0]
    assert mine[0].message
    assert mine[0].severity == ("warning" if code in checking.WARNINGS else "error")


def test_every_code_of_the_checker_is_shown_by_a_bad_box_and_explained() -> None:
    modules = (checking, checking_effects, finding, inspecting, reading)
    text = "".join(Path(str(module.__file__)).read_text(encoding="utf-8") for module in modules)
    codes = set(re.findall(r'(?:Finding\(|_report\(parsed,)\s*"([a-z-]+)"', text))
    assert {"missing-entry", "unusual-count", "bad-row", "misplaced-word"} <= codes
    assert codes <= {code for _, _, code, _, _ in BAD}
    assert codes <= set(CODES)


def test_no_card_grants_a_journey() -> None:
    line = line_of("row 6: reward gain-good worth 5*")
    (found,) = check(changed(("row 6: reward gain-good worth 5*", "row 6: reward travel")))
    assert (found.severity, found.span.line, found.span.start) == ("error", line, 15)


def test_the_rule_stands_beside_the_finding() -> None:
    (found,) = check(changed(("chart 0", "")))
    assert found.rule == "RULING-18"
    assert found.legal == ("chart 0 none",)


@pytest.mark.parametrize(
    ("choice", "indistinct"),
    [
        ("coins +1 or coins +3", True),
        ("ruins-step 1 or ruins-action", True),
        ("coins +1 or lantern +1", False),
        ("gain-good any or gain-good any*", False),
        ("gain-good book or gain-good any", False),
        ("gain-good book and coins +1 or gain-good any", True),
        ("craft or gain-good book", True),
        ("gain-good book* or craft", False),
        ("pay coins 2 or coins +2", False),
        ("pay good basic worth 1 or pay good *", False),
        ("pay good or pay good *", True),
        ("lose-good or lose-hero", False),
        ("upgrade-good or downgrade-good", False),
        ("gain-illuminated or light", True),
    ],
)
def test_branches_are_told_apart_by_what_is_picked(choice: str, indistinct: bool) -> None:
    found = check(changed(("court upper", f"court upper: {choice}")))
    assert [d.code for d in found] == ["indistinct-choice"] * indistinct


TEN = [
    ("pieces shoes", "pieces shoes 13"),
    ("good armor", 'good armor tiles 14 shape "XX/.X/X."'),
    ("wheel values", "wheel values 5 4"),
    ("hero Hedda", "hero Hedda to Northbreak wants gives shoe"),
    ("commission Farglen [potion", "commission Fargle [potion book staff]"),
    ('companion "Cave Dragon"', 'companion "Cave Dragon" loyl'),
    ("building mine", 'building mine "Blazing Quartz Mine": quarz +1'),
    ("steed Velvet: on", "steed Velvet: on gain-upgrad: prestige +2"),
    ("deed Lamplighter", "deed Lamplighter when lanterns > 3: vp 4"),
    ("event Wolf-Song", "event Wolf-Song rode"),
]


def test_ten_mistakes_on_ten_lines_give_ten_diagnostics() -> None:
    """What only follows from a line that could not be read is not held against anybody."""
    found = check(changed(*TEN))
    assert Counter(d.span.line for d in found) == Counter(line_of(start) for start, _ in TEN)


def test_an_empty_box_lacks_everything_at_its_first_line() -> None:
    found = check("")
    assert {(d.span.line, d.span.start) for d in found} == {(1, 1)}
    assert {d.code for d in found} == {"missing-entry", "unusual-count"}


def test_a_text_that_is_no_box_is_only_unreadable() -> None:
    assert {d.code for d in check("once upon\na time\n§")} == {"syntax", "unreadable-character"}


def test_a_deep_nest_of_brackets_is_a_finding_and_no_accident() -> None:
    deep = f"court upper: {'(' * 1900}coins +1{')' * 1900}"
    assert [d.code for d in check(changed(("court upper", deep)))] == ["too-deep"]


@given(
    st.lists(st.sampled_from([n for n, line in enumerate(LINES) if line and line[0] != "#"]), max_size=30, unique=True)
)
def test_whatever_lines_are_lost_the_checker_speaks_and_never_stumbles(lost: list[int]) -> None:
    found = check("\n".join("" if number in lost else line for number, line in enumerate(LINES)))
    assert bool(found) >= bool(lost and any(LINES[n].startswith(("hero", "pieces", "deed")) for n in lost))
    assert all(d.code in CODES and d.span.line >= 1 for d in found)
