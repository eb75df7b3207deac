"""Outcomes of rulings for programs: JSON and JUnit's XML."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

import msgspec

from referee.drivers.rulings import Outcome
from referee.reports.text import safe

SCHEMA = "referee/outcomes/1"


def as_json(results: Sequence[Outcome], snapshots: Mapping[str, int]) -> str:
    cases = [{**msgspec.to_builtins(outcome), "holds": outcome.holds} for outcome in results]
    data = {
        "schema": SCHEMA,
        "held": sum(outcome.holds for outcome in results),
        "failed": sum(not outcome.holds for outcome in results),
        "snapshots": dict(snapshots),
        "cases": cases,
    }
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()


def as_junit(results: Sequence[Outcome], snapshots: Mapping[str, int]) -> str:
    """One suite a file, one case a case; what was done to snapshots is a property of the whole."""
    done = [f"    <property name={_attribute(f'snapshots {kind}')} value='{n}'/>" for kind, n in snapshots.items() if n]
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<testsuites{_counts(results)}>"]
    if done:
        lines += ["  <properties>", *done, "  </properties>"]
    for file, group in groupby(results, key=lambda outcome: outcome.file):
        cases = list(group)
        lines.append(f"  <testsuite name={_attribute(file)}{_counts(cases)}>")
        for case in cases:
            lines += _case(case)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _counts(cases: Sequence[Outcome]) -> str:
    failed = sum(case.outcome == "fails" for case in cases)
    errors = sum(case.outcome == "unreadable" for case in cases)
    seconds = sum(case.seconds for case in cases)
    return f' tests="{len(cases)}" failures="{failed}" errors="{errors}" time="{seconds:.6f}"'


def _case(case: Outcome) -> list[str]:
    place = f"file={_attribute(case.file)} line={_attribute(str(case.line))}"
    head = f"    <testcase classname={_attribute(case.file)} name={_attribute(case.title)} {place}"
    lines = [f'{head} time="{case.seconds:.6f}">']
    known = {"cites": " ".join(case.cites), "status": case.status}
    listed = [f"        <property name='{name}' value={_attribute(value)}/>" for name, value in known.items() if value]
    if listed:
        lines += ["      <properties>", *listed, "      </properties>"]
    if case.outcome == "unreadable":
        lines.append(f"      <error type='unreadable' message={_attribute(case.message)}/>")
    elif case.outcome == "fails":
        first = case.diagnostics[0]
        kind = f"type={_attribute(first.code)} message={_attribute(first.message)}"
        lines.append(f"      <failure {kind}>{escape(_plain(_told(case)))}</failure>")
    return [*lines, "    </testcase>"]


def _told(case: Outcome) -> str:
    return "\n".join(
        "\n".join([f"{d.span.line}:{d.span.start}: {d.code}: {d.message}", *(f"  {note}" for note in d.notes)])
        for d in case.diagnostics
    )


def _plain(text: str) -> str:
    """XML takes no control characters."""
    return "\n".join(safe(line) for line in text.split("\n"))


def _attribute(text: str) -> str:
    return quoteattr(_plain(text))
