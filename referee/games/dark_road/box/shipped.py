"""The boxes that ship with the package.

Reading one takes longer than checking a whole game, so each is kept ready beside its text; a text that has changed
since is read anew. ``python -m referee.games.dark_road.box.shipped`` makes them ready again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from zlib import crc32

from msgspec import Struct, msgpack

from referee.games.dark_road.box.model import Box

PLACE = Path(__file__).parent
NAMES = ("house",)


class Ready(Struct):
    """A box and the text that it was read from, in short."""

    text: int
    box: Box


@cache
def shipped_box(name: str) -> Box:
    """The box of this name. Raises KeyError."""
    if name not in NAMES:
        raise KeyError(name)
    path = PLACE / f"{name}.box"
    kept = path.with_suffix(".ready")
    if kept.is_file():
        ready = msgpack.decode(kept.read_bytes(), type=Ready)
        if ready.text == _short(path):
            return ready.box
    return read(path)


def read(path: Path) -> Box:
    """The box behind a text."""
    from referee.games.dark_road.box.reading import BoxReader
    from referee.games.dark_road.game import GAME, HOME
    from referee.notation.parser import parser
    from referee.notation.source import Source

    source = Source(path.read_text(encoding="utf-8"), path.name, parser(HOME), "entry")
    return BoxReader(path.name).read(source.statements(GAME.describe))


def made_ready(path: Path) -> bytes:
    return msgpack.encode(Ready(_short(path), read(path)))


def _short(path: Path) -> int:
    return crc32(path.read_bytes())


def main() -> None:
    for name in NAMES:
        path = PLACE / f"{name}.box"
        path.with_suffix(".ready").write_bytes(made_ready(path))


if __name__ == "__main__":
    main()
