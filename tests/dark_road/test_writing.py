"""What is written is read back as the same: every move, and everything that can come up."""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import NAMES, SEED, notation, options, played, seeded, started, tables

from referee.drivers.options import written_step
from referee.engine.decision import Chance, Decision
from referee.games.dark_road import moves
from referee.games.dark_road.game import GAME, NAMED
from referee.games.dark_road.moves import DECK, Good, Tile
from referee.games.dark_road.notation.reading import EFFECT_WORDS, Reader
from referee.games.dark_road.notation.writing import write, write_outcome, written_name
from referee.games.dark_road.vocabulary import GOODS, RESOURCES, TOWNS
from referee.games.game import Setting
from referee.notation.record import Cast, Doing, Statement, Step
from referee.notation.source import Source

HOUSE = GAME.bundled_box("house")
GAMES = 16
MOST_LISTED = 60  # of one question


@cache
def setting() -> Setting:
    names = GAME.lexicon(HOUSE)
    for name in NAMES:
        names.add("player", name)
    return Setting(players=list(NAMES), box=HOUSE, lexicon=names)


def read(text: str) -> Statement:
    """One statement, which must be readable."""
    source = Source(text, "<test>", notation())
    reader = GAME.reader("<test>", setting())
    assert isinstance(reader, Reader)
    statements = [reader.statement(parsed) for parsed in source.statements(GAME.describe)]
    said = [*source.diagnostics, *reader.diagnostics]
    assert said == [], f"{text!r}: {[d.message for d in said]}"
    assert len(statements) == 1
    assert statements[0] is not None
    return statements[0]


def read_move(text: str) -> Any:
    statement = read(text)
    assert isinstance(statement, Doing)
    assert len(statement.steps) == 1, f"{text!r} is read as {len(statement.steps)} steps"
    step = statement.steps[0]
    assert isinstance(step, Step)
    return step.move


# ── every move that can be made up ──────────────────────────────────────────────────────────────────────

goods = st.builds(Good, st.sampled_from(GOODS), st.booleans())
basic = st.sampled_from(GOODS)
several = st.lists(goods, min_size=1, max_size=12).map(tuple)
heroes = st.sampled_from([*HOUSE.heroes])
steeds = st.sampled_from([*HOUSE.steeds])
towns = st.sampled_from(TOWNS)
wants = st.one_of(st.just(()), st.tuples(basic, basic, basic))
tiles = st.builds(Tile, towns, wants)
resources = st.sampled_from(sorted(set(RESOURCES.values())))
effect_words = st.sampled_from([word for word in EFFECT_WORDS if word != "roll"])
table_words = st.sampled_from(["rotate", "dark", "ruins", "commission", "hero"])
words = st.one_of(
    st.builds(moves.Word, st.one_of(resources, effect_words, table_words)),
    st.builds(moves.Word, st.just("glow"), st.integers(0, 9)),
)
spots = st.sampled_from(["upper", "lower", DECK, *HOUSE.deeds])
alone = st.one_of(
    goods,
    st.builds(moves.Hero, st.one_of(heroes, st.just(DECK))),
    st.builds(moves.Steed, steeds),
    tiles,
    st.builds(moves.Deed, spots),
    st.builds(moves.Upgrade, st.sampled_from([*HOUSE.upgrades])),
    words,
)
picks = st.one_of(alone.map(lambda pick: (pick,)), several)
numbers = st.integers(0, 999_999)


def gifts() -> st.SearchStrategy[moves.Gift]:
    """A loyal companion by its ability, a stray one by what it takes."""
    found: list[st.SearchStrategy[moves.Gift]] = []
    for name, card in HOUSE.companions.items():
        if card.loyal:
            found += [st.just(moves.Gift(name, ability)) for ability in card.abilities]
        elif card.gift in GOODS:
            found.append(
                st.builds(moves.Gift, st.just(name), st.none(), st.builds(Good, st.just(card.gift), st.booleans()))
            )
        elif card.gift == "hero":
            found.append(st.builds(moves.Gift, st.just(name), st.none(), st.builds(moves.Hero, heroes)))
        else:
            found.append(st.just(moves.Gift(name, None, moves.Word(card.gift))))
    return st.one_of(found)


