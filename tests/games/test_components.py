"""Nothing in the box lies unused: every card, tile, die face, effect word, move and step is played at least once.

Play by itself reaches nearly all of it; what it does not reach stands in ``CRAFTED``, as a record.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, get_args

import msgspec
from helpers import HOUSE, LONG, Table, driven, playing, said
from support import HOME, SEED, notation

from referee.engine.decision import Chance
from referee.games.dark_road import moves
from referee.games.dark_road.effects import WORDS, Do
from referee.games.dark_road.game import GAME
from referee.games.dark_road.rules import effects as carrying
from referee.games.dark_road.rules import events
from referee.games.dark_road.scribe import Scribe
from referee.games.dark_road.state import State
from referee.notation.source import Source

GAMES = 260
# Words that change a rule instead of being carried out; they are used when their steed or upgrade is owned.
STANDING = {
    "extra-storage", "tile-shape", "unlimited-upgrades", "free-ruins-roll", "replace-slot", "occupies", "discount",
    "move-exactly", "choose-building",
}  # fmt: skip
# A bot sees every card it draws, so it never names a deed later, and leaves nothing out that is due; and the scribe
# writes ``take 3 +1`` for an addition.
CRAFTED = {
    "a deed is shown at the end": """
        players Griffin Susie
        from two-players
        last journey
        scoring
        Griffin reveal Bookbinder
    """,
    "Whisper adds to a die in a step of its own": """
        players Griffin Susie
        from two-players
          Griffin locked 1 0 3, at commission yurg
        round 1
        Griffin
          plan 1 slot 2 lantern
          move 0
          travel Raven, road Farglen
          Susie stay
          event -> Wolf-Song, dice -> 3
          take 3, add +1
    """,
    "a table leaves something out": """
        players Griffin Susie
        from two-players
        Griffin
          plan 1 slot 2 lantern
          move 2
          override "forgot" waives ACT-05: skip yurg
    """,
}


def words_in(what: Any) -> Iterator[str]:
    """Every effect word inside an effect, or inside anything that holds effects."""
    if isinstance(what, Do):
        yield what.word
        yield from words_in(what.inner)
    elif isinstance(what, msgspec.Struct):
        for field in what.__struct_fields__:
            yield from words_in(getattr(what, field))
    elif isinstance(what, dict):
        for part in what.values():
            yield from words_in(part)
    elif isinstance(what, list | tuple):
        for part in what:
            yield from words_in(part)


class Seen:
    """What was used so far, by kind."""

    def __init__(self) -> None:
        self.used: dict[str, set[Any]] = defaultdict(set)

    def state(self, state: State) -> None:
        for player in state.players:
            self.used["hero"].update(player.heroes)
            self.used["hero delivered to"].update(HOUSE.heroes[name].town for name in player.delivered_heroes)
            self.used["commission"].update((tile.town, tile.wants) for tile in player.commissions)
            self.used["commission delivered to"].update(done.town for done in player.delivered_commissions)
            self.used["companion"].update(companion.name for companion in player.companions)
            self.used["steed"].update(player.steeds)
            self.used["upgrade"].update(player.upgrades)
            self.used["deed"].update(player.deeds)

    def answer(self, question: Any, answer: Any) -> None:
        if isinstance(question, Chance):
            self.used["outcome"].add((question.label, str(answer)))
            return
        move = answer[1] if isinstance(answer, tuple) else answer
        if move is None:
            return
        self.used["move"].add(type(move).__name__)
        match move:
            case moves.Use():
                self.used["building"].add(move.building)
            case moves.Gift():
                self.used["gift"].add((move.companion, move.ability or ""))
            case moves.Fortune():
                self.used["fortune"].add(move.kind)

    def record(self, text: str) -> None:
        for parsed in Source(text, "<game>", notation()).statements(GAME.describe):
            whole = parsed.node.children[-1] if parsed.node.name == "override" else parsed.node
            for node in whole.children if whole.name == "doing" else [whole]:
                if not hasattr(node, "name"):
                    continue
                self.used["step"].add(node.name)
                self.used["step"].update(child.name for child in node.children if hasattr(child, "name"))


def everything() -> dict[str, set[Any]]:
    grammar = (HOME / "../../../grammar/dark_road.lark").resolve().read_text(encoding="utf-8")
    steps = grammar[grammar.index("?step:") : grammar.index("// What a player picks")]
    steps += grammar[grammar.index("?deal:") : grammar.index("// ── a ruling")]
    used = set(words_in([getattr(HOUSE, field) for field in HOUSE.__struct_fields__]))
    return {
        "hero": set(HOUSE.heroes),
        "hero delivered to": set(HOUSE.towns),
        "commission": {(town, wants) for town, tiles in HOUSE.commissions.items() for wants in tiles},
        "commission delivered to": set(HOUSE.towns),
        "companion": set(HOUSE.companions),
        "gift": {(name, ability) for name, card in HOUSE.companions.items() for ability in card.abilities or [""]},
        "building": set(HOUSE.buildings),
        "steed": set(HOUSE.steeds),
        "upgrade": set(HOUSE.upgrades),
        "deed": set(HOUSE.deeds),
        "fortune": {"glow", "deed", "coins", "upgrade"},
        "outcome": {(die, face) for die in ("ruins", "oracle", "night", "glow", "market") for face in HOUSE.dice[die]}
        | {("dice", face) for face in HOUSE.dice["travel"]}
        | {("event", name) for name in HOUSE.events},
        "row": {(name, value) for name, card in HOUSE.events.items() for value in card.rows},
        "word of a row": set(words_in(HOUSE.events)),
        "word": used & set(WORDS),
        "move": {kind.__name__ for kind in get_args(moves.AnyMove)},
        "step": {line.split("->")[1].split()[0] for line in steps.splitlines() if " -> " in line.replace('"->"', "")},
    }


def lacking(seen: Seen) -> dict[str, list[Any]]:
    return {
        kind: sorted(map(str, missing)) for kind, whole in everything().items() if (missing := whole - seen.used[kind])
    }


def watched(seen: Seen, monkeypatch: Any) -> None:
    """Listen where effects are carried out and where a travel die meets its event."""
    for word, meaning in list(carrying.MEANINGS.items()):

        async def perform(table: Any, me: Any, do: Do, pick: Any, rule: str, meaning: Any = meaning) -> bool:
            done: bool = await meaning.perform(table, me, do, pick, rule)
            if done:
                seen.used["word"].add(do.word)
                if rule in {"EVENT-09", "EVENT-11"}:
                    seen.used["word of a row"].add(do.word)
            return done

        monkeypatch.setitem(carrying.MEANINGS, word, msgspec.structs.replace(meaning, perform=perform))
    meet = events.meet

    async def met(table: Any, member: Any, value: int) -> None:
        seen.used["row"].add((table.state.journey.event, value))
        await meet(table, member, value)

    monkeypatch.setattr(events, "meet", met)


def test_every_component_is_used(monkeypatch: Any) -> None:
    seen = Seen()
    watched(seen, monkeypatch)
    for number in range(GAMES * LONG):
        table = Table(number)
        play, scribe = table.start(), Scribe(table.setting())
        for question, answer in playing(table, play, "components"):
            scribe.note(play.state, question, answer)
            seen.answer(question, answer)
            seen.state(play.state)
        seen.record(scribe.text())
    for name, text in CRAFTED.items():
        driver, diagnostics = driven(text, name)
        assert [d for d in diagnostics if d.code != "override"] == [], said(diagnostics)
        assert driver.play is not None
        seen.state(driver.play.state)
        seen.record(text)
        steps = (step for s in driver.script.statements for step in getattr(s, "steps", ()))
        seen.used["move"].update(type(step.move).__name__ for step in steps if hasattr(step, "move"))
    for owned in ("steed", "upgrade"):
        for name in seen.used[owned]:
            cards = HOUSE.steeds if owned == "steed" else HOUSE.upgrades
            seen.used["word"].update(set(words_in(cards[name])) & STANDING)
    assert lacking(seen) == {}, f"REFEREE_SEED={SEED}: never used in {GAMES * LONG} games"


def test_what_is_not_used_is_listed() -> None:
    assert lacking(Seen()).keys() == everything().keys()
    assert all(len(whole) > 1 for whole in everything().values()), everything()
    assert len(everything()["step"]) > 35
    assert len(everything()["row"]) > 140
