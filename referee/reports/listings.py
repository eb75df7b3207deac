"""Lists for programs: the steps that may come next, the rules, the options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

RULES, OPTIONS = "referee/rules/1", "referee/options/1"


class ListedStep(Struct, omit_defaults=True):
    """A step that may be written next, with what it answers; or a refused one, with its code, the rule and why."""

    step: str
    answers: str = ""
    refused: str = ""
    rule: str = ""
    why: str = ""


class ListedRule(Struct):
    """A rule; where cases are counted, also those that accept and that refuse something under it."""

    id: str
    kind: str
    editions: tuple[str, ...]
    page: int | None
    says: str
    retail: bool | UnsetType = UNSET
    unobservable: str | UnsetType = UNSET
    accepting: list[str] | UnsetType = UNSET
    refusing: list[str] | UnsetType = UNSET


class ListedOption(Struct):
    """Something that a record may set, with the value it has in each edition."""

    name: str
    about: str
    values: tuple[str, ...]
    default: str
    editions: dict[str, str]
    ids: tuple[str, ...]
    says: str


class RuleList(Struct):
    """What ``referee rules --json`` prints."""

    schema: str
    rules: list[ListedRule]


class OptionList(Struct):
    """What ``referee rules --options --json`` prints."""

    schema: str
    options: list[ListedOption]


def steps_as_json(legal: Sequence[tuple[str, str]], refused: Sequence[tuple[str, str, str, str]]) -> str:
    steps = [ListedStep(text, answers=gloss) for text, gloss in legal]
    steps += [ListedStep(text, refused=code, rule=rule, why=why) for text, code, rule, why in refused]
    return _printed(steps)


def rules_as_json(rules: list[ListedRule]) -> str:
    return _printed(RuleList(RULES, rules))


def options_as_json(options: list[ListedOption]) -> str:
    return _printed(OptionList(OPTIONS, options))


def _printed(data: Any) -> str:
    return msgspec.json.format(msgspec.json.encode(data), indent=2).decode()
