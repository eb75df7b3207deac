"""What several tests share: where things lie, how to run the command line, and a bot that plays games at random."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import referee
from referee.diagnostics import Diagnostic
from referee.engine.decision import Chance, Decision, Question
from referee.engine.play import Play
from referee.games.dark_road.box.shipped import shipped_box
from referee.games.dark_road.moves import Drop
from referee.games.dark_road.rules.game import DarkRoad
from referee.games.dark_road.rules.setup import VARIANTS, unpacked
from referee.games.dark_road.state import State
from referee.notation.parser import Parser, parser
from referee.resources import folder

PACKAGE = Path(referee.__file__).parent
HOME = PACKAGE / "games" / "dark_road"
GRAMMAR = folder("grammar") / "dark_road.lark"
EXAMPLES = sorted(folder("examples").rglob("*.road"))
POSITIONS = sorted((HOME / "positions").glob("*.road"))
RULINGS = sorted((Path(__file__).parent / "rulings").rglob("*.ruling"))
BOX = HOME / "box" / "house.box"
FIRST_TURN = folder("examples") / "first-turn.road"

# Another seed: REFEREE_SEED=7 pytest …
SEED = int(os.environ.get("REFEREE_SEED", "2026"))

NAMES = ["Griffin", "Susie", "Brian", "Andrea"]
MOST_OPTIONS = 2000  # a choice with more answers is not listed to its end
MOST_ANSWERS = 5000  # a game is over long before


def seeded(*about: Any) -> random.Random:
    """A stream of chance of its own for each purpose, the same in every process."""
    return random.Random(":".join(map(str, (SEED, *about))))


def notation() -> Parser:
    return parser(HOME)


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


# ── the command line ────────────────────────────────────────────────────────────────────────────────────


# What a child takes over from whoever runs the tests: where programs and folders lie. Everything else (CI, COLUMNS,
# FORCE_COLOR, PYTEST_ADDOPTS, …) would change what it prints.
_INHERITED = ("PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "PYTHONDONTWRITEBYTECODE")


def environment(**more: str) -> dict[str, str]:
    """The environment of a child that runs the same package as this process does, the same on every machine."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, "PYTHONPATH": str(PACKAGE.parent), "NO_COLOR": "1", "PYTHONUTF8": "1", **more}


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "referee", *map(str, arguments)]


def run(
    *arguments: str | Path, given: str | bytes = b"", within: Path | None = None, **more: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line to its end, in a folder."""
    data = given.encode() if isinstance(given, str) else given
    return subprocess.run(
        command(*arguments),
        input=data,
        capture_output=True,
        timeout=120,
        env=environment(**more),
        check=False,
        cwd=within,
    )


def elsewhere(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a project of somebody else; it must not know that a test started it."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        cwd=home,
        env=environment(),
    )


def on_terminal(*arguments: str, within: Path | None = None, **more: str) -> bytes:
    """What a terminal receives, both streams together."""
    import pty

    ours, theirs = pty.openpty()
    child = subprocess.Popen(
        command(*arguments), stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs, cwd=within,
        env=environment(**{"TERM": "xterm", **more}),
    )  # fmt: skip
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # a terminal that nobody holds any more is an error to read from
        while part := os.read(ours, 65536):
            shown += part
    os.close(ours)
    child.wait(60)
    return shown


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Fail instead of hanging, where the system has an alarm clock; generous, for it is only there to end what

    never ends.
    """
    if not hasattr(signal, "setitimer"):
        yield
        return

    def ring(number: int, frame: Any) -> None:
        raise AssertionError(f"still not done after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# ── single mistakes ─────────────────────────────────────────────────────────────────────────────────────

BEGUN = "players Griffin Susie\nfrom two-players\nGriffin\n"


def first(text: str) -> Diagnostic:
    """What is found first, in a turn that has begun."""
    found = referee.check(BEGUN + text)
    assert found, text
    return found[0]


# ── games at random ─────────────────────────────────────────────────────────────────────────────────────


def tables(number: int) -> list[tuple[int, int, list[str]]]:
    """So many games as (seed, players, variants), all player counts and variants in turn."""
    variants = [[], [VARIANTS[0]], [VARIANTS[1]], list(VARIANTS)]
    return [(seed, 2 + seed % 3, variants[seed // 3 % len(variants)]) for seed in range(number)]


def started(players: int = 3, variants: list[str] | None = None) -> Play[State]:
    box = shipped_box("house")
    return Play(DarkRoad(box), unpacked(box, NAMES[:players], variants or []))


def options(question: Decision, most: int = MOST_OPTIONS) -> list[Any]:
    found = []
    for option in question.domain.options():
        found.append(option)
        if len(found) == most:
            break
    return found


def answer_to(question: Question, rng: random.Random) -> Any:
    """A legal answer: what comes up by its weights, anything a player may choose; a "may" is often declined."""
    if isinstance(question, Chance):
        weights = question.weights()
        outcomes = list(weights)
        if question.unseen and rng.random() < 0.1:
            return "?"
        return rng.choices(outcomes, [weights[outcome] for outcome in outcomes])[0]
    assert isinstance(question, Decision)
    listed = options(question, 300)
    if question.may and (not listed or rng.random() < 0.35):
        return None
    return rng.choice(listed) if listed else None


def played(play: Play[State], rng: random.Random) -> Iterator[Any]:
    """Play a game to its end; yields every answer after it was given."""
    for _ in range(MOST_ANSWERS):
        if play.pending is None:
            return
        answer = answer_to(play.pending, rng)
        play.answer(answer)
        yield answer
    raise AssertionError("the game does not end")


def settled_next(play: Play[State], law: str) -> bool:
    """Is this a limit that somebody is just about to settle, by saying what goes?"""
    match play.pending:
        case Decision() as question if Drop in question.domain.kinds:
            return law.startswith((f"{question.who} has more", f"{question.who}'s goods do not fit"))
        case Chance(label="top"):  # the next tile is turned up before the fourth commission goes
            return law.endswith("commissions")
    return False
