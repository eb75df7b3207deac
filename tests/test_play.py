"""The engine's laws, seen over whole games played at random: every piece is somewhere, every moment can be

returned to.
"""

from __future__ import annotations

import gc
import warnings
from typing import Any

import pytest
from support import SEED, answer_to, options, played, seeded, settled_next, started, tables

from referee.engine.decision import Chance, Decision, Domain, Pooled, Sole, Union, agrees, ask, partial, refuse
from referee.engine.journal import Journal
from referee.engine.play import Play, Position
from referee.games.dark_road import laws
from referee.games.dark_road.box.shipped import shipped_box
from referee.games.dark_road.moves import Drive, Plan
from referee.games.dark_road.rules import decks
from referee.games.dark_road.state import Deck, State, freeze, thaw
from referee.games.dark_road.table import Table

GAMES = 72
SCENES_GAMES = 12
STAYS = {"wheel", "reset", "lantern"}  # turned where it is; or what did not fit and stays in the supply
HOUSE = shipped_box("house")
games = pytest.mark.parametrize(("seed", "players", "variants"), tables(GAMES))
some_games = pytest.mark.parametrize(("seed", "players", "variants"), tables(SCENES_GAMES))


def told(seed: int, play: Play[State]) -> str:
    state = play.state
    where = f"round {state.round}, {state.player.name}, {state.stage}"
    return f"REFEREE_SEED={SEED}, game {seed}, {where}, answers {play.answers}"


def asked(play: Play[State]) -> Any:
    """What is asked now, of whom, and all that can be answered: taken down at once, for a question looks at the

    table.
    """
    match play.pending:
        case Chance() as question:
            return question.label, question.about, question.who, question.rule, question.weights()
        case Decision() as question:
            return question.who, question.prompt, question.may, question.brief, options(question, 60)
    return None


# ── whole games ─────────────────────────────────────────────────────────────────────────────────────────


@games
def test_the_laws_hold_after_every_answer(seed: int, players: int, variants: list[str]) -> None:
    play = started(players, variants)
    answers = 0
    for _ in played(play, seeded("laws", seed)):
        answers += 1
        if play.state.stage != "setup":
            broken = [law for law in laws.broken(play.state, HOUSE) if not settled_next(play, law)]
            assert broken == [], told(seed, play)
        frozen = freeze(play.state)
        assert thaw(frozen) == play.state, told(seed, play)
        assert freeze(thaw(frozen)) == frozen, told(seed, play)
    assert play.over
    assert answers > 150
    with pytest.raises(RuntimeError, match="over"):
        play.answer(None)


@games
def test_every_listed_option_is_accepted(seed: int, players: int, variants: list[str]) -> None:
    play = started(players, variants)
    game = played(play, seeded("options", seed))
    while (question := play.pending) is not None:
        if isinstance(question, Decision):
            listed = options(question, 200)
            assert len(set(listed)) == len(listed), f"{told(seed, play)}: an option is listed twice"
            for option in listed:
                assert question.domain.takes(option[1] if isinstance(question, Pooled) else option), told(seed, play)
                assert question.domain.judge(option) is None, f"{told(seed, play)}: {option}"
            assert listed or question.may or question.domain.sole() == Sole(True, None), told(seed, play)
            if len(listed) == 1 and not question.may:
                assert question.domain.sole() == Sole(True, listed[0]), told(seed, play)
        elif isinstance(question, Chance):
            weights = question.weights()
            assert weights, f"{told(seed, play)}: nothing can come up"
            assert all(weight > 0 for weight in weights.values()), told(seed, play)
            assert all(question.judge(outcome) is None for outcome in weights), told(seed, play)
            assert question.judge("no such thing") is not None, told(seed, play)
        next(game)


@some_games
def test_resuming_from_every_prefix_of_every_scene(seed: int, players: int, variants: list[str]) -> None:
    play = started(players, variants)
    for _ in played(play, seeded("resume", seed)):
        position = play.position()
        again = Play.resume(play.rules, position)
        assert again.state == play.state, told(seed, play)
        assert asked(again) == asked(play), told(seed, play)
        assert again.position() == position, told(seed, play)
        again.close()


@some_games
def test_a_fork_does_not_touch_the_original(seed: int, players: int, variants: list[str]) -> None:
    play, rng = started(players, variants), seeded("fork", seed)
    for number, _ in enumerate(played(play, rng)):
        if number % 5 or play.pending is None:
            continue
        before, question, postings = freeze(play.state), play.pending, list(play.journal.postings)
        fork = play.fork()
        assert fork.state == play.state
        assert fork.state is not play.state
        for _ in zip(range(12), played(fork, seeded("fork", seed, number)), strict=False):
            pass
        fork.close()
        assert freeze(play.state) == before, told(seed, play)
        assert play.pending is question, told(seed, play)
        assert play.journal.postings == postings, told(seed, play)


