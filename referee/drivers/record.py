"""Play a record: every written step is offered to the rules, and what does not fit is said.

A step fits the question at hand, or a later one once "mays" are declined by not being written and forced
answers are filled in. Nothing written is dropped in silence and nothing is invented: where play can only go
on by assuming something, the diagnostic says what was assumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from referee.diagnostics import Diagnostic, Severity, Span
from referee.drivers.casts import Pool
from referee.drivers.options import legal_steps, written_step
from referee.drivers.script import Script
from referee.engine.decision import Chance, Decision, Pooled, Refusal, partial, refuse
from referee.engine.play import Bookmark, Play
from referee.games.game import Moment
from referee.notation.names import nearest
from referee.notation.record import Cast, Check, Doing, Fact, Facts, Section, Statement, Step, Turn, Verdict

MOST_LEGAL = 12

Observer = Callable[["RecordDriver", str, str], None]


class RecordDriver:
    """Drives one record through the game. ``observer`` hears of every step, line, turn and round that ends."""

    def __init__(
        self, script: Script, observer: Observer | None = None, statements: Sequence[Statement] | None = None
    ) -> None:
        self.script, self.game, self.setting = script, script.game, script.setting
        self._statements = script.statements if statements is None else statements
        self.play: Play[Any] | None = None
        self.diagnostics: list[Diagnostic] = []
        self.lines: dict[int, int] = {}
        self.steps = 0
        self._observer = observer
        self._last = Span(1, 1, 1)
        self._doubt = 0
        self._steps_of_line = 0
        self._assumed = -1
        self._postings = 0

    # ── the whole record ────────────────────────────────────────────────────────────────────────────────

    def run(self) -> RecordDriver:
        self.feed(self._statements)
        if self.play is not None:
            self._close_scoring()
            self.settle()
            self._end_of_record()
            self._notify("end", "end")
        elif not self.script.diagnostics and not self.diagnostics:
            self._report("no-game", self._last, "nothing is played: the record has neither setup nor from", legal=("setup", "from two-players"))
        return self

    def feed(self, given: Sequence[Statement]) -> None:
        """Play statements from where the game is."""
        statements = list(given)
        while statements:
            statement = statements.pop(0)
            if statement.span.line != self._last.line:
                self._steps_of_line = 0
            if isinstance(statement, Section) and statement.word == "setup":
                self._setup(statement, _leading(statements, Doing))
            elif isinstance(statement, Section) and statement.word == "from":
                facts = [fact for part in _leading(statements, Facts) for fact in part.facts]
                when = "1"
                if statements and isinstance(statements[0], Section):
                    when = statements[0].value or statements[0].word
                self._from(statement, facts, when)
            else:
                self._statement(statement)
            self._last = statement.span
            self._notify("line", str(statement.span.line))

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Verdict) and statement.doing is None:
            self._refused_so_far(statement)
            return
        if self.play is None:
            if not any(d.code == "not-started" for d in self.diagnostics):
                self._report("not-started", statement.span, "the game has not begun", legal=("setup", "from two-players"))
            return
        match statement:
            case Section() if statement.word == "round":
                self._round(statement)
            case Section():
                self._ending(statement)
            case Turn():
                self._turn(statement)
            case Doing():
                self._doing(statement)
            case Check():
                self._check(statement)
            case Verdict():
                self._verdict(statement)
            case Facts():
                self._report("stray-fact", statement.span, "facts are set under 'from'; write 'check' to compare them")

    # ── beginnings ──────────────────────────────────────────────────────────────────────────────────────

    def _setup(self, section: Section, doings: list[Doing]) -> None:
        if not self.setting.players:
            self._report("no-players", section.span, "the record does not name its players", legal=("players Griffin Susie",))
            return
        if len(self.setting.players) not in self.game.seats:
            return
        self.play = self.game.start(self.setting)
        pool = Pool(self.game, self.setting, doings)
        self._last = section.span if not doings else doings[-1].span
        first = self.play.pending
        while self.play.pending is not None and self._moment().before:
            question = self.play.pending
            if isinstance(question, Chance):
                self._chance(question, pool)
            else:
                self._choice_at_setup(question, pool)
        assert first is not None
        for cast in pool.left_over():
            self._report("not-asked", cast.span, "nothing at setup asks for this")

    def _choice_at_setup(self, question: Any, pool: Pool) -> None:
        step = pool.step(question)
        if step is not None:
            refusal = question.domain.judge(step.move)
            if refusal is None:
                self._warn(question.domain.doubt(step.move), step.span)
                self._answer(step.move, step.span)
                return
            self._refused(refusal, step.span, question)
        if question.may:
            self._answer(None, self._last)
            return
        sole = question.domain.sole()
        if not sole.forced and step is None:
            self._report("step-missing", self._last, f"setup does not say: {question.prompt}", legal=self._listed(question))
        self._answer(sole.answer, self._last)

    def _from(self, section: Section, facts: list[Fact], when: str) -> None:
        try:
            text = self.game.position_text(section.value)
        except KeyError as unknown:
            known = tuple(unknown.args[0]) if unknown.args and isinstance(unknown.args[0], tuple) else ()
            near = nearest(section.value, known)
            self._report("unknown-position", section.span, f"no position is called {section.value!r}", legal=known, near=near)
            return
        base = Script(text, section.value)
        base.setting.box = self.setting.box
        at_start = RecordDriver(base).run().play
        assert at_start is not None
        state = at_start.state
        at_start.close()
        if len(self.setting.players) != len(base.setting.players):
            seats = f"{section.value} seats {len(base.setting.players)} players, the record names {len(self.setting.players)}"
            self._report("seats", section.span, seats)
            return
        self.game.rename(state, self.setting.players)
        for place, code, message in self.game.place(self.setting, state, facts, when):
            self._report(code, facts[place].span if place >= 0 else section.span, message)
        self.play = self.game.resume(self.setting, state)

    # ── structure ───────────────────────────────────────────────────────────────────────────────────────

    def _round(self, section: Section) -> None:
        assert self.play is not None
        self._finish_turn()
        moment = self._moment()
        if moment.ending:
            self._report("wrong-round", section.span, "all rounds have been played", legal=("last journey", "scoring"))
        elif str(moment.round) != section.value or not self._fresh(moment):
            self._report("wrong-round", section.span, f"round {moment.round} is being played, {moment.who} has the turn", legal=(f"round {moment.round}",))

    def _ending(self, section: Section) -> None:
        """``last journey`` or ``scoring``: everything before it is completed."""
        assert self.play is not None
        self._finish_turn()
        while self.play.pending is not None and self._moment().stage != section.word and isinstance(self.play.pending, Pooled):
            self._answer(None, section.span)
        if self._moment().stage != section.word:
            moment = self._moment()
            where = "the game is over" if self.play.pending is None else f"round {moment.round} is being played, {moment.who} has the turn"
            self._report("wrong-round", section.span, where)

    def _close_scoring(self) -> None:
        """Once scoring has begun, a check or the end of the record means that everything is shown."""
        assert self.play is not None
        if isinstance(self.play.pending, Pooled) and self._moment().stage == "scoring":
            self._answer(None, self._last)

    def _fresh(self, moment: Moment) -> bool:
        return moment.who == self.setting.players[0]

    def _turn(self, turn: Turn) -> None:
        """A name alone: what is open of the turn before is completed, then this player's turn must be on."""
        self._finish_turn()
        moment = self._moment()
        if self.play is not None and self.play.pending is None:
            self._report("game-over", turn.span, "the game is over")
        elif moment.who != turn.who:
            self._report("wrong-turn", turn.span, f"it is {moment.who}'s turn, not {turn.who}'s", rule="GAME-03", legal=(moment.who,))

    def _finish_turn(self) -> None:
        """Complete the turn that is open, if any step of it has been taken."""
        assert self.play is not None
        start = self._moment()
        if start.ending or self._begun_turn != self._key(start):
            return
        pool = Pool(self.game, self.setting, [])
        while self.play.pending is not None and self._key(self._moment()) == self._key(start):
            question = self.play.pending
            if isinstance(question, Chance):
                self._chance(question, pool)
            elif question.may:
                self._answer(None, self._last)
            else:
                self._force(question, f"{question.who} has still to {question.prompt}")

    def _force(self, question: Decision, missing: str) -> None:
        """A compulsory step that is not written: filled in if it is forced, else reported and assumed."""
        sole = question.silence()
        if not sole.forced:
            assumed = written_step(self.game, sole.answer)
            self._report(
                "step-missing", Span(self._last.line, self._last.end, self._last.end + 1), missing,
                legal=self._listed(question), notes=(f"the referee goes on as if '{assumed}' were written",),
            )  # fmt: skip
            self._doubt = self._doubt or self._last.line
        self._answer(sole.answer, self._last)

    # ── doings ──────────────────────────────────────────────────────────────────────────────────────────

    def _doing(self, doing: Doing) -> None:
        steps = list(doing.steps)
        self._postings = len(self.play.journal.postings) if self.play is not None else 0
        while steps:
            if isinstance(steps[0], Cast):
                run = [step for step in _leading(steps, Cast) if isinstance(step, Cast)]
                self._casts(run, doing.who)
            else:
                step = steps.pop(0)
                assert isinstance(step, Step)
                self._step(step, doing.who)
            self._last = doing.span
            self.steps += 1
            self._steps_of_line += 1
            self._notify("step", f"{doing.span.line}.{self._steps_of_line}")

    def _step(self, step: Step, who: str) -> None:
        """Offer one step: to the question at hand, then to those that follow in this turn."""
        assert self.play is not None
        bookmark, begin = self.play.bookmark(), self._moment()
        doer = who or begin.who
        first: tuple[Refusal, Any] | None = None
        crossed = False
        while self.play.pending is not None and not crossed:
            question = self.play.pending
            if isinstance(question, Chance):
                if not self._sole_chance(question):
                    break
                continue
            verdict = self._consider(question, step.move, doer)
            if not isinstance(verdict, Refusal | None):
                self._answer(verdict.move, step.span)
                return
            first = first or ((verdict, question) if verdict is not None else None)
            forced, answer = question.silence()
            if not forced:
                break
            self._answer(answer, step.span)
            crossed = self._crossed(begin)
        stuck = self.play.pending
        self._go_back(bookmark)
        if self.game.echoes(step.move, self.play.journal.since(self._postings), doer):
            return
        self._misfit(step, doer, first, None if crossed else stuck, crossed)

    def _consider(self, question: Decision, move: Any, doer: str) -> Fit | Refusal | None:
        """Fits / refused, and why / not this kind / somebody else's."""
        domain = question.domains.get(doer) if isinstance(question, Pooled) else question.domain
        if domain is None or not domain.takes(move):
            return None
        refusal = domain.judge(move)
        if refusal is not None and partial(move):
            fits = domain.complete(move)
            if len(fits) == 1:
                refusal, move = None, fits[0]
            elif fits:
                return refuse("ambiguous", "GAME-05", readings=tuple(self.game.write(fit) for fit in fits))
        if isinstance(question, Pooled):
            return refusal if refusal is not None else Fit((doer, move))
        if refusal is None and question.who != doer:
            return refuse("not-your-choice", "GAME-06", chooser=question.who, who=doer)
        return refusal if refusal is not None else Fit(move)

    def _crossed(self, begin: Moment) -> bool:
        """Has the turn ended, or come to its Rest?"""
        now = self._moment()
        return self._key(now) != self._key(begin) or (now.resting and not begin.resting)

    def _misfit(
        self, step: Step, doer: str, first: tuple[Refusal, Any] | None, stuck: Any, crossed: bool = False
    ) -> None:
        assert self.play is not None
        if first is not None:
            refusal, question = first
            self._refused(refusal, step.span, question)
            if not question.may and question is not None:
                self._go_on_as_if(step, question)
            return
        if isinstance(stuck, Chance):
            self._up_to_chance()
            if isinstance(self.play.pending, Chance):
                self._missing_outcome(self.play.pending)
                self._step(step, doer)
            return
        text = self.game.write(step.move)
        if stuck is None and not crossed:
            self._report("game-over", step.span, f"'{text}' comes after the end of the game")
        elif not crossed and not stuck.may:
            self._report("not-now", step.span, f"'{text}' does not fit here: {stuck.who} is to {stuck.prompt}", legal=self._listed(stuck))
        else:
            self._report("not-now", step.span, f"nothing in {self._moment().who}'s turn asks for '{text}' any more", legal=self._open_options())

    def _up_to_chance(self) -> None:
        """Decline and fill in what stands before the next throw or draw."""
        assert self.play is not None
        while isinstance(self.play.pending, Decision):
            forced, answer = self.play.pending.silence()
            if not forced:
                return
            self._answer(answer, self._last)

    def _go_on_as_if(self, step: Step, refused: Decision) -> None:
        """After a refused compulsory step, assume the nearest legal one so that the rest still makes sense."""
        assert self.play is not None
        while isinstance(self.play.pending, Decision) and self.play.pending.prompt != refused.prompt and self.play.pending.may:
            self._answer(None, step.span)
        question = self.play.pending
        if not isinstance(question, Decision) or question.prompt != refused.prompt:
            return
        options = list(_first(question.domain.options(), 400))
        same = [move for move in options if type(move) is type(step.move)]
        if not same:
            return
        text = self.game.write(step.move)
        near = nearest(text, [self.game.write(move) for move in same], 1)
        assumed = next((move for move in same if near and self.game.write(move) == near[0]), same[0])
        self._amend(f"the referee goes on as if '{self.game.write(assumed)}' were written")
        self._doubt = self._doubt or step.span.line
        self._answer(assumed, step.span)

    # ── chance ──────────────────────────────────────────────────────────────────────────────────────────

    def _casts(self, casts: list[Cast], who: str) -> None:
        """Outcomes behind a step, or a run of labelled ones behind rest: in any order."""
        assert self.play is not None
        pool = Pool.of(self.game, self.setting, casts, who)
        begin = self._key(self._moment())
        bookmark = self.play.bookmark()
        taken = 0
        while pool and self.play.pending is not None and self._key(self._moment()) == begin:
            question = self.play.pending
            if isinstance(question, Chance):
                if not pool.has(question) and taken == 0 and not self._sole_chance(question, dry=True):
                    self._report("missing-outcome", casts[0].span, self._missing(question, 1), rule=question.rule, fix=self._template(question))
                    self._assume_chance(question)
                    continue
                taken += self._chance(question, pool)
            else:
                forced, answer = question.silence()
                if not forced:
                    break
                self._answer(answer, casts[0].span)
        if taken == 0:
            self._go_back(bookmark)
        for cast in pool.left_over():
            self._report("not-asked", cast.span, "nothing was thrown or drawn that this could be", legal=())

    def _chance(self, question: Chance, pool: Pool) -> bool:
        """Answer a chance from what is written; was it written?"""
        value = pool.take(question)
        if value is None:
            if not self._sole_chance(question):
                self._missing_outcome(question)
            return False
        outcome = self.game.outcome(question, value, self.setting)
        refusal = outcome if isinstance(outcome, Refusal) else question.judge(outcome)
        if refusal is None:
            self._answer(outcome, value.span)
        else:
            possible = tuple(self.game.write_outcome(question, o) for o in question.weights())
            self._report(refusal.code, value.span, self.game.message(refusal), rule=refusal.rule, legal=possible)
            self._assume_chance(question)
        return True

    def _sole_chance(self, question: Chance, dry: bool = False) -> bool:
        possible = question.weights()
        if len(possible) != 1:
            return False
        if not dry:
            self._answer(next(iter(possible)), self._last)
        return True

    def _missing_outcome(self, question: Chance) -> None:
        """One diagnostic for all that is missing under one label."""
        assert self.play is not None
        label, about, number = question.label, question.about, 0
        while isinstance(self.play.pending, Chance) and (self.play.pending.label, self.play.pending.about) == (label, about):
            number += 1
            self._assume_chance(self.play.pending)
        place = Span(self._last.line, self._last.end, self._last.end + 1)
        self._report("missing-outcome", place, self._missing(question, number), rule=question.rule, fix=self._template(question))

    def _missing(self, question: Chance, number: int) -> str:
        things = "outcome is" if number == 1 else "outcomes are"
        about = f" ({question.about})" if question.about else ""
        return f"{number} {question.label}{about} {things} not written"

    def _template(self, question: Chance) -> str:
        return f"{question.label} -> …"

    def _assume_chance(self, question: Chance) -> None:
        """Go on with an unknown card, or with the likeliest throw that a reader is told not to trust."""
        self._doubt = self._doubt or self._last.line
        if question.unseen:
            self._answer("?", self._last)
        else:
            possible = list(question.weights())
            self._assumed += 1  # another face each time, so that a throw that is void is not thrown for ever
            self._answer(possible[self._assumed % len(possible)], self._last)

    # ── checks ──────────────────────────────────────────────────────────────────────────────────────────

    def _check(self, check: Check) -> None:
        """Compare after all that the line before forces, before anything is declined; never ends a turn."""
        assert self.play is not None
        self._close_scoring()
        bookmark = self.play.bookmark()
        self.settle()
        for fact in check.facts:
            holds, expected, actual = self.game.fact(self.setting, self.play.state, fact)
            if not holds:
                who = f"{fact.who}: " if fact.who else ""
                self._report("check-failed", fact.span, f"{who}{fact.key} is {actual}, the record says {expected}", notes=self._why(fact))
        self._go_back(bookmark)

    def _why(self, fact: Fact) -> tuple[str, ...]:
        """The last postings that touched what the check is about."""
        assert self.play is not None
        postings = list(self.play.journal.of(fact.who, fact.key.removeprefix("count "))) if fact.who else []
        return tuple(
            f"line {self.lines.get(p.step, 0)}: {'+' if p.target == fact.who else '-'}{p.number} {p.thing} ({p.rule})"
            for p in postings[-3:]
        )

    def settle(self) -> None:
        """Fill in what is forced, up to the first choice or the end of the turn."""
        assert self.play is not None
        begin = self._moment()
        while self.play.pending is not None:
            question, bookmark = self.play.pending, self.play.bookmark()
            if isinstance(question, Chance):
                if not self._sole_chance(question):
                    return
            else:
                assert isinstance(question, Decision)
                forced, answer = question.silence()
                if not forced or (question.may and not question.brief):
                    return
                self._answer(answer, self._last)
            if self._crossed(begin):
                self._go_back(bookmark)
                return

    def _end_of_record(self) -> None:
        """A last turn with everything done ends with the record, if its Rest asks for nothing."""
        assert self.play is not None
        question, bookmark, begin = self.play.pending, self.play.bookmark(), self._moment()
        if isinstance(question, Decision) and question.brief and not begin.ending:
            self._answer(None, self._last)
            if self._key(self._moment()) == self._key(begin):
                self._go_back(bookmark)

    def _go_back(self, bookmark: Bookmark) -> None:
        """Return to an earlier moment, unless nothing has happened since."""
        assert self.play is not None
        if self.play.bookmark() != bookmark:
            self.play.return_to(bookmark)

    def _verdict(self, verdict: Verdict) -> None:
        """Try a doing, hear what is said of it, and come back as if nothing had happened."""
        assert self.play is not None and verdict.doing is not None
        bookmark, said, last, doubt = self.play.bookmark(), self.diagnostics, self._last, self._doubt
        self.diagnostics = []
        self._doing(verdict.doing)
        heard, self.diagnostics = self.diagnostics, said
        self._last, self._doubt = last, doubt
        self._go_back(bookmark)
        found = heard[0].code if heard else ""
        if verdict.verdict == "legal" and heard:
            self._report("not-legal", verdict.span, f"this should be legal, but: {heard[0].message}", rule=heard[0].rule, legal=heard[0].legal)
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
            self._report("not-refused", verdict.span, f"{verdict.code} should have been found before this; found was {others}")

    # ── small things ────────────────────────────────────────────────────────────────────────────────────

    _begun_turn: tuple[int, str] = (0, "")

    def _answer(self, answer: Any, span: Span) -> None:
        assert self.play is not None
        before = self._moment()
        if answer is not None:
            self._begun_turn = self._key(before)
        self.lines[self.play.journal.step + 1] = span.line
        self.play.answer(answer)
        after = self._moment()
        if self._key(after) != self._key(before) and not before.before:
            self._notify("turn", f"{before.round}.{before.who}")
            if after.round != before.round:
                self._notify("round", str(before.round))

    def _moment(self) -> Moment:
        assert self.play is not None
        return self.game.moment(self.play.state)

    @staticmethod
    def _key(moment: Moment) -> tuple[int, str]:
        return moment.round, moment.who

    def _notify(self, kind: str, where: str) -> None:
        if self._observer is not None and self.play is not None:
            self._observer(self, kind, where)

    def _listed(self, question: Decision) -> tuple[str, ...]:
        return tuple(written_step(self.game, move) for move in _first(question.domain.options(), MOST_LEGAL))

    def _open_options(self) -> tuple[str, ...]:
        assert self.play is not None
        return tuple(text for text, _ in legal_steps(self.game, self.play, MOST_LEGAL))

    def _refused(self, refusal: Refusal, span: Span, question: Decision) -> None:
        self._report(refusal.code, span, self.game.message(refusal), rule=refusal.rule, legal=self._listed(question))

    def _warn(self, doubt: Refusal | None, span: Span) -> None:
        if doubt is not None:
            self._report(doubt.code, span, self.game.message(doubt), rule=doubt.rule, severity="warning")

    def _amend(self, note: str) -> None:
        last = self.diagnostics.pop()
        import msgspec

        self.diagnostics.append(msgspec.structs.replace(last, notes=(*last.notes, note)))

    def _report(
        self, code: str, span: Span, message: str, rule: str = "", legal: tuple[str, ...] = (),
        notes: tuple[str, ...] = (), near: list[str] | None = None, fix: str = "",
        severity: Severity = "error",
    ) -> None:  # fmt: skip
        if near:
            notes = (*notes, f"did you mean {near[0]!r}?")
        if self._doubt and self._doubt < span.line:
            notes = (*notes, f"this may follow from line {self._doubt}")
        says = self.game.rule(rule) if rule else ""
        self.diagnostics.append(
            Diagnostic(
                code=code, message=message, file=self.script.file, span=span, rule=rule, says=says, legal=legal,
                notes=notes, fix=fix, severity=severity,
            )
        )  # fmt: skip


class Fit:
    """An answer that the question takes, completed where something was left out."""

    def __init__(self, move: Any) -> None:
        self.move = move


def _leading(items: list[Any], kind: type) -> list[Any]:
    """Take the items of this kind off the front of a list."""
    found = []
    while items and isinstance(items[0], kind):
        found.append(items.pop(0))
    return found


def _first(items: Iterator[Any], most: int) -> Iterator[Any]:
    for number, item in enumerate(items):
        if number == most:
            return
        yield item
