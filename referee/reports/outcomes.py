"""Outcomes of rulings for programs: JSON and JUnit's XML."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from xml.sax.saxutils import escape, quoteattr

import msgspec

from referee.drivers.rulings import Outcome
from referee.reports.text import safe

SCHEMA = "referee/outcomes/1"


def as_json(results: Sequence[Outcome]) -> str:
    cases = [{"holds": outcome.holds, **msgspec.to_builtins(outcome)} for outcome in results]
    return msgspec.json.format(msgspec.json.encode({"schema": SCHEMA, "cases": cases}), indent=2).decode()


def as_junit(results: Sequence[Outcome]) -> str:
    """One suite a file, one case a case."""
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<testsuites>"]
    for file, group in groupby(results, key=lambda outcome: outcome.file):
        cases = list(group)
        failed = sum(not case.holds for case in cases)
        lines.append(f'  <testsuite name={_attribute(file)} tests="{len(cases)}" failures="{failed}">')
        for case in cases:
            head = f"    <testcase classname={_attribute(file)} name={_attribute(case.title)}"
            if case.holds:
                lines.append(f"{head}/>")
                continue
            told = "\n".join(f"{d.span.line}:{d.span.start}: {d.code}: {d.message}" for d in case.diagnostics)
            first = _attribute(case.diagnostics[0].message)
            lines.append(f"{head}><failure message={first}>{escape(_plain(told))}</failure></testcase>")
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"])


def _plain(text: str) -> str:
    """XML takes no control characters."""
    return "\n".join(safe(line) for line in text.split("\n"))


def _attribute(text: str) -> str:
    return quoteattr(_plain(text))
