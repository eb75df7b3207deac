"""Take one rule's code away and see whether the rulings notice.

    python tests/mutants.py               every place where a rule refuses or moves something
    python tests/mutants.py DARK-06 REST  those of some rules
    python tests/mutants.py --sample 20 --seed 7

A place is a ``refuse(…)`` or a statement that carries a rule id, in ``rules/``. Each is removed in a process of
its own; the cases that cite the rule are run first, then the others, until one does not hold. Places that no
ruling can notice are listed in ``unnoticed.tsv``, with the reason.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

from referee.drivers.rulings import found, opened
from referee.games.dark_road.rules import game as whole_rulebook

RULES = Path(whole_rulebook.__file__).parent
BOOK = Path(__file__).parent / "rulings"
RULE_ID = re.compile(r"[A-Z]{3,9}-\d{2,3}")
SECONDS = 20  # a rule that holds a loop together never ends without it


class Place(NamedTuple):
    """One piece of a rule: which file, which line, which id, and how often the file has such a piece before."""

    file: str
    line: int
    rule: str
    number: int

    def __str__(self) -> str:
        return f"{self.rule} {self.file}:{self.line}"


class Remover(ast.NodeTransformer):
    """Removes the n-th place of a module; with no number, only lists them."""

    def __init__(self, file: str, number: int | None = None) -> None:
        self.file, self.number = file, number
        self.places: list[Place] = []

    def _met(self, node: Any, call: ast.AST) -> bool:
        rule = next((text for text in _texts(call) if RULE_ID.fullmatch(text)), "")
        if not rule:
            return False
        self.places.append(Place(self.file, node.lineno, rule, len(self.places)))
        return len(self.places) - 1 == self.number

    def visit_Expr(self, node: ast.Expr) -> Any:
        """``yield refuse(…)`` yields nothing; ``table.take(…, "RULE-01")`` takes nothing."""
        value = node.value
        if isinstance(value, ast.Yield) and _is_refusal(value.value):
            nothing = ast.Expr(ast.YieldFrom(ast.Tuple([], ast.Load())))
            return ast.copy_location(nothing, node) if self._met(node, value) else node
        inner = value.value if isinstance(value, ast.Await) else value
        if isinstance(inner, ast.Call) and not any(_is_refusal(part) for part in ast.walk(inner)):
            return ast.copy_location(ast.Pass(), node) if self._met(node, inner) else node
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        if _is_refusal(node):
            return ast.copy_location(ast.Constant(None), node) if self._met(node, node) else node
        return self.generic_visit(node)


def _is_refusal(node: Any) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse"


def _texts(node: ast.AST) -> Iterator[str]:
    return (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))


def places() -> list[Place]:
    """Everything that can be taken away."""
    found_places = []
    for path in sorted(RULES.glob("*.py")):
        remover = Remover(path.name)
        remover.visit(ast.parse(path.read_text(encoding="utf-8")))
        found_places += remover.places
    return found_places


def remove(place: Place) -> None:
    """Let the loaded rules run without this piece, wherever they have been imported to."""
    tree = Remover(place.file, place.number).visit(ast.parse((RULES / place.file).read_text(encoding="utf-8")))
    module = importlib.import_module(f"{whole_rulebook.__package__}.{place.file.removesuffix('.py')}")
    namespace = dict(vars(module))
    exec(compile(ast.fix_missing_locations(tree), place.file, "exec"), namespace)
    for name, old in vars(module).items():
        new = namespace[name]
        if isinstance(old, FunctionType) and old.__module__ == module.__name__ and isinstance(new, FunctionType):
            old.__code__ = new.__code__


def book() -> list[Any]:
    """Every case of the book that holds; one that does not would notice anything."""
    return [
        (ruling, case) for ruling in map(opened, found([str(BOOK)])) for case in ruling.cases if not ruling.run(case)
    ]


def excused() -> dict[str, str]:
    """What no ruling can notice: rule and file, with the reason."""
    lines = (Path(__file__).parent / "unnoticed.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def noticed(place: Place, cases: list[Any]) -> str:
    """The first case that does not hold without this piece; empty if all do."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        remove(place)
        for ruling, case in sorted(cases, key=lambda pair: place.rule not in pair[1].cites):
            try:
                holds = not ruling.run(case)
            except Exception:
                holds = False
            if not holds:
                os.write(writing, f"{Path(ruling.file).name}: {case.title}".encode()[:500])
                break
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read().decode()
    _, status = os.waitpid(child, 0)
    return told or ("the game does not end any more" if os.WIFSIGNALED(status) else "")


def chosen(ids: list[str], sample: int, seed: int) -> list[Place]:
    wanted = [place for place in places() if not ids or place.rule in ids or place.rule.partition("-")[0] in ids]
    return sorted(Random(seed).sample(wanted, min(sample, len(wanted)))) if sample else wanted


def main() -> int:
    options = argparse.ArgumentParser(description="Take one rule's code away and see whether the rulings notice.")
    options.add_argument("ids", nargs="*", metavar="ID")
    options.add_argument("--sample", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    cases, unnoticed = book(), 0
    for place in chosen(given.ids, given.sample, given.seed):
        case = noticed(place, cases)
        excuse = excused().get(f"{place.rule} {place.file}", "")
        unnoticed += not case and not excuse
        print(f"{place}: {case or excuse or 'NOBODY NOTICES'}", flush=True)
    print(f"{unnoticed} not noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
