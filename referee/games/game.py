"""What the referee's core asks of a game. The core knows moves, facts and outcomes only through this door."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct, field

from referee.diagnostics import Diagnostic
from referee.engine.decision import Chance, Refusal
from referee.engine.journal import Posting
from referee.engine.play import Play
from referee.notation.names import Lexicon
from referee.notation.record import Fact, Statement, Value
from referee.notation.source import Parsed


class Setting(Struct):
    """How a record is played: who sits where, with which box, edition, chosen options and variants."""

    players: list[str] = field(default_factory=list)
    box: Any = None
    edition: str = ""
    options: dict[str, str] = field(default_factory=dict)
    variants: list[str] = field(default_factory=list)
    lexicon: Lexicon | None = None
    declared: Any = None  # the reader of cards declared in the record, once there are any


class Moment(Struct, frozen=True):
    """Where in the game a state is: its turn, and whether that rests, the game ends, or nothing is set up yet."""

    round: int
    who: str
    stage: str
    resting: bool = False
    ending: bool = False
    before: bool = False


class Reading(Protocol):
    """A game's reader of one file."""

    diagnostics: list[Diagnostic]

    def statement(self, parsed: Parsed) -> Statement | None: ...


class Game(Protocol):
    name: str
    home: Path
    editions: Sequence[str]
    variants: Sequence[str]
    seats: Sequence[int]

    def describe(self, token_type: str) -> str:
        """A token class in a reader's words."""

    def bundled_box(self, name: str) -> Any:
        """A box that comes with the game. Raises KeyError."""

    def check_box(self, text: str, file: str) -> list[Diagnostic]:
        """Everything that is wrong or unusual in the text of a box, in the order of its lines."""

    def show_box(self, name: str, kind: str = "", text: str | None = None) -> str:
        """A bundled box, or the text of one, for people: all of it in short, or one kind of its contents.

        Raises KeyError for a box that is not bundled, ValueError with the known kinds for any other kind.
        """

    def switches(self) -> Sequence[Any]:
        """Every option: its name, its values with the default first, the ids it rests on and what it decides."""

    def adapted(self, box: Any, edition: str, options: dict[str, str]) -> Any:
        """A box as an edition and the options chosen beyond it have it."""

    def declare(self, setting: Setting, parsed: Parsed, file: str) -> list[Diagnostic]:
        """Take up a card declared in a record."""

    def lexicon(self, box: Any) -> Lexicon: ...

    def reader(self, file: str, setting: Setting) -> Reading: ...

    def start(self, setting: Setting) -> Play[Any]:
        """A game at its setup."""

    def position_text(self, name: str) -> str:
        """The record behind a bundled position. Raises KeyError."""

    def place(self, setting: Setting, state: Any, facts: Sequence[Fact], when: str) -> Iterable[tuple[int, str, str]]:
        """Change a position by facts and a round or a later stage; yields (place, code, message) of what cannot be."""

    def resume(self, setting: Setting, state: Any) -> Play[Any]: ...

    def rename(self, state: Any, players: Sequence[str]) -> None: ...

    def moment(self, state: Any) -> Moment: ...

    def write(self, move: Any) -> str: ...

    def write_of(self, name: str, move: Any) -> str:
        """A move with its player in front."""

    def write_outcome(self, chance: Chance, outcome: Any) -> str: ...

    def outcome(self, chance: Chance, value: Value, setting: Setting) -> Any | Refusal:
        """What a written value means as an answer to this chance."""

    def message(self, refusal: Refusal) -> str: ...

    def rules(self) -> Sequence[Any]:
        """Every rule: id, kind, editions, page and what it says."""

    def holding(self, state: Any, who: str, thing: str) -> int | None:
        """How many of a thing a player has; None if it is nothing that can be had."""

    def echoes(self, move: Any, postings: Sequence[Posting], who: str) -> bool:
        """Does a step only repeat what has just happened anyway?"""

    def rule(self, rule_id: str) -> str:
        """What a rule says, in a line, with its page."""

    def fact(self, setting: Setting, state: Any, fact: Fact) -> tuple[bool, str, str]:
        """Does a fact hold? With the expected and the actual value as text."""

    def scores(self, setting: Setting, play: Play[Any]) -> tuple[Any, str]:
        """The final score as data and as text, step by step."""

    def drawn(self, setting: Setting, play: Play[Any], wagons: bool = False) -> str:
        """The table as a picture in text; with ``wagons``, every storage packed."""

    def simulated(self, players: list[str], box: str, edition: str, variants: list[str], policy: str, seed: str) -> str:
        """A complete game, as a record."""

    def refusals(self) -> dict[str, tuple[str, str]]:
        """Every code the rules refuse with: what it means and what to do."""

    def state_schema(self) -> dict[str, Any]: ...

    def snapshot(self, setting: Setting, play: Play[Any]) -> Any: ...
