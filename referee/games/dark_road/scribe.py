"""Write down a game while it is played: a record that the referee accepts and a person can read."""

from __future__ import annotations

from typing import Any

from referee.engine.decision import Chance
from referee.games.dark_road import moves
from referee.games.dark_road.notation.headers import headers
from referee.games.dark_road.notation.writing import write, write_of, write_outcome, written_name, written_pick
from referee.games.dark_road.state import State
from referee.games.game import Setting

# Moves that begin a line of their own.
HEADS = (
    moves.Reset, moves.Plan, moves.Drive, moves.Use, moves.Bazaar, moves.Commission, moves.Dark, moves.Inn,
    moves.Travel, moves.Join, moves.Stay, moves.Take, moves.Reroll, moves.Deliver, moves.Fortune, moves.Reveal,
    moves.Gift,
)  # fmt: skip
# Outcomes that stand behind the step that asked for them.
BEHIND = {"ruins", "oracle", "companion", "hero", "deed"}
# Steps that lead to nothing thrown or drawn; what comes up behind them has its label in front.
WITHOUT = ("return", "flip", "lose", "drop", "deliver", "trade", "buy", "change", "rotate")
REST = ("market", "row", "inn", "court", "night")


class Scribe:
    """Takes questions and answers in order of play and keeps the lines of a record."""

    def __init__(self, setting: Setting, title: str = "") -> None:
        self.lines: list[str] = []
        if title:
            self.lines.append(f"# {title}")
        self.lines += [*headers(setting), "", "setup"]
        self._setup: dict[tuple[str, str], list[str]] = {}
        self._line = ""
        self._who = ""
        self._open = False
        self._override = ""
        self._place: tuple[int, str, str] = (0, "", "setup")
        self._rest: dict[str, list[str]] = {}

    @classmethod
    def midway(cls, setting: Setting, state: State) -> Scribe:
        """One who comes to the table in the middle of a game and writes down only what follows."""
        scribe = cls(setting)
        scribe.lines, scribe._place = [], (state.round, "", "")
        return scribe

    def begin_override(self, reason: str, rules: list[str]) -> None:
        """The next step is written on a line of its own, as what a table did although rules forbid it."""
        self._flush()
        self._override = f'override "{reason}" waives {" ".join(rules)}: '

    def end_line(self) -> None:
        self._flush()

    def note(self, state: State, question: Any, answer: Any) -> None:
        """One question with its answer, as the state stands before the answer."""
        if state.stage == "setup":
            self._at_setup(question, answer)
            return
        self._frame(state)
        if isinstance(question, Chance):
            self._outcome(state, question, answer)
        elif answer is not None:
            crafted = (
                state.stage == "plan"
                and isinstance(answer, moves.Gain)
                and not question.may
                and question.domain.sole() == (True, answer)
            )
            if not crafted and not isinstance(answer, moves.Rest):
                self._step(state, question, answer)

    def close(self, state: State) -> None:
        """The result, for the referee to compare."""
        self._flush()
        scores = ", ".join(f"{written_name(score.player)} {score.total}" for score in state.scores)
        self.lines += [f"check score {scores}", "check winner " + " ".join(map(written_name, state.winners))]

    def text(self) -> str:
        self._flush()
        return "\n".join(self.lines) + "\n"

    # ── setup ───────────────────────────────────────────────────────────────────────────────────────────

    def _at_setup(self, question: Any, answer: Any) -> None:
        if isinstance(question, Chance):
            label = f"top {question.about}" if question.label == "top" else question.label
            self._setup.setdefault((question.who, label), []).append(write_outcome(question.label, answer))
        elif answer is not None:
            who = "" if isinstance(answer, moves.Buildings) else question.who
            self._setup[who, write(answer)] = []

    def _write_setup(self) -> None:
        """The table first, three stacks a line; then one line a player."""
        tops = [
            f"{label.removeprefix('top ')} -> {values[0]}"
            for (_, label), values in self._setup.items()
            if label.startswith("top ")
        ]
        for (who, label), values in self._setup.items():
            if not who and not label.startswith("top "):
                self.lines.append(f"  {label} -> {' '.join(values)}" if values else f"  {label}")
            if label == "wheel":
                self.lines += [f"  tops {', '.join(tops[i : i + 3])}" for i in range(0, len(tops), 3)]
        for player in dict.fromkeys(who for who, _ in self._setup if who):
            own = {label: values for (who, label), values in self._setup.items() if who == player}
            told = [f"{label} -> {' '.join(values)}" if values else label for label, values in own.items()]
            self.lines.append(f"  {written_name(player)} {', '.join(told)}")
        self._setup = {}

    # ── rounds and turns ────────────────────────────────────────────────────────────────────────────────

    def _frame(self, state: State) -> None:
        """Headlines for a new round, a new turn, the last journey and the scoring."""
        ending = state.stage if state.stage in {"last-journey", "scoring"} else ""
        place = (state.round, "" if ending else state.player.name, ending)
        if place == self._place:
            return
        self._flush()
        if self._setup:
            self._write_setup()
        if ending:
            self.lines += ["", ending.replace("-", " ")]
        else:
            if place[0] != self._place[0]:
                self.lines += ["", f"round {state.round}"]
            self.lines.append(written_name(state.player.name))
        self._place = place

    def _flush(self) -> None:
        if self._line:
            self.lines.append(f"  {self._override}{self._line}")
            self._override = ""
        if self._rest:
            casts = [f"{label} -> {' '.join(self._rest[label])}" for label in REST if label in self._rest]
            self.lines.append(f"  rest {', '.join(casts)}")
        self._line, self._who, self._open, self._rest = "", "", False, {}

    # ── steps ───────────────────────────────────────────────────────────────────────────────────────────

    def _step(self, state: State, question: Any, answer: Any) -> None:
        who = question.who
        if isinstance(answer, tuple):
            who, answer = answer
        text = write(answer)
        subject = "" if who == state.player.name and state.stage not in {"last-journey", "scoring"} else who
        if isinstance(answer, moves.Horseshoe) and self._line.startswith("move"):
            self._line += f" {text}"
        elif isinstance(answer, moves.Add) and "take" in self._line.rpartition(", ")[2]:
            self._line += f" +{answer.number}"
        elif self._joined(answer, subject):
            self._line += self._sugar(answer) or f", {text}"
        else:
            self._flush()
            self._line = write_of(subject, answer) if subject else text
            self._who = subject
        self._open = True

    def _joined(self, answer: Any, subject: str) -> bool:
        """Does this step belong to the line before it?"""
        if not self._line or subject != self._who or isinstance(answer, HEADS):
            return False
        return not (self._line.startswith(("event", "travel")) and isinstance(answer, moves.Take))

    def _sugar(self, answer: Any) -> str:
        """A pick right behind the step that leads to it."""
        head = self._line.rpartition(", ")[2].split()[0]
        if isinstance(answer, moves.Gain) and len(answer.picks) == 1 and self._bare(head):
            pick = answer.picks[0]
            if (
                head == "plan"
                or (head == "ruins" and isinstance(pick, moves.Good))
                or (head == "dark" and not isinstance(pick, moves.Word))
            ):
                return f" {written_pick(pick)}"
            if head == "fortune":
                return written_pick(pick).removeprefix("deed").removeprefix("upgrade")
        return " rotate" if isinstance(answer, moves.Rotate) and self._line == "bazaar" else ""

    def _bare(self, head: str) -> bool:
        """Nothing has been picked behind the last step yet."""
        words = self._line.rpartition(", ")[2].split()
        return {
            "plan": words[-2:-1] == ["slot"],
            "ruins": len(words) == 2,
            "dark": len(words) == 2,
            "fortune": len(words) == 2,
        }.get(head, False)

    def _outcome(self, state: State, question: Chance, answer: Any) -> None:
        text = write_outcome(question.label, answer)
        if state.stage == "rest":
            self._rest.setdefault(question.label, []).append(text)
            return
        last = self._line.rpartition(", ")[2]
        label = f"top {question.about}" if question.label == "top" else question.label
        if question.label in BEHIND and self._open and "->" not in last and not last.startswith(WITHOUT):
            self._line += f" -> {text}"
        elif "->" in last and (last.startswith(f"{label} ->") or (question.label == "ruins" and not self._open)):
            self._line += f" {text}"
        elif question.label == "dice" and last.startswith(
            ("reroll", f"{written_name(self._who)} reroll" if self._who else "reroll")
        ):
            self._line += f" {text}" if "->" in last else f" -> {text}"
        elif question.label == "event":
            self._flush()
            self._line = f"event -> {text}"
        elif last.startswith("top ->") and question.label == "top":
            self._line += f", {label} -> {text}"
        else:
            self._line += f", {label} -> {text}" if self._line else f"{label} -> {text}"
        self._open = False
