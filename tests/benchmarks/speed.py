"""How fast is it? Every figure is a ratio against something measured in the same run, for machines are noisy.

Run with ``python tests/benchmarks/speed.py``; not a test, and nothing fails.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from referee.drivers.record import RecordDriver
from referee.drivers.script import Script
from referee.games import find_game

ROOT = Path(__file__).parent.parent.parent
ROUNDS = 9
COMPILED = TemporaryDirectory()


def median(work: Callable[[], object]) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def command(*args: str) -> Callable[[], object]:
    """A process as an installed package runs it: compiled once, by the call that is not counted."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = COMPILED.name

    def started() -> object:
        return subprocess.run([sys.executable, *args], cwd=ROOT, env=environment, capture_output=True, check=False)

    started()
    return started


def burn() -> None:
    """A fixed amount of plain work: a small document to JSON and back, a thousand times."""
    document = {"goods": ["staff", "book"] * 20, "numbers": list(range(100))}
    for _ in range(1000):
        json.loads(json.dumps(document))


def main() -> None:
    bare = median(command("-I", "-c", "pass"))
    print(f"bare python start        {bare * 1e3:7.1f} ms   1.0 x")
    for name, args in {
        "referee --version": ("-m", "referee", "--version"),
        "referee check, one turn": ("-m", "referee", "check", "examples/first-turn.road"),
        "referee check, a game": ("-m", "referee", "check", "examples/game-three.road"),
    }.items():
        taken = median(command(*args))
        print(f"{name:<24} {taken * 1e3:7.1f} ms {taken / bare:5.1f} x")
    unit = median(burn) / 1000
    game = find_game("dark-road")
    text = game.simulated(["Griffin", "Susie", "Brian"], "house", "retail", [], "greedy", "bench")
    steps = RecordDriver(Script(text, "bench")).run().steps
    read = median(lambda: Script(text, "bench")) / steps
    whole = median(lambda: RecordDriver(Script(text, "bench")).run()) / steps
    simulate = median(lambda: game.simulated(["Griffin", "Susie"], "house", "retail", [], "random", "b"))
    print(f"unit: one JSON round trip of 1 KB = {unit * 1e6:.1f} µs; the game has {steps} written steps")
    print(f"read a written step      {read * 1e6:7.1f} µs {read / unit:5.1f} units")
    print(f"read and play a step     {whole * 1e6:7.1f} µs {whole / unit:5.1f} units")
    print(f"play and write a game    {simulate * 1e3:7.1f} ms {simulate / unit:5.0f} units")


if __name__ == "__main__":
    main()
