"""Diagnostics for programs: JSON, GitHub annotations, SARIF."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from referee.diagnostics import Diagnostic

SCHEMA = "referee/diagnostics/1"
LEVELS = {"error": "error", "warning": "warning", "note": "notice"}


class Report(msgspec.Struct):
    """Everything a check found."""

    schema: str
    files: list[str]
    diagnostics: list[Diagnostic]


def as_json(files: list[str], diagnostics: Iterable[Diagnostic]) -> str:
    return msgspec.json.format(msgspec.json.encode(Report(SCHEMA, files, list(diagnostics))), indent=2).decode()


def as_github(diagnostics: Iterable[Diagnostic]) -> str:
    """One workflow command a line; what GitHub would misread is escaped its way."""
    lines = []
    for d in diagnostics:
        place = f"file={_escape(d.file, True)},line={d.span.line},col={d.span.start},endColumn={d.span.end}"
        rule = f" ({d.rule})" if d.rule else ""
        lines.append(f"::{LEVELS[d.severity]} {place},title={_escape(d.code, True)}::{_escape(d.message + rule)}")
    return "\n".join(lines)


def _escape(text: str, field: bool = False) -> str:
    pairs = [("%", "%25"), ("\r", "%0D"), ("\n", "%0A"), *([(":", "%3A"), (",", "%2C")] if field else [])]
    for character, code in pairs:
        text = text.replace(character, code)
    return text


def as_sarif(diagnostics: Iterable[Diagnostic], version: str) -> str:
    found = list(diagnostics)
    log: dict[str, Any] = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "referee",
                        "version": version,
                        "rules": [{"id": code} for code in sorted({d.code for d in found})],
                    }
                },
                "results": [_result(d) for d in found],
            }
        ],
    }
    return msgspec.json.format(msgspec.json.encode(log), indent=2).decode()


def _result(d: Diagnostic) -> dict[str, Any]:
    return {
        "ruleId": d.code,
        "level": "error" if d.severity == "error" else d.severity,
        "message": {"text": d.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": d.file},
                    "region": {"startLine": d.span.line, "startColumn": d.span.start, "endColumn": d.span.end},
                }
            }
        ],
    }
