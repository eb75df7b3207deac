"""Every diagnostic code with its explanation: the reader's and driver's own here, the rules' with their game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from referee.games import GAMES, find_game
from referee.notation.names import nearest

# code: (what it means, what to do)
CODES: dict[str, tuple[str, str]] = {
    "adjust-inside": ("Something is put right by hand in the middle of a choice.", "Write what is still open first; facts are adjusted between two steps of the game."),
    "bad-argument": ("An effect word has the wrong arguments.", "The box language takes words, numbers, goods and towns as its manual page lists them."),
    "bad-board": ("A board of a box has the wrong places.", "The wheel shows six goods once each with six values, the Ringway five districts, the markers move over four spaces, a town lies in one region."),
    "bad-bonus": ("A hero's bonus is not one of the three kinds.", "A hero gives a lantern, a shoe or storage for one good."),
    "bad-companion": ("A companion of a box does not have what its kind has.", "A loyal companion has two abilities and at least one card."),
    "bad-date": ("A date is not in the calendar.", "Write year-month-day, for example 2026-11-13."),
    "bad-die": ("A die of a box shows what it cannot show, or lacks a face the game needs.", "Correct the faces; a night die shows at least 1, 2 and 3, a travel die 1 to 6, a market die goods."),
    "bad-name": ("A name without a letter or a digit.", "Give it a name that can be looked up."),
    "bad-pair": ("A building tile has wrong sides.", "Every building stands on one tile only, back to back with another one."),
    "bad-reward": ("A deed's reward is not coins, prestige or vp.", "A deed scores one of the three."),
    "bad-row": ("An event row is for a value that no travel die shows.", "Rows are for 1 to 6, a span has the smaller value first."),
    "bad-shape": ("A tile shape cannot be read.", "Rows of X and . are separated by /, and the cells hang together."),
    "bad-tile": ("A commission tile does not name three goods.", "Write the town and three goods in brackets."),
    "cannot-be-waived": ("An override waives a rule, but what the rule speaks of is not there or not said.", "Nobody can do what cannot be done; put the table right with adjust, then write the step."),
    "case-empty": ("A case of a ruling says nothing.", "Write what must pass, be refused or hold; otherwise it would hold whatever the rules say."),
    "case-twice": ("Two cases of a ruling have one title, or titles that lead to one snapshot file.", "Give each case a sentence of its own."),
    "case-untitled": ("A case has no title that it could be known by.", "Say the verdict in a sentence behind 'case'."),
    "check-failed": ("A check line and the state disagree.", "Either the check is wrong, or a step before it is missing or wrong; the postings listed touched the fact last."),
    "declared-twice": ("Something is declared a second time.", "Remove one of the two."),
    "game-over": ("Something is written after the end of the game.", "Remove it."),
    "impossible-fact": ("A fact of a position cannot be.", "The box does not hold what the fact needs, or it is somewhere else."),
    "impossible-position": ("The facts of a position contradict the rules of the game.", "Each reason is reported; correct the facts."),
    "indistinct-choice": ("Two branches of a choice would be picked by the same word.", "Join or change them: who picks something also picks the branch that offers it, and here the first one would always be taken."),
    "irregular-position": ("A game begins from a position in which something was waived, adjusted or taken back.", "Nothing need be done; the game stays irregular."),
    "is-a-ruling": ("A file with cases is checked as if it were one game.", "Run it with referee test."),
    "late-header": ("A header stands below the start of the game.", "Headers come first."),
    "line-too-long": ("A line is longer than any statement can be.", "Break it; every step may stand on a line of its own."),
    "misplaced-word": ("An effect word stands where nobody would carry it out.", "Standing words belong to a steed or an upgrade, others need their trigger."),
    "missing-entry": ("A box lacks something that the game cannot do without.", "Add a line like the one shown."),
    "missing-outcome": ("Something was thrown or drawn, and the record does not say what came up.", "Add the outcome behind an arrow; a card nobody noted is '?'."),
    "needless-override": ("An override waives a rule that does not stand in the way.", "Write the step without it, or correct the id."),
    "no-game": ("The record has neither setup nor a position to start from.", "Add 'setup' or 'from two-players'."),
    "no-players": ("The record does not name its players.", "Add a line 'players …', clockwise, start player first."),
    "no-such-building": ("A building is used before it is declared.", "Declare it above."),
    "no-such-place": ("A board has no such place.", "Use one of those listed."),
    "not-a-fact": ("Something is stated that cannot be a fact.", "Write one number for a number, and only what the table holds."),
    "not-asked": ("An outcome is written that nobody asked for.", "Remove it, or write the step that leads to it."),
    "not-legal": ("A ruling says that a doing is legal, and it is refused.", "Correct the ruling or the position."),
    "not-now": ("A step does not fit any question that is open in this turn.", "Write one of the legal steps first, or remove it."),
    "not-refused": ("A ruling says that a doing is refused in a certain way, and it is not.", "Correct the ruling or the position."),
    "not-started": ("A step stands above the start of the game.", "Write 'setup' or 'from' first."),
    "not-unchanged": ("A ruling says that a player or the table is unchanged, and something is not as it was when the case began.", "Correct the ruling, or expect the changes that are listed one by one."),
    "nothing-to-take-back": ("More doings are taken back than were done since the game began.", "Correct the number; the beginning of a game is not taken back."),
    "override": ("The table did something that a rule forbids, and says so.", "Nothing needs to be done; with --allow-overrides it is a warning."),
    "reserved-name": ("A name is a word of the notation or no word at all.", "It must be quoted wherever it stands; another name is easier to write."),
    "row-without-event": ("An event row has no event above it.", "Declare the event first."),
    "seats": ("The number of players is wrong.", "Name 2 to 4 players."),
    "snapshot-contradiction": ("A JSON snapshot is read back, and one part of it says something else than another leads to.", "Take back the change, or make it everywhere: who gains a coin takes it from the supply. Facts under 'from' change a table without that."),
    "snapshot-differs": ("The state is not as in the snapshot that was kept.", "Look at the paths that are listed; if the new state is right, run referee test --update or pytest --snapshot-update."),
    "snapshot-missing": ("No snapshot has been kept of this state.", "Run referee test --update or pytest --snapshot-update, and read what was written."),
    "snapshot-path": ("A snapshot names a part that the state does not have.", "Write a path such as players.Susie or supply.goods; referee replay shows all there is."),
    "started-twice": ("A record begins twice.", "Keep one 'setup' or 'from'."),
    "step-missing": ("A step that nobody may leave out is not written.", "Insert one of the legal steps at the place shown."),
    "stray-fact": ("A fact stands among the moves.", "Write 'check' in front of it to compare, or move it under 'from'."),
    "syntax": ("A statement is not in the notation.", "One of the expected words must stand at the place shown."),
    "takeback-reveals": ("Doings were taken back after something had come up that nobody could know before.", "Nothing needs to be done; the game is marked as irregular."),
    "too-deep": ("An effect has too many brackets or prefixes inside one another.", "Say it more simply, or in several lines."),
    "too-large": ("A goods tile does not fit into the wagon, even alone.", "Correct the shape or the grid."),
    "town-without-region": ("Cards go to a town that lies in no region, so nobody can deliver them.", "Declare a region with the town."),
    "turn-unnamed": ("A turn begins, and its player's name is missing.", "Write the name on a line of its own; it keeps a forgotten turn from passing unseen."),
    "undeclared-companion": ("An ability is declared for something that is not a loyal companion.", "Declare the companion above."),
    "unknown-box": ("No such box.", "Use a bundled box."),
    "unknown-code": ("A ruling says that something is refused with a code that does not exist.", "Correct the code; referee explain knows them all."),
    "unknown-edition": ("No such edition.", "Use one of those listed."),
    "unknown-game": ("No such game.", "Use one of those listed."),
    "unknown-label": ("What came up is written under a word that names no throw or draw.", "Correct the label, such as market, dice or event."),
    "unknown-name": ("A name that nothing answers to.", "Correct the spelling, or declare the card."),
    "unknown-option": ("No such option, or no such value of it.", "Use one of those listed; referee rules --options explains them."),
    "unknown-position": ("No such bundled position.", "Use one of those listed."),
    "unreadable-position": ("A file to begin from cannot be used.", "It must be a record, a position or a snapshot in the folder of this one or below it, and without errors of its own."),
    "unknown-rule": ("A ruling cites, or an override waives, an id that no rule has.", "Correct the id."),
    "unknown-status": ("A ruling has an unknown status.", "Use rulebook, inferred or house."),
    "unknown-variant": ("No such variant.", "Use one of those listed."),
    "unknown-word": ("A word is not part of the effect language.", "Correct the spelling."),
    "unreadable-character": ("A character that no word of the notation has.", "Remove it."),
    "unused-entry": ("A box declares something that no rule looks at.", "Correct the spelling, or remove it."),
    "unusual-count": ("A box has another number of something than the retail game.", "Nothing needs to be done if it is meant; look for a missing or a surplus line."),
    "wrong-round": ("The record says another round than the one being played.", "Correct the number, or look for a missing turn."),
    "wrong-turn": ("The record names another player than the one whose turn it is.", "Players take turns clockwise; look for a missing turn."),
}  # fmt: skip


@cache
def codes() -> dict[str, tuple[str, str]]:
    """All codes with meaning and remedy."""
    found = dict(CODES)
    for name in GAMES:
        found.update(find_game(name).refusals())
    return found


def described(switch: Any, editions: Sequence[str]) -> str:
    """An option: its values with the default first, the value in each edition, the ids it rests on, what it decides."""
    under = ", ".join(f"{edition} {switch.under(edition)}" for edition in editions)
    return f"{switch.name} = {' | '.join(switch.values)}\n  {switch.says}\n  {under}\n  {' '.join(switch.ids)}"


def explanation(topic: str) -> str:
    """What a code, a rule id or an option means. Raises KeyError with near misses."""
    known: list[str] = list(codes())
    if topic.lower() in known:
        meaning, remedy = codes()[topic.lower()]
        return f"{topic.lower()}\n  {meaning}\n  {remedy}"
    for name in GAMES:
        game = find_game(name)
        says = game.rule(topic.upper())
        if says:
            return f"{topic.upper()} ({name})\n  {says}"
        options = {switch.name: switch for switch in game.switches()}
        if topic.lower() in options:
            return described(options[topic.lower()], game.editions)
        known += [*options, *(rule.id for rule in game.rules())]
    raise KeyError(nearest(topic, known, 3))