@some_games
def test_undoing_gives_back_the_moment_before(seed: int, players: int, variants: list[str]) -> None:
    play, rng = started(players, variants), seeded("undo", seed)
    while play.pending is not None:
        before, question, position = freeze(play.state), asked(play), play.position()
        postings, step = list(play.journal.postings), play.journal.step
        play.answer(answer_to(play.pending, rng))
        if not play.answers:
            continue  # a new scene: nothing of it can be taken back
        play.undo()
        assert freeze(play.state) == before, told(seed, play)
        assert play.position() == position, told(seed, play)
        assert asked(play) == question, told(seed, play)
        assert (play.journal.postings, play.journal.step) == (postings, step), told(seed, play)
        play.answer(answer_to(play.pending, rng))


@some_games
def test_a_bookmark_is_returned_to_over_scenes(seed: int, players: int, variants: list[str]) -> None:
    play, rng = started(players, variants), seeded("bookmark", seed)
    game = played(play, rng)
    for _ in zip(range(40 + 7 * seed), game, strict=False):
        pass
    mark, before, postings = play.bookmark(), freeze(play.state), list(play.journal.postings)
    question = asked(play)
    for _ in zip(range(60), game, strict=False):
        pass
    assert freeze(play.state) != before
    play.return_to(mark)
    assert freeze(play.state) == before
    assert play.journal.postings == postings
    assert asked(play) == question
    assert play.bookmark() == mark


@some_games
def test_the_same_answers_give_the_same_game(seed: int, players: int, variants: list[str]) -> None:
    one, answers = started(players, variants), []
    for answer in played(one, seeded("twice", seed)):
        answers.append(answer)
    other = started(players, variants)
    other.replay(answers)
    assert other.over
    assert freeze(one.state) == freeze(other.state)
    assert one.journal.postings == other.journal.postings


@some_games
def test_every_posting_moves_something_under_a_rule(seed: int, players: int, variants: list[str]) -> None:
    from referee.games.dark_road.game import GAME

    play = started(players, variants)
    for _ in played(play, seeded("postings", seed)):
        pass
    assert len(play.journal.postings) > 100
    for posting in play.journal.postings:
        assert posting.number > 0, posting
        assert posting.source != posting.target or posting.thing in STAYS, posting
        assert GAME.rule(posting.rule), f"{posting} names a rule that is not in the book"


@some_games
def test_the_coins_of_the_journal_are_those_of_the_table(seed: int, players: int, variants: list[str]) -> None:
    play = started(players, variants)
    for _ in played(play, seeded("coins", seed)):
        pass
    for player in play.state.players:
        signed = [(p.number if p.target == player.name else -p.number) for p in play.journal.of(player.name, "coins")]
        assert sum(signed) == player.coins, f"REFEREE_SEED={SEED}, game {seed}, {player.name}"


def test_a_forged_state_breaks_a_law() -> None:
    """The laws above would see a piece that is lost or made."""
    play = started()
    for _ in played(play, seeded("forged")):
        if play.state.round == 3:
            break
    assert laws.broken(play.state, HOUSE) == []
    frozen = freeze(play.state)

    def broken(change: Any) -> list[str]:
        state = thaw(frozen)
        change(state)
        return laws.broken(state, HOUSE)

    assert broken(lambda s: setattr(s.players[0], "coins", s.players[0].coins + 1))
    assert broken(lambda s: s.supply.goods.update(armor=0))
    assert broken(lambda s: s.players[1].heroes.append("Agatha"))
    assert broken(lambda s: s.players[2].steeds.clear())
    assert broken(lambda s: setattr(s.supply, "quartz", s.supply.quartz - 1))
    assert broken(lambda s: s.players[0].reserve.append(1))
    assert broken(lambda s: s.heroes.unseen.pop())


def test_a_card_that_everybody_knows_to_be_next_is_not_unknown() -> None:
    """All unseen cards have left the deck unnamed; what lies under it was seen when it was put there."""
    state = started().state
    deck = Deck(unseen=["a"], under=["b", "c"], taken=1)
    drawing = decks.draw(Table(state, HOUSE, Journal()), deck, "top", "TEST-01", unseen=True)
    question = drawing.send(None)
    assert question.weights() == {"b": 1}
    with pytest.raises(StopIteration) as drawn:
        drawing.send("?")
    assert drawn.value.value == "b"
    assert deck == Deck(unseen=["a"], under=["c"], taken=1)


# ── the engine by itself ────────────────────────────────────────────────────────────────────────────────


