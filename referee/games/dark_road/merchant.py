"""A simple but sensible merchant: sells dear, delivers, keeps coins and prestige level."""

from __future__ import annotations

from random import Random
from typing import Any

from referee.engine.decision import Decision
from referee.engine.journal import Journal
from referee.engine.play import Play
from referee.games.dark_road import moves
from referee.games.dark_road.box.model import Box
from referee.games.dark_road.moves import Good
from referee.games.dark_road.rules import bazaar, inn, storage, visits
from referee.games.dark_road.rules.wheel import on_wheel, worth
from referee.games.dark_road.state import Player, State
from referee.games.dark_road.table import Table


class Merchant:
    """Rates every option by what it is worth to the player who chooses."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def __call__(self, play: Play[State], question: Decision, options: list[Any], rng: Random) -> Any:
        table = Table(play.state, self.box, Journal())
        rated = [(self._rate(table, question.who, option) + rng.random() * 0.4, i) for i, option in enumerate(options)]
        best, at = max(rated)
        return None if question.may and best < 0.4 else options[at]

    def _rate(self, table: Table, who: str, option: Any) -> float:
        if isinstance(option, tuple):
            who, option = option
        me = table.state.named(who)
        rate = getattr(self, f"_{type(option).__name__.lower()}", None)
        return float(rate(table, me, option)) if rate is not None else 1.0

    # ── what things are worth ───────────────────────────────────────────────────────────────────────────

    def _coins(self, me: Player, number: float) -> float:
        """The smaller of coins and prestige counts in the end, so the scarcer one is worth more."""
        return number * (1.3 if me.coins <= me.prestige + 4 else 0.7)

    def _prestige(self, me: Player, number: float) -> float:
        return number * (1.5 if me.prestige <= me.coins else 0.9)

    def _good(self, table: Table, me: Player, good: Good) -> float:
        wanted = sum(good.kind in tile.wants for tile in me.commissions) * 1.2
        wanted += 0.8 * any(
            good.kind in table.box.heroes[name].wants for name in table.state.inn if name in table.box.heroes
        )
        held = sum(other.kind == good.kind for other in me.goods)
        return worth(table, good.kind) * 0.3 + wanted + good.upgraded - held * 0.6

    # ── planning and moving ─────────────────────────────────────────────────────────────────────────────

    def _plan(self, table: Table, me: Player, move: moves.Plan) -> float:
        assert move.slot is not None
        die = me.locked[move.slot - 1] or 0
        lit = me.illuminated[:1] if move.slot == 2 else []
        reach = max(self._space(table, me, die), *(self._space(table, me, value) for value in lit), 0.0)
        slot = {1: 1.0, 2: 1.5 if lit else 1.2 * (me.lanterns < 4), 3: self._coins(me, 1.6)}[move.slot]
        return reach + slot + (1.5 if lit else 0)

    def _drive(self, table: Table, me: Player, move: moves.Drive) -> float:
        return self._space(table, me, move.spaces or 0)

    def _horseshoe(self, table: Table, me: Player, move: moves.Horseshoe) -> float:
        step = 1 if move.direction == "ahead" else -1
        return self._space(table, me, step) - self._space(table, me, 0) - 1.2

    def _space(self, table: Table, me: Player, spaces: int) -> float:
        ring = table.box.ringway
        at = (me.at + spaces) % len(ring)
        both = [self._district(table, me, ring[at]), self._district(table, me, ring[(at + 1) % len(ring)])]
        return max(both) + (min(both) + 0.8 * bool(at) if table.state.turn.lit is not None else 0)

    def _district(self, table: Table, me: Player, district: str) -> float:
        match district:
            case "inn":
                domain = inn.activation(table, me)
                return max((self._rate(table, me.name, move) for move in domain.options()), default=0.0)
            case "yurg":
                return max(3.0, self._journey(table, me))
            case "commission":
                return 2.6 if len(me.commissions) < storage.COMMISSION_SLOTS else 0.3
            case "dark":
                return 1.8 if me.coins > 2 and len(me.goods) < 6 else 0.2
        return 2.4 if me.coins > 3 and len(me.goods) < 6 else 0.6

    # ── districts ───────────────────────────────────────────────────────────────────────────────────────

    def _inn(self, table: Table, me: Player, move: moves.Inn) -> float:
        if move.hero is None:
            return 0.0
        coins = sum(worth(table, good.kind) + good.upgraded for good in move.goods)
        kept = sum(good.kind in tile.wants for good in move.goods for tile in me.commissions)
        return self._coins(me, coins) - kept * 1.2 + 1.5 * (len(me.heroes) < storage.HERO_SLOTS)

    def _bazaar(self, table: Table, me: Player, move: moves.Bazaar) -> float:
        return self._district(table, me, "bazaar")

    def _rotate(self, table: Table, me: Player, move: moves.Rotate) -> float:
        return 0.0

    def _change(self, table: Table, me: Player, move: moves.Change) -> float:
        gain = self._good(table, me, Good(move.new)) - self._good(table, me, Good(move.old))
        doubled = on_wheel(table, move.new) == 1 and worth(table, move.new) <= me.coins
        return gain * 0.3 if doubled else 0.0

    def _buy(self, table: Table, me: Player, move: moves.Buy) -> float:
        if not storage.fits(table, me, sorted([*me.goods, *move.goods])):
            return 0.0
        value = sum(1.0 + self._good(table, me, good) for good in move.goods)
        return value - self._coins(me, bazaar.price(table, me, move.goods)) * 0.8

    def _commission(self, table: Table, me: Player, move: moves.Commission) -> float:
        base = self._district(table, me, "commission")
        if move.town is None:
            return base
        wants = table.state.stacks[move.town].top.split()
        together = sum(tile.town == move.town for tile in me.commissions)
        together += sum(table.box.heroes[name].town == move.town for name in me.heroes)
        return base + sum(good.kind in wants for good in me.goods) * 0.3 + together * 0.5

    def _dark(self, table: Table, me: Player, move: moves.Dark) -> float:
        return self._district(table, me, "dark") - 0.3 * (move.spaces or 0)

    def _ruins(self, table: Table, me: Player, move: moves.Ruins) -> float:
        return 3.0 - 0.1 * (move.spaces or 0)

    def _use(self, table: Table, me: Player, move: moves.Use) -> float:
        return 2.2

    def _reset(self, table: Table, me: Player, move: moves.Reset) -> float:
        return 1.0

    # ── journeys ────────────────────────────────────────────────────────────────────────────────────────

    def _travel(self, table: Table, me: Player, move: moves.Travel) -> float:
        return self._journey(table, me) + 0.5 * (move.card == table.state.row[-1])

    def _journey(self, table: Table, me: Player) -> float:
        return max(self._town(table, me, town) for town in table.box.towns) + 0.8

    def _town(self, table: Table, me: Player, town: str) -> float:
        heroes = sum(table.box.heroes[name].town == town for name in me.heroes)
        value, goods = 1.8 * heroes, list(me.goods)
        for tile in me.commissions:
            if tile.town == town:
                found = [good for good in goods if good.kind in tile.wants]
                kinds = {good.kind for good in found}
                value += self._prestige(me, visits.PRESTIGE.get(len(kinds), 0))
                for kind in kinds:
                    goods.remove(next(good for good in found if good.kind == kind))
        return value

    def _route(self, table: Table, me: Player, move: moves.Route) -> float:
        return self._town(table, me, move.town) + (1.5 if move.route == "shortcut" else 0)

    def _join(self, table: Table, me: Player, move: moves.Join) -> float:
        journey = table.state.journey
        assert journey is not None
        towns = table.box.regions[table.box.region_of(journey.town)].towns
        return max(self._town(table, me, town) for town in towns) + 0.3

    def _stay(self, table: Table, me: Player, move: moves.Stay) -> float:
        return 0.8

    def _take(self, table: Table, me: Player, move: moves.Take) -> float:
        return self._row(table, move.value)

    def _row(self, table: Table, value: int) -> float:
        journey = table.state.journey
        assert journey is not None
        rows = table.box.events[journey.event].rows.get(value, ())
        return 1.5 + sum(1.0 if row.flag == "reward" else -1.0 for row in rows)

    def _reroll(self, table: Table, me: Player, move: moves.Reroll) -> float:
        return 0.9 if me.lanterns > 3 else -1.0

    def _add(self, table: Table, me: Player, move: moves.Add) -> float:
        journey = table.state.journey
        assert journey is not None
        return self._row(table, journey.own + move.number) - self._row(table, journey.own) + 0.2

    def _deliver(self, table: Table, me: Player, move: moves.Deliver) -> float:
        if isinstance(move.what, moves.Hero):
            return 2.5
        upgraded = sum(good.upgraded for good in move.goods)
        return self._prestige(me, visits.PRESTIGE[len(move.goods)] + upgraded)

    def _fortune(self, table: Table, me: Player, move: moves.Fortune) -> float:
        coins = 5 if table.state.fortune_coins else 3
        return {
            "coins": self._coins(me, coins),
            "deed": 3.0,
            "upgrade": 3.5,
            "glow": 2.6 if len(me.illuminated) < storage.ILLUMINATED_DICE else 0.0,
        }[move.kind]

    # ── gifts and picks ─────────────────────────────────────────────────────────────────────────────────

    def _gift(self, table: Table, me: Player, move: moves.Gift) -> float:
        return 0.9 if me.quartz > 1 or move.ability is None else 0.3

    def _gain(self, table: Table, me: Player, move: moves.Gain) -> float:
        return sum(self._pick(table, me, pick) for pick in move.picks)

    def _pick(self, table: Table, me: Player, pick: Any) -> float:
        match pick:
            case Good():
                return 1.5 + self._good(table, me, pick)
            case moves.Word("coins"):
                return self._coins(me, 2)
            case moves.Word("prestige"):
                return self._prestige(me, 1.5)
            case moves.Word("glow"):
                return 3.0
            case moves.Deed("upper"):
                return self._prestige(me, 2)
        return 1.5

    def _drop(self, table: Table, me: Player, move: moves.Drop) -> float:
        return 10.0 - sum(self._pick(table, me, pick) for pick in move.picks)

    def _lose(self, table: Table, me: Player, move: moves.Lose) -> float:
        return self._drop(table, me, moves.Drop(move.picks))

    def _pay(self, table: Table, me: Player, move: moves.Pay) -> float:
        return 5.0 - self._pick(table, me, move.price)

    def _return(self, table: Table, me: Player, move: moves.Return) -> float:
        return -1.0

    def _trade(self, table: Table, me: Player, move: moves.Trade) -> float:
        return 0.5 if move.give == "coins" and me.coins > me.prestige + 6 and me.lanterns < 3 else 0.0

    def _flip(self, table: Table, me: Player, move: moves.Flip) -> float:
        return self._good(table, me, move.good)
