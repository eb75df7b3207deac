"""Goods in the wagon: STORE-09 to STORE-17, STORE-26, RULING-11 and RULING-12."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.games.dark_road.packing import (
    Area,
    Place,
    Shape,
    drawn,
    fits,
    mirrored,
    pack,
    picture,
    rotations,
    shape,
)

WAGON = Area("wagon", 6, 5)
BAG = Area("saddle bag", 2, 2)
ONE, DOMINO, SQUARE = shape("X"), shape("XX"), shape("XX/XX")
BAR, CROSS, CORNER = shape("XXXXXX"), shape(".X./XXX/.X."), shape("XX/X.")
SKEW, CROOK = shape(".XX/XX."), shape(".X/.X/XX/X.")


# --- two independent witnesses ------------------------------------------------------------------------------------


def turns(tile: Shape) -> list[set[tuple[int, int]]]:
    """The four quarter turns, worked out from the drawing and not from the module under test."""
    rows = drawn(tile).split("/")
    out = []
    for _ in range(4):
        rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        out.append({(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"})
    return out


def naive(pieces: Sequence[Shape], areas: Sequence[Area], holders: int, fixed: Sequence[Shape] = ()) -> bool:
    """Lay tile after tile in every way there is, without any thought."""
    tiles = [(tile, False) for tile in pieces] + [(tile, True) for tile in fixed]

    def lay(index: int, taken: set[tuple[str, int, int]], heroes: int) -> bool:
        if index == len(tiles):
            return True
        tile, grounded = tiles[index]
        for area in areas:
            for left in range(area.width):
                for top in range(area.height):
                    for turn in turns(tile):
                        cells = {(area.name, left + x, top + y) for x, y in turn}
                        inside = all(x < area.width and y < area.height for _, x, y in cells)
                        if inside and not cells & taken and lay(index + 1, taken | cells, heroes):
                            return True
        return not grounded and heroes > 0 and lay(index + 1, taken, heroes - 1)

    return lay(0, set(), holders)


def check(
    places: Sequence[Place], pieces: Sequence[Shape], areas: Sequence[Area], holders: int, fixed: Sequence[Shape] = ()
) -> None:
    """Every rule that an arrangement must keep."""
    tiles = [*pieces, *fixed]
    sizes = {area.name: area for area in areas}
    taken: set[tuple[str, int, int]] = set()
    assert [place.piece for place in places] == list(range(len(tiles)))
    for piece, name, cells in places:
        if not name:
            assert not cells
            assert piece < len(pieces), "RULING-12: a fixed tile lies on a hero"
            continue
        area = sizes[name]
        assert all(0 <= x < area.width and 0 <= y < area.height for x, y in cells), "STORE-11"
        here = {(name, x, y) for x, y in cells}
        assert not here & taken, "STORE-12"
        taken |= here
        left, top = min(x for x, _ in cells), min(y for _, y in cells)
        assert {(x - left, y - top) for x, y in cells} in turns(tiles[piece]), "STORE-26"
        assert len(cells) == len(tiles[piece])
    assert sum(not place.area for place in places) <= holders, "STORE-16"


# --- shapes -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["X", "XX/X.", ".X./XXX/.X.", "XXX/X.X", "X/X/X"])
def test_a_drawing_reads_back(text: str) -> None:
    assert drawn(shape(text)) == text


def test_empty_margins_are_dropped() -> None:
    assert shape("..../.XX./....") == DOMINO == frozenset({(0, 0), (1, 0)})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "is empty"),
        ("../..", "is empty"),
        ("XO", "may hold only"),
        ("xx", "may hold only"),
        ("XX/X", "differ in length"),
        ("XX/", "differ in length"),
        ("X./.X", "hang together"),
    ],
)
def test_a_wrong_drawing_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        shape(text)


def test_store_10_a_tile_has_one_two_or_four_rotations() -> None:
    assert [len(rotations(tile)) for tile in (SQUARE, CROSS, BAR, SKEW, CORNER, CROOK)] == [1, 1, 2, 2, 4, 4]
    assert [drawn(turned) for turned in rotations(CORNER)] == ["XX/X.", "XX/.X", ".X/XX", "X./XX"]


def test_store_26_the_other_side_is_the_mirror_image() -> None:
    assert drawn(mirrored(SKEW)) == "XX./.XX"
    assert mirrored(SKEW) not in rotations(SKEW)
    assert mirrored(CORNER) in rotations(CORNER)
    assert mirrored(mirrored(CROOK)) == CROOK


# --- the wagon ----------------------------------------------------------------------------------------------------


def test_store_09_an_empty_wagon_needs_nothing() -> None:
    assert fits([], [WAGON])
    assert pack([], []) == ()


def test_store_13_the_grid_holds_thirty_cells() -> None:
    assert fits([BAR] * 5, [WAGON])
    assert fits([ONE] * 30, [WAGON])
    assert not fits([ONE] * 31, [WAGON])


def test_store_11_room_in_cells_alone_is_not_enough() -> None:
    assert fits([CROSS] * 3, [WAGON])
    assert fits([CROSS] * 4, [WAGON]) is naive([CROSS] * 4, [WAGON], 0)
    assert not fits([CROSS] * 5, [WAGON])
    assert not fits([shape("XXXXXXX")], [WAGON])


def test_store_10_a_tile_may_be_turned() -> None:
    assert fits([shape("X/X/X/X/X/X")], [WAGON])


def test_store_12_no_two_goods_share_a_cell() -> None:
    assert not fits([SQUARE, ONE], [BAG])


def test_store_14_goods_are_rearranged_for_a_newcomer() -> None:
    """The order of arrival does not matter: every order gives the same answer."""
    goods = [SQUARE, BAR, BAR, CROSS, CORNER, DOMINO]
    assert all(fits(goods[turn:] + goods[:turn], [WAGON]) for turn in range(len(goods)))


def test_store_15_a_good_without_room_is_not_kept() -> None:
    assert fits([BAR] * 4 + [shape("XXXXX")], [WAGON])
    assert not fits([BAR] * 4 + [SQUARE], [WAGON])
    assert fits([BAR] * 3 + [SQUARE], [WAGON])


def test_store_16_a_hero_holds_one_good_of_any_size() -> None:
    huge = shape("XXXXXXX/XXXXXXX")
    assert fits([huge], [WAGON], holders=1)
    assert not fits([huge, huge], [WAGON], holders=1)
    assert fits([huge, huge], [], holders=2)
    assert not fits([ONE, ONE], [], holders=1)


def test_store_17_heroes_extend_the_wagon() -> None:
    assert not fits([BAR] * 6, [WAGON])
    assert fits([BAR] * 6, [WAGON], holders=1)


def test_store_16_the_awkward_good_goes_to_the_hero_and_not_the_largest() -> None:
    block = shape("XXX/XXX")
    goods = [block, shape("XXXX")]
    places = pack(goods, [Area("box", 3, 3)], holders=1)
    assert places is not None
    assert [place.area for place in places] == ["box", ""]


def test_ruling_11_a_tile_lies_wholly_in_one_area() -> None:
    assert fits([BAR] * 5 + [SQUARE], [WAGON, BAG])
    assert not fits([BAR] * 5 + [shape("XXXX")], [WAGON, BAG])
    assert not fits([DOMINO], [Area("left", 1, 1), Area("right", 1, 1)])


def test_ruling_12_the_storage_upgrade_never_lies_on_a_hero() -> None:
    assert fits([SQUARE], [], holders=1)
    assert not fits([], [], holders=1, fixed=[SQUARE])
    places = pack([SQUARE], [BAG], holders=1, fixed=[SQUARE])
    assert places is not None
    assert [place.area for place in places] == ["", "saddle bag"]


def test_ruling_12_a_small_good_leaves_although_the_upgrade_is_larger() -> None:
    """The larger tile may not step onto the hero in place of the smaller good."""
    assert fits([DOMINO], [BAG], holders=1, fixed=[SQUARE])


@pytest.mark.parametrize(
    ("basic", "count", "area", "answers"),
    [
        (SKEW, 3, Area("box", 4, 4), [False, True, True, False]),
        (CROOK, 2, Area("box", 4, 3), [True, False, True]),
    ],
)
def test_store_26_mirror_images_matter(basic: Shape, count: int, area: Area, answers: list[bool]) -> None:
    """Turning some of the goods over changes the answer, though size and outline stay the same."""
    for turned, answer in enumerate(answers):
        goods = [basic] * (count - turned) + [mirrored(basic)] * turned
        assert fits(goods, [area]) is answer
        assert naive(goods, [area], 0) is answer


def test_store_26_five_crooks_fill_the_wagon_only_as_a_mix() -> None:
    assert not fits([CROOK] * 5, [WAGON])
    assert fits([CROOK] * 4 + [mirrored(CROOK)], [WAGON])


def test_the_same_goods_give_the_same_arrangement() -> None:
    goods = [CROSS, SKEW, BAR, CORNER]
    assert pack(goods, [WAGON, BAG], 1) == pack(list(goods), [WAGON, BAG], 1)


# --- against the naive search -------------------------------------------------------------------------------------

TILES = [
    shape(text)
    for text in [
        "X",
        "XX",
        "XXX",
        "XX/X.",
        "XX/XX",
        "XXXX",
        "XXX/X..",
        "XXX/..X",
        "XXX/.X.",
        ".XX/XX.",
        "XX./.XX",
        ".X./XXX/.X.",
        "XXX/X.X",
        ".XX/XX./.X.",
        "XX./.XX/.X.",
        "XXX/X../X..",
        ".X/.X/XX/X.",
        "X./X./XX/.X",
        "XX/XX/XX",
        "XXX/XX.",
    ]
]
tiles = st.sampled_from(TILES)
boxes = st.sampled_from([(3, 3), (4, 3), (3, 4), (2, 4), (5, 2)]).map(lambda size: Area("box", *size))


@settings(max_examples=400, deadline=None)
@given(
    pieces=st.lists(tiles, max_size=5),
    box=boxes,
    bag=st.sampled_from([(), (BAG,), (Area("strip", 1, 3),)]),
    holders=st.integers(0, 2),
    fixed=st.lists(tiles, max_size=1),
)
def test_store_09_to_17_agree_with_the_naive_search(
    pieces: list[Shape], box: Area, bag: tuple[Area, ...], holders: int, fixed: list[Shape]
) -> None:
    areas = [box, *bag]
    places = pack(pieces, areas, holders, fixed)
    assert fits(pieces, areas, holders, fixed) is (places is not None)
    assert (places is not None) is naive(pieces, areas, holders, fixed)
    if places is not None:
        check(places, pieces, areas, holders, fixed)


@settings(max_examples=200, deadline=None)
@given(pieces=st.lists(tiles, max_size=9), holders=st.integers(0, 3), fixed=st.lists(tiles, max_size=1))
def test_store_09_to_17_every_arrangement_of_the_wagon_is_lawful(
    pieces: list[Shape], holders: int, fixed: list[Shape]
) -> None:
    places = pack(pieces, [WAGON, BAG], holders, fixed)
    if places is not None:
        check(places, pieces, [WAGON, BAG], holders, fixed)
        assert fits(pieces[1:], [WAGON, BAG], holders, fixed), "what holds more holds less"


@settings(max_examples=100, deadline=None)
@given(pieces=st.lists(tiles, max_size=7), holders=st.integers(0, 1))
def test_store_26_a_wagon_seen_in_a_mirror_holds_the_mirrored_goods(pieces: list[Shape], holders: int) -> None:
    assert fits(pieces, [WAGON], holders) is fits([mirrored(piece) for piece in pieces], [WAGON], holders)


# --- the picture --------------------------------------------------------------------------------------------------


def test_the_picture_outlines_tiles_and_names_the_goods_on_heroes() -> None:
    places = (
        Place(0, "box", ((0, 0), (0, 1), (1, 0))),
        Place(1, "box", ((1, 1), (2, 1))),
        Place(2, "", ()),
        Place(3, "bag", ((0, 0),)),
    )
    assert picture(places, [Area("box", 3, 2), Area("bag", 1, 1)], "aabs") == [
        "box             bag",
        "┌───────┬───┐   ┌───┐",
        "│ a   a │ . │   │ s │",
        "│   ┌───┴───┤   └───┘",
        "│ a │ a   a │",
        "└───┴───────┘",
        "on heroes: b",
    ]


def test_the_picture_of_an_empty_area_shows_its_cells() -> None:
    assert picture((), [BAG], "") == ["saddle bag", "┌───────┐", "│ .   . │", "│       │", "│ .   . │", "└───────┘"]
