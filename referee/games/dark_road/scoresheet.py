"""The final score, told step by step. SCORE-01 … SCORE-08, TIE-01 … TIE-06"""

from __future__ import annotations

from msgspec import Struct

from referee.engine.play import Play
from referee.games.dark_road.moves import UNKNOWN
from referee.games.dark_road.notation.effects_writing import written_condition, written_reward
from referee.games.dark_road.rules.game import DarkRoad
from referee.games.dark_road.state import Score, State
from referee.games.game import Setting
from referee.wording import counted

FIRST_TIE = {
    "larger": ("discarded", "the larger of coins and prestige", "TIE-01"),
    "lower": ("base", "the lower of coins and prestige", "TIE-02"),
}
OTHER_TIES = (
    ("gifts", "quartz gifts on loyal companions", "TIE-03"),
    ("commissions", "commissions delivered", "TIE-04"),
    ("heroes", "heroes delivered", "TIE-05"),
)


class Scores(Struct):
    """The scores of everybody; of a game that is not finished, as it stands."""

    finished: bool
    scores: list[Score]
    winners: list[str]


def scoresheet(setting: Setting, play: Play[State]) -> tuple[Scores, str]:
    """Scores as data and as text; a game under way is scored as it stands."""
    state, finished = play.state, bool(play.state.scores)
    if not finished:
        state = _as_it_stands(setting, play)
    data = Scores(finished, state.scores, state.winners)
    lines = [] if finished else [f"The game is not finished (round {play.state.round}); scored as it stands.", ""]
    for score in state.scores:
        lines += [*_told(setting, state, score), ""]
    lines += _ranking(state, finished)
    return data, "\n".join(lines)


def _as_it_stands(setting: Setting, play: Play[State]) -> State:
    rules = DarkRoad(setting.box)
    state = rules.thaw(rules.freeze(play.state))
    state.stage, state.journey = "scoring", None
    fork = Play(rules, state)
    fork.answer(None)
    return fork.state


def _told(setting: Setting, state: State, score: Score) -> list[str]:
    lines = [f"{score.player}: {counted(score.coins, 'coin')}, {score.prestige} prestige"]
    shown = {deed.deed: deed for deed in score.deeds}
    for name in state.named(score.player).deeds:
        if name == UNKNOWN:
            lines.append("  deed ?: never shown, scores nothing (SCORE-01)")
            continue
        card = setting.box.deeds[name]
        says = ": ".join(part for part in (written_condition(card.when), written_reward(card.reward)) if part)
        if name not in shown:
            lines.append(f"  deed {name} ({says}): not completed")
            continue
        deed = shown[name]
        times = f", counted {deed.counted}" if deed.counted is not None else ""
        lines.append(f"  deed {name} ({says}){times}: +{deed.amount} {deed.resource}")
    both = f"{counted(score.final_coins, 'coin')} and {score.final_prestige} prestige"
    lines.append(f"  base: the smaller of {both} = {score.base} (SCORE-02)")
    points = [
        (score.deed_points, "from deeds", "SCORE-03"),
        (score.illuminated, "for unused illuminated dice", "SCORE-04"),
        (score.upgrade_points, "for upgrades", "SCORE-05"),
    ]
    lines += [f"  +{number} {what} ({rule})" for number, what, rule in points if number]
    lines.append(f"  total {score.total}")
    return lines


def _ranking(state: State, finished: bool) -> list[str]:
    best = max(score.total for score in state.scores)
    tied = [score for score in state.scores if score.total == best]
    lines = []
    for field, what, rule in (FIRST_TIE[state.options.get("tie.first", "larger")], *OTHER_TIES):
        if len(tied) < 2:
            break
        values = {score.player: getattr(score, field) for score in tied}
        top = max(values.values())
        lines.append(
            f"tie at {best}: {what}: {', '.join(f'{name} {value}' for name, value in values.items())} ({rule})"
        )
        tied = [score for score in tied if values[score.player] == top]
    winners = " and ".join(state.winners)
    if not finished:
        return [*lines, f"ahead: {winners}"]
    lines.append(f"winner: {winners}" if len(state.winners) == 1 else f"shared victory: {winners} (TIE-06)")
    return lines
