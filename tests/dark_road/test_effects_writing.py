"""Effects in the box language: what is written reads back as the same effect."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from referee.games import find_game
from referee.games.dark_road.box.checking_effects import STANDING, every_effect
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import BoxReader
from referee.games.dark_road.effects import (
    All,
    Count,
    Do,
    Effect,
    Either,
    Exchange,
    GoodSpec,
    Lot,
    May,
    Per,
    Then,
    Times,
)
from referee.games.dark_road.notation.effects_writing import written, written_clause, written_condition, written_reward
from referee.games.dark_road.vocabulary import GOODS, TOWNS
from referee.notation.parser import parser
from referee.notation.source import Source

GAME = find_game("dark-road")
HOUSE: Box = GAME.bundled_box("house")


def read(text: str) -> Box:
    source = Source(text, "test.box", parser(GAME.home), "entry")
    reader = BoxReader("test.box")
    box = reader.read(source.statements(GAME.describe))
    assert not source.diagnostics, source.diagnostics
    assert not reader.diagnostics, reader.diagnostics
    return box


NAMED = [*((placed.entry, placed.effect) for placed in every_effect(HOUSE))]


def effect_of(text: str) -> Effect:
    return read(f"court upper: {text}").court["upper"]


def test_every_effect_of_the_house_box_reads_back() -> None:
    for entry, effect in NAMED:
        if isinstance(effect, Do) and effect.word in STANDING:
            continue
        assert effect_of(written(effect)) == effect, entry


def test_every_line_of_a_steed_or_an_upgrade_reads_back() -> None:
    cards = {**HOUSE.steeds, **HOUSE.upgrades}
    text = "\n".join(f"steed {name}: {written_clause(clause)}" for name, lines in cards.items() for clause in lines)
    assert read(text).steeds == cards


def test_every_deed_of_the_house_box_reads_back() -> None:
    lines = []
    for name, deed in HOUSE.deeds.items():
        when = f" when {written_condition(deed.when)}" if deed.when else ""
        lines.append(f"deed {name}{when}: {written_reward(deed.reward)}")
    assert read("\n".join(lines)).deeds == HOUSE.deeds


sides = st.sampled_from(["basic", "upgraded"])
kinds = st.lists(st.sampled_from(GOODS), max_size=2, unique=True).map(tuple)
specs = st.builds(GoodSpec, kinds, sides, st.integers(0, 5), st.booleans())
paid = specs.filter(lambda spec: spec != GoodSpec()) | st.builds(GoodSpec, kinds, st.just("either"))
tokens = st.sampled_from(["coins", "prestige", "lantern", "quartz", "shoe"])
words = st.one_of(
    st.builds(Do, st.just("change"), st.integers(-9, 9), resource=tokens),
    st.builds(Do, st.just("gain-good"), good=specs),
    st.builds(Do, st.just("pay"), good=paid),
    st.builds(Do, st.just("pay"), st.integers(1, 9), resource=tokens),
    st.builds(Do, st.just("pay"), option=st.just("hero")),
    st.builds(Do, st.just("craft"), option=sides),
    st.builds(Do, st.just("gain-commission"), town=st.sampled_from(["", *TOWNS])),
    st.builds(Do, st.sampled_from(["gain-hero"]), option=st.sampled_from(["", "or-deck"])),
    st.builds(Do, st.sampled_from(["ruins-step", "market-step"]), st.integers(1, 4)),
    st.builds(Do, st.sampled_from(["light", "upgrade-good", "gain-deed", "roll-oracle"])),
    st.builds(Exchange, st.lists(st.builds(Lot, tokens, st.integers(1, 9)), min_size=2, max_size=3).map(tuple)),
)  # fmt: skip
filters = st.sampled_from(
    [
        ("good", "book"),
        ("side", "upgraded"),
        ("loyal", "loyal"),
        ("town", "Farglen"),
        ("class", "bard"),
        ("filled", "3"),
    ]
)
counts = st.builds(
    Count,
    st.sampled_from(["goods", "lanterns", "companions", "delivered-heroes"]),
    st.lists(filters, max_size=2).map(tuple),
)


def joined(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    several = st.lists(inner, min_size=2, max_size=3).map(tuple)
    return st.one_of(
        st.builds(All, several),
        st.builds(Either, several),
        st.builds(Then, inner, inner),
        st.builds(May, inner),
        st.builds(Times, st.none() | st.integers(1, 9), inner),
        st.builds(Per, inner, counts),
    )


@given(st.recursive(words, joined, max_leaves=8))
def test_any_effect_reads_back(effect: Effect) -> None:
    assert effect_of(written(effect)) == effect
