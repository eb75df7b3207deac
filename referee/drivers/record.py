"""Play a record: sections, turns, doings, checks and verdicts in the order of writing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from referee.drivers.casts import Pool
from referee.drivers.course import Observer
from referee.drivers.script import BEGINNINGS, Script
from referee.drivers.steps import leading
from referee.drivers.tables import Tables
from referee.engine.decision import Chance, Decision
from referee.games.game import Moment
from referee.notation.record import (
    Check,
    Doing,
    Facts,
    Header,
    Heading,
    Override,
    Section,
    Snapshot,
    Statement,
    Takeback,
    Turn,
    Unchanged,
    Verdict,
)

LOOKS_BACK = (Check, Verdict, Unchanged, Snapshot, Takeback)  # nothing that follows in silence belongs to them


class RecordDriver(Tables):
    """Drives one record through the game. ``observer`` hears of every step, line, turn and round that ends."""

    def __init__(
        self, script: Script, observer: Observer | None = None, statements: Sequence[Statement] | None = None
    ) -> None:
        super().__init__(script, observer)
        self._statements = script.statements if statements is None else statements
        self.interactive = False  # line by line, names may be left out: everybody sees whose turn it is

    def run(self, settled: bool = True) -> RecordDriver:
        """Play it all; what is forced at the end is filled in, unless another record goes on from there."""
        self.begin()
        if self.play is not None:
            self._close_scoring()
            self.settle(begun=not settled)
            self._end_of_record()
            self._notify("end", "end")
        return self

    def begin(self) -> RecordDriver:
        """Play what is written, and leave open what follows from it without a word."""
        self.feed(self._statements)
        if self.play is None and not self._void and not self.script.diagnostics and not self.diagnostics:
            self._report(
                "no-game",
                self._last,
                "nothing is played: the record has neither setup nor from",
                legal=("setup", "from two-players"),
            )
        return self

    def feed(self, given: Sequence[Statement]) -> None:
        """Play statements from where the game is."""
        statements = deque(given)
        while statements:
            statement = statements.popleft()
            lines = [statement.span.line]
            if statement.span.line != self._here:
                self._steps_of_line = 0
            self._here = statement.span.line
            if self.interactive and self._too_late(statement):
                leading(statements, Facts)
                continue
            if isinstance(statement, Section) and statement.word == "setup":
                doings = leading(statements, Doing)
                lines += [doing.span.line for doing in doings]
                self._setup(statement, doings)
            elif isinstance(statement, Section) and statement.word in {"from", "position"}:
                parts = leading(statements, Facts)
                lines += [part.span.line for part in parts]
                when = ""
                if statements and isinstance(statements[0], Section) and statements[0].word not in BEGINNINGS:
                    when = statements[0].value or statements[0].word
                facts = [fact for part in parts for fact in part.facts]
                self._said_twice(parts)
                self._from(statement, facts, when)
                if self.play is not None:
                    self._sight_position(statement.span, facts)
            else:
                self._statement(statement)
            if not isinstance(statement, LOOKS_BACK):
                self._last = statement.span
            ahead = statements[0].span.line if statements else 0
            for line in dict.fromkeys(lines):
                if line != ahead:
                    self._notify("line", str(line))

    def _too_late(self, statement: Statement) -> bool:
        """In a match that goes on line by line: does this belong into the text that it began with?"""
        if isinstance(statement, Header):
            self._report("late-header", statement.span, f"{statement.key} belongs above the start of the game")
            return True
        again = isinstance(statement, Section) and statement.word in BEGINNINGS and self.play is not None
        if again:
            self._report("started-twice", statement.span, "the game has begun already")
        return again

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Verdict) and statement.tried is None:
            self._refused_so_far(statement)
            return
        if isinstance(statement, Heading):
            if not any(d.code == "is-a-ruling" for d in self.diagnostics):
                message = "this file holds rulings: each case is played by itself"
                self._report("is-a-ruling", statement.span, message, legal=("referee test FILE",))
            return
        if self.play is None:
            told = self._void and (self.diagnostics or self.script.diagnostics)
            if not told and not any(d.code == "not-started" for d in self.diagnostics):
                self._report(
                    "not-started", statement.span, "the game has not begun", legal=("setup", "from two-players")
                )
            return
        match statement:
            case Section() if statement.word == "round":
                self._round(statement)
            case Section():
                self._ending(statement)
            case Turn():
                self._turn(statement)
            case Doing():
                self._keep()
                self._named_turn(statement)
                self._doing(statement)
            case Override():
                self._keep()
                if statement.doing is not None:
                    self._named_turn(statement.doing)
                self._override(statement)
            case Takeback():
                self._takeback(statement)
            case Check():
                self._check(statement)
            case Verdict():
                self._verdict(statement)
            case Unchanged():
                self._unchanged(statement)
            case Snapshot():
                self._snapshot(statement)
            case Facts():
                message = "this states a fact, and a position is set under 'from'; write 'check' to compare"
                self._report("stray-fact", statement.span, message)

    def _round(self, section: Section) -> None:
        self._finish_turn()
        moment = self._moment()
        if moment.ending:
            self._report("wrong-round", section.span, "all rounds have been played", legal=("last journey", "scoring"))
        elif str(moment.round) != section.value or not self._fresh(moment):
            self._report(
                "wrong-round",
                section.span,
                f"round {moment.round} is being played, {moment.who} has the turn",
                legal=(f"round {moment.round}",),
            )

    def _ending(self, section: Section) -> None:
        """``last journey`` or ``scoring``: everything before it is completed."""
        self._finish_turn()
        while isinstance(self.on.pending, Decision) and self._moment().stage != section.word and self._moment().ending:
            self._answer(self.on.pending.silence().answer, section.span)
        if self._moment().stage != section.word:
            moment = self._moment()
            where = (
                "the game is over"
                if self.on.pending is None
                else f"round {moment.round} is being played, {moment.who} has the turn"
            )
            self._report("wrong-round", section.span, where)

    def _fresh(self, moment: Moment) -> bool:
        """Does the round begin here, or the record, from a position in the middle of it?"""
        begun_here = self._entered == self._key(moment) and self._headed == (0, "")
        return moment.who == self.setting.players[0] or begun_here

    def _turn(self, turn: Turn) -> None:
        """A name alone: what is open of the turn before is completed, then this player's turn must be on."""
        moment = self._moment()
        if self._open_again == self._key(moment) and turn.who == moment.who:
            self._headed = self._key(moment)
            return
        if self._entered == self._key(moment) and turn.who != moment.who and moment.stage != "plan":
            self._begun_turn = self._entered  # the position lies in the middle of a turn, which ends here
        self._finish_turn()
        moment = self._moment()
        if self.play is not None and self.on.pending is None:
            self._report("game-over", turn.span, "the game is over")
        elif moment.who != turn.who:
            self._report(
                "wrong-turn",
                turn.span,
                f"it is {moment.who}'s turn, not {turn.who}'s",
                rule="GAME-03",
                legal=(self.game.write_name(moment.who),),
            )
        self._headed = self._key(moment)

    def _named_turn(self, doing: Doing) -> None:
        """A turn begins with its player's name; a line that only fits the next turn may have lost it."""
        moment = self._moment()
        if self.interactive or moment.ending or moment.before or self._headed == self._key(moment):
            return
        if self.heading():
            message = f"{moment.who}'s turn begins here, and its name is missing"
            self._report("turn-unnamed", doing.span, message, rule="GAME-03", fix=self.game.write_name(moment.who))
        self._headed = self._key(moment)

    def heading(self) -> str:
        """The name to be written above the next step, because its turn begins there; empty if none is."""
        moment = self._moment()
        named = moment.ending or moment.before or self._headed in ((0, ""), self._key(moment))
        return "" if named else self.game.write_name(moment.who)

    def _finish_turn(self) -> None:
        """Complete the turn that is open, if any step of it has been taken."""
        start = self._moment()
        if start.ending or self._begun_turn != self._key(start):
            return
        pool = Pool(self.game, self.setting, [])
        while self.on.pending is not None and self._key(self._moment()) == self._key(start):
            question = self.on.pending
            if isinstance(question, Chance):
                self._chance(question, pool)
            elif question.may:
                self._answer(None, self._last)
            else:
                self._force(question)

    def _end_of_record(self) -> None:
        """A last turn with everything done ends with the record, if its Rest asks for nothing."""
        question, bookmark, begin = self.on.pending, self.on.bookmark(), self._moment()
        if isinstance(question, Decision) and question.brief and not begin.ending:
            self._answer(None, self._last, tried=True)
            ended = self._key(self._moment()) != self._key(begin)
            self._go_back(bookmark)
            if ended:
                self._answer(None, self._last)
