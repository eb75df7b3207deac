"""The journal for people: when, how much, why, by which rule."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from referee.engine.journal import Posting
from referee.reports.text import safe


def ledger(
    postings: Sequence[Posting],
    lines: Mapping[int, int],
    rule: Callable[[str], str],
    reasons: Mapping[int, str],
    who: str,
    thing: str,
    held: int | None = None,
) -> Iterator[str]:
    """One line a posting; with a player and a thing, the running balance too, which ends in what is ``held``.

    What no rule brought about was done by hand, for one of the ``reasons``.
    """
    wanted = thing.lower()
    mine = [p for p in postings if who in (p.source, p.target) and p.thing.lower().rstrip("s") == wanted.rstrip("s")]
    balance = 0 if held is None else held - sum(_change(posting, who) for posting in mine)
    any_found = False
    if balance:
        yield f"{'start':>9}  {balance:+4d} {wanted:<24} {'in the position':<24} = {balance:3d}"
    for posting in postings:
        if who and who not in (posting.source, posting.target):
            continue
        if wanted and posting.thing.lower().rstrip("s") != wanted.rstrip("s"):
            continue
        any_found = True
        line = lines.get(posting.step, 0)
        place = f"line {line}" if line else "start"
        reason = f"{posting.rule}: {_short(rule(posting.rule) or safe(reasons.get(posting.step, '')))}"
        yield f"{place:>9}  {described(posting, who)}{_balance(posting, who, wanted, balance)}  {reason}"
        if who and wanted:
            balance += _change(posting, who)
    if not any_found:
        yield "nothing is posted"


def described(posting: Posting, who: str = "") -> str:
    """A transfer in words: signed for one player, from-to for the table."""
    thing = safe(posting.thing)
    if who:
        other = posting.source if posting.target == who else posting.target
        return f"{_change(posting, who):+4d} {thing:<24} {'from' if posting.target == who else 'to'} {safe(other):<19}"
    return f"{posting.number:4d} {thing:<24} {safe(posting.source):<19} -> {safe(posting.target):<19}"


def _change(posting: Posting, who: str) -> int:
    return posting.number * ((posting.target == who) - (posting.source == who))


def _balance(posting: Posting, who: str, wanted: str, before: int) -> str:
    return f" = {before + _change(posting, who):3d}" if who and wanted else ""


def _short(says: str) -> str:
    return says if len(says) <= 70 else says[:67].rstrip() + "…"
