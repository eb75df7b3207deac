"""Games that play themselves, for the tests of this folder: which ones, how they are told, what is asked of them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import msgspec
from support import NAMES, SEED, seeded, settled_next

from referee.diagnostics import Diagnostic
from referee.drivers.bot import Policy, answers, random_choice
from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.engine.decision import Chance, Decision
from referee.engine.play import Play
from referee.games.dark_road import laws
from referee.games.dark_road.game import GAME
from referee.games.dark_road.merchant import Merchant
from referee.games.dark_road.rules.setup import VARIANTS
from referee.games.dark_road.scribe import Scribe
from referee.games.dark_road.state import State
from referee.games.game import Setting

LONG = int(os.environ.get("REFEREE_LONG", "1"))
HOUSE = GAME.bundled_box("house")
LEXICON = GAME.lexicon(HOUSE)
VARIED: list[list[str]] = [[], [VARIANTS[0]], [VARIANTS[1]], list(VARIANTS)]
POLICIES = ("random", "greedy")


class Table(NamedTuple):
    """One game to be played: all player counts, variants and policies come in turn."""

    number: int

    @property
    def players(self) -> list[str]:
        return NAMES[: 2 + self.number % 3]

    @property
    def variants(self) -> list[str]:
        return VARIED[self.number // 3 % 4]

    @property
    def policy(self) -> str:
        return POLICIES[self.number // 12 % 2]

    def setting(self) -> Setting:
        return Setting(players=self.players, box=HOUSE, edition="retail", variants=self.variants, lexicon=LEXICON)

    def choose(self) -> Policy:
        return random_choice if self.policy == "random" else Merchant(HOUSE)

    def start(self) -> Play[State]:
        return GAME.start(self.setting())

    def told(self, play: Play[State] | None = None) -> str:
        about = f"REFEREE_SEED={SEED}, game {self.number}: {len(self.players)} players, {self.policy}, {self.variants}"
        if play is None:
            return about
        state = play.state
        return f"{about}; round {state.round}, {state.player.name}, {state.stage}, answers {play.answers}"


def chunks(games: int, size: int) -> list[Any]:
    """So many games, times ``--long``, in parts for the workers to share."""
    total = games * LONG
    return [range(at, min(at + size, total)) for at in range(0, total, size)]


def name_of_chunk(chunk: range) -> str:
    return f"{chunk.start}-{chunk.stop - 1}"


def playing(table: Table, play: Play[State], purpose: str) -> Iterator[tuple[Any, Any]]:
    """Every question with its answer, before the answer is given."""
    return answers(play, table.choose(), seeded(purpose, table.number))


def recorded(table: Table, purpose: str) -> tuple[str, Play[State]]:
    """A complete game and its record."""
    play, scribe = table.start(), Scribe(table.setting(), f"{purpose} {table.number}")
    for question, answer in playing(table, play, purpose):
        scribe.note(play.state, question, answer)
    scribe.close(play.state)
    return scribe.text(), play


def driven(text: str, file: str = "<game>") -> tuple[RecordDriver, list[Diagnostic]]:
    """A record, driven to its end, and all that was said."""
    script = Script(text, file)
    driver = RecordDriver(script).run()
    return driver, [*script.diagnostics, *driver.diagnostics]


def shown(play: Play[State], setting: Setting) -> bytes:
    """The snapshot as ``referee replay`` writes it."""
    return msgspec.json.encode(GAME.snapshot(setting, play))


def said(diagnostics: list[Diagnostic]) -> list[str]:
    return [f"line {d.span.line}: {d.code}: {d.message}" for d in diagnostics[:5]]


def listed(question: Decision, most: int = 400) -> list[Any]:
    return list(islice(question.domain.options(), most))


def asked(play: Play[State]) -> Any:
    """What is asked now and all that can be answered, taken down at once: a question looks at the table."""
    match play.pending:
        case Chance() as question:
            return question.label, question.about, question.who, question.rule, question.weights()
        case Decision() as question:
            return question.who, question.prompt, question.may, question.brief, listed(question, 80)
    return None


def broken(play: Play[State]) -> list[str]:
    """Laws that do not hold, less a limit that somebody is just about to settle by saying what goes."""
    if play.state.stage == "setup":
        return []
    return [law for law in laws.broken(play.state, HOUSE) if not settled_next(play, law)]


def any_answer(play: Play[State], rng: Random, decline: float = 1 / 3) -> Any:
    """A legal answer to what is asked now."""
    question = play.pending
    if isinstance(question, Chance):
        weights = question.weights()
        return rng.choices(list(weights), list(weights.values()))[0]
    assert isinstance(question, Decision)
    found = listed(question)
    if not found or (question.may and rng.random() < decline):
        return None
    return rng.choice(found)
