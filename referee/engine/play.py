"""A game in progress: scenes run as coroutines, one question at a time.

Between scenes the state alone is the game. Inside a scene a position is the state at its start and the
answers since: resuming, forking and undoing are replays of a few answers.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from referee.engine.decision import Chance, Decision, Question
from referee.engine.journal import Journal, Mark, mark, rewind

State = TypeVar("State")


class Rules(Protocol[State]):
    """What the engine needs to know of a game."""

    def scene(self, state: State) -> Callable[[State, Journal], Coroutine[Question, Any, None]] | None:
        """The scene that comes next, or None when the game is over."""

    def freeze(self, state: State) -> bytes: ...

    def thaw(self, frozen: bytes) -> State: ...


class Position(Struct, frozen=True):
    """A moment of a game: the state at the start of the scene and the answers given in it."""

    state: bytes
    answers: tuple[Any, ...] = ()


class Bookmark(Struct, frozen=True):
    """A position and where the journal stood at the start of its scene."""

    position: Position
    mark: Mark


class Play(Generic[State]):
    """Runs a game from question to question."""

    def __init__(self, rules: Rules[State], state: State, journal: Journal | None = None) -> None:
        self.rules, self.state = rules, state
        self.journal = journal or Journal()
        self.pending: Decision | Chance | None = None
        self.answers: list[Any] = []
        self._scene: Coroutine[Question, Any, None] | None = None
        self._start = b""
        self._mark: Mark = mark(self.journal)
        self._open()

    @classmethod
    def resume(cls, rules: Rules[State], position: Position) -> Play[State]:
        """The game as it was at a position."""
        play = cls(rules, rules.thaw(position.state))
        play.replay(position.answers)
        return play

    @property
    def over(self) -> bool:
        return self.pending is None

    @property
    def between_scenes(self) -> bool:
        """Has this scene not heard any answer yet?"""
        return not self.answers

    @property
    def untouched(self) -> bool:
        """Has nothing been done in this scene yet? What was declined in it can still be had."""
        declined = all(answer is None for answer in self.answers)
        return self.pending is not None and declined and self.rules.freeze(self.state) == self._start

    def position(self) -> Position:
        return Position(self._start, tuple(self.answers))

    def fork(self) -> Play[State]:
        """Another game from here on; this one is not touched."""
        return Play.resume(self.rules, self.position())

    def began(self) -> State:
        """The state at the start of this scene."""
        return self.rules.thaw(self._start)

    def from_start(self) -> Play[State]:
        """Another game, at the start of this scene."""
        return Play(self.rules, self.began())

    def answer(self, answer: Any) -> None:
        """Give the pending question its answer and go on to the next one."""
        if self._scene is None:
            raise RuntimeError("the game is over")
        self.answers.append(answer)
        self.journal.step += 1
        self._send(answer)

    def unspoken(self, *kinds: type[Question]) -> Iterator[Any]:
        """What needs no word, at the question at hand and at those that follow, as long as they are of these kinds.

        Whoever takes them gives the answers.
        """
        while isinstance(self.pending, kinds or Question):
            forced, answer = self.pending.silence()
            if not forced:
                return
            yield answer

    def replay(self, answers: Sequence[Any]) -> None:
        for answer in answers:
            self.answer(answer)

    def bookmark(self) -> Bookmark:
        """This moment, to come back to."""
        return Bookmark(self.position(), self._mark)

    def return_to(self, bookmark: Bookmark) -> None:
        """Back to an earlier moment, journal and all."""
        self.close()
        rewind(self.journal, bookmark.mark)
        self.state = self.rules.thaw(bookmark.position.state)
        self._open()
        self.replay(bookmark.position.answers)

    def amend(self, change: Callable[[State], None]) -> None:
        """Change the state at the start of this scene, then give the answers of the scene once more.

        What the change posts in the journal stands before what the scene posts.
        """
        answers = tuple(self.answers)
        self.close()
        rewind(self.journal, self._mark)
        self.state = self.rules.thaw(self._start)
        change(self.state)
        self._open()
        self.replay(answers)

    def undo(self) -> None:
        """Take back the last answer of this scene."""
        bookmark = self.bookmark()
        answers = bookmark.position.answers[:-1]
        self.return_to(Bookmark(Position(bookmark.position.state, answers), bookmark.mark))

    def close(self) -> None:
        if self._scene is not None:
            self._scene.close()
            self._scene = None
        self.pending = None

    def _open(self) -> None:
        """Start scenes until one asks something. A game that is over stays its last scene with all its answers."""
        self.pending = None
        while self.pending is None:
            scene = self.rules.scene(self.state)
            if scene is None and self._start:
                self._scene = None
                return
            self._start = self.rules.freeze(self.state)
            self._mark = mark(self.journal)
            self.answers = []
            if scene is None:
                self._scene = None
                return
            self._scene = scene(self.state, self.journal)
            self._send(None, opening=True)

    def _send(self, answer: Any, opening: bool = False) -> None:
        assert self._scene is not None
        try:
            self.pending = self._scene.send(answer)  # type: ignore[assignment]
        except StopIteration:
            self.pending = None
            if not opening:
                self._open()
