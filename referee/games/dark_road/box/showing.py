"""A box for people: what is in it, what every card does, and what of it is the publisher's and what is ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest

from referee.games.dark_road.box.inspecting import Inspector, line_key
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.notation.effects_writing import written, written_clause, written_condition, written_reward
from referee.games.dark_road.packing import Shape, drawn, mirrored
from referee.games.dark_road.vocabulary import DISTRICT_NAMES
from referee.wording import counted

Row = tuple[str, ...]


def shown(reader: Inspector, kind: str = "") -> str:
    """The whole box in short, or all entries of one kind. Raises ValueError with the known kinds."""
    if not kind:
        return "\n".join(overview(reader.box))
    try:
        table = TABLES[kind.lower()]
    except KeyError:
        raise ValueError(*TABLES) from None
    return "\n".join(line.rstrip() for line in table(reader.box)).strip("\n")


def origin(box: Box, kind: str, name: str) -> str:
    """Where an entry comes from, as a person says it."""
    return box.origins.get((kind, name), "ours").replace("printed ", "printed p. ")


def aligned(head: Row, rows: Iterable[Row]) -> Iterator[str]:
    """Columns side by side, each as wide as its widest word."""
    table = [head, *rows]
    widths = [max(map(len, column)) for column in zip_longest(*table, fillvalue="")]
    for row in table:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=False)).rstrip()


def _headed(heading: str, head: Row, rows: Iterable[Row]) -> Iterator[str]:
    yield from ("", heading)
    yield from (f"  {line}" for line in aligned(head, rows))


# ── in short ────────────────────────────────────────────────────────────────────────────────────────────

# Which entries a table is made of.
MADE_OF = {
    "pieces": ("pieces",),
    "goods": ("good",),
    "boards": ("grid", "wheel", "ringway", "chart", "slot", "dark", "ruins", "court"),
    "dice": ("die", "face"),
    "regions": ("region", "class"),
    "heroes": ("hero",),
    "commissions": ("commission",),
    "companions": ("companion", "ability"),
    "buildings": ("building", "pair"),
    "steeds": ("steed",),
    "upgrades": ("upgrade",),
    "deeds": ("deed",),
    "events": ("event", "row"),
}


def overview(box: Box) -> Iterator[str]:
    yield f"{box.name}: {box.title}" if box.name else "a box without a name"
    yield ""
    entries = {kind: _origins(box, kinds) for kind, kinds in MADE_OF.items()}
    everything = sum(entries.values(), Counter[str]())
    ways = ("printed", "inferred", "ours")
    rows = [(kind, _held(box, kind), *(str(found[way]) for way in ways)) for kind, found in entries.items()]
    yield from aligned(("kind", "holds", *ways), [*rows, ("all", "", *(str(everything[way]) for way in ways))])
    yield ""
    yield "The numbers count entries: printed ones the rulebook states, inferred ones follow from what it states,"
    yield "ours were invented for this box. Name a kind to see its entries."


def _origins(box: Box, kinds: tuple[str, ...]) -> Counter[str]:
    """How many entries there are of each origin; a card of several lines counts line by line."""
    lines = {(kind, name.rpartition(" line ")[0]) for kind, name in box.origins if " line " in name}
    found = (way for key, way in box.origins.items() if key[0] in kinds and key not in lines)
    return Counter(way.partition(" ")[0] for way in found)


def _held(box: Box, kind: str) -> str:
    match kind:
        case "goods":
            tiles = counted(sum(tile.tiles for tile in box.goods.values()), "tile")
            return f"{tiles} of {counted(len(box.goods), 'kind')}"
        case "heroes":
            starting = sum(hero.starting for hero in box.heroes.values())
            return f"{counted(len(box.heroes), 'card')}, {starting} of them starting"
        case "commissions":
            tiles = counted(sum(map(len, box.commissions.values())), "tile")
            return f"{tiles} for {counted(len(box.commissions), 'town')}"
        case "companions":
            cards = sum(card.copies for card in box.companions.values())
            return f"{counted(cards, 'card')}, {sum(not card.loyal for card in box.companions.values())} of them stray"
        case "events":
            decks = Counter(event.deck for event in box.events.values())
            return f"{counted(len(box.events), 'card')}, {decks['road']} road and {decks['shortcut']} shortcut"
        case "buildings":
            tiles = counted(len(box.buildings) - len(box.pairs), "tile")
            return f"{counted(len(box.buildings), 'building')} on {tiles}"
        case "regions":
            return f"{counted(len(box.regions), 'region')} with {counted(len(box.towns), 'town')}"
        case "dice":
            return counted(len(box.dice), "kind")
        case "pieces":
            return f"{sum(box.pieces.values())} tokens and dice"
        case "boards":
            return "wheel, Ringway, markets, wagon"
    return counted(len(getattr(box, kind)), "tile" if kind == "upgrades" else "card")


# ── tables ──────────────────────────────────────────────────────────────────────────────────────────────


def pieces(box: Box) -> Iterator[str]:
    rows = ((name, str(number), origin(box, "pieces", name)) for name, number in box.pieces.items())
    yield from aligned(("piece", "number", "origin"), rows)


def goods(box: Box) -> Iterator[str]:
    """Both sides of every tile: the upgraded one is the mirror image of the basic one."""
    for kind, tile in box.goods.items():
        yield ""
        yield f"{kind}, {tile.tiles} tiles, {len(tile.shape)} cells ({origin(box, 'good', kind)})"
        sides = [("basic", *_picture(tile.shape)), ("upgraded", *_picture(mirrored(tile.shape)))]
        width = max(len(line) for line in sides[0]) + 4
        yield from (f"  {left:{width}}{right}" for left, right in zip(*sides, strict=True))


def _picture(shape: Shape) -> Iterator[str]:
    for row in drawn(shape).split("/"):
        yield row.replace("X", "[]").replace(".", "  ").rstrip()


def boards(box: Box) -> Iterator[str]:
    width, height = box.grid
    layout = [
        ("storage grid", f"{width} by {height}", origin(box, "grid", "storage")),
        ("wheel, clockwise", " ".join(box.wheel), origin(box, "wheel", "order")),
        ("its values", " ".join(map(str, box.values)), origin(box, "wheel", "values")),
        ("Ringway, clockwise", ", ".join(DISTRICT_NAMES[d] for d in box.ringway), origin(box, "ringway", "districts")),
    ]
    yield from _headed("Layout", ("board", "shows", "origin"), layout)
    made = (
        (str(value), good or "nothing", origin(box, "chart", str(value))) for value, good in sorted(box.chart.items())
    )
    yield from _headed("Crafting chart", ("value", "makes", "origin"), made)
    slots = [(str(slot), written(effect), origin(box, "slot", str(slot))) for slot, effect in box.slots.items()]
    final = [(f"{s}, last rounds", written(e), origin(box, "slot", f"{s} final")) for s, e in box.final_slots.items()]
    yield from _headed("Locked slots", ("slot", "does", "origin"), sorted([*slots, *final]))
    for heading, kind, spaces in (
        ("Dark Market, clockwise", "dark", box.dark),
        ("Ruins tablet, clockwise", "ruins", box.ruins),
        ("Courtyard banners", "court", box.court),
    ):
        rows = ((name, written(effect), origin(box, kind, name)) for name, effect in spaces.items())
        yield from _headed(heading, ("space", "gives", "origin"), rows)


def dice(box: Box) -> Iterator[str]:
    rows = ((die, " ".join(faces), origin(box, "die", die)) for die, faces in box.dice.items())
    yield from _headed("Dice", ("die", "faces", "origin"), rows)
    results = ((d, f, written(effect), origin(box, "face", f"{d} {f}")) for (d, f), effect in box.faces.items())
    yield from _headed("Faces", ("die", "face", "gives", "origin"), results)


def regions(box: Box) -> Iterator[str]:
    rewards = ((n, " and ".join(r.towns), written(r.reward), origin(box, "region", n)) for n, r in box.regions.items())
    yield from _headed("Regions", ("region", "towns", "reward for each hero", "origin"), rewards)
    classes = ((town, name, origin(box, "class", name)) for town, name in box.classes.items())
    yield from _headed("Classes", ("town", "class of its heroes", "origin"), classes)


def heroes(box: Box) -> Iterator[str]:
    rows = (
        (
            name,
            hero.town,
            " ".join(hero.wants) or ("starting" if hero.starting else ""),
            hero.gives,
            origin(box, "hero", name),
        )
        for name, hero in box.heroes.items()
    )
    yield from aligned(("hero", "to", "wants", "gives", "origin"), rows)


def commissions(box: Box) -> Iterator[str]:
    rows = (
        (town, " ".join(wants), origin(box, "commission", f"{town} [{' '.join(wants)}]"))
        for town, tiles in box.commissions.items()
        for wants in tiles
    )
    yield from aligned(("town", "wants", "origin"), rows)


def companions(box: Box) -> Iterator[str]:
    rows = list[Row]()
    for name, card in box.companions.items():
        own = origin(box, "companion", name)
        if card.effect is not None:
            rows.append((name, "stray", str(card.copies), f"gift {card.gift}", written(card.effect), own))
            continue
        rows.append((name, "loyal", str(card.copies), "", "", own))
        rows += (
            ("", "", "", word, written(e), origin(box, "ability", f"{name} {word}"))
            for word, e in card.abilities.items()
        )
    yield from aligned(("companion", "kind", "cards", "ability", "does", "origin"), rows)


def buildings(box: Box) -> Iterator[str]:
    tiles = (
        (name, tile.title, written(tile.effect), origin(box, "building", name)) for name, tile in box.buildings.items()
    )
    yield from _headed("Buildings", ("word", "title", "does", "origin"), tiles)
    pairs = ((*pair, origin(box, "pair", " ".join(pair))) for pair in box.pairs)
    yield from _headed("Two sides of one tile", ("one", "other", "origin"), pairs)


def _carried(kind: str, head: str) -> Callable[[Box], Iterator[str]]:
    """Steeds and upgrades: one row for each line of a card."""

    def table(box: Box) -> Iterator[str]:
        rows = (
            (name if number == 1 else "", written_clause(clause), origin(box, kind, line_key(name, number)))
            for name, clauses in (box.steeds if kind == "steed" else box.upgrades).items()
            for number, clause in enumerate(clauses, 1)
        )
        yield from aligned((head, "does", "origin"), rows)

    return table


def deeds(box: Box) -> Iterator[str]:
    rows = (
        (name, written_condition(deed.when) or "always", written_reward(deed.reward), origin(box, "deed", name))
        for name, deed in box.deeds.items()
    )
    yield from aligned(("deed", "when", "scores", "origin"), rows)


def events(box: Box) -> Iterator[str]:
    for name, event in box.events.items():
        rows = list[Row]()
        for first, last in _spans(box, name):
            value = str(first) if first == last else f"{first} to {last}"
            said = ", ".join(f"{row.flag} {written(row.effect)}" for row in event.rows[first])
            rows.append((value, said, origin(box, "row", f"{name} {first}")))
        yield from _headed(f"{name}, {event.deck} ({origin(box, 'event', name)})", ("die", "effect", "origin"), rows)


def _spans(box: Box, name: str) -> Iterator[tuple[int, int]]:
    """The rows of an event as they were written: from which value to which."""
    values = sorted(box.events[name].rows)
    starts = [value for value in values if ("row", f"{name} {value}") in box.origins]
    for first, following in zip_longest(starts, starts[1:], fillvalue=max(values, default=0) + 1):
        yield first, max(value for value in values if value < following)


TABLES: dict[str, Callable[[Box], Iterator[str]]] = {
    "pieces": pieces,
    "goods": goods,
    "boards": boards,
    "dice": dice,
    "regions": regions,
    "heroes": heroes,
    "commissions": commissions,
    "companions": companions,
    "buildings": buildings,
    "steeds": _carried("steed", "steed"),
    "upgrades": _carried("upgrade", "upgrade"),
    "deeds": deeds,
    "events": events,
}
