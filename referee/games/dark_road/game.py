"""Merchants of the Dark Road as the core sees it."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from referee.diagnostics import Diagnostic
from referee.engine.decision import Chance, Question, Refusal, refuse
from referee.engine.journal import Journal, Posting
from referee.engine.play import Play
from referee.games.dark_road import laws, tracing
from referee.games.dark_road.adjusting import adjust
from referee.games.dark_road.box.adapting import adapted
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.box.reading import BoxReader
from referee.games.dark_road.box.shipped import NAMES, shipped_box
from referee.games.dark_road.bundled import position_text
from referee.games.dark_road.facts import register as facts
from referee.games.dark_road.moves import UNKNOWN, Buildings, Gain, Good, Word
from referee.games.dark_road.notation import reading, writing
from referee.games.dark_road.notation.tokens import described
from referee.games.dark_road.options import EDITIONS, Switch, departures, switches
from referee.games.dark_road.refusals import REFUSALS, message, physical, plain, spoken
from referee.games.dark_road.rulebook import Rule, headline, rulebook
from referee.games.dark_road.rules.game import DarkRoad
from referee.games.dark_road.rules.setup import VARIANTS, building_tiles, unpacked
from referee.games.dark_road.snapshot import Snapshot, snapshot
from referee.games.dark_road.state import State, freeze, thaw
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import FIELDS, GOODS, RESOURCES
from referee.games.game import Moment, Reading, Setting, Suspect
from referee.notation.names import Lexicon, fold, nearest
from referee.notation.parser import parser
from referee.notation.record import Fact, Value
from referee.notation.source import Parsed, Source

HOME = Path(__file__).parent
MOST_MARKS = 99  # reasons why a game is irregular; nobody reads more

# Which kind of name a label asks for.
NAMED = {
    **{label: (kind,) for label, kind in tracing.KINDS.items()},
    "steed": ("steed",),
    "pairs": ("steed", "hero"),
}


class Game:
    name = "dark-road"
    home = HOME
    editions = EDITIONS
    variants = VARIANTS
    seats = (2, 3, 4)
    boxes = NAMES
    turn_order = "GAME-06"

    def describe(self, token_type: str) -> str:
        return described(token_type)

    # ── boxes and names ─────────────────────────────────────────────────────────────────────────────────

    def bundled_box(self, name: str) -> Box:
        return shipped_box(name)

    def switches(self) -> list[Switch]:
        return list(switches().values())

    def adapted(self, box: Box, edition: str, options: dict[str, str]) -> Box:
        settled = departures(edition, options.items())
        if not settled or box is not shipped_box(box.name):
            return adapted(box, settled)
        return _adapted(box.name, tuple(settled.items()))

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
            text = (HOME / "box" / f"{shipped_box(name).name}.box").read_text(encoding="utf-8")
        return shown(Inspector(Source(text, name, parser(HOME), "entry"), self.describe), kind)

    # ── beginnings ──────────────────────────────────────────────────────────────────────────────────────

    def start(self, setting: Setting) -> Play[State]:
        return Play(DarkRoad(setting.box), self._unpacked(setting))

    def _unpacked(self, setting: Setting) -> State:
        options = departures(setting.edition, setting.options.items())
        return unpacked(setting.box, setting.players, setting.variants, setting.edition, options)

    def resume(self, setting: Setting, state: State) -> Play[State]:
        return Play(DarkRoad(setting.box), state)

    def position_text(self, name: str, edition: str, options: dict[str, str]) -> str:
        return position_text(name, edition, options.items())

    def position_from_json(self, text: str) -> str:
        from referee.games.dark_road.snapshot_reading import position_from_json

        return position_from_json(text)

    def likeness(self, snapshot: Any) -> Any:
        from referee.games.dark_road.snapshot_reading import likeness

        return likeness(snapshot)

    def position(self, setting: Setting, play: Play[State]) -> str:
        from referee.games.dark_road.position import written_position

        return written_position(setting, play)

    def blank(self, setting: Setting) -> State:
        return facts.blank(self._unpacked(setting))

    def freeze(self, state: State) -> bytes:
        return freeze(state)

    def thaw(self, frozen: bytes) -> State:
        return thaw(frozen)

    def rename(self, state: State, players: Sequence[str]) -> None:
        new = dict(zip((player.name for player in state.players), players, strict=True))
        for player in state.players:
            player.name = new[player.name]
        state.last_visits = {new[name]: town for name, town in state.last_visits.items()}
        if state.journey is not None:
            state.journey.visited = {new[name]: town for name, town in state.journey.visited.items()}

    def place(self, setting: Setting, state: State, given: Sequence[Fact], when: str) -> Iterable[tuple[int, str, str]]:
        last = {(fact.who, fact.key): place for place, fact in enumerate(given)}
        kept = sorted(last.values())
        chosen = [(given[i].who, given[i].key, given[i].value) for i in kept]
        underway = state.stage != "plan" and when == str(state.round)
        if when and not underway and not any(key == "now" for _, key, _ in chosen):
            first = state.player if when == str(state.round) else state.players[0]
            moment = (int(when), first.name, "plan") if when.isdigit() else (0, "", when)
            chosen.append(("", "now", moment))
            kept.append(-1)
        state.variants = list(setting.variants)
        wrong = facts.write_facts(state, setting.box, chosen)
        for place, why in wrong:
            yield kept[place], "impossible-fact" if kept[place] >= 0 else "impossible-position", why
        doubt = {(chosen[place][0], facts.absolute(chosen[place][1])) for place, _ in wrong}
        if ("", "now") in doubt:
            facts.without_moment(state, setting.box)
        for law in laws.impossible(state, setting.box, doubt):
            yield -1, "impossible-position", law

    def misgivings(self, setting: Setting, state: State) -> Iterable[tuple[str, Refusal, bool]]:
        choice, tiles = Buildings(tuple(state.buildings)), building_tiles(Table(state, setting.box, Journal()))
        shared = tiles.doubt(choice)
        if shared is not None:  # RULING-39
            yield "buildings", shared, not state.irregular and shared in tiles.refusals(choice)

    # ── during play ─────────────────────────────────────────────────────────────────────────────────────

    def moment(self, state: State) -> Moment:
        ending = state.stage in {"last-journey", "scoring", "over"}
        resting = ending or state.stage == "rest"
        return Moment(state.round, state.player.name, state.stage, resting, ending, state.stage == "setup")

    def write_name(self, name: str) -> str:
        return writing.written_name(name)

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

    def physical(self, refusal: Refusal) -> bool:
        return physical(refusal)

    def marks(self, state: State) -> Sequence[str]:
        return state.irregular

    def mark(self, state: State, text: str) -> None:
        if text not in state.irregular and len(state.irregular) <= MOST_MARKS:
            state.irregular.append(text if len(state.irregular) < MOST_MARKS else "and more")

    def adjust(self, setting: Setting, state: State, given: Sequence[Fact], journal: Journal) -> list[tuple[int, str]]:
        return adjust(state, setting.box, given, journal)

    def cards_named(self, question: Question, answer: Any) -> list[str]:
        return tracing.named(question, answer)

    def cards_of(self, fact: Fact) -> list[str]:
        return tracing.in_fact(fact)

    def cards_lying(self, state: State) -> Iterable[str]:
        return tracing.lying(state)

    def card_refused(self, refusal: Refusal, who: str, players: Sequence[str]) -> Suspect | None:
        return tracing.refused(refusal, who, players)

    def concerns(self, fact: Fact, posting: Posting) -> bool:
        return tracing.concerns(fact, posting)

    def echoes(self, move: Any, postings: Sequence[Posting], who: str) -> bool:
        """A gain that came anyway may be written all the same: ``plan 1 slot 2 lantern`` with the lamp-upgrade."""
        if not isinstance(move, Gain) or len(move.picks) != 1 or not isinstance(move.picks[0], Word):
            return False
        return any(p.thing == move.picks[0].word and p.target == who for p in postings)

    def rule(self, rule_id: str) -> str:
        return headline(rule_id)

    def fact(self, setting: Setting, state: State, fact: Fact) -> tuple[bool, str, str]:
        from referee.games.dark_road.views import told

        actual = facts.read_fact(state, setting.box, fact.who, fact.key)
        if facts.same(fact.key, fact.value, actual):
            return True, "", ""
        (name, found), (_, expected) = told(fact.key, actual), told(fact.key, fact.value)
        return False, expected, f"{name} {found}"

    def stray_facts(self, setting: Setting, state: State, who: str, given: Sequence[Fact]) -> list[str]:
        from referee.games.dark_road.views import stray_facts

        return stray_facts(state, setting.box, who, {fact.key for fact in given if fact.who == who})

    def written_facts(self, setting: Setting, state: State) -> dict[str, str]:
        from referee.games.dark_road.views import written_facts

        return written_facts(state, setting.box)

    def view(self, setting: Setting, play: Play[State], who: str) -> Any:
        from referee.games.dark_road.views import view

        return view(setting, play, who)

    def scores(self, setting: Setting, play: Play[State]) -> tuple[Any, str]:
        from referee.games.dark_road.scoresheet import scoresheet

        return scoresheet(setting, play)

    def drawn(self, setting: Setting, play: Play[State], wagons: bool = False) -> str:
        from referee.games.dark_road.drawing import drawn

        return drawn(setting, play.state, wagons)

    def simulated(
        self,
        players: list[str],
        box: str,
        edition: str,
        variants: list[str],
        policy: str,
        seed: str,
        options: dict[str, str] | None = None,
    ) -> str:
        from referee.games.dark_road.simulation import simulated

        chosen = options or {}
        own = self.adapted(self.bundled_box(box), edition, chosen)
        setting = Setting(players=players, box=own, edition=edition, options=chosen, variants=variants)
        return simulated(self, setting, policy, seed)

    def refusals(self) -> dict[str, tuple[str, str]]:
        return {code: (meaning, f"It reads: {plain(sentence)}.") for code, (sentence, meaning) in REFUSALS.items()}

    def state_type(self) -> type:
        return Snapshot

    def scores_type(self) -> type:
        from referee.games.dark_road.scoresheet import Scores

        return Scores

    def snapshot(self, setting: Setting, play: Play[State]) -> Any:
        return snapshot(setting, play)


def _near(name: str, chance: Chance) -> str:
    near = nearest(name, [str(outcome) for outcome in chance.weights()], 1)
    return f"; did you mean {near[0]}?" if near else ""


@lru_cache(maxsize=64)
def _adapted(name: str, settled: tuple[tuple[str, str], ...]) -> Box:
    return adapted(shipped_box(name), dict(settled))


GAME = Game()
