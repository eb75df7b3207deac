"""How a game begins: from setup, or from a position with what differs from it."""

from __future__ import annotations

from referee.drivers.casts import Pool
from referee.drivers.judging import Judging
from referee.drivers.script import Script
from referee.engine.decision import Chance, Decision
from referee.notation.names import nearest
from referee.notation.record import Doing, Fact, Section


class Beginning(Judging):
    """Sets the table."""

    def run(self) -> Beginning:
        raise NotImplementedError

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
        at_start = type(self)(base).run().play
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
