"""Names that nothing answers to: what could stand there, and what was probably meant.

No table is known while a record is read, so nothing is said here of what would be legal.
"""

from __future__ import annotations

from typing import NamedTuple

from referee.diagnostics import MOST_LEGAL
from referee.games.dark_road.moves import DECK
from referee.games.dark_road.notation.things import Unknown
from referee.games.dark_road.notation.tokens import described, words_of
from referee.games.dark_road.notation.writing import written_name
from referee.games.dark_road.vocabulary import RESOURCES
from referee.notation.names import Lexicon, nearest

NEAR = 0.65  # what is less alike is another word

KINDS = {
    "player": "player", "hero": "hero", "steed": "steed", "building": "building", "companion": "companion",
    "deed": "deed", "upgrade": "wagon upgrade", "event": "event",
}  # fmt: skip

# Words a lone misspelt word may have been meant for.
VERBS = (
    "plan", "move", "rest", "bazaar", "reset", "commission", "inn", "dark", "ruins", "roll", "rotate", "setup",
    "scoring", "travel", "shortcut", "road", "fortune", "position", "takeback", "snapshot", "legal", "check", "expect",
    "given",
)  # fmt: skip


class Hint(NamedTuple):
    """What to say of an unknown name."""

    message: str
    expected: tuple[str, ...]
    near: list[str]


def hint(bad: Unknown, lexicon: Lexicon) -> Hint:
    """Kinds with few names are listed name by name, where nothing but a name can stand."""
    kinds = [kind for kind in bad.kinds if kind in KINDS]
    names = {kind: sorted({written_name(n) for n in lexicon.known((kind,)) if n != DECK}) for kind in kinds}
    words = [RESOURCES.get(word, word) for kind in bad.beside for word in words_of(kind)]
    words += [name for kind in bad.kinds if kind not in KINDS for name in lexicon.known((kind,))]
    expected: list[str] = []
    for kind in kinds:
        few = not words and len(names[kind]) <= MOST_LEGAL
        expected += names[kind] if few else [_a(KINDS[kind])]
    expected += [described(kind) for kind in bad.beside]
    known = [*(name for kind in kinds for name in names[kind]), *words, *(VERBS if "player" in kinds else ())]
    what = " or ".join(KINDS[kind] for kind in kinds)
    message = f"no {what} is called {bad.name!r}"
    if words:
        message += ", and it is no other word that could stand here"
    return Hint(message, tuple(expected), nearest(bad.name, known, cutoff=NEAR))


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"
