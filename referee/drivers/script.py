"""Read a record as a whole: headers set the table, every other statement is kept for playing."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from itertools import dropwhile, takewhile
from pathlib import Path
from typing import Any

from referee.diagnostics import MOST_LEGAL, Diagnostic, Span
from referee.drivers.bases import NoBase, base_of
from referee.games import GAMES, find_game
from referee.games.game import Game, Setting
from referee.notation.names import fold, nearest
from referee.notation.parser import parser
from referee.notation.record import Doing, Facts, Header, Heading, Record, Section, Statement
from referee.notation.source import Comment, Source
from referee.wording import counted

DEFAULT_GAME = "dark-road"
DEFAULT_BOX = "house"
BEGINNINGS = {"setup", "from", "position"}


class Script:
    """A record that has been read: what it says, how it is to be played, and what could not be read."""

    def __init__(
        self,
        text: str,
        file: str,
        options: dict[str, str] | None = None,
        edition: str = "",
        folder: Path | None = None,
        depth: int = 0,
    ) -> None:
        """``options`` and ``edition`` hold whatever the record says; files it names lie in ``folder`` or below."""
        self.file = file
        self.folder = folder if folder is not None else Path(file).parent
        self.depth = depth
        self._fixed, self._fixed_edition = options or {}, edition
        self.game: Game = find_game(DEFAULT_GAME)
        self.setting = Setting(options=dict(self._fixed), edition=edition)
        self.bases: dict[str, Script] = {}
        self._said: dict[tuple[str, str], int] = {}  # the line of each header that is said once
        self.source = Source(text, file, parser(self.game.home))
        self.diagnostics: list[Diagnostic] = []
        self.statements: list[Statement] = []
        self._box_name = DEFAULT_BOX
        self._set_box()
        self._begun = False
        self._read()

    @property
    def record(self) -> Record:
        return Record(self.file, tuple(self.statements))

    @property
    def comments(self) -> list[Comment]:
        return self.source.comments

    @cached_property
    def unread(self) -> list[int]:
        """The lines that could not be read, wholly or in part, in order."""
        return sorted({d.span.line for d in self.diagnostics})

    @cached_property
    def opening(self) -> set[int]:
        """The lines of the setup or the position. They are played as one, so no table belongs to one of them alone."""
        rest = dropwhile(lambda s: not isinstance(s, Section) or s.word not in BEGINNINGS, self.statements)
        head = next(rest, None)
        if not isinstance(head, Section):
            return set()
        kind = Doing if head.word == "setup" else Facts
        return {head.span.line, *(s.span.line for s in takewhile(lambda s: isinstance(s, kind), rest))}

    def line(self, number: int) -> str:
        return self.source.lines[number - 1] if 0 < number <= len(self.source.lines) else ""

    def _read(self) -> None:
        for parsed in self.source.statements(self.game.describe):
            if parsed.node.name == "declaration":
                self.diagnostics += self.game.declare(self.setting, parsed, self.file)
                self.setting.declarations.append(self.line(parsed.line)[parsed.node.start : parsed.node.end])
                self._reader = self._new_reader()
                continue
            statement = self._reader.statement(parsed)
            if statement is None:
                continue
            if isinstance(statement, Header):
                self._header(statement)
            else:
                self._section(statement)
                self.statements.append(statement)
        self.diagnostics += self.source.diagnostics
        self.diagnostics += self._reader.diagnostics

    def _section(self, statement: Statement) -> None:
        if isinstance(statement, Heading) and statement.word == "case":
            self._begun = any(isinstance(s, Section) and s.word in BEGINNINGS for s in self._before_cases())
        if isinstance(statement, Section) and statement.word in BEGINNINGS:
            if self._begun:
                self.report("started-twice", statement.span, "the game has begun already")
            self._begun = True
            if statement.word == "from" and statement.value not in self.bases:
                self._begin_from(statement.value)

    def _before_cases(self) -> list[Statement]:
        """What all cases of a ruling share; a case may begin a game of its own if this does not."""
        first = next((i for i, s in enumerate(self.statements) if isinstance(s, Heading) and s.word == "case"), None)
        return self.statements[:first]

    def _begin_from(self, name: str) -> None:
        """Read the position; it settles what the headers leave open: players, edition, options, variants, cards."""
        try:
            base = self.bases[name] = base_of(self, name)
        except NoBase:
            return  # who plays the record will say so
        own, given = self.setting, base.setting
        if not own.players:
            self._seat(given.players)
        own.edition, own.options = given.edition, given.options
        own.variants = own.variants or given.variants
        if own.declared is None and own.box is not given.box:
            assert given.lexicon is not None
            own.box, own.declared, own.declarations = given.box, given.declared, given.declarations
            own.lexicon = given.lexicon.copy().take_over("player", own.lexicon)
            self._reader = self._new_reader()

    # ── headers ─────────────────────────────────────────────────────────────────────────────────────────

    def _header(self, header: Header) -> None:
        if self._begun:
            self.report("late-header", header.span, f"{header.key} belongs above the start of the game")
            return
        if self.setting.declared is not None and header.key in {"edition", "box", "option"}:
            self.report("late-header", header.span, f"{header.key} belongs above the first declared card")
            return
        said = (header.key, header.values[0] if header.key == "option" else "")
        if header.key in {"game", "edition", "box", "option", "date", "place"} and said in self._said:
            what = f"{header.key} {said[1]}".strip()
            self.report("declared-twice", header.span, f"the {what} is said already on line {self._said[said]}")
            return
        self._said[said] = header.span.line
        getattr(self, f"_{header.key}")(header)

    def _game(self, header: Header) -> None:
        if fold(header.values[0]) not in {fold(name) for name in GAMES}:
            known, near = tuple(GAMES), nearest(header.values[0], GAMES)
            self.report("unknown-game", header.spans[0], f"no game is called {header.values[0]!r}", known, near)

    def _edition(self, header: Header) -> None:
        if header.values[0].lower() not in self.game.editions:
            self.report(
                "unknown-edition",
                header.spans[0],
                f"no edition {header.values[0]!r} is known",
                tuple(self.game.editions),
                nearest(header.values[0], self.game.editions),
            )
        elif not self._fixed_edition:
            self.setting.edition = header.values[0].lower()
            self._set_box()

    def _option(self, header: Header) -> None:
        """One switch, beyond what the edition says."""
        name, value = header.values
        known = {switch.name: switch for switch in self.game.switches()}
        if name not in known:
            near = nearest(name, known)
            self.report(
                "unknown-option", header.spans[0], f"no option is called {name!r}", tuple(known)[: MOST_LEGAL + 1], near
            )
        elif value not in known[name].values:
            near, values = nearest(value, known[name].values), known[name].values
            self.report("unknown-option", header.spans[1], f"{name} is never {value!r}", values, near)
        elif name not in self._fixed:
            self.setting.options[name] = value
            self._set_box()

    def _box(self, header: Header) -> None:
        name = header.values[0].lower()
        try:
            self.game.bundled_box(name)
        except KeyError:
            near = nearest(name, self.game.boxes)
            self.report(
                "unknown-box", header.spans[0], f"no box is called {header.values[0]!r}", tuple(self.game.boxes), near
            )
        else:
            self._box_name = name
            self._set_box()

    def _set_box(self) -> None:
        """The box by its name, as the edition and the options have it."""
        box = self.game.bundled_box(self._box_name)
        self.setting.box = self.game.adapted(box, self.setting.edition, self.setting.options)
        self.setting.lexicon = self.game.lexicon(self.setting.box).take_over("player", self.setting.lexicon)
        self._reader = self._new_reader()

    def _new_reader(self) -> Any:
        """A fresh reader knows the names of the box as it is now; what was reported stays reported."""
        reader = self.game.reader(self.file, self.setting)
        if hasattr(self, "_reader"):
            self.diagnostics += self._reader.diagnostics
            reader.placing = self._reader.placing
        return reader

    def _players(self, header: Header) -> None:
        if self.setting.players:
            self.report("declared-twice", header.span, "the players are named already")
            return
        if len(header.values) not in self.game.seats:
            seats = f"{min(self.game.seats)} to {max(self.game.seats)}"
            named = counted(len(header.values), "player", "is")
            self.report("seats", header.span, f"{named} named; the game takes {seats}")
        folded = [fold(name) for name in header.values]
        for name, span in zip(header.values, header.spans, strict=True):
            if folded.count(fold(name)) > 1:
                self.report("declared-twice", span, f"two players are called {name!r}")
                return
        self._seat(list(header.values))

    def _seat(self, names: list[str]) -> None:
        assert self.setting.lexicon is not None
        self.setting.players = list(names)
        for name in names:
            self.setting.lexicon.add("player", name)

    def _alias(self, header: Header) -> None:
        assert self.setting.lexicon is not None
        short, name = header.values
        found = self.setting.lexicon.find(("player",), name)
        if found is None:
            near = nearest(name, self.setting.players)
            players = tuple(map(self.game.write_name, self.setting.players))
            self.report("unknown-name", header.spans[1], f"no player is called {name!r}", players, near)
            return
        taken = self.setting.lexicon.find(("player",), short)
        if taken is not None:
            self.report("declared-twice", header.spans[0], f"{short!r} already stands for {taken[1]}")
            return
        self.setting.lexicon.add("player", found[1], short)

    def _variant(self, header: Header) -> None:
        for value, span in zip(header.values, header.spans, strict=True):
            if value.lower() not in self.game.variants:
                known, near = tuple(self.game.variants), nearest(value, self.game.variants)
                self.report("unknown-variant", span, f"no variant {value!r} is known", known, near)
            elif value.lower() not in self.setting.variants:
                self.setting.variants.append(value.lower())

    def _date(self, header: Header) -> None:
        try:
            date.fromisoformat(header.values[0])
        except ValueError:
            self.report("bad-date", header.spans[0], f"{header.values[0]} is not a day of the calendar")

    def _place(self, header: Header) -> None:
        """Where the game was played; for people."""

    def report(
        self, code: str, span: Span, message: str, legal: tuple[str, ...] = (), near: list[str] | None = None
    ) -> None:
        notes = (f"did you mean {near[0]!r}?",) if near else ()
        fix = near[0] if near and len(near) == 1 else ""
        self.diagnostics.append(
            Diagnostic(code=code, message=message, file=self.file, span=span, legal=legal, notes=notes, fix=fix)
        )
