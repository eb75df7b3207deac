"""Do the goods fit into the wagon?

Goods are flat tiles of joined cells.  They lie in the storage grid (STORE-13), in a saddle bag beside it (RULING-11)
or on storage heroes, one good on each (STORE-16).  A tile may be turned but not flipped: its other side is the
mirror image, and another good (STORE-26).  Since goods may be moved about at any time (STORE-14), nobody records
where a tile lies; the only question is whether some arrangement exists, and the answer here is exact.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, zip_longest
from typing import NamedTuple

Cell = tuple[int, int]
Shape = frozenset[Cell]


class Area(NamedTuple):
    """A rectangle of storage cells: the grid of the wagon or a saddle bag."""

    name: str
    width: int
    height: int


class Place(NamedTuple):
    """Where one tile lies; a tile on a storage hero has the area "" and no cells."""

    piece: int
    area: str
    cells: tuple[Cell, ...]


# --- shapes -----------------------------------------------------------------------------------------------------


def shape(text: str) -> Shape:
    """Read a tile drawn as rows from top to bottom, such as "XX/X."."""
    rows = text.split("/")
    if strange := set(text) - set("X./"):
        raise ValueError(f"The shape {text!r} may hold only 'X', '.' and '/', not {min(strange)!r}.")
    if len({len(row) for row in rows}) > 1:
        raise ValueError(f"The rows of the shape {text!r} differ in length.")
    cells = {(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "X"}
    if not cells:
        raise ValueError(f"The shape {text!r} is empty.")
    if not _connected(cells):
        raise ValueError(f"The cells of the shape {text!r} do not all hang together.")
    return _normal(cells)


def drawn(shape: Shape) -> str:
    """Draw a tile so that `shape` reads it back."""
    width = 1 + max(x for x, _ in shape)
    height = 1 + max(y for _, y in shape)
    return "/".join("".join(".X"[(x, y) in shape] for x in range(width)) for y in range(height))


def mirrored(shape: Shape) -> Shape:
    """The tile turned over: the upgraded side of a basic good and the other way round (STORE-26)."""
    return _normal((-x, y) for x, y in shape)


@lru_cache(maxsize=1024)
def rotations(shape: Shape) -> tuple[Shape, ...]:
    """The different ways to lay the tile without turning it over (STORE-10), as drawn first, then by quarter turns."""
    turns = [_normal(shape)]
    for _ in range(3):
        turns.append(_normal((-y, x) for x, y in turns[-1]))
    return tuple(dict.fromkeys(turns))


def _normal(cells: Iterable[Cell]) -> Shape:
    points = list(cells)
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return frozenset((x - left, y - top) for x, y in points)


def _connected(cells: set[Cell]) -> bool:
    reached: set[Cell] = set()
    fresh = {min(cells)}
    while fresh:
        reached |= fresh
        fresh = {near for x, y in fresh for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))} & cells - reached
    return reached == cells


# --- the question -------------------------------------------------------------------------------------------------


def fits(pieces: Sequence[Shape], areas: Sequence[Area], holders: int = 0, fixed: Sequence[Shape] = ()) -> bool:
    """Whether all goods and all fixed tiles find a place at once (STORE-15); fixed tiles take no hero (RULING-12)."""
    return _answer(_sorted(pieces), _sorted(fixed), _sizes(areas), holders) is not None


def pack(
    pieces: Sequence[Shape], areas: Sequence[Area], holders: int = 0, fixed: Sequence[Shape] = ()
) -> tuple[Place, ...] | None:
    """One arrangement of all tiles, ordered by piece (goods count first, then fixed tiles), or None if none exists."""
    answer = _answer(_sorted(pieces), _sorted(fixed), _sizes(areas), holders)
    if answer is None:
        return None
    free, spots = list(answer), _spots(_sizes(areas))
    places = []
    # Fixed tiles choose first, so that of two equal tiles the good is the one that goes to a hero.
    for piece, tile in [*enumerate(fixed, len(pieces)), *enumerate(pieces)]:
        found = next((laid for laid in free if laid[0] == _standard(tile)), None)
        if found is None:
            places.append(Place(piece, "", ()))
        else:
            free.remove(found)
            lain = [spot for bit, spot in enumerate(spots) if found[1] >> bit & 1]
            places.append(Place(piece, areas[lain[0][0]].name, tuple(sorted((x, y) for _, x, y in lain))))
    return tuple(sorted(places))


# --- the picture --------------------------------------------------------------------------------------------------

# Indexed by the arms that meet in a corner: 1 up, 2 right, 4 down, 8 left.
_CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_GAP = "   "


def picture(places: Sequence[Place], areas: Sequence[Area], letters: Sequence[str]) -> list[str]:
    """Lines that draw the areas side by side, every tile outlined, and name the goods on storage heroes below."""
    owners = {(place.area, cell): place.piece for place in places for cell in place.cells}
    blocks = [[area.name, *_outlined(area, owners, letters)] for area in areas]
    widths = [max(map(len, block)) for block in blocks]
    rows = zip_longest(*blocks, fillvalue="")
    lines = [_GAP.join(f"{line:{width}}" for line, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    if held := [letters[place.piece] for place in sorted(places) if not place.cells]:
        lines.append("on heroes: " + " ".join(held))
    return lines


def _outlined(area: Area, owners: Mapping[tuple[str, Cell], int], letters: Sequence[str]) -> Iterator[str]:
    """A wall stands wherever two neighbouring cells belong to different tiles; empty cells share no walls."""

    def owner(x: int, y: int) -> int:
        inside = 0 <= x < area.width and 0 <= y < area.height
        return owners.get((area.name, (x, y)), -1) if inside else -2

    for y in range(area.height + 1):
        line = ""
        for x in range(area.width + 1):
            nw, ne, sw, se = owner(x - 1, y - 1), owner(x, y - 1), owner(x - 1, y), owner(x, y)
            line += _CORNERS[(nw != ne) + 2 * (ne != se) + 4 * (sw != se) + 8 * (nw != sw)]
            line += ("───" if ne != se else "   ") * (x < area.width)
        yield line
        if y < area.height:
            line = ""
            for x in range(area.width + 1):
                here = owner(x, y)
                line += "│" if owner(x - 1, y) != here else " "
                line += f"{letters[here] if here >= 0 else '.':^3}" * (x < area.width)
            yield line


# --- the search ---------------------------------------------------------------------------------------------------
#
# The cells of all areas are the bits of one number, so that a tile in place is a mask.  Small areas come first, and
# cells are counted along the shorter side: the edge of the filled part stays short and equal states meet often.

_Sizes = tuple[tuple[int, int], ...]
_Laid = tuple[Shape, int]


@lru_cache(maxsize=1024)
def _standard(shape: Shape) -> Shape:
    """The same shape for every rotation of a tile, so that equal tiles are seen to be equal."""
    return min(rotations(shape), key=sorted)


@lru_cache(maxsize=1024)
def _rank(shape: Shape) -> tuple[int, tuple[Cell, ...]]:
    return -len(shape), tuple(sorted(shape))


def _sorted(pieces: Sequence[Shape]) -> tuple[Shape, ...]:
    """The tiles as a multiset: largest first, whatever order and rotation they came in."""
    return tuple(sorted(map(_standard, pieces), key=_rank))


def _sizes(areas: Sequence[Area]) -> _Sizes:
    return tuple((area.width, area.height) for area in areas)


@lru_cache(maxsize=64)
def _spots(sizes: _Sizes) -> tuple[tuple[int, int, int], ...]:
    """The meaning of each bit: the area and the cell in it."""
    spots = [(area, x, y) for area, (width, height) in enumerate(sizes) for x in range(width) for y in range(height)]

    def order(spot: tuple[int, int, int]) -> tuple[int, int, int, int]:
        area, x, y = spot
        width, height = sizes[area]
        return (width * height, area, x, y) if height <= width else (width * height, area, y, x)

    return tuple(sorted(spots, key=order))


@lru_cache(maxsize=4096)
def _masks(shape: Shape, sizes: _Sizes) -> tuple[tuple[int, ...], ...]:
    """For each bit the ways to lay the tile so that this is the lowest bit it covers (STORE-11, RULING-11)."""
    spots = _spots(sizes)
    bits = {spot: 1 << bit for bit, spot in enumerate(spots)}
    found: list[list[int]] = [[] for _ in spots]
    for area, left, top in spots:
        for turned in rotations(shape):
            covered = [bits.get((area, left + x, top + y), 0) for x, y in turned]
            if all(covered):
                mask = sum(covered)
                found[(mask & -mask).bit_length() - 1].append(mask)
    return tuple(map(tuple, found))


@lru_cache(maxsize=4096)
def _inside(small: Shape, large: Shape) -> bool:
    """Whether the smaller tile could lie on top of the larger one without sticking out."""
    return any(
        all((x + left, y + top) in large for x, y in turned) for turned in rotations(small) for left, top in _box(large)
    )


def _box(shape: Shape) -> list[Cell]:
    return [(x, y) for x in range(1 + max(x for x, _ in shape)) for y in range(1 + max(y for _, y in shape))]


@lru_cache(maxsize=65536)
def _answer(
    pieces: tuple[Shape, ...], fixed: tuple[Shape, ...], sizes: _Sizes, holders: int
) -> tuple[_Laid, ...] | None:
    """The tiles that lie in areas, with their masks (all others lie on heroes), or None if they do not all fit."""
    spots = _spots(sizes)
    kinds = tuple(dict.fromkeys(sorted(pieces + fixed, key=_rank)))
    loose = [kind for kind in kinds if not any(_masks(kind, sizes))]
    dead: set[tuple[int, tuple[int, ...]]] = set()
    for held in _hands(pieces, min(holders, len(pieces))):
        goods = Counter(pieces) - Counter(held)
        kept = goods + Counter(fixed)
        if sum(len(kind) * kept[kind] for kind in kinds) > len(spots):
            return None  # later hands free no more cells
        if any(kept[kind] for kind in loose):
            continue
        if any(len(small) < len(large) and _inside(small, large) for small in set(held) for large in goods):
            continue  # a hero had better hold the larger good, and that hand is tried as well
        laid = _search(kinds, tuple(kept[kind] for kind in kinds), sizes, dead)
        if laid is not None:
            return tuple(laid)
    return None


def _hands(pieces: tuple[Shape, ...], holders: int) -> list[tuple[Shape, ...]]:
    """The different choices of goods for the heroes, those that free most cells first; an idle hero helps nobody."""
    hands = dict.fromkeys(combinations(pieces, max(holders, 0)))
    return sorted(hands, key=lambda hand: -sum(map(len, hand)))


def _search(
    kinds: tuple[Shape, ...], counts: tuple[int, ...], sizes: _Sizes, dead: set[tuple[int, tuple[int, ...]]]
) -> list[_Laid] | None:
    """Cover the lowest free cell with each kind of tile in turn, then leave it empty, as long as cells can be spared.

    `dead` keeps the states without a solution: free cells and tiles left.  They do not depend on how they came about.
    """
    # A tile of one cell fits wherever a cell is left over, so it need not be searched for.
    ones = counts[-1] if kinds and len(kinds[-1]) == 1 else 0
    if ones:
        counts = (*counts[:-1], 0)
    masks = [_masks(kind, sizes) for kind in kinds]
    everything = (1 << len(_spots(sizes))) - 1
    laid: list[_Laid] = []

    def solved(free: int, rest: tuple[int, ...], spare: int) -> bool:
        if not any(rest):
            return True
        if (start := (free, rest)) in dead:
            return False
        while spare >= 0:
            low = free & -free
            cell = low.bit_length() - 1
            for kind, count in enumerate(rest):
                if count:
                    for mask in masks[kind][cell]:
                        if mask & free == mask:
                            laid.append((kinds[kind], mask))
                            if solved(free ^ mask, (*rest[:kind], count - 1, *rest[kind + 1 :]), spare):
                                return True
                            laid.pop()
            free ^= low
            spare -= 1
            if (free, rest) in dead:
                break
        dead.add(start)
        return False

    needed = sum(len(kind) * count for kind, count in zip(kinds, counts, strict=True))
    if not solved(everything, counts, len(_spots(sizes)) - needed):
        return None
    free = everything - sum(mask for _, mask in laid)
    for _ in range(ones):
        laid.append((kinds[-1], free & -free))
        free &= free - 1
    return laid
