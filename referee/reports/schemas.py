"""The JSON Schemas of everything that is printed as JSON, made from the structures that are printed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from referee.games import find_game

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def _state(game: str) -> Any:
    return find_game(game).state_type()


def _scores(game: str) -> Any:
    return find_game(game).scores_type()


def _diagnostics(game: str) -> Any:
    from referee.reports.machine import Report

    return Report


def _alternatives(game: str) -> Any:
    from referee.reports.alternatives import Report

    return Report


def _outcomes(game: str) -> Any:
    from referee.reports.outcomes import Report

    return Report


def _legal(game: str) -> Any:
    from referee.reports.listings import ListedStep

    return list[ListedStep]


def _rules(game: str) -> Any:
    from referee.reports.listings import RuleList

    return RuleList


def _options(game: str) -> Any:
    from referee.reports.listings import OptionList

    return OptionList


# What is asked for, by name: what prints it, and its structure.
SCHEMAS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "state": ("referee replay", _state),
    "diagnostics": ("referee check --format json", _diagnostics),
    "alternatives": ("referee check --rulings all --format json", _alternatives),
    "legal": ("referee legal --json", _legal),
    "scores": ("referee score --json", _scores),
    "outcomes": ("referee test --format json", _outcomes),
    "rules": ("referee rules --json", _rules),
    "options": ("referee rules --options --json", _options),
}


def schema_of(what: str, game: str = "dark-road") -> dict[str, Any]:
    """A schema as plain data."""
    title, structure = SCHEMAS[what]
    schema = {"$schema": DIALECT, "title": title, **msgspec.json.schema(structure(game))}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(schema))
    return plain
