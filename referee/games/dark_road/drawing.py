"""The table as a picture in text."""

from __future__ import annotations

from referee.engine.journal import Journal
from referee.games.dark_road import packing
from referee.games.dark_road.notation.writing import written_good, written_tile
from referee.games.dark_road.rules import storage
from referee.games.dark_road.rules.wheel import prices
from referee.games.dark_road.state import Player, State
from referee.games.dark_road.table import Table
from referee.games.dark_road.vocabulary import DISTRICT_NAMES
from referee.games.game import Setting
from referee.wording import counted

LETTERS = {"armor": "A", "weapon": "W", "potion": "P", "book": "B", "staff": "S", "instrument": "I"}


def drawn(setting: Setting, state: State, wagons: bool = False) -> str:
    table = Table(state, setting.box, Journal())
    parts = [_headline(state), _wheel(table), _ringway(table), _displays(table)]
    if state.journey is not None:
        parts.append(_caravan(state))
    parts += [_wagon(table, player, wagons) for player in state.players]
    return "\n\n".join(parts)


def _headline(state: State) -> str:
    match state.stage:
        case "setup":
            return "setup"
        case "last-journey" | "scoring" | "over":
            return {"last-journey": "last journey", "scoring": "scoring", "over": "the game is over"}[state.stage]
    dice = [f"night {state.turn.night}"] if state.turn.night is not None else []
    dice += [f"illuminated {state.turn.lit}"] if state.turn.lit is not None else []
    done = [DISTRICT_NAMES[name] for name in state.turn.done] + ([state.turn.building] if state.turn.building else [])
    more = f"; dice {', '.join(dice)}" if dice else ""
    more += f"; activated {', '.join(done)}" if done else ""
    return f"round {state.round}, {state.player.name}'s turn ({state.stage}){more}"


def _wheel(table: Table) -> str:
    """Clockwise from the dearest; a dot is a market die."""
    sections = [f"{kind} {worth} {'•' * table.state.market[kind]}".rstrip() for kind, worth in prices(table).items()]
    aside = f"   ({counted(table.state.aside, 'die')} set aside)" if table.state.aside else ""
    return "wheel     " + " | ".join(sections) + aside


def _ringway(table: Table) -> str:
    """Clockwise: districts in capitals, between them the space with its building and the wagons on it."""
    ring, state = table.box.ringway, table.state
    lines = []
    for space, district in enumerate(ring):
        building = state.buildings[space - 1] if space and state.buildings else "-"
        here = ", ".join(player.name for player in state.players if player.at == space)
        lines.append(f"          {DISTRICT_NAMES[district].upper()}")
        lines.append(f"            │ {building:<14}{'◂ ' + here if here else ''}".rstrip())
    lines[0] = "ringway   " + lines[0].strip()
    lines.append(f"          ({DISTRICT_NAMES[ring[0]]} again)")
    return "\n".join(lines)


def _displays(table: Table) -> str:
    state, box = table.state, table.box
    lines = [
        f"inn       {_hero(table, name)}" if i == 0 else f"          {_hero(table, name)}"
        for i, name in enumerate(state.inn)
    ]
    row = [name or "-" for name in state.row]
    if state.die_on_far:
        row[-1] += " (travel die)"
    lines.append(f"row       deck ({state.companions.left}) | " + " | ".join(row))
    court = [f"{spot} {name or '-'}" for spot, name in state.court.items()]
    lines.append(f"court     {', '.join(court)}; deck ({state.deeds.left})")
    for i, (town, stack) in enumerate(state.stacks.items()):
        head = "stacks    " if i == 0 else "          "
        lines.append(f"{head}{town:<11} [{stack.top or 'empty'}] and {stack.deck.left} more")
    lines.append(
        f"markers   dark market {state.dark} of {' '.join(box.dark)}, ruins {state.ruins} of {' '.join(box.ruins)}"
    )
    pile = f"{counted(state.fortune_coins, 'coin')}, " if state.fortune_coins else ""
    lines.append(f"fortune   {pile}upgrades {', '.join(state.upgrades) or 'none'}")
    s = state.supply
    goods = ", ".join(f"{kind} {number}" for kind, number in s.goods.items())
    tokens = _tokens(s.lanterns, s.quartz, s.horseshoes)
    lines.append(f"supply    {tokens}, {counted(s.illuminated, 'illuminated die')}; {goods}")
    return "\n".join(lines)


def _tokens(lanterns: int, quartz: int, horseshoes: int) -> str:
    return f"{counted(lanterns, 'lantern')}, {quartz} quartz, {counted(horseshoes, 'horseshoe')}"


def _hero(table: Table, name: str) -> str:
    card = table.box.heroes.get(name)
    if card is None:
        return name or "-"
    return f"{name} to {card.town}, wants {' '.join(card.wants) or 'nothing'}, gives {card.gives}"


def _caravan(state: State) -> str:
    journey = state.journey
    assert journey is not None
    names = [state.players[seat].name for seat in journey.members]
    way = f"{journey.route} to {journey.town}" if journey.town else "route not declared"
    event = f"; event {journey.event}" if journey.event else ""
    dice = f"; dice {' '.join(map(str, journey.pool))}" if journey.pool else ""
    return f"caravan   {way}: {', '.join(names) or state.players[journey.leader].name}{event}{dice}"


def _wagon(table: Table, player: Player, packed: bool) -> str:
    dice = " ".join("-" if die is None else str(die) for die in player.locked)
    reserve = " ".join(map(str, player.reserve)) or "empty"
    lines = [
        f"{player.name}: {counted(player.coins, 'coin')}, {player.prestige} prestige, "
        f"{_tokens(player.lanterns, player.quartz, player.horseshoes)}; steed {', '.join(player.steeds) or '-'}",
        f"  dice      reserve {reserve}; locked {dice}; illuminated {' '.join(map(str, player.illuminated)) or '-'}; "
        f"spent {player.spent}, removed {player.removed}",
        f"  goods     {' '.join(written_good(good) for good in player.goods) or 'none'}",
    ]
    if player.heroes:
        lines.append(f"  heroes    {'; '.join(_hero(table, name) for name in player.heroes)}")
    if player.commissions:
        lines.append(f"  tasks     {'; '.join(written_tile(tile) for tile in player.commissions)}")
    if player.companions:
        friends = [c.name + (f" (gifts: {', '.join(c.gifts)})" if c.gifts else "") for c in player.companions]
        lines.append(f"  friends   {'; '.join(friends)}")
    if player.upgrades:
        lines.append(f"  upgrades  {', '.join(player.upgrades)}")
    lines.append(f"  deeds     {', '.join(player.deeds) or 'none'}")
    if player.delivered_heroes or player.delivered_commissions:
        log = [*player.delivered_heroes, *(f"{d.town} ({d.goods})" for d in player.delivered_commissions)]
        lines.append(f"  log       {', '.join(log)}")
    if packed:
        lines += [f"  {line}" for line in storage_picture(table, player)]
    return "\n".join(lines)


def storage_picture(table: Table, player: Player) -> list[str]:
    """One way in which everything fits; small letters are upgraded goods, which lie mirrored. STORE-14, STORE-26"""
    shapes = [storage.shape_of(table, good) for good in player.goods]
    fixed = storage.tiles_in_storage(table, player)
    areas = storage.areas(table, player)
    places = packing.pack(shapes, areas, storage.holders(table, player), fixed)
    if places is None:
        return ["the goods do not fit"]
    letters = [LETTERS[good.kind].lower() if good.upgraded else LETTERS[good.kind] for good in player.goods]
    return packing.picture(places, areas, [*letters, *["#"] * len(fixed)])