MOVES: dict[type, st.SearchStrategy[Any]] = {
    moves.Buildings: st.builds(
        moves.Buildings, st.permutations([*HOUSE.buildings]).map(lambda names: tuple(names[:4]))
    ),
    moves.Draft: st.builds(moves.Draft, steeds),
    moves.Keep: st.builds(moves.Keep, st.sampled_from([*HOUSE.deeds])),
    moves.Reset: st.builds(moves.Reset),
    moves.Plan: st.builds(moves.Plan, st.one_of(st.none(), numbers), numbers),
    moves.Drive: st.builds(moves.Drive, numbers),
    moves.Horseshoe: st.builds(moves.Horseshoe, st.sampled_from(["ahead", "back"])),
    moves.Bazaar: st.builds(moves.Bazaar),
    moves.Rotate: st.builds(moves.Rotate),
    moves.Change: st.builds(moves.Change, basic, basic),
    moves.Buy: st.builds(moves.Buy, several),
    moves.Commission: st.one_of(st.just(moves.Commission()), st.builds(moves.Commission, towns, wants)),
    moves.Dark: st.builds(moves.Dark, st.one_of(st.none(), numbers)),
    moves.Inn: st.one_of(st.just(moves.Inn()), st.builds(moves.Inn, heroes, several)),
    moves.Ruins: st.builds(moves.Ruins, st.one_of(st.none(), numbers)),
    moves.Roll: st.builds(moves.Roll),
    moves.Use: st.builds(moves.Use, st.sampled_from([*HOUSE.buildings])),
    moves.Travel: st.builds(
        moves.Travel, st.one_of(st.none(), st.sampled_from(["near", "middle", "far", DECK, *HOUSE.companions]))
    ),
    moves.Route: st.builds(moves.Route, st.sampled_from(["road", "shortcut"]), towns),
    moves.Join: st.builds(moves.Join),
    moves.Stay: st.builds(moves.Stay),
    moves.Reroll: st.builds(moves.Reroll),
    moves.Take: st.builds(moves.Take, numbers),
    moves.Add: st.builds(moves.Add, st.integers(1, 99)),
    moves.Deliver: st.one_of(
        st.builds(moves.Deliver, tiles, several), st.builds(moves.Deliver, st.builds(moves.Hero, heroes))
    ),
    moves.Fortune: st.builds(moves.Fortune, st.sampled_from(["glow", "deed", "coins", "upgrade"])),
    moves.Reveal: st.builds(moves.Reveal, st.lists(st.sampled_from([*HOUSE.deeds]), min_size=1, max_size=5).map(tuple)),
    moves.Rest: st.builds(moves.Rest),
    moves.Gift: gifts(),
    moves.Gain: st.builds(moves.Gain, picks),
    moves.Lose: st.builds(moves.Lose, picks),
    moves.Pay: st.builds(moves.Pay, alone),
    moves.Drop: st.builds(moves.Drop, picks),
    moves.Return: st.builds(moves.Return, goods),
    moves.Flip: st.builds(moves.Flip, goods),
    moves.Trade: st.builds(moves.Trade, resources, resources),
}


def test_no_move_is_left_out_here() -> None:
    assert set(MOVES) == set(get_args(moves.AnyMove))


@pytest.mark.parametrize("kind", MOVES, ids=lambda kind: kind.__name__)
def test_a_move_is_read_back_as_it_was_written(kind: type) -> None:
    @given(MOVES[kind])
    def read_back(move: Any) -> None:
        text = write(move)
        assert read_move(text) == move, text
        assert write(read_move(text)) == text

    read_back()


