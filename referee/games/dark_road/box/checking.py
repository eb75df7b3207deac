"""Is a box complete, and does it agree with itself? What the retail game prints is the measure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from referee.diagnostics import Diagnostic, Severity
from referee.games.dark_road.box.checking_effects import effects
from referee.games.dark_road.box.finding import TITLE, Finding, missing, unusual
from referee.games.dark_road.box.inspecting import Inspector
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import VALUES
from referee.games.dark_road.notation.writing import written_name
from referee.games.dark_road.packing import Area, fits, mirrored
from referee.games.dark_road.rulebook import headline
from referee.games.dark_road.vocabulary import DISTRICTS, GOODS, TOWNS
from referee.notation.names import fold
from referee.notation.parser import Unreadable
from referee.notation.source import Source

# Codes that do not keep anybody from playing.
WARNINGS = frozenset({"unusual-count", "reserved-name", "indistinct-choice", "unused-entry"})

# Codes that may follow from a line that could not be read; they are held back when such a line is there.
FOLLOWS = frozenset({"missing-entry", "unusual-count", "bad-companion", "town-without-region", "unused-entry"})

MOST_CELLS = 12  # along one side of a wagon; a larger one is a slip of the pen
SEATS, DRAFTED, ROW, INN, COURT, BUILDINGS = 4, 5, 3, 4, 2, 4

# pieces: how many the retail game has, and how few four players can do with.
PIECES = {
    "coins": (60, 31), "lantern": (16, 1), "quartz": (24, 1), "shoe": (12, SEATS), "night": (28, 7 * SEATS),
    "glow": (8, SEATS), "market": (5, 5), "travel": (5, SEATS + 1), "ruins": (1, 1), "oracle": (1, 1),
}  # fmt: skip

DICE = ("night", "glow", "market", "travel", "ruins", "oracle")


def check(source: Source, describe: Callable[[str], str]) -> list[Diagnostic]:
    """Everything that is wrong or unusual in the text of a box, in the order of its lines."""
    reader = Inspector(source, describe)
    found = list(reader.diagnostics)
    if reader.places or not found:
        found += diagnosed(reader)
    return sorted(found, key=lambda d: (d.span, d.code))


def diagnosed(reader: Inspector) -> Iterator[Diagnostic]:
    """What the box as a whole lacks or contradicts; what only follows from an unreadable line is left out."""
    for finding in findings(reader.box):
        leans_on = {finding.entry[0]} if finding.near == TITLE else {finding.entry[0], finding.near[0]}
        if finding.code in FOLLOWS and leans_on & reader.damaged:
            continue
        severity: Severity = "warning" if finding.code in WARNINGS else "error"
        yield Diagnostic(
            code=finding.code,
            message=finding.message,
            file=reader.file,
            span=reader.span(finding.entry, finding.near),
            severity=severity,
            rule=finding.rule,
            says=headline(finding.rule),
            legal=finding.legal,
        )


def findings(box: Box) -> Iterator[Finding]:
    """Every finding about a box, boards first."""
    for part in (title, goods, wheel, ringway, spaces, dice, chart, pieces, towns, decks, companions, buildings, names):
        yield from part(box)
    yield from effects(box)


# ── the boards ──────────────────────────────────────────────────────────────────────────────────────────


def title(box: Box) -> Iterator[Finding]:
    if not box.name:
        yield missing("the box has no name", ("box", ""), 'box mine "What it is"')


def goods(box: Box) -> Iterator[Finding]:
    """Six kinds, 84 tiles, each able to lie in the wagon. STORE-11"""
    for kind in GOODS:
        if kind not in box.goods:
            yield missing(f"there are no {kind} tiles", ("good", kind), f'good {kind} tiles 14 shape "XX/XX"')
    if not all(box.grid):
        yield missing("the storage grid has no size", ("grid", "storage"), "grid 6 by 5", "STORE-13")
    elif max(box.grid) > MOST_CELLS:
        yield Finding("bad-board", f"a side of the storage grid has at most {MOST_CELLS} cells", ("grid", "storage"))
    else:
        if sorted(box.grid) != [5, 6]:
            yield unusual("the storage grid of the retail game is 6 by 5", ("grid", "storage"))
        area = Area("storage", *box.grid)
        for kind, tile in box.goods.items():
            if not (fits([tile.shape], [area]) and fits([mirrored(tile.shape)], [area])):
                message = f"{kind} does not fit into a grid of {area.width} by {area.height}"
                yield Finding("too-large", message, ("good", kind), rule="STORE-11")
    tiles = sum(tile.tiles for tile in box.goods.values())
    if box.goods and tiles != 84:
        yield unusual(f"goods tiles: {tiles}; the retail game has 84", ("good", next(iter(box.goods))))


def wheel(box: Box) -> Iterator[Finding]:
    """Six sections, each good once, and a value for each."""
    example = " ".join(GOODS)
    if not box.wheel:
        yield missing("the order of the goods on the wheel is not given", ("wheel", "order"), f"wheel order {example}")
    elif sorted(box.wheel) != sorted(GOODS):
        yield Finding("bad-board", "the wheel shows each of the six goods once", ("wheel", "order"), legal=(example,))
    if not box.values:
        yield missing("the values of the wheel are not given", ("wheel", "values"), "wheel values 5 4 3 2 1 1")
    elif len(box.values) != len(GOODS):
        message = f"the wheel has six values, and {len(box.values)} are given"
        yield Finding("bad-board", message, ("wheel", "values"), legal=("wheel values 5 4 3 2 1 1",))
    elif lacking := sorted({5, 4, 3, 2, 1} - set(box.values)):
        message = f"no section of the wheel is worth {lacking[-1]}, as the starting goods and the icons need"
        yield Finding("bad-board", message, ("wheel", "values"), rule="SETUP-42")


def ringway(box: Box) -> Iterator[Finding]:
    example = f"ringway {' '.join(DISTRICTS)}"
    if not box.ringway:
        yield missing("the districts of the Ringway are not given", ("ringway", "districts"), example)
    elif sorted(box.ringway) != sorted(DISTRICTS):
        message = "the Ringway passes each of the five districts once"
        yield Finding("bad-board", message, ("ringway", "districts"), legal=(example,))
    elif set(box.ringway[:2]) != {"inn", "bazaar"}:
        message = "wagons start between the first two districts, and those are the Inn and the Bazaar"
        yield Finding("bad-board", message, ("ringway", "districts"), rule="SETUP-33", legal=(example,))


def spaces(box: Box) -> Iterator[Finding]:
    """Dark Market and tablet with four spaces each, two banners, three locked slots."""
    for board, found, wanted, rule in (
        ("dark", box.dark, ("N", "E", "S", "W"), "SETUP-25"),
        ("ruins", box.ruins, ("TL", "TR", "BR", "BL"), "SETUP-16"),
    ):
        start = "S" if board == "dark" else "BL"
        lacking = [name for name in wanted if name not in found]
        if start in lacking:
            message = f"the marker starts on {start}, and there is no such space"
            yield missing(message, (board, start), f"{board} {start}: …", rule)
        if len(found) < 4:
            for name in lacking:
                if name != start:
                    yield missing(f"the space {name} is not given", (board, name), f"{board} {name}: …")
        for extra in list(found)[4:]:
            yield Finding("bad-board", f"there are four spaces, and {extra} is one more", (board, extra), legal=wanted)
    for banner in ("upper", "lower"):
        if banner not in box.court:
            message = f"the {banner} courtyard slot has no banner"
            yield missing(message, ("court", banner), f"court {banner}: …", "DEED-03")
    for slot in (1, 2, 3):
        if slot not in box.slots:
            yield missing(f"locked slot {slot} has no action", ("slot", str(slot)), f"slot {slot}: …", "PLAN-09")


# ── dice and pieces ─────────────────────────────────────────────────────────────────────────────────────


def dice(box: Box) -> Iterator[Finding]:
    """Six kinds of dice; numbers, goods or faces with an effect."""
    for die in DICE:
        if die not in box.dice:
            yield missing(f"the {die} die has no faces", ("die", die), f"die {die} …")
    for die, faces in box.dice.items():
        if die not in DICE:
            yield Finding("unused-entry", f"no rule throws a die called {die}", ("die", die), legal=DICE)
        elif die in {"night", "glow", "travel"}:
            allowed = VALUES if die == "travel" else range(10)
            yield from _numbers(die, faces, tuple(map(str, allowed)))
        elif die == "market":
            yield from _numbers(die, faces, GOODS)
        else:
            for face in dict.fromkeys(faces):
                if (die, face) not in box.faces:
                    entry = ("face", f"{die} {face}")
                    yield missing(f"{face} has no effect", entry, f"face {die} {face}: …", near=("die", die))
    for die, face in box.faces:
        if die in box.dice and face not in box.dice[die]:
            message = f"the {die} die has no face called {face}"
            yield Finding("unused-entry", message, ("face", f"{die} {face}"), ("die", die), legal=box.dice[die])
    if lacking := [value for value in "123" if value not in box.dice.get("night", "123")]:
        message = f"a night die is set to {lacking[0]} at the start and has no such face"
        yield Finding("bad-die", message, ("die", "night"), rule="SETUP-37")


def _numbers(die: str, faces: tuple[str, ...], allowed: tuple[str, ...]) -> Iterator[Finding]:
    for face in dict.fromkeys(faces):
        if face not in allowed:
            yield Finding("bad-die", f"a {die} die cannot show {face}", ("die", die), legal=allowed)


def chart(box: Box) -> Iterator[Finding]:
    """An entry for every face of the night die, be it for nothing. RULING-18"""
    faces = [int(face) for face in dict.fromkeys(box.dice.get("night", ())) if face.isdigit()]
    for value in sorted(faces):
        if value not in box.chart:
            message = f"the crafting chart does not say what {value} makes"
            yield missing(message, ("chart", str(value)), f"chart {value} none", "RULING-18", ("die", "night"))
    for value in box.chart:
        if faces and value not in faces:
            yield Finding("unused-entry", f"no night die shows {value}", ("chart", str(value)), ("die", "night"))


def pieces(box: Box) -> Iterator[Finding]:
    for piece, (retail, least) in PIECES.items():
        count = box.pieces.get(piece, 0)
        if piece not in box.pieces:
            yield missing(f"the number of {piece} pieces is not given", ("pieces", piece), f"pieces {piece} {retail}")
        elif count < least:
            message = f"four players need {least} {piece} pieces; the box has {count}"
            yield missing(message, ("pieces", piece), f"pieces {piece} {retail}")
        elif count != retail:
            yield unusual(f"{piece} pieces: {count}; the retail game has {retail}", ("pieces", piece))
    for piece in box.pieces:
        if piece not in PIECES:
            yield Finding("unused-entry", f"no rule uses pieces called {piece}", ("pieces", piece), legal=tuple(PIECES))


# ── cards ───────────────────────────────────────────────────────────────────────────────────────────────


def towns(box: Box) -> Iterator[Finding]:
    """Six towns in three regions; a card for a town of no region can never be delivered."""
    homes = Counter(box.towns)
    cards: dict[str, list[tuple[str, str]]] = {town: [] for town in TOWNS}
    for name, hero in box.heroes.items():
        cards[hero.town].append(("hero", name))
    for town, tiles in box.commissions.items():
        cards[town] += [("commission", f"{town} [{' '.join(wants)}]") for wants in tiles]
    for town in TOWNS:
        if not homes[town]:
            example = (f"region A {town} …",)
            if cards[town]:
                message = f"nobody can deliver to {town}, which lies in no region; cards for it: {len(cards[town])}"
                yield Finding("town-without-region", message, cards[town][0], ("region", ""), legal=example)
            else:
                yield missing(f"{town} lies in no region", ("region", town), *example)
    for name, region in box.regions.items():
        for town in dict.fromkeys(region.towns):
            if homes[town] > 1 and next(other for other, r in box.regions.items() if town in r.towns) == name:
                yield Finding("bad-board", f"{town} lies in {homes[town]} regions", ("region", name))
    if box.regions and len(box.regions) != 3:
        yield unusual(f"regions: {len(box.regions)}; the retail game has 3", ("region", ""))
    if len(box.classes) != len(TOWNS):
        yield unusual(f"towns with a class: {len(box.classes)}; in the retail game all 6 have one", ("class", ""))


def decks(box: Box) -> Iterator[Finding]:
    """How many of each card, and how few will do for four players."""
    starting = sum(hero.starting for hero in box.heroes.values())
    copies = sum(card.copies for card in box.companions.values())
    for kind, plural, count, retail, least in (
        ("hero", "heroes", len(box.heroes), 48, INN + DRAFTED),
        ("companion", "companions", copies, 22, ROW),
        ("steed", "steeds", len(box.steeds), 7, DRAFTED),
        ("upgrade", "wagon upgrades", len(box.upgrades), 6, 1),
        ("deed", "deeds", len(box.deeds), 19, SEATS + COURT),
        ("event", "events", len(box.events), 26, 1),
    ):
        if count < least:
            message = f"{plural}: {count}; four players need {least} or more"
            yield missing(message, (kind, ""), f"{kind} …")
        elif count != retail:
            yield unusual(f"{plural}: {count}; the retail game has {retail}", (kind, ""))
    if len(box.heroes) >= INN + DRAFTED > INN + starting:
        message = f"a draft of four lays out {DRAFTED} starting heroes; the box has {starting}"
        yield missing(message, ("hero", ""), "hero NAME to TOWN starting gives lantern", "DRAFT-03")
    for deck in ("road", "shortcut"):
        if box.events and not any(event.deck == deck for event in box.events.values()):
            yield missing(f"the {deck} deck has no event", ("event", ""), f"event NAME {deck}", "SETUP-18")
    for name, event in box.events.items():
        if not event.rows:
            yield missing(f"event {name} has no row", ("event", name), "row 1 to 6: reward …", near=("row", ""))
    for town in TOWNS:
        if (tiles := len(box.commissions.get(town, ()))) != 5:
            message = f"commission tiles of {town}: {tiles}; the retail game has 30, five for each town"
            first = next(iter(box.commissions.get(town, ())), ())
            yield unusual(message, ("commission", f"{town} [{' '.join(first)}]"))


def companions(box: Box) -> Iterator[Finding]:
    for name, card in box.companions.items():
        if card.loyal and len(card.abilities) != 2:
            message = f"a loyal companion has two abilities; {name} has {len(card.abilities)}"
            example = (f"ability {_name(name)} WORD: …",)
            yield Finding("bad-companion", message, ("companion", name), ("ability", ""), "COMPANION-06", example)
        if card.copies < 1:
            yield Finding("bad-companion", f"there is no card of {name}", ("companion", name))


def buildings(box: Box) -> Iterator[Finding]:
    """Ten buildings on five tiles, of which four lie on the board. SETUP-04"""
    sides = Counter(name for pair in box.pairs for name in pair)
    for pair in box.pairs:
        entry = ("pair", " ".join(pair))
        if pair[0] == pair[1]:
            yield Finding("bad-pair", f"{pair[0]} cannot be its own other side", entry)
        elif double := [name for name in pair if sides[name] > 1]:
            yield Finding("bad-pair", f"{double[0]} stands on more than one tile", entry)
    tiles = len(box.buildings) - len(box.pairs)
    if len(box.buildings) < BUILDINGS or tiles < BUILDINGS:
        message = f"four building tiles are laid out; the box has {tiles}"
        yield missing(message, ("building", ""), 'building WORD "Title": …', "SETUP-04")
    elif len(box.buildings) != 10:
        yield unusual(f"buildings: {len(box.buildings)}; the retail game has 10", ("building", ""))
    elif len(box.pairs) != 5:
        yield unusual(f"pairs of buildings: {len(box.pairs)}; the retail game has 5", ("pair", ""))


# ── names ───────────────────────────────────────────────────────────────────────────────────────────────


def names(box: Box) -> Iterator[Finding]:
    """No two of a kind that a reader could take for one another, and none that must be quoted wherever it stands."""
    named: dict[str, Mapping[str, object]] = {
        "hero": box.heroes, "companion": box.companions, "steed": box.steeds, "upgrade": box.upgrades,
        "deed": box.deeds, "event": box.events, "building": box.buildings, "region": box.regions,
        "class": dict.fromkeys(box.classes.values()),
    }  # fmt: skip
    for kind, cards in named.items():
        known: dict[str, str] = {}
        for name in cards:
            if not fold(name):
                yield Finding("bad-name", f"a {kind} needs a name with a letter or a digit in it", (kind, name))
                continue
            first = known.setdefault(fold(name), name)
            if first != name:
                yield Finding("declared-twice", f"{kind} {name} cannot be told from {kind} {first}", (kind, name))
            if _name(name).startswith('"'):
                message = f"{name!r} has a meaning of its own or is no word, so it must be quoted wherever it stands"
                yield Finding("reserved-name", message, (kind, name))
    titles = {fold(name): name for name in box.buildings}
    for name, tile in box.buildings.items():
        if titles.setdefault(fold(tile.title), name) != name:
            other = titles[fold(tile.title)]
            yield Finding(
                "declared-twice", f"the title of {name} cannot be told from building {other}", ("building", name)
            )


def _name(name: str) -> str:
    """A name as it is written; in quotes if it is not a word at all."""
    try:
        return written_name(name)
    except Unreadable:
        return f'"{name}"'
