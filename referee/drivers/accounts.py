"""Why a check fails: what was posted since the fact was last agreed on."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from referee.drivers.trails import Agreement
from referee.engine.journal import Posting
from referee.engine.play import Play
from referee.games.game import Game
from referee.notation.record import Fact

MOST_POSTINGS = 12


def account(
    game: Game, play: Play[Any], lines: Mapping[int, int], file: str, fact: Fact, agreed: Agreement | None
) -> tuple[str, ...]:
    """The transfers that touched a fact since a check of it held, or since the beginning, as notes."""
    if fact.key in {"score", "winner"}:
        return (f"step by step: referee score {_word(file)}",)
    start = agreed.postings if agreed is not None else 0
    found = [posting for posting in play.journal.since(start) if game.concerns(fact, posting)]
    since = f"agreed in line {agreed.line}; since then" if agreed is not None else "since the beginning"
    if not found:
        return (f"{since} nothing was posted that touches it",)
    if not fact.who:
        last = found[-1]
        return (f"{since} last changed in {_place(last, lines)} ({last.rule})",)
    thing = fact.key.removeprefix("count ")
    held = game.holding(play.state, fact.who, thing)
    told = _told(found, lines, fact.who, held)
    more = len(told) - MOST_POSTINGS
    notes = [f"{since} posted:", *told[-MOST_POSTINGS:]]
    if more > 0:
        what = f" {thing}" if held is not None else ""
        notes.insert(1, f"… and {more} more (referee ledger {_word(file)} {_word(fact.who)}{what})")
    return tuple(notes)


def _told(found: Sequence[Posting], lines: Mapping[int, int], who: str, held: int | None) -> list[str]:
    """One line a posting; a number that is held is counted back from what it is now."""
    told = []
    for posting in reversed(found):
        change = posting.number * ((posting.target == who) - (posting.source == who))
        total = f" = {held}" if held is not None else ""
        told.append(f"{_place(posting, lines)}: {change:+d} {posting.thing} ({posting.rule}){total}")
        held = None if held is None else held - change
    return told[::-1]


def _word(text: str) -> str:
    """One word of a command, in quotes where it would be several."""
    return text if not set(text) & set(" \t\"'#;&|$*?") else shlex.quote(text)


def _place(posting: Posting, lines: Mapping[int, int]) -> str:
    line = lines.get(posting.step, 0)
    return f"line {line}" if line else "the beginning"
