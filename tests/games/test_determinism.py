"""The same seed gives the same records, byte for byte, on every machine; and all of them check clean."""

from __future__ import annotations

from pathlib import Path

import pytest
from support import run

PLACES = [
    {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "4242", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
]  # fmt: skip


def simulated(folder: Path, place: dict[str, str], *arguments: str) -> dict[str, bytes]:
    done = run("simulate", "--out", folder, *arguments, within=folder.parent, **place)
    assert done.returncode == 0, done.stderr.decode()
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.mark.parametrize(
    ("policy", "players", "variants"), [("random", 2, "draft"), ("greedy", 4, ""), ("greedy", 3, "draft,two-deeds")]
)
def test_records_do_not_depend_on_hashes_time_zone_or_language(
    tmp_path: Path, policy: str, players: int, variants: str
) -> None:
    games = {"random": 8}.get(policy, 6)
    arguments = (
        "--games",
        str(games),
        "--players",
        str(players),
        "--policy",
        policy,
        "--variants",
        variants,
        "--seed",
        "dusk",
    )
    found = [simulated(tmp_path / f"at-{at}", place, *arguments) for at, place in enumerate(PLACES)]
    assert len(found[0]) == games
    assert len(set(found[0].values())) == games, "every game is another one"
    for place, other in zip(PLACES[1:], found[1:], strict=True):
        assert other == found[0], f"seed dusk, {place}"
    printed = run("simulate", *arguments, **PLACES[1]).stdout
    whole = b"\n".join(found[0].values())
    assert printed.split() == whole.split()
    checked = run("check", *sorted((tmp_path / "at-0").iterdir()), **PLACES[2])
    assert (checked.returncode, checked.stderr) == (0, b""), checked.stdout.decode()
    replays = {run("replay", tmp_path / "at-0" / next(iter(found[0])), **place).stdout for place in PLACES}
    assert len(replays) == 1


def test_another_seed_gives_another_game(tmp_path: Path) -> None:
    one = simulated(tmp_path / "one", PLACES[0], "--seed", "1")
    other = simulated(tmp_path / "other", PLACES[0], "--seed", "2")
    assert one != other
