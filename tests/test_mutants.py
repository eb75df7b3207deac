"""Change a piece of any rule and a ruling fails: tried on some pieces here, on all of them by ``mutants.py``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from mutants import FAMILIES, excused, places
from support import SEED

TOOL = Path(__file__).parent / "mutants.py"


def run(*words: str) -> list[str]:
    done = subprocess.run([sys.executable, str(TOOL), *words], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("family", FAMILIES)
def test_a_rule_that_is_changed_is_missed(family: str) -> None:
    assert len(run("--family", family, "--sample", "20", "--seed", str(SEED))) == 21


def test_a_number_is_changed_wherever_it_was_imported() -> None:
    told = "\n".join(run("--family", "values", "WHEEL-07"))
    assert "wheel.module: 2 -> 3: " in told
    assert "wheel.module: 2 -> 1: " in told


def test_every_excuse_speaks_of_a_place_that_is_there() -> None:
    removed, values = ({place.name for place in places([family])} for family in FAMILIES)
    assert len(removed) > 150
    assert len(values) > 1000
    assert set(excused()) <= removed | values
