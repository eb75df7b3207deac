"""What the referee's core asks of a game. The core knows moves, facts and outcomes only through this door."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct, field

from referee.diagnostics import Diagnostic
from referee.engine.decision import Chance, Question, Refusal
from referee.engine.journal import Journal, Posting
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
    declarations: list[str] = field(default_factory=list)
    declared: Any = None  # the reader of cards declared in the record, once there are any


class Moment(Struct, frozen=True):
    """Where in the game a state is: its turn, and whether that rests, the game ends, or nothing is set up yet."""

    round: int
    who: str
    stage: str
    resting: bool = False
    ending: bool = False
    before: bool = False


class Suspect(Struct, frozen=True):
    """A card that cannot be where it is said to be; cards are called as by ``cards_named``.

    ``claimed`` are the nameless cards that it was said to be one of, ``unknown`` all that it could be.
    """

    card: str
    name: str
    claimed: list[str]
    unknown: list[str]


class Reading(Protocol):
    """A game's reader of one file."""

    diagnostics: list[Diagnostic]
    placing: bool

    def statement(self, parsed: Parsed) -> Statement | None: ...


class Game(Protocol):
    name: str
    home: Path
    editions: Sequence[str]
    variants: Sequence[str]
    seats: Sequence[int]
    boxes: Sequence[str]
    turn_order: str  # the rule that says whose turn it is

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

    def position_text(self, name: str, edition: str, options: dict[str, str]) -> str:
        """The record behind a bundled position. Raises KeyError with the names that are known."""

    def position_from_json(self, text: str) -> str:
        """The position behind a snapshot, as text. Raises ValueError with what is wrong."""

    def likeness(self, snapshot: Any) -> Any:
        """A snapshot as plain data without what may differ although the moment is the same."""

    def blank(self, setting: Setting) -> Any:
        """A table on which nothing has been dealt, for a position to fill."""

    def position(self, setting: Setting, play: Play[Any]) -> str:
        """The game as text: the position at the last border of two scenes, and the steps since. Raises ValueError."""

    def place(self, setting: Setting, state: Any, facts: Sequence[Fact], when: str) -> Iterable[tuple[int, str, str]]:
        """Change a position by facts and a round or a later stage; yields (place, code, message) of what cannot be."""

    def misgivings(self, setting: Setting, state: Any) -> Iterable[tuple[str, Refusal, bool]]:
        """What a setup would say of a position: the key of the fact, why, and whether it is refused or only doubted."""

    def resume(self, setting: Setting, state: Any) -> Play[Any]: ...

    def freeze(self, state: Any) -> bytes: ...

    def thaw(self, frozen: bytes) -> Any: ...

    def rename(self, state: Any, players: Sequence[str]) -> None: ...

    def moment(self, state: Any) -> Moment: ...

    def write_name(self, name: str) -> str:
        """A name as it is written, in quotes where it needs them."""

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

    def physical(self, refusal: Refusal) -> bool:
        """Does a refusal speak of something that is not there, or not said? No table can waive that."""

    def marks(self, state: Any) -> Sequence[str]:
        """Everything that makes a game irregular."""

    def mark(self, state: Any, text: str) -> None:
        """From here on the game is irregular, and this is why."""

    def adjust(self, setting: Setting, state: Any, facts: Sequence[Fact], journal: Journal) -> list[tuple[int, str]]:
        """Put facts right by hand, posted in the journal; the place and the reason of every one that cannot be."""

    def cards_named(self, question: Question, answer: Any) -> list[str]:
        """The cards that an answer names; one that was drawn without a name is called after who has it."""

    def cards_of(self, fact: Fact) -> list[str]:
        """The cards that a fact names, called in the same way."""

    def cards_lying(self, state: Any) -> Iterable[str]:
        """The cards of which it is known where they are, and those that somebody holds without a name."""

    def card_refused(self, refusal: Refusal, who: str, players: Sequence[str]) -> Suspect | None:
        """The card that a refusal is about, if it says that the card cannot be there."""

    def concerns(self, fact: Fact, posting: Posting) -> bool:
        """Did a transfer touch what a fact is about?"""

    def echoes(self, move: Any, postings: Sequence[Posting], who: str) -> bool:
        """Does a step only repeat what has just happened anyway?"""

    def rule(self, rule_id: str) -> str:
        """What a rule says, in a line, with its page."""

    def fact(self, setting: Setting, state: Any, fact: Fact) -> tuple[bool, str, str]:
        """Does a fact hold? If not, with the value that is expected and the fact as it is, as they are written."""

    def stray_facts(self, setting: Setting, state: Any, who: str, given: Sequence[Fact]) -> list[str]:
        """What a player has beyond the given facts, each as it is written; empty if that is all."""

    def written_facts(self, setting: Setting, state: Any) -> dict[str, str]:
        """Every fact of a state by its name, as it is written."""

    def view(self, setting: Setting, play: Play[Any], who: str) -> Any:
        """What belongs to a player or, without one, to the table alone, as plain data."""

    def scores(self, setting: Setting, play: Play[Any]) -> tuple[Any, str]:
        """The final score as data and as text, step by step."""

    def drawn(self, setting: Setting, play: Play[Any], wagons: bool = False) -> str:
        """The table as a picture in text; with ``wagons``, every storage packed."""

    def simulated(
        self,
        players: list[str],
        box: str,
        edition: str,
        variants: list[str],
        policy: str,
        seed: str,
        options: dict[str, str] | None = None,
    ) -> str:
        """A complete game, as a record."""

    def refusals(self) -> dict[str, tuple[str, str]]:
        """Every code the rules refuse with: what it means and what to do."""

    def state_type(self) -> type:
        """The structure of a snapshot."""

    def scores_type(self) -> type:
        """The structure of the scores."""

    def snapshot(self, setting: Setting, play: Play[Any]) -> Any: ...
