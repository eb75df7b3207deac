"""A ruling with snapshots in a project of somebody else, for the tests of both runners."""

from __future__ import annotations

from pathlib import Path

import pytest

HEAD = """\
ruling "Purse"
from two-players
  Griffin coins 3
Griffin
  plan 1 slot 2 lantern; move 2 shoe ahead
"""
CASES = """\
case "two spaces: one/two?"
  dark 2
  snapshot "players.Griffin"
  snapshot "supply.goods"
  snapshot
case "Brembizánt, once [more]"
  dark 1
  snapshot "players.susie.coins"
case "none of it"
  dark 1
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "purse.ruling").write_text(HEAD + CASES, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    return tmp_path


def kept(home: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(home.glob("__snapshots__/purse/*"))}


NAMES = [
    "Brembizánt, once [more].json",
    "two spaces onetwo.1.json",
    "two spaces onetwo.2.json",
    "two spaces onetwo.json",
]