class Counting:
    """A game for the engine alone: three scenes, each asks for two numbers."""

    def __init__(self, forgets: bool = False) -> None:
        self.forgets = forgets

    def scene(self, state: list[int]) -> Any:
        if len(state) >= 6:
            return None

        async def run(state: list[int], journal: Journal) -> None:
            for _ in range(2):
                question = ask("me", "say a number", Domain(int, lambda: range(3)))
                number = 1 if self.forgets else await question
                state.append(number)
                journal.post("number", number, "me", "list", "TEST-01")

        return run

    def freeze(self, state: list[int]) -> bytes:
        return bytes(state)

    def thaw(self, frozen: bytes) -> list[int]:
        return list(frozen)


def test_scenes_follow_each_other_until_the_game_is_over() -> None:
    play = Play(Counting(), [])
    for number in (0, 1, 2, 0, 1, 2):
        assert not play.over
        play.answer(number)
    assert play.over
    assert play.state == [0, 1, 2, 0, 1, 2]
    assert [p.number for p in play.journal.postings] == [1, 2, 1, 2]
    assert [p.step for p in play.journal.postings] == [2, 3, 5, 6]


def test_a_position_inside_a_scene_is_its_start_and_the_answers_since() -> None:
    play = Play(Counting(), [])
    play.replay([1, 2, 2])
    assert play.position() == Position(bytes([1, 2]), (2,))
    assert not play.between_scenes
    play.undo()
    assert play.between_scenes
    assert play.state == [1, 2]
    assert play.position() == Position(bytes([1, 2]))


def test_a_forgotten_await_is_caught() -> None:
    """It warns, and warnings are errors in these tests."""
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        play = Play(Counting(forgets=True), [])
        gc.collect()
    assert play.over
    assert any("was never awaited" in str(warning.message) for warning in seen)


def test_warnings_are_errors(pytestconfig: pytest.Config) -> None:
    assert "error" in pytestconfig.getini("filterwarnings")
    with pytest.raises(UserWarning):
        warnings.warn("a warning", UserWarning, stacklevel=1)


def even(number: int) -> Any:
    return None if number % 2 == 0 else refuse("odd", "TEST-01", number=number)


def test_a_domain_judges_lists_and_completes() -> None:
    domain = Domain(int, lambda: [0, 1, 2, 2, 4], even)
    assert list(domain.candidates()) == [0, 1, 2, 2, 4]
    assert list(domain.options()) == [0, 2, 4]
    assert domain.judge(2) is None
    assert domain.judge(3) == refuse("odd", "TEST-01", number=3)
    assert domain.takes(3)
    assert not domain.takes("3")
    assert domain.sole() == Sole(False, 0)
    assert Domain(int, lambda: [1, 2, 3], even).sole() == Sole(True, 2)
    assert Domain(int, lambda: [1], even).sole() == Sole(True, None)
    assert Domain(int, lambda: [0, 2], even, default=lambda: 2).sole() == Sole(True, 2)
    assert Domain(int, lambda: [0, 2], even, default=lambda: None).sole() == Sole(False, 0)


def test_a_listing_stops_when_enough_is_known() -> None:
    def endless() -> Any:
        number = 0
        while True:
            yield (number := number + 1)

    assert Domain(int, endless).sole() == Sole(False, 1)


def test_what_was_left_out_is_completed_when_only_one_answer_agrees() -> None:
    plans = [Plan(1, 2), Plan(1, 3), Plan(2, 3)]
    domain = Domain(Plan, lambda: plans, lambda move: None if move in plans else refuse("no", "TEST-01"))
    assert domain.complete(Plan(None, 2)) == [Plan(1, 2)]
    assert domain.complete(Plan(None, 3)) == [Plan(1, 3), Plan(2, 3)]
    assert domain.complete(Plan(3, None)) == []
    assert partial(Plan(None, 2))
    assert not partial(Plan(1, 2))
    assert agrees(Plan(1), Plan(1, 2))
    assert not agrees(Plan(2), Plan(1, 2))
    assert not agrees(Drive(1), Plan(1, 2))


def test_domains_offered_at_once_speak_for_their_own_kinds() -> None:
    numbers, words = (
        Domain(int, lambda: [0, 1], even),
        Domain(str, lambda: ["a"], lambda word: refuse("word", "TEST-02")),
    )
    both = Union(numbers, words)
    assert list(both.options()) == [0]
    assert both.judge(1) == refuse("odd", "TEST-01", number=1)
    assert both.judge("a") == refuse("word", "TEST-02")
    assert both.takes("b")
    assert not both.takes(1.5)


def test_chance_refuses_what_cannot_come_up() -> None:
    die = Chance("die", lambda: {1: 1, 2: 3}, "TEST-01")
    assert die.judge(2) is None
    refusal = die.judge(3)
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.facts["outcome"]) == ("impossible-outcome", "TEST-01", 3)
