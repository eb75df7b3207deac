"""How many ways there are from fixed positions, one to three answers deep, counted in two ways.

The engine's way lists ``options()`` and ``weights()``. The naive one knows no rule: it holds up every move that the
pieces of the box allow to be written and asks ``judge``. Both must give the number in ``perft.json``.
``python test_perft.py`` in this folder writes that file anew.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest
from helpers import HOUSE, driven, said

from referee.engine.decision import Chance, Decision, Pooled
from referee.engine.play import Play
from referee.games.dark_road import moves
from referee.games.dark_road.moves import Good, Hero, Tile, Word
from referee.games.dark_road.state import State

HERE = Path(__file__).parent
POSITIONS = sorted((HERE / "positions").glob("*.road"))
TABLE: dict[str, list[int]] = (
    json.loads((HERE / "perft.json").read_text(encoding="utf-8")) if (HERE / "perft.json").exists() else {}
)


def position(path: Path) -> Play[State]:
    driver, diagnostics = driven(path.read_text(encoding="utf-8"), path.name)
    assert diagnostics == [], said(diagnostics)
    assert driver.play is not None
    return driver.play


# ── every move that could be written ────────────────────────────────────────────────────────────────────

KINDS = tuple(HOUSE.goods)
GOODS = [Good(kind, side) for kind in KINDS for side in (False, True)]
TILES = [Tile(town, wants) for town, tiles in HOUSE.commissions.items() for wants in tiles]
RESOURCES = ("coins", "prestige", "lantern", "quartz", "shoe")
WORDS = [Word(word) for word in (*RESOURCES, "glow", "rotate", "dark", "ruins", "oracle", "roll")]
DICE = [Word(word, value) for word in ("glow", "copy", "add") for value in range(7)]
# A thing has one name here: a card not its place in the row, a deed its place, a commission its town.
PICKS = [
    *GOODS, *map(Hero, HOUSE.heroes), Hero("deck"), *map(moves.Steed, HOUSE.steeds), *map(Tile, HOUSE.towns),
    *map(moves.Deed, ("upper", "lower", "deck")), *map(moves.Upgrade, HOUSE.upgrades), *WORDS, *DICE,
]  # fmt: skip
GIVEN = [*GOODS, *map(Hero, HOUSE.heroes), *map(Word, RESOURCES)]
ABILITIES = sorted({ability for card in HOUSE.companions.values() for ability in card.abilities})


def some(things: list[Any], low: int, high: int) -> Iterator[tuple[Any, ...]]:
    for size in range(low, high + 1):
        yield from combinations_with_replacement(things, size)


BASIC = [Good(kind) for kind in KINDS]
UNIVERSE: dict[type, Callable[[], Iterator[Any]]] = {
    moves.Reset: lambda: iter([moves.Reset()]),
    moves.Plan: lambda: (moves.Plan(die, slot) for die in (None, *range(8)) for slot in range(6)),
    moves.Drive: lambda: map(moves.Drive, range(15)),
    moves.Horseshoe: lambda: map(moves.Horseshoe, ("ahead", "back")),
    moves.Bazaar: lambda: iter([moves.Bazaar()]),
    moves.Rotate: lambda: iter([moves.Rotate()]),
    moves.Change: lambda: (moves.Change(old, new) for old, new in product(KINDS, KINDS) if old != new),
    moves.Buy: lambda: map(moves.Buy, some(BASIC, 1, 5)),
    moves.Commission: lambda: map(moves.Commission, (None, *HOUSE.towns)),
    moves.Dark: lambda: map(moves.Dark, (None, *range(9))),
    moves.Inn: lambda: (moves.Inn(hero, goods) for hero in (None, *HOUSE.heroes) for goods in some(GOODS, 0, 3)),
    moves.Ruins: lambda: map(moves.Ruins, (None, *range(9))),
    moves.Roll: lambda: iter([moves.Roll()]),
    moves.Use: lambda: map(moves.Use, HOUSE.buildings),
    moves.Travel: lambda: map(moves.Travel, (None, "deck", *HOUSE.companions)),
    moves.Route: lambda: (moves.Route(way, town) for way in ("road", "shortcut") for town in HOUSE.towns),
    moves.Join: lambda: iter([moves.Join()]),
    moves.Stay: lambda: iter([moves.Stay()]),
    moves.Reroll: lambda: iter([moves.Reroll()]),
    moves.Take: lambda: map(moves.Take, range(9)),
    moves.Add: lambda: map(moves.Add, range(9)),
    moves.Deliver: lambda: iter(
        [
            *(moves.Deliver(Hero(hero)) for hero in HOUSE.heroes),
            *(moves.Deliver(tile, goods) for tile in TILES for goods in some(GOODS, 1, 3)),
        ]
    ),
    moves.Fortune: lambda: map(moves.Fortune, (*RESOURCES, "glow", "deed", "upgrade")),
    moves.Reveal: lambda: ((moves.Reveal((deed,))) for deed in HOUSE.deeds),
    moves.Gift: lambda: iter(
        [
            *(moves.Gift(name, ability) for name in HOUSE.companions for ability in ABILITIES),
            *(moves.Gift(name, None, given) for name in HOUSE.companions for given in GIVEN),
        ]
    ),
    moves.Gain: lambda: iter([*(moves.Gain((pick,)) for pick in PICKS), *map(moves.Gain, product(GOODS, GOODS))]),
    moves.Lose: lambda: (moves.Lose((pick,)) for pick in PICKS),
    moves.Pay: lambda: map(moves.Pay, PICKS),
    moves.Drop: lambda: iter(
        [*(moves.Drop((pick,)) for pick in [*PICKS, *TILES]), *map(moves.Drop, some(GOODS, 2, 3))]
    ),
    moves.Return: lambda: map(moves.Return, GOODS),
    moves.Flip: lambda: map(moves.Flip, GOODS),
    moves.Trade: lambda: (moves.Trade(give, take) for give, take in product(RESOURCES, RESOURCES)),
}
OUTCOMES: list[Any] = [
    *range(10), *KINDS, *HOUSE.heroes, *HOUSE.companions, *HOUSE.deeds, *HOUSE.steeds, *HOUSE.events,
    *dict.fromkeys(" ".join(wants) for tiles in HOUSE.commissions.values() for wants in tiles),
    *dict.fromkeys(face for die in ("ruins", "oracle") for face in HOUSE.dice[die]),
]  # fmt: skip


def candidates(question: Decision) -> Iterator[Any]:
    """Sending a new good back is another word for dropping it, Rest one for going on, and a skip is never legal."""
    kinds = set(question.domain.kinds) - {moves.Rest, moves.Skip}
    if moves.Drop in kinds:
        kinds -= {moves.Return}
    for kind in kinds:
        yield from UNIVERSE[kind]()


def otherwise_counted(state: State, answer: Any, others: list[Any]) -> bool:
    """Is this only another way to write one that is counted? ``judge`` knows them, ``legal`` does not list them."""
    match answer:
        case moves.Gain((Word("glow", None),)):  # the only die without its value
            return any(
                isinstance(other, moves.Gain) and other.picks[0] == Word("glow", n)
                for other in others
                for n in range(7)
            )
        case moves.Gain((Good() as first, Good() as second)):  # two goods in the other order
            return moves.Gain((second, first)) in others and KINDS.index(first.kind) > KINDS.index(second.kind)
        case (str(who), moves.Reveal((deed,))):  # a deed that lies open already
            return deed in state.named(who).deeds
    return False


def naive_answers(play: Play[State]) -> list[Any]:
    """Whatever ``judge`` lets pass; not to choose, where that is allowed or nothing else is."""
    question = play.pending
    if isinstance(question, Chance):
        return [outcome for outcome in OUTCOMES if question.judge(outcome) is None]
    assert isinstance(question, Decision)
    if isinstance(question, Pooled):
        found: list[Any] = [
            (who, move)
            for who, domain in question.domains.items()
            for move in candidates(question)
            if domain.takes(move) and domain.judge(move) is None
        ]
    else:
        found = [move for move in candidates(question) if question.domain.judge(move) is None]
    assert len(found) == len(set(found))
    found = [answer for answer in found if not otherwise_counted(play.state, answer, found)]
    return [*found, None] if question.may or not found else found


def listed_answers(play: Play[State]) -> list[Any]:
    question = play.pending
    if isinstance(question, Chance):
        return list(question.weights())
    assert isinstance(question, Decision)
    found = [move for move in question.domain.options() if not isinstance(move, moves.Rest)]
    return [*found, None] if question.may or not found else found


def ways(play: Play[State], depth: int, answers: Callable[[Play[State]], list[Any]]) -> int:
    """How many sequences of so many answers there are; a game that is over has one way to go on: none."""
    if depth == 0 or play.pending is None:
        return 1
    possible = answers(play)
    if depth == 1:
        return len(possible)
    total = 0
    for answer in possible:
        fork = play.fork()
        fork.answer(answer)
        total += ways(fork, depth - 1, answers)
        fork.close()
    return total


@pytest.mark.parametrize("path", POSITIONS, ids=lambda path: path.stem)
def test_the_ways_are_as_many_as_the_table_says(path: Path) -> None:
    for depth, number in enumerate(TABLE[path.stem], 1):
        assert ways(position(path), depth, listed_answers) == number, f"{path.stem}, {depth} deep, as listed"
        assert ways(position(path), depth, naive_answers) == number, f"{path.stem}, {depth} deep, as judged"


def test_there_are_enough_positions_and_no_others() -> None:
    assert len(TABLE) >= 8
    assert set(TABLE) == {path.stem for path in POSITIONS}
    assert all(len(numbers) >= 2 for numbers in TABLE.values())
    assert sum(len(numbers) == 3 for numbers in TABLE.values()) >= 6


def test_the_naive_enumerator_knows_every_move_of_a_turn() -> None:
    """But what is chosen at setup, and Rest, which is a word for the end of a turn."""
    others = {moves.Buildings, moves.Draft, moves.Keep, moves.Rest}
    assert set(moves.AnyMove.__args__) == set(UNIVERSE) | others  # type: ignore[attr-defined]


if __name__ == "__main__":
    import time

    table: dict[str, list[int]] = {}
    for path in POSITIONS:
        numbers: list[int] = []
        for depth in (1, 2, 3):
            began = time.process_time()
            one = ways(position(path), depth, listed_answers)
            spent = time.process_time() - began
            if spent > 2:
                break
            began = time.process_time()
            other = ways(position(path), depth, naive_answers)
            print(path.stem, depth, one, other, f"{spent:.2f} s, naive {time.process_time() - began:.2f} s")
            numbers.append(other)
        table[path.stem] = numbers
    (HERE / "perft.json").write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")
