"""What settings do to records, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from referee.drivers.alternatives import Alternatives, Matter, Under, Value
from referee.drivers.runs import Failure
from referee.reports.text import safe
from referee.wording import counted

SCHEMA = "referee/alternatives/1"
MOST_SHOWN = 100  # characters of a line
MOST_WAYS = 12


class Report(msgspec.Struct):
    """Every record that was asked about."""

    schema: str
    records: list[Alternatives]


def as_json(found: Sequence[Alternatives]) -> str:
    return msgspec.json.format(msgspec.json.encode(Report(SCHEMA, list(found))), indent=2).decode()


def as_text(found: Alternatives) -> str:
    return "\n".join(_said(found))


def _said(found: Alternatives) -> Iterator[str]:
    settings = [f"edition {found.edition}", *(f"{name} = {value}" for name, value in found.options.items())]
    verdict = "legal as it stands" if found.legal else "not legal as it stands"
    where = f": {_failure(found.failure)}" if found.failure else ""
    yield f"{safe(found.file)}: {verdict} ({', '.join(settings)}){where}"
    if found.legal:
        if all(value.legal for matter in found.switches for value in matter.values):
            yield "  legal with every single change that was tried"
    else:
        yield from _ways(found)
    if found.editions:
        yield f"  {_editions(found.editions)}"
    alone = len(found.switches) + len(found.without_effect) == 1
    told = [matter for matter in found.switches if alone or matter.about == "rules"]
    yield from _matters("switches that decide whether it is legal:", [matter for matter in told if matter.decides])
    others = "change the table and not what is legal" if found.legal else "change something else"
    yield from _matters(f"switches that {others}:", [matter for matter in told if not matter.decides])
    pieces = [matter for matter in found.switches if matter not in told]
    if pieces:
        yield f"with other pieces: {_pieces(pieces)}"
    yield _others(len(found.without_effect), bool(found.switches))


def _matters(heading: str, matters: Sequence[Matter]) -> Iterator[str]:
    if matters:
        yield heading
        width = max(len(matter.switch) for matter in matters)
        for matter in matters:
            yield from _matter(matter, width)


def _pieces(matters: Sequence[Matter]) -> str:
    """In one line what another box, or a table laid out otherwise, makes of the record."""
    said: dict[str, list[str]] = {}
    for matter in matters:
        for value in matter.values[1:]:
            setting = f"{matter.switch} = {value.value}"
            if value.effect == "table":
                said.setdefault("the same moves" if value.legal else "the same findings", []).append(setting)
            elif value.failure is None:
                said.setdefault("legal", []).append(setting)
            elif value.effect == "findings":
                said.setdefault("not legal", []).append(f"{setting} ({_failure(value.failure, rule=False)})")
    return "; ".join(f"{outcome} under {', '.join(settings)}" for outcome, settings in said.items())


def _ways(found: Alternatives) -> Iterator[str]:
    for changes in found.legal_with[:MOST_WAYS]:
        yield f"  legal with {_changes(changes)}"
    if len(found.legal_with) > MOST_WAYS:
        yield f"  and in {counted(len(found.legal_with) - MOST_WAYS, 'other way')}"
    if found.nearest is not None:
        nearest, failure = found.nearest.changes, _failure(found.nearest.failure)
        most = f"; nearest: {_changes(nearest)}, which fails at {failure}" if nearest else "; no change gets further"
        yield f"  legal under no setting tried{most}"
    if not found.combined:
        yield "  not every combination of changes was tried"


def _changes(changes: dict[str, str]) -> str:
    return " and ".join(f"{name} = {value}" for name, value in changes.items())


def _editions(editions: Sequence[Under]) -> str:
    if all(under.legal for under in editions):
        return "legal with every edition's own settings"
    if not any(under.legal for under in editions):
        each = [f"{under.edition} {_verdict(under.failure)}" for under in editions]
        return f"not legal with any edition's own settings: {'; '.join(each)}"
    each = [f"{under.edition} {'legal' if under.legal else 'not: ' + _verdict(under.failure)}" for under in editions]
    return f"legal with an edition's own settings: {'; '.join(each)}"


def _matter(matter: Matter, width: int) -> Iterator[str]:
    """Every value with what it does, then the lines that tell them apart."""
    standing = matter.values[0]
    each = [f"{value.value}: {_effect(value, standing)}" for value in matter.values]
    yield f"  {matter.switch:<{width}}  {'; '.join(each)}  {' '.join(matter.ids)}"
    margin = max(len(str(at.line)) for at in matter.lines)
    for at in matter.lines:
        shown = at.text if len(at.text) <= MOST_SHOWN else at.text[:MOST_SHOWN] + "…"
        yield f"  {'':<{width}}  {at.line:>{margin}} │ {safe(shown)}"


def _effect(value: Value, standing: Value) -> str:
    if value is standing:
        return _verdict(value.failure)
    if value.effect == "same":
        return "no difference"
    if value.effect == "table":
        moves = "same moves" if value.legal else "same findings"
        return f"{moves}, another table {_stretch(value)}"
    if value.failure is not None and value.failure == standing.failure:
        return f"the same first, other findings from line {value.line} on"
    return _verdict(value.failure)


def _stretch(value: Value) -> str:
    if not value.until:
        return f"from line {value.line} on"
    return f"after line {value.line} only" if value.until == value.line else f"from line {value.line} to {value.until}"


def _verdict(failure: Failure | None) -> str:
    return "legal" if failure is None else _failure(failure)


def _failure(failure: Failure, rule: bool = True) -> str:
    by = f" ({failure.rule})" if failure.rule and rule else ""
    return f"line {failure.line}, {failure.code}{by}"


def _others(number: int, some: bool) -> str:
    if not some:
        return "no switch makes a difference." if number > 1 else "this switch makes no difference."
    if not number:
        return "no other switch was tried."
    return f"{counted(number, 'other switch', 'makes')} no difference."
