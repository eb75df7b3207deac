"""What heroes and commissions ask for: one good per request, or one per kind. RULING-60"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from referee.engine.decision import Refusal, refuse
from referee.games.dark_road.moves import Good
from referee.games.dark_road.table import Table

AT_THE_INN = ("INN-04", "INN-05")
IN_A_TOWN = ("VISIT-07", "VISIT-15")


def unasked(
    table: Table, goods: Iterable[Good], wants: tuple[str, ...], who: str, rules: tuple[str, str] = IN_A_TOWN
) -> Refusal | None:
    """A good too many; the second rule speaks where two equal requests take one good. RULING-60"""
    one_a_kind = table.option("requests.duplicates") == "kind"
    excess = Counter(good.kind for good in goods) - Counter(set(wants) if one_a_kind else wants)
    if not excess:
        return None
    good = next(iter(excess))
    return refuse("not-requested", rules[one_a_kind and good in wants], hero=who, good=good, wants=wants)
