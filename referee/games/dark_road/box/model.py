"""What a box holds, as data: goods, boards, dice and every card."""

from __future__ import annotations

from msgspec import Struct, field

from referee.games.dark_road.effects import Clause, Effect, Reward, Test
from referee.games.dark_road.packing import Shape


class GoodTile(Struct, frozen=True):
    tiles: int
    shape: Shape


class Region(Struct, frozen=True):
    """Two towns and what a hero delivered to either of them pays."""

    towns: tuple[str, str]
    reward: Effect


class HeroCard(Struct, frozen=True):
    town: str
    wants: tuple[str, ...]
    gives: str
    starting: bool = False


class Row(Struct, frozen=True):
    """One effect of an event for one value of the travel die."""

    flag: str
    effect: Effect


class EventCard(Struct):
    deck: str
    rows: dict[int, tuple[Row, ...]] = field(default_factory=dict)


class DeedCard(Struct, frozen=True):
    """Alternatives of tests that must all hold; no alternative at all means no condition."""

    when: tuple[tuple[Test, ...], ...]
    reward: Reward


class CompanionCard(Struct):
    """A loyal companion has abilities by name; a stray one has a gift and one effect."""

    copies: int
    gift: str = ""
    effect: Effect | None = None
    abilities: dict[str, Effect] = field(default_factory=dict)

    @property
    def loyal(self) -> bool:
        return not self.gift


class BuildingTile(Struct, frozen=True):
    title: str
    effect: Effect


class Box(Struct):
    """The contents of one box. ``origins`` says of every entry where it comes from."""

    name: str = ""
    title: str = ""
    goods: dict[str, GoodTile] = field(default_factory=dict)
    grid: tuple[int, int] = (0, 0)
    wheel: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    ringway: tuple[str, ...] = ()
    chart: dict[int, str] = field(default_factory=dict)
    dice: dict[str, tuple[str, ...]] = field(default_factory=dict)
    faces: dict[tuple[str, str], Effect] = field(default_factory=dict)
    pieces: dict[str, int] = field(default_factory=dict)
    dark: dict[str, Effect] = field(default_factory=dict)
    ruins: dict[str, Effect] = field(default_factory=dict)
    court: dict[str, Effect] = field(default_factory=dict)
    slots: dict[int, Effect] = field(default_factory=dict)
    final_slots: dict[int, Effect] = field(default_factory=dict)
    regions: dict[str, Region] = field(default_factory=dict)
    classes: dict[str, str] = field(default_factory=dict)
    heroes: dict[str, HeroCard] = field(default_factory=dict)
    commissions: dict[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    events: dict[str, EventCard] = field(default_factory=dict)
    deeds: dict[str, DeedCard] = field(default_factory=dict)
    companions: dict[str, CompanionCard] = field(default_factory=dict)
    buildings: dict[str, BuildingTile] = field(default_factory=dict)
    pairs: tuple[tuple[str, str], ...] = ()
    steeds: dict[str, tuple[Clause, ...]] = field(default_factory=dict)
    upgrades: dict[str, tuple[Clause, ...]] = field(default_factory=dict)
    origins: dict[tuple[str, str], str] = field(default_factory=dict)

    @property
    def towns(self) -> tuple[str, ...]:
        """The six towns, region by region."""
        return tuple(town for region in self.regions.values() for town in region.towns)

    def region_of(self, town: str) -> str:
        return next(name for name, region in self.regions.items() if town in region.towns)

    def numbers(self, die: str) -> tuple[int, ...]:
        """The faces of a die that shows numbers."""
        return tuple(int(face) for face in self.dice[die])
