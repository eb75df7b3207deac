"""Play a record: sections, turns, doings, checks and verdicts in the order of writing."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from referee.drivers.casts import Pool
from referee.drivers.course import Observer
from referee.drivers.script import Script
from referee.drivers.steps import Steps, leading
from referee.engine.decision import Chance, Decision, Pooled
from referee.games.game import Moment
from referee.notation.names import nearest
from referee.notation.record import Check, Doing, Fact, Facts, Heading, Section, Statement, Turn, Verdict


class RecordDriver(Steps):
    """Drives one record through the game. ``observer`` hears of every step, line, turn and round that ends."""

    def __init__(
        self, script: Script, observer: Observer | None = None, statements: Sequence[Statement] | None = None
    ) -> None:
        super().__init__(script, observer)
        self._statements = script.statements if statements is None else statements
        self._headed = (0, "")  # the turn whose name was written last
        self.interactive = False  # line by line, names may be left out: everybody sees whose turn it is

    def run(self) -> RecordDriver:
        self.feed(self._statements)
        if self.play is not None:
            self._close_scoring()
            self.settle()
            self._end_of_record()
            self._notify("end", "end")
        elif not self.script.diagnostics and not self.diagnostics:
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
            self._here = statement.span.line
            if statement.span.line != self._last.line:
                self._steps_of_line = 0
            if isinstance(statement, Section) and statement.word == "setup":
                doings = leading(statements, Doing)
                lines += [doing.span.line for doing in doings]
                self._setup(statement, doings)
            elif isinstance(statement, Section) and statement.word == "from":
                parts = leading(statements, Facts)
                lines += [part.span.line for part in parts]
                when = "1"
                if statements and isinstance(statements[0], Section) and statements[0].word not in {"from", "setup"}:
                    when = statements[0].value or statements[0].word
                self._from(statement, [fact for part in parts for fact in part.facts], when)
            else:
                self._statement(statement)
            if not isinstance(statement, Check | Verdict):
                self._last = statement.span
            ahead = statements[0].span.line if statements else 0
            for line in dict.fromkeys(lines):
                if line != ahead:
                    self._notify("line", str(line))

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Verdict) and statement.doing is None:
            self._refused_so_far(statement)
            return
        if isinstance(statement, Heading):
            if not any(d.code == "is-a-ruling" for d in self.diagnostics):
                message = "this file holds rulings: each case is played by itself"
                self._report("is-a-ruling", statement.span, message, legal=("referee test FILE",))
            return
        if self.play is None:
            if not any(d.code == "not-started" for d in self.diagnostics):
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
                self._named_turn(statement)
                self._doing(statement)
            case Check():
                self._check(statement)
            case Verdict():
                self._verdict(statement)
            case Facts():
                self._report("stray-fact", statement.span, "facts are set under 'from'; write 'check' to compare them")

    def _setup(self, section: Section, doings: list[Doing]) -> None:
        if not self.setting.players:
            self._report(
                "no-players", section.span, "the record does not name its players", legal=("players Griffin Susie",)
            )
            return
        if len(self.setting.players) not in self.game.seats:
            return
        self.play = self.game.start(self.setting)
        pool = Pool(self.game, self.setting, doings)
        self._last = section.span if not doings else doings[-1].span
        first = self.on.pending
        while self.on.pending is not None and self._moment().before:
            question = self.on.pending
            if isinstance(question, Chance):
                self._chance(question, pool)
            else:
                self._choice_at_setup(question, pool)
        assert first is not None
        for cast in pool.left_over():
            self._report("not-asked", cast.span, "nothing at setup asks for this")

    def _choice_at_setup(self, question: Decision, pool: Pool) -> None:
        step = pool.step(question)
        if step is not None:
            refusal = question.domain.judge(step.move)
            if refusal is None:
                self._warn(question.domain.doubt(step.move), step.span)
                self._answer(step.move, step.span)
                return
            self._refused(refusal, step, question)
        if question.may:
            self._answer(None, self._last)
            return
        sole = question.domain.sole()
        if not sole.forced and step is None:
            self._report(
                "step-missing", self._last, f"setup does not say: {question.prompt}", legal=self._listed(question)
            )
        self._answer(sole.answer, self._last)

    def _from(self, section: Section, facts: list[Fact], when: str) -> None:
        try:
            text = self.game.position_text(section.value)
        except KeyError as unknown:
            known = tuple(unknown.args[0]) if unknown.args and isinstance(unknown.args[0], tuple) else ()
            near = nearest(section.value, known)
            self._report(
                "unknown-position", section.span, f"no position is called {section.value!r}", legal=known, near=near
            )
            return
        base = Script(text, section.value)
        base.setting.box = self.setting.box
        at_start = RecordDriver(base).run().play
        assert at_start is not None
        state = at_start.state
        at_start.close()
        if len(self.setting.players) != len(base.setting.players):
            seats, named = len(base.setting.players), len(self.setting.players)
            self._report("seats", section.span, f"{section.value} seats {seats} players, the record names {named}")
            return
        self.game.rename(state, self.setting.players)
        for place, code, message in self.game.place(self.setting, state, facts, when):
            self._report(code, facts[place].span if place >= 0 else section.span, message)
        self.play = self.game.resume(self.setting, state)

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

    def _close_scoring(self) -> None:
        """Once scoring has begun, a check or the end of the record means that everything is shown."""
        if isinstance(self.on.pending, Pooled) and self._moment().stage == "scoring":
            self._answer(None, self._last)

    def _fresh(self, moment: Moment) -> bool:
        return moment.who == self.setting.players[0]

    def _turn(self, turn: Turn) -> None:
        """A name alone: what is open of the turn before is completed, then this player's turn must be on."""
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
                legal=(moment.who,),
            )
        self._headed = self._key(moment)

    def _named_turn(self, doing: Doing) -> None:
        """A turn begins with its player's name; a line that only fits the next turn may have lost it."""
        moment = self._moment()
        if self.interactive or moment.ending or moment.before or self._headed == self._key(moment):
            return
        if self._headed != (0, ""):
            message = f"{moment.who}'s turn begins here, and its name is missing"
            self._report("turn-unnamed", doing.span, message, rule="GAME-03", fix=moment.who)
        self._headed = self._key(moment)

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

    def _check(self, check: Check) -> None:
        """Compare after all that the line before forces, before anything is declined; never ends a turn."""
        self._close_scoring()
        bookmark = self.on.bookmark()
        self.settle()
        for fact in check.facts:
            holds, expected, actual = self.game.fact(self.setting, self.on.state, fact)
            if not holds:
                who = f"{fact.who}: " if fact.who else ""
                self._report(
                    "check-failed",
                    fact.span,
                    f"{who}{fact.key} is {actual}, the record says {expected}",
                    notes=self._why(fact),
                )
        self._go_back(bookmark)

    def _why(self, fact: Fact) -> tuple[str, ...]:
        """The last postings that touched what the check is about."""
        postings = list(self.on.journal.of(fact.who, fact.key.removeprefix("count "))) if fact.who else []
        return tuple(
            f"line {self.lines.get(p.step, 0)}: {'+' if p.target == fact.who else '-'}{p.number} {p.thing} ({p.rule})"
            for p in postings[-3:]
        )

    def _end_of_record(self) -> None:
        """A last turn with everything done ends with the record, if its Rest asks for nothing."""
        question, bookmark, begin = self.on.pending, self.on.bookmark(), self._moment()
        if isinstance(question, Decision) and question.brief and not begin.ending:
            self._answer(None, self._last, tried=True)
            ended = self._key(self._moment()) != self._key(begin)
            self._go_back(bookmark)
            if ended:
                self._answer(None, self._last)

    def _verdict(self, verdict: Verdict) -> None:
        """Try a doing, hear what is said of it, and come back as if nothing had happened."""
        assert verdict.doing is not None
        bookmark, said, last, doubt = self.on.bookmark(), self.diagnostics, self._last, self._doubt
        begun, headed = self._begun_turn, self._headed
        self.diagnostics = []
        self._doing(verdict.doing)
        heard, self.diagnostics = self.diagnostics, said
        self._last, self._doubt, self._begun_turn, self._headed = last, doubt, begun, headed
        self._go_back(bookmark)
        found = heard[0].code if heard else ""
        if verdict.verdict == "legal" and heard:
            self._report(
                "not-legal",
                verdict.span,
                f"this should be legal, but: {heard[0].message}",
                rule=heard[0].rule,
                legal=heard[0].legal,
            )
        elif verdict.verdict == "not-legal" and not heard:
            self._report("not-refused", verdict.span, "this should not be legal, but it is")
        elif verdict.verdict == "refused" and found != verdict.code:
            actual = f"it is refused as {found}: {heard[0].message}" if heard else "it is accepted"
            self._report("not-refused", verdict.span, f"this should be refused as {verdict.code}, but {actual}")

    def _refused_so_far(self, verdict: Verdict) -> None:
        """What stands before this must have been refused in this way; then that was the point and is forgiven."""
        found = [d for d in self.diagnostics if d.code == verdict.code]
        if found:
            self.diagnostics = [d for d in self.diagnostics if d is not found[0]]
        else:
            others = ", ".join(d.code for d in self.diagnostics) or "nothing"
            self._report(
                "not-refused", verdict.span, f"{verdict.code} should have been found before this; found was {others}"
            )
