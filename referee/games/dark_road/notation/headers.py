"""The headers of a record, in canonical form."""

from __future__ import annotations

from collections.abc import Iterator

from referee.games.dark_road.notation.writing import written_name
from referee.games.dark_road.options import departures, switches
from referee.games.game import Setting


def headers(setting: Setting) -> list[str]:
    """Game, edition, box and players, and whatever the table agreed on beyond them."""
    edition = setting.edition or "retail"
    lines = ["game     dark-road", f"edition  {edition}", f"box      {setting.box.name}"]
    lines.append("players  " + " ".join(map(_spelled, setting.players)))
    if setting.variants:
        lines.append("variant  " + " ".join(setting.variants))
    lines += _options(setting, edition)
    return [*lines, *setting.declarations]


def _spelled(player: str) -> str:
    """A player's name letter by letter: here it is given, elsewhere it is only recognised."""
    return player if written_name(player) == player else f'"{player}"'


def _options(setting: Setting, edition: str) -> Iterator[str]:
    """Every switch that stands otherwise than the edition sets it."""
    chosen = departures(edition, setting.options.items())
    for switch in switches().values():
        value = chosen.get(switch.name, switch.default)
        if value != switch.under(edition):
            yield f"option   {switch.name} = {value}"
