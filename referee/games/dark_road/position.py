"""A position as text: the facts of a moment between two scenes in canonical form, and the steps since.

Whatever is empty, 0 or none is left out; a position that is read begins with an empty table.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle, islice
from typing import Any

from referee.engine.decision import Decision, Question
from referee.engine.play import Play
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.facts.register import read_fact, shown
from referee.games.dark_road.facts.turn import ENDINGS
from referee.games.dark_road.moves import UNKNOWN, Deliver, Good, Tile
from referee.games.dark_road.notation.headers import headers
from referee.games.dark_road.notation.writing import PLURALS, write, written_goods, written_name
from referee.games.dark_road.scribe import Scribe
from referee.games.dark_road.state import Delivered, State
from referee.games.dark_road.vocabulary import GOODS, TOWNS
from referee.games.game import Setting

LONGEST = 200  # characters of a quoted name
Facts = dict[tuple[str, str], Any]  # by player, or "" for the table, and key

# The facts of a player in their order of writing, one line each group.
WAGON = (
    ("at", "reserve", "locked", "spent", "glow"),
    ("coins", "prestige", "lantern", "quartz", "shoe", "led", "shortcuts", "joined", "visited"),
    ("goods", "heroes", "commissions", "companions"),
    ("steeds", "upgrades", "deeds"),
    ("delivered",),
)
# Facts that are written even where they are empty: an empty table has them otherwise, or has so behind the last round.
ALWAYS = {"reserve", "locked", "market", "pile", "die", "row", "inn", "court"}
TABLE = (
    ("now",), ("pool", "activated", "used", "so-far"), ("journey", "caravan", "to-answer"),
    ("event", "travel-dice", "travel-pool", "taken", "to-take", "fortunes"), ("buildings",), ("wheel", "market"),
    ("marker dark", "marker ruins", "pile"), ("row", "die"), ("inn",), ("court",),
    *((f"top {town}", f"under {town}") for town in TOWNS),
    ("under heroes",), ("under deeds",), ("under companions",),
    ("discards road",), ("discards shortcut",), ("irregular",),
)  # fmt: skip


def written_position(setting: Setting, play: Play[State]) -> str:
    """The game as text that reads back as the same game. Raises ValueError where there is no position yet."""
    began = play.began()
    if began.stage == "setup":
        raise ValueError("the game is still being set up; the first position is that of round 1")
    return "\n".join([*_lines(setting, facts_of(began, setting.box)), *steps_since(setting, play)]) + "\n"


def facts_of(state: State, box: Box) -> Facts:
    """Every fact of a state between two scenes."""
    found: Facts = {("", key): read_fact(state, box, "", key) for line in TABLE for key in line}
    for player in state.players:
        found |= {(player.name, key): read_fact(state, box, player.name, key) for line in WAGON for key in line}
    if state.stage == "die":
        del found["", "travel-dice"]  # as many as lie in the pool and were taken
    return found


def text_of(setting: Setting, facts: Facts, steps: Iterable[str] = ()) -> str:
    return "\n".join([*_lines(setting, facts), *steps]) + "\n"


def _lines(setting: Setting, facts: Facts) -> Iterator[str]:
    yield from headers(setting)
    yield from ("", "position")
    for keys in TABLE:
        yield from _line("", keys, facts)
    for name in setting.players:
        for keys in WAGON:
            yield from _line(name, keys, facts)


def _line(who: str, keys: tuple[str, ...], facts: Facts) -> Iterator[str]:
    """The facts of one group that say something, on one line; what belongs to the table may need several."""
    always = ALWAYS | {"spent"} if facts["", "now"][2] in ENDINGS else ALWAYS
    told = [key for key in keys if (who, key) in facts and (key in always or facts[who, key])]
    if told:
        line = ", ".join(written_fact(key, facts[who, key]) for key in told)
        yield f"  {written_name(who)} {line}" if who else f"  {line}"


def written_fact(key: str, value: Any) -> str:
    """A fact as it stands in a position or a check."""
    match key, value:
        case "now", (number, who, stage):
            return (
                f"now {stage.replace('-', ' ')}"
                if stage in ENDINGS
                else f"now round {number} {written_name(who)} {stage}"
            )
        case "pool", (night, *lit):
            return f"pool {night}" + (f" glow {lit[0]}" if lit else "")
        case "irregular", _:
            return "irregular " + " ".join(f'"{reason[:LONGEST]}"' for reason in value)
        case ("market", _) if value:
            return f"market {written_goods(map(Good, value))}"
        case "delivered", _:
            return "delivered " + " and ".join(_parcel(item) for item in value)
        case (("marker dark" | "marker ruins" | "journey" | "at" | "activated"), _):
            return f"{key} {value if isinstance(value, str) else ' '.join(value)}"
        case "steeds", _:
            return f"steed {shown(value)}"
        case (("die" | "used" | "event" | "visited"), ""):
            return f"{key} none"
        case (("die" | "visited" | "wheel"), _):
            return f"{key} {value}"
        case "commissions", _:
            return "commissions " + " ".join(_tile(tile) for tile in value)
    if key.startswith(("top ", "under ")) and key.split()[1] in TOWNS:
        tiles = [" ".join(value)] if key.startswith("top ") else value
        return f"{key} " + " ".join(f"[{tile}]" for tile in tiles)
    return f"{PLURALS.get(key, key)} {shown(value)}"


def _tile(tile: Tile) -> str:
    return f"{tile.town} [{' '.join(tile.wants) or UNKNOWN}]"


def _parcel(item: Deliver | Delivered) -> str:
    """A commission in the log, with as many of the goods it asks for as it got."""
    if isinstance(item, Deliver):
        return write(item).removeprefix("deliver ")
    kinds = islice(cycle(item.wants or GOODS), item.goods)  # more than it asks for, or none, only where that was waived
    goods = written_goods(Good(kind, place < item.upgraded) for place, kind in enumerate(kinds))
    return _tile(Tile(item.town, item.wants)) + (f" with {goods}" if goods else "")


def steps_since(setting: Setting, play: Play[State]) -> list[str]:
    """What was done since the scene began, as lines of a record; what a table waived says so."""
    fork = play.from_start()
    stage = fork.state.stage
    scribe = Scribe.midway(setting, fork.state)
    for answer in play.answers:
        question = fork.pending
        assert question is not None
        waived = _waived(question, answer)
        if waived:
            scribe.begin_override(_reason(fork.state, waived), waived)
        scribe.note(fork.state, question, answer)
        if waived:
            scribe.end_line()
        fork.answer(answer)
    fork.close()
    lines = [line for line in scribe.text().split("\n") if line]
    if stage == "rest":  # which has begun: only what came up is still to be written
        lines = [line.replace("  rest ", "  ", 1) for line in lines]
    return ["", *lines] if any(line.startswith("  ") for line in lines) else []


def _waived(question: Question, answer: Any) -> list[str]:
    """The rules that stand against an answer that was given all the same."""
    if not isinstance(question, Decision) or answer is None:
        return []
    return list(dict.fromkeys(refusal.rule for refusal in question.domain.refusals(answer)))


def _reason(state: State, rules: list[str]) -> str:
    marks = [mark.partition(": ") for mark in state.irregular]
    return next((reason for rule, _, reason in marks if rule in rules), "as played")
