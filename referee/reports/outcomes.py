"""Outcomes of rulings for programs: JSON and JUnit's XML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from xml.sax.saxutils import escape

import msgspec

from referee.diagnostics import Diagnostic
from referee.drivers.rulings import How, Outcome
from referee.reports.text import listed, safe, safe_lines

SCHEMA = "referee/outcomes/1"
Lines = Mapping[str, Callable[[int], str]]  # the lines of every file, by their numbers


class Told(msgspec.Struct):
    """How a case went, and in one word whether that is well."""

    file: str
    line: int
    title: str
    cites: tuple[str, ...]
    status: str
    outcome: How
    seconds: float
    message: str
    diagnostics: list[Diagnostic]
    holds: bool


class Report(msgspec.Struct):
    """Every case that was run, and what was done to snapshots."""

    schema: str
    held: int
    failed: int
    snapshots: dict[str, int]
    cases: list[Told]


def as_json(results: Sequence[Outcome], snapshots: Mapping[str, int]) -> str:
    cases = [Told(**msgspec.structs.asdict(outcome), holds=outcome.holds) for outcome in results]
    held = sum(outcome.holds for outcome in results)
    report = Report(SCHEMA, held, len(cases) - held, dict(snapshots), cases)
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def as_junit(results: Sequence[Outcome], snapshots: Mapping[str, int], lines_of: Lines) -> str:
    """One suite a file, one case a case; what was done to snapshots is a property of the whole."""
    done = [f"    {_property(f'snapshots {kind}', str(n))}" for kind, n in snapshots.items() if n]
    lines = ['<?xml version="1.0" encoding="utf-8"?>', f"<testsuites{_counts(results)}>"]
    if done:
        lines += ["  <properties>", *done, "  </properties>"]
    for file, group in groupby(results, key=lambda outcome: outcome.file):
        cases = list(group)
        lines.append(f"  <testsuite name={_attribute(file)}{_counts(cases)}>")
        for case in cases:
            lines += _case(case, lines_of)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _counts(cases: Sequence[Outcome]) -> str:
    failed = sum(case.outcome == "fails" for case in cases)
    errors = sum(case.outcome == "unreadable" for case in cases)
    seconds = sum(case.seconds for case in cases)
    return f' tests="{len(cases)}" failures="{failed}" errors="{errors}" time="{seconds:.6f}"'


def _case(case: Outcome, lines_of: Lines) -> list[str]:
    place = f"file={_attribute(case.file)} line={_attribute(str(case.line))}"
    head = f"    <testcase classname={_attribute(case.file)} name={_attribute(case.title)} {place}"
    lines = [f'{head} time="{case.seconds:.6f}">']
    known = {"cites": " ".join(case.cites), "status": case.status}
    properties = [f"        {_property(name, value)}" for name, value in known.items() if value]
    if properties:
        lines += ["      <properties>", *properties, "      </properties>"]
    if case.message:
        lines.append(f'      <error type="unreadable" message={_attribute(case.message)}/>')
    elif not case.holds:
        kind = "failure" if case.outcome == "fails" else "error"
        first = case.diagnostics[0]
        told = "\n\n".join(listed(case.diagnostics, lines_of[case.file], most=0))
        what = f"type={_attribute(first.code)} message={_attribute(first.message)}"
        lines.append(f"      <{kind} {what}>{escape(safe_lines(told))}</{kind}>")
    return [*lines, "    </testcase>"]


def _property(name: str, value: str) -> str:
    return f"<property name={_attribute(name)} value={_attribute(value)}/>"


def _attribute(text: str) -> str:
    """In double quotes always; XML takes no control characters."""
    return '"' + escape(safe(text), {'"': "&quot;"}) + '"'
