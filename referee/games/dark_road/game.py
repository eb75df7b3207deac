"""Merchants of the Dark Road as the core sees it."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from referee.diagnostics import Diagnostic
from referee.engine.decision import Chance, Refusal, refuse
from referee.engine.journal import Posting
from referee.engine.play import Play
from referee.games.dark_road import laws
from referee.games.dark_road.box.adapting import adapted
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import BoxReader
from referee.games.dark_road.facts import register as facts
from referee.games.dark_road.moves import UNKNOWN, Gain, Good, Word
from referee.games.dark_road.notation import reading, writing
from referee.games.dark_road.options import EDITIONS, Switch, departures, switches
from referee.games.dark_road.refusals import REFUSALS, message, spoken
from referee.games.dark_road.rulebook import Rule, headline, rulebook
from referee.games.dark_road.rules.game import DarkRoad
from referee.games.dark_road.rules.setup import VARIANTS, unpacked
from referee.games.dark_road.snapshot import schema, snapshot
from referee.games.dark_road.state import State
from referee.games.dark_road.vocabulary import FIELDS, GOODS, RESOURCES
from referee.games.game import Moment, Reading, Setting
from referee.notation.names import Lexicon, fold, nearest
from referee.notation.parser import parser
from referee.notation.record import Fact, Value
from referee.notation.source import CLASSES, Parsed, Source

HOME = Path(__file__).parent

# Token classes of this game in a reader's words.
TOKENS = {
    **CLASSES,
    "GOOD": "a good", "TOWN": "a town", "RES": "coins, prestige, lantern or quartz", "SHOE": "shoe", "GLOW": "glow",
    "PLACE": "deck, upper or lower", "DIRECTION": "ahead or back", "GAIN": "gain", "LOSE": "lose", "PAY": "pay",
    "DROP": "drop", "RETURN": "return", "FLIP": "flip", "DRAFT": "draft", "KEEP": "keep", "GIFT": "gift",
    "DELIVER": "deliver", "STEED": "steed", "FLAG": "reward or penalty", "EXTREME": "most, least or none-of",
    "JOIN": "joins", "STAY": "stays", "REROLL": "rerolls", "TAKE": "takes", "ADD": "add", "REVEAL": "reveals",
    "JOURNEYS": "led, shortcuts or joined",
    "DICE_AT": "reserve, locked, spent or removed", "COMPARE": ">= or <=",
}  # fmt: skip

# Which kind of name a label asks for.
NAMED = {
    "inn": ("hero",), "hero": ("hero",), "row": ("companion",), "companion": ("companion",), "court": ("deed",),
    "deed": ("deed",), "steed": ("steed",), "pairs": ("steed", "hero"), "event": ("event",),
}  # fmt: skip


class Game:
    name = "dark-road"
    home = HOME
    editions = EDITIONS
    variants = VARIANTS
    seats = (2, 3, 4)

    def describe(self, token_type: str) -> str:
        return TOKENS.get(token_type) or parser(HOME).spelling(token_type)

    # ── boxes and names ─────────────────────────────────────────────────────────────────────────────────

    def bundled_box(self, name: str) -> Box:
        return bundled_box(name)

    def switches(self) -> list[Switch]:
        return list(switches().values())

    def adapted(self, box: Box, edition: str, options: dict[str, str]) -> Box:
        return adapted(box, departures(edition, options.items()))

    def declare(self, setting: Setting, parsed: Parsed, file: str) -> list[Diagnostic]:
        """A card declared in a record joins this record's own copy of the box."""
        if setting.declared is None:
            setting.box = copy.deepcopy(setting.box)
            setting.declared = BoxReader(file, setting.box)
        reader: BoxReader = setting.declared
        before = len(reader.diagnostics)
        reader.entry(parsed, parsed.node)
        setting.lexicon = self.lexicon(setting.box).take_over("player", setting.lexicon)
        return reader.diagnostics[before:]

    def lexicon(self, box: Box) -> Lexicon:
        return reading.lexicon(box)

    def reader(self, file: str, setting: Setting) -> Reading:
        assert setting.lexicon is not None
        return reading.Reader(file, setting.lexicon, setting.box)

    def check_box(self, text: str, file: str) -> list[Diagnostic]:
        from referee.games.dark_road.box import checking

        return checking.check(Source(text, file, parser(HOME), "entry"), self.describe)

    def show_box(self, name: str, kind: str = "", text: str | None = None) -> str:
        from referee.games.dark_road.box.inspecting import Inspector
        from referee.games.dark_road.box.showing import shown

        if text is None:
            text = (HOME / "box" / f"{bundled_box(name).name}.box").read_text(encoding="utf-8")
        return shown(Inspector(Source(text, name, parser(HOME), "entry"), self.describe), kind)

    # ── beginnings ──────────────────────────────────────────────────────────────────────────────────────

    def start(self, setting: Setting) -> Play[State]:
        return Play(DarkRoad(setting.box), self._unpacked(setting))

    def _unpacked(self, setting: Setting) -> State:
        options = departures(setting.edition, setting.options.items())
        return unpacked(setting.box, setting.players, setting.variants, setting.edition, options)

    def resume(self, setting: Setting, state: State) -> Play[State]:
        return Play(DarkRoad(setting.box), state)

    def position_text(self, name: str) -> str:
        path = HOME / "positions" / f"{name.lower()}.road"
        if not name.replace("-", "").isalnum() or not path.is_file():
            raise KeyError(tuple(sorted(p.stem for p in (HOME / "positions").glob("*.road"))))
        return path.read_text(encoding="utf-8")

    def rename(self, state: State, players: Sequence[str]) -> None:
        for player, name in zip(state.players, players, strict=True):
            player.name = name

    def place(self, setting: Setting, state: State, given: Sequence[Fact], when: str) -> Iterable[tuple[int, str, str]]:
        if when.isdigit():
            state.round = int(when)
        else:
            _after_the_last_round(state, when)
        broken = False
        last = {(fact.who, fact.key): place for place, fact in enumerate(given)}
        kept = sorted(last.values())
        chosen = [(given[i].who, given[i].key, given[i].value) for i in kept]
        for place, why in facts.write_facts(state, setting.box, chosen):
            broken = True
            yield kept[place], "impossible-fact", why
        if not broken:
            for law in laws.impossible(state, setting.box):
                yield -1, "impossible-position", law

    # ── during play ─────────────────────────────────────────────────────────────────────────────────────

    def moment(self, state: State) -> Moment:
        ending = state.stage in {"last-journey", "scoring", "over"}
        resting = ending or state.stage == "rest"
        return Moment(state.round, state.player.name, state.stage, resting, ending, state.stage == "setup")

    def write(self, move: Any) -> str:
        return writing.write(move)

    def write_of(self, name: str, move: Any) -> str:
        return writing.write_of(name, move)

    def write_outcome(self, chance: Chance, outcome: Any) -> str:
        return writing.write_outcome(chance.label, outcome)

    def outcome(self, chance: Chance, value: Value, setting: Setting) -> Any | Refusal:
        if value.kind == "unknown":
            return UNKNOWN if chance.unseen else refuse("never-unknown", chance.rule, label=chance.label)
        if chance.label == "top":
            return self._tile(chance, value)
        if chance.label in NAMED and value.kind == "name":
            assert setting.lexicon is not None
            found = setting.lexicon.find(NAMED[chance.label], value.value)
            if found is None:
                return refuse("unknown-card", chance.rule, card=value.value, near=_near(value.value, chance))
            return found[1]
        if value.kind == "good" and not value.value.upgraded:
            return value.value.kind
        if value.kind == "name":
            return next((face for face in chance.weights() if fold(str(face)) == fold(value.value)), value.value)
        return spoken(value.value) if isinstance(value.value, Good | tuple) else value.value

    def _tile(self, chance: Chance, value: Value) -> Any:
        if value.kind != "tile":
            return spoken(value.value)
        same = [card for card in chance.weights() if sorted(card.split()) == sorted(value.value)]
        return same[0] if same else " ".join(value.value)

    def message(self, refusal: Refusal) -> str:
        return message(refusal)

    def rules(self) -> list[Rule]:
        return list(rulebook().values())

    def holding(self, state: State, who: str, thing: str) -> int | None:
        player, word = state.named(who), thing.lower()
        if word in RESOURCES and RESOURCES[word] in FIELDS:
            return int(getattr(player, FIELDS[RESOURCES[word]]))
        if word.rstrip("*") in GOODS:
            return player.goods.count(Good(word.rstrip("*"), word.endswith("*")))
        return None

    def echoes(self, move: Any, postings: Sequence[Posting], who: str) -> bool:
        """A gain that came anyway may be written all the same: ``plan 1 slot 2 lantern`` with the lamp-upgrade."""
        if not isinstance(move, Gain) or len(move.picks) != 1 or not isinstance(move.picks[0], Word):
            return False
        return any(p.thing == move.picks[0].word and p.target == who for p in postings)

    def rule(self, rule_id: str) -> str:
        return headline(rule_id)

    def fact(self, setting: Setting, state: State, fact: Fact) -> tuple[bool, str, str]:
        actual = facts.read_fact(state, setting.box, fact.who, fact.key)
        return facts.same(fact.key, fact.value, actual), facts.shown(fact.value), facts.shown(actual)

    def scores(self, setting: Setting, play: Play[State]) -> tuple[Any, str]:
        from referee.games.dark_road.scoresheet import scoresheet

        return scoresheet(setting, play)

    def drawn(self, setting: Setting, play: Play[State], wagons: bool = False) -> str:
        from referee.games.dark_road.drawing import drawn

        return drawn(setting, play.state, wagons)

    def simulated(self, players: list[str], box: str, edition: str, variants: list[str], policy: str, seed: str) -> str:
        from referee.games.dark_road.simulation import simulated

        own = self.adapted(self.bundled_box(box), edition, {})
        setting = Setting(players=players, box=own, edition=edition, variants=variants)
        return simulated(self, setting, policy, seed)

    def refusals(self) -> dict[str, tuple[str, str]]:
        return {code: (meaning, f"It reads: {_plain(sentence)}.") for code, (sentence, meaning) in REFUSALS.items()}

    def state_schema(self) -> dict[str, Any]:
        return schema()

    def snapshot(self, setting: Setting, play: Play[State]) -> Any:
        return snapshot(setting, play)


def _after_the_last_round(state: State, stage: str) -> None:
    """All dice are spent: three of them in the last rounds, four have left the game. REST-12, END-01"""
    state.round, state.stage = 14, stage
    for player in state.players:
        player.reserve, player.locked, player.spent, player.removed = [], [None] * 3, 3, 4


def _plain(sentence: str) -> str:
    """A sentence without its facts."""
    return re.sub(r"\{\w+\}", "…", sentence)


def _near(name: str, chance: Chance) -> str:
    near = nearest(name, [str(outcome) for outcome in chance.weights()], 1)
    return f"; did you mean {near[0]}?" if near else ""


@cache
def bundled_box(name: str) -> Box:
    path = HOME / "box" / f"{name}.box"
    if not name.isidentifier() or not path.is_file():
        raise KeyError(name)
    source = Source(path.read_text(encoding="utf-8"), path.name, parser(HOME), "entry")
    return BoxReader(path.name).read(source.statements(GAME.describe))


GAME = Game()
