"""What happened at real tables: rules that were waived, things put right by hand, doings taken back."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import msgspec

from referee.diagnostics import Diagnostic, Span
from referee.drivers.beginning import Beginning
from referee.drivers.course import Observer, Waiver
from referee.drivers.script import Script
from referee.engine.decision import Chance, Decision
from referee.engine.journal import Journal
from referee.engine.play import Bookmark
from referee.notation.names import nearest
from referee.notation.record import Fact, Override, Takeback

MOST_KEPT = 4096  # doings that can be taken back: far more than a game has
OF_THE_FRAME = {"nothing-to-take-back", "wrong-round"}
SEEN = "takeback over what came up"


class Before(msgspec.Struct, frozen=True):
    """The game before a doing, and what the driver knew then."""

    bookmark: Bookmark
    last: Span
    begun: tuple[int, str]
    headed: tuple[int, str]
    doubt: int
    steps: int
    findings: int

    @property
    def step(self) -> int:
        return self.bookmark.mark.step + len(self.bookmark.position.answers)


class Tables(Beginning):
    """Overrides and takebacks."""

    def __init__(self, script: Script, observer: Observer | None = None) -> None:
        super().__init__(script, observer)
        self.withdrawn: list[Diagnostic] = []
        self.reasons: dict[int, str] = {}  # why something was put right by hand, by the step of the journal
        self.fresh = 0  # findings from here on are new to whoever reads line by line
        self._before: deque[Before] = deque(maxlen=MOST_KEPT)
        self._open_again = (0, "")  # the turn that a takeback has led back to, and that may be named again
        self._seen: list[str] = []  # what came up and was taken back: nobody forgets it

    # ── overrides ───────────────────────────────────────────────────────────────────────────────────────

    def _override(self, override: Override) -> None:
        waives = tuple(dict.fromkeys(override.waives))
        for rule, span in dict(zip(override.waives, override.spans, strict=True)).items():
            if not self.game.rule(rule):
                near = nearest(rule, [known.id for known in self.game.rules()], 1)
                self._report("unknown-rule", span, f"no rule has the id {rule}", near=near)
        if override.doing is None:
            self._adjust(override, [f"{rule}: {override.reason}" for rule in waives] or [override.reason])
            return
        said, waiver = self._said, Waiver(override.reason, waives)
        self._waiver = waiver
        self._doing(override.doing)
        self._waiver = None
        accepted = self._said == said
        for rule, refusal in waiver.lifted.items():
            message = f"waived: {self.game.message(refusal)} ({override.reason})"
            self._report("override", override.span, message, rule=rule)
        if accepted:
            self._needless(override, waiver)

    def _needless(self, override: Override, waiver: Waiver) -> None:
        """A waiver that nothing called for hides a slip: perhaps another rule was meant."""
        idle = [rule for rule in waiver.ids if rule not in waiver.lifted and self.game.rule(rule)]
        if idle:
            message = f"this does not have to be waived: {', '.join(idle)}"
        elif not waiver.ids:
            message = "no rule stands in the way of this"
        else:
            return
        self._report("needless-override", override.span, message, severity="warning")

    def _adjust(self, override: Override, reasons: list[str]) -> None:
        """Facts put right by hand, between two scenes: silence completes the one that is open."""
        bookmark = self.on.bookmark()
        if not self._scene_finished():
            still = self._still_open()
            self._go_back(bookmark)
            message = f"this cannot be put right in the middle of something: {still}"
            self._report("adjust-inside", override.span, message)
            return
        if self.on.over:
            self._go_back(bookmark)
            self._report("game-over", override.span, "the score has been counted; take it back to put something right")
            return

        def change(state: object, journal: Journal) -> list[tuple[int, str]]:
            for text in reasons:
                self.game.mark(state, text)  # limits do not bind a table that says so
            return self.game.adjust(self.setting, state, override.adjust, journal)

        wrong = change(self.on.began(), Journal())  # tried first, for no scene begins on an impossible table
        if wrong:
            for place, why in wrong:
                self._report("impossible-fact", override.adjust[place].span, why)
            return
        self.on.amend(lambda state: self._by_hand(override, change, state))
        self._sight(override.adjust)
        self._report("override", override.span, f"adjusted by hand ({override.reason})")

    def _by_hand(self, override: Override, change: Callable[[object, Journal], object], state: object) -> None:
        """What is posted by a change counts as a step of its own, in the line of the override."""
        journal = self.on.journal
        journal.step += 1
        self.lines[journal.step] = override.span.line
        self.reasons[journal.step] = override.reason
        change(state, journal)

    def _scene_finished(self) -> bool:
        """Decline and fill in what is open of this scene; False where somebody has still to say something."""
        for answer in self.on.unspoken():
            if self.on.between_scenes:
                break
            self._answer(answer, self._last)
        return self.on.between_scenes or self.on.over

    def _still_open(self) -> str:
        match self.on.pending:
            case Decision() as question:
                return f"{question.who} has still to {question.prompt}"
            case Chance() as question:
                return f"{question.label} -> … is still to come"
        return ""

    def _sight(self, facts: Iterable[Fact]) -> None:
        """Cards that facts name."""
        for fact in facts:
            self._sight_cards(self.game.cards_of(fact), fact.span, f"{fact.who} {fact.key}".strip())

    def _sight_position(self, span: Span, facts: Iterable[Fact]) -> None:
        """Cards of the position that a record begins from: where a fact names them, else at the beginning."""
        self._sight(facts)
        cards = [card for card in self.game.cards_lying(self.on.state) if not self._sighted.of(card)]
        self._sight_cards(cards, span, "in the position")

    # ── takebacks ───────────────────────────────────────────────────────────────────────────────────────

    def _keep(self) -> None:
        """Remember how things stand before a doing."""
        self._open_again = (0, "")
        bookmark = self.on.bookmark()
        if self._before and self._before[-1].bookmark == bookmark:
            bookmark = self._before[-1].bookmark  # many refused doings share one
        self._before.append(
            Before(
                bookmark, self._last, self._begun_turn, self._headed, self._doubt, self.steps, len(self.diagnostics)
            )
        )  # fmt: skip

    def _takeback(self, takeback: Takeback) -> None:
        """The last doings have not happened; what they showed was seen all the same."""
        if not 1 <= takeback.count <= len(self._before):
            done = f"{len(self._before)} doing{'s' if len(self._before) != 1 else ''}"
            message = f"{takeback.count} cannot be taken back: there {'is' if done == '1 doing' else 'are'} {done}"
            self._report("nothing-to-take-back", takeback.span, message)
            return
        for _ in range(takeback.count):
            before = self._before.pop()
        revealed = list(dict.fromkeys(reversed(list(self._revealed.keys_since(before.step)))))
        self._go_back(before.bookmark)
        self._last, self._begun_turn, self._headed = before.last, before.begun, before.headed
        self._doubt, self.steps = before.doubt, before.steps
        self._open_again = self._key(self._moment())
        self._withdraw(before.findings, takeback.span.line)
        self._seen += [label for label in revealed if label not in self._seen]
        if self._seen:
            self.on.amend(self._mark_seen)
        if revealed:
            message = f"what came up before this takeback was seen: {', '.join(revealed)}"
            self._report("takeback-reveals", takeback.span, message, severity="warning")

    def _mark_seen(self, state: object) -> None:
        for label in self._seen:
            self.game.mark(state, f"{SEEN}: {label}")

    def _withdraw(self, findings: int, line: int) -> None:
        """What was found in withdrawn doings is kept as notes; a slip of the frame was not withdrawn with them."""
        gone = [d for d in self.diagnostics[findings:] if d.code not in OF_THE_FRAME]
        self.diagnostics[findings:] = [d for d in self.diagnostics[findings:] if d.code in OF_THE_FRAME]
        self.fresh = min(self.fresh, findings)
        self.withdrawn += [
            msgspec.structs.replace(d, severity="note", notes=(*d.notes, f"withdrawn by line {line}")) for d in gone
        ]


def overrides_allowed(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The same findings, with overrides as mere warnings."""
    return [
        msgspec.structs.replace(d, severity="warning") if d.code == "override" and d.severity == "error" else d
        for d in found
    ]
