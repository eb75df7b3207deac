"""The end: one last journey, then the score. END-01 … END-06, SCORE-01 … SCORE-08, TIE-01 … TIE-06"""

from __future__ import annotations

from referee.engine.decision import Domain, Refusal, ask_any, refuse
from referee.games.dark_road.box.model import DeedCard
from referee.games.dark_road.effects import Count, Do, Test
from referee.games.dark_road.moves import UNKNOWN, Reveal
from referee.games.dark_road.rules import counts, decks, visits
from referee.games.dark_road.rules.standing import triggered
from referee.games.dark_road.state import DeedScore, Player, Score
from referee.games.dark_road.table import Table


async def last_journey(table: Table) -> None:
    """Each may visit one town of own choice and deliver there, and nothing else happens. END-03 … END-05, RULING-98"""
    state = table.state
    domains = {p.name: visits.deliveries(table, p, _towns(table, p), "END-03") for p in state.players}
    made = await ask_any("deliver on the last journey", domains)
    if made is None:
        state.stage = "scoring"
        return
    name, move = made
    await visits.hand_over(table, state.named(name), move)
    state.last_visits.setdefault(name, visits.town_of(table, move))


def _towns(table: Table, player: Player) -> tuple[str, ...]:
    visited = table.state.last_visits.get(player.name)
    return (visited,) if visited else table.box.towns


async def scoring(table: Table) -> None:
    """Deeds that nobody knows are named by their owners; one that stays unknown scores nothing. SCORE-01, RULING-100"""
    state = table.state
    while True:
        made = await ask_any("reveal deeds", {player.name: _reveals(table, player) for player in state.players})
        if made is None:
            break
        player = state.named(made[0])
        for deed in made[1].deeds:
            if deed not in player.deeds:
                table.name_unknown(state.deeds, deed)
                player.deeds[player.deeds.index(UNKNOWN)] = deed
    plain = {player.name: _plainly_completed(table, player) for player in state.players}
    completed = {player.name: _completed(table, player, plain) for player in state.players}
    state.scores = [_score(table, player, completed[player.name]) for player in state.players]
    best = max(_rank(table, score) for score in state.scores)
    state.winners = [score.player for score in state.scores if _rank(table, score) == best]  # TIE-06
    state.stage = "over"


def _reveals(table: Table, player: Player) -> Domain:
    """A deed is the player's, or one of theirs is unknown and may still be this one."""

    def unless(move: Reveal) -> Refusal | None:
        if len(set(move.deeds)) < len(move.deeds):
            return refuse("named-twice", "DEED-02")
        new = [deed for deed in move.deeds if deed not in player.deeds]
        unknown = player.deeds.count(UNKNOWN)
        if len(new) > unknown:
            return refuse("too-many-deeds", "DEED-02", who=player.name, has=unknown, needs=len(new))
        for deed in new:
            if not decks.could_be(table.state.deeds, deed):
                return refuse("deed-elsewhere", "RULING-100", deed=deed)
        return None

    def candidates() -> list[Reveal]:
        if UNKNOWN not in player.deeds:
            return []
        return [Reveal((deed,)) for deed in table.state.deeds.unseen]

    return Domain(Reveal, candidates, unless)


# ── deeds ───────────────────────────────────────────────────────────────────────────────────────────────


Plain = dict[str, list[str]]  # what each player has completed, deeds that count deeds left out


def _plainly_completed(table: Table, player: Player) -> list[str]:
    """All conditions on the state after the last journey. DEED-09, RULING-99"""
    return [
        deed for deed in _held(player) if not _counts_deeds(table.box.deeds[deed]) and _holds(table, player, deed, {})
    ]


def _completed(table: Table, player: Player, plain: Plain) -> list[str]:
    """Deeds that count completed deeds are tested last and count only the others. RULING-99"""
    rest = [
        deed for deed in _held(player) if _counts_deeds(table.box.deeds[deed]) and _holds(table, player, deed, plain)
    ]
    return [*plain[player.name], *rest]


def _held(player: Player) -> list[str]:
    return [deed for deed in player.deeds if deed != UNKNOWN]


def _counts_deeds(card: DeedCard) -> bool:
    words = {test.count.word for group in card.when for test in group}
    words |= {card.reward.per.word} if card.reward.per else set()
    return bool(words & {"completed-deeds", "deeds"})


def _holds(table: Table, player: Player, deed: str, plain: Plain) -> bool:
    card = table.box.deeds[deed]
    met = not card.when or any(all(_test(table, player, test, plain) for test in group) for group in card.when)
    return met and (card.reward.per is None or _count(table, player, card.reward.per, plain) > 0)


def _count(table: Table, player: Player, what: Count, plain: Plain) -> int:
    if what.word == "completed-deeds":
        return len(plain.get(player.name, ()))
    return counts.count(table, player, what)


def _test(table: Table, player: Player, test: Test, plain: Plain) -> bool:
    mine = _count(table, player, test.count, plain)
    match test.compare:
        case ">=":
            return mine >= test.number
        case "<=":
            return mine <= test.number
        case "=":
            return mine == test.number
        case "none-of":
            return mine == 0
    others = [_count(table, other, test.count, plain) for other in table.state.players]
    return mine == (max(others) if test.compare == "most" else min(others))  # tied players all qualify


def _worth(table: Table, player: Player, deed: str, plain: Plain) -> DeedScore:
    reward = table.box.deeds[deed].reward
    if reward.per is None:
        return DeedScore(deed, reward.resource, reward.number)
    counted = _count(table, player, reward.per, plain)
    paid = counted if reward.limit is None else min(counted, reward.limit)
    return DeedScore(deed, reward.resource, reward.number * paid, counted)


# ── points ──────────────────────────────────────────────────────────────────────────────────────────────


def _score(table: Table, player: Player, completed: list[str]) -> Score:
    """Deeds that give coins or prestige first, then the smaller of the two, then victory points. SCORE-01 … SCORE-06"""
    plain = {player.name: [deed for deed in completed if not _counts_deeds(table.box.deeds[deed])]}
    deeds = [_worth(table, player, deed, plain) for deed in completed]
    before = (player.coins, player.prestige)
    for deed in deeds:
        if deed.resource != "vp":
            table.take(player, deed.resource, deed.amount, "SCORE-01")
    points = sum(deed.amount for deed in deeds if deed.resource == "vp")
    base = min(player.coins, player.prestige)
    upgrades = sum(what.number for what in triggered(table, player, "game-end") if isinstance(what, Do))
    return Score(
        player=player.name,
        coins=before[0],
        prestige=before[1],
        deeds=deeds,
        final_coins=player.coins,
        final_prestige=player.prestige,
        base=base,
        deed_points=points,
        illuminated=len(player.illuminated),  # SCORE-04, RULING-105
        upgrade_points=upgrades,  # SCORE-05
        total=base + points + len(player.illuminated) + upgrades,
        discarded=max(player.coins, player.prestige),
        gifts=sum(len(companion.gifts) for companion in player.companions),
        commissions=len(player.delivered_commissions),
        heroes=len(player.delivered_heroes),
    )


def _rank(table: Table, score: Score) -> tuple[int, ...]:
    """Points, then the value that was not the base, gifts, commissions, heroes. TIE-01 … TIE-05, RULING-107"""
    first = score.discarded if table.option("tie.first") == "larger" else score.base
    return score.total, first, score.gifts, score.commissions, score.heroes