def test_the_word_of_every_effect_can_be_picked() -> None:
    for word in EFFECT_WORDS:
        assert read_move(write(moves.Gain((moves.Word(word),)))) == moves.Gain((moves.Word(word),))


@pytest.mark.parametrize("extra", ["", "Griffin "])
def test_a_move_is_the_same_with_its_player_in_front(extra: str) -> None:
    assert read_move(f"{extra}plan 1 slot 2") == moves.Plan(1, 2)


@given(st.text(st.characters(exclude_characters='"\n\r', exclude_categories=["Cs"]), min_size=1, max_size=20))
def test_any_name_is_written_so_that_it_is_read_back(name: str) -> None:
    """In one word where that will do, else in quotes; a word may have hyphens where the name has spaces."""
    text = written_name(name)
    tokens = notation().tokens(text)
    assert [token.type in {"NAME", "STRING"} for token in tokens] == [True]
    plain = text.strip('"')
    assert plain == name or plain.split("-") == name.replace("-", " ").split()


# ── every move that is offered ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("seed", "players", "variants"), tables(GAMES))
def test_whatever_is_offered_or_comes_up_in_a_game_is_read_back(seed: int, players: int, variants: list[str]) -> None:
    play = started(players, variants)
    rng = seeded("writing", seed)
    listed = came_up = 0
    known: set[Any] = set()
    game = played(play, rng)
    while (question := play.pending) is not None:
        where = f"REFEREE_SEED={SEED}, game {seed}, round {play.state.round}"
        if isinstance(question, Decision):
            for move in options(question, MOST_LISTED):
                if move not in known:
                    known.add(move)
                    assert read_choice(move) == move, where
                listed += 1
        elif isinstance(question, Chance):
            for outcome in [*question.weights(), *(["?"] if question.unseen else [])]:
                if (question.label, question.about, outcome) not in known:
                    known.add((question.label, question.about, outcome))
                    assert read_outcome(question, outcome) == outcome, f"{where}: {question.label}"
                came_up += 1
        next(game)
    assert listed > 300
    assert came_up > 100


def read_choice(move: Any) -> Any:
    """An option written and read back; where several players may answer it is a pair of a name and a move."""
    if not isinstance(move, tuple):
        return read_move(write(move))
    statement = read(written_step(GAME, move))
    assert isinstance(statement, Doing)
    assert isinstance(statement.steps[0], Step)
    return statement.who, statement.steps[0].move


def read_outcome(question: Chance, outcome: Any) -> Any:
    """An outcome written behind the word that asks for it, read, and understood as an answer to the question."""
    text = write_outcome(question.label, outcome)
    before = {"ruins": "roll", "oracle": "use oracle", "companion": "travel deck", "top": f"top {question.about}"}.get(
        question.label, question.label
    )
    statement = read(f"{before} -> {text}")
    assert isinstance(statement, Doing)
    cast = statement.steps[-1]
    assert isinstance(cast, Cast)
    assert len(cast.values) == 1
    return GAME.outcome(question, cast.values[0], setting())


def test_the_labels_that_name_cards_know_their_kinds() -> None:
    assert set(NAMED) <= {"inn", "hero", "row", "companion", "court", "deed", "steed", "pairs", "event"}


@pytest.mark.parametrize("die", ["ruins", "oracle", "night", "glow", "market", "travel"])
def test_every_face_of_a_die_is_read_back(die: str) -> None:
    faces = [int(face) if face.isdigit() else face for face in HOUSE.dice[die]]
    question = Chance(die, lambda: dict.fromkeys(faces, 1), "TEST-01")
    label = {"ruins": "roll", "oracle": "use oracle", "travel": "roll"}.get(die, die)
    for face in faces:
        statement = read(f"{label} -> {write_outcome(die, face)}")
        assert isinstance(statement, Doing)
        cast = statement.steps[-1]
        assert isinstance(cast, Cast)
        assert GAME.outcome(question, cast.values[0], setting()) == face
