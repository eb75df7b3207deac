"""Take a piece of any rule away and a ruling fails: tried on twenty pieces here, on all of them by ``mutants.py``."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from mutants import excused, places
from support import SEED

TOOL = Path(__file__).parent / "mutants.py"


def test_a_rule_that_is_missing_is_missed() -> None:
    command = [sys.executable, str(TOOL), "--sample", "20", "--seed", str(SEED)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(done.stdout.splitlines()) == 21


def test_every_excuse_speaks_of_a_place_that_is_there() -> None:
    known = {f"{place.rule} {place.file}" for place in places()}
    assert len(known) > 150
    assert set(excused()) <= known
