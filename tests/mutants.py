"""Change one piece of a rule's code and see whether the rulings notice.

    python tests/mutants.py                    every piece
    python tests/mutants.py DARK-06 REST       those of some rules
    python tests/mutants.py --family removed   refusals and transfers taken away
    python tests/mutants.py --family values    other numbers, comparisons, conditions, orders
    python tests/mutants.py --sample 20 --seed 7

Each change is made in a process of its own; the cases that cite its rules are run first, then the others, until one
does not hold. Changes that no ruling can notice are listed in ``unnoticed.tsv``, with the reason.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import re
import signal
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, NamedTuple

from referee.drivers.rulings import found, opened
from referee.games.dark_road.rules import game as whole_rulebook

RULES = Path(whole_rulebook.__file__).parent
GAME = RULES.parent
HOME = GAME.parents[2]
BOOK = Path(__file__).parent / "rulings"
RULE_ID = re.compile(r"[A-Z]{3,9}-\d{2,3}")
SECONDS = 20  # a rule that holds a loop together never ends without it


class Place(NamedTuple):
    """One change: its family and number there, where it is made, the rules around it, and the name of its excuse."""

    family: str
    path: Path
    line: int
    rules: tuple[str, ...]
    name: str
    number: int

    def __str__(self) -> str:
        return f"{self.path.name}:{self.line}: {self.name}"


class Family(ast.NodeTransformer):
    """Makes the n-th change in a module; with no number, only lists them all."""

    files: tuple[Path, ...] = tuple(sorted(RULES.glob("*.py")))

    def __init__(self, path: Path, number: int | None = None) -> None:
        self.path, self.number = path, number
        self.text = path.read_text(encoding="utf-8")
        self.places: list[Place] = []

    def statements(self) -> Iterator[tuple[ast.stmt, int]]:
        """The module, one statement after the other, each with the number of changes up to its end."""
        for statement in ast.parse(self.text).body:
            yield self.visit(statement), len(self.places)

    def met(self, node: Any, rules: tuple[str, ...], name: str) -> bool:
        """A change is possible here. Is it the one to make?"""
        self.places.append(Place(FAMILY_NAMES[type(self)], self.path, node.lineno, rules, name, len(self.places)))
        return len(self.places) - 1 == self.number


class Removed(Family):
    """Taken away: each refusal, and each statement that carries a rule id."""

    def _met(self, node: Any, call: ast.AST) -> bool:
        rule = next((text for text in _texts(call) if RULE_ID.fullmatch(text)), "")
        return bool(rule) and self.met(node, (rule,), f"{rule} {self.path.name}")

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


class Values(Family):
    """Other numbers, comparisons, conditions, signs and orders; also in the verbs of the table.

    Not in what a ruling never sees: how choices are listed (legal moves are counted elsewhere), how likely outcomes
    are, what the journal says, and the words of a refusal beside its code.
    """

    files = (*Family.files, GAME / "table.py", GAME / "state.py", GAME / "vocabulary.py")

    def __init__(self, path: Path, number: int | None = None) -> None:
        super().__init__(path, number)
        self.inside: list[Any] = []  # the classes and functions around a place
        self.names: Counter[str] = Counter()

    def visit(self, node: Any) -> Any:
        fields = self.inside and isinstance(self.inside[-1], ast.ClassDef) and not isinstance(node, DEFINITIONS)
        if fields or _is_wording(node):
            return node
        for other in _others(node):
            if self.met(node, *self._called(node, other)):
                return ast.copy_location(other, node)
        return self.generic_visit(node)

    def generic_visit(self, node: Any) -> Any:
        self.inside += [node] if isinstance(node, DEFINITIONS) else []
        hidden = list(map(id, _hidden(node)))
        for name, value in ast.iter_fields(node):
            if isinstance(value, list):
                value[:] = [part if id(part) in hidden else self._seen(part) for part in value]
            else:
                setattr(node, name, self._seen(value))
        if self.inside[-1:] == [node]:
            self.inside.pop()
        return node

    def _seen(self, part: Any) -> Any:
        return self.visit(part) if isinstance(part, ast.AST) else part

    def _called(self, node: Any, other: ast.AST) -> tuple[tuple[str, ...], str]:
        """The rules spoken of around a place, and a name that stays when lines move."""
        around = self.inside[1 if len(self.inside) > 1 and isinstance(self.inside[0], ast.ClassDef) else 0 :][:1]
        first, last = (around[0].lineno, around[0].end_lineno) if around else (node.lineno, node.end_lineno)
        lines = self.text.splitlines()
        rules = RULE_ID.findall("\n".join(lines[first - 1 : last])) or RULE_ID.findall(lines[0])
        name = f"{self.path.stem}.{around[0].name if around else 'module'}: {_short(node)} -> {_short(other)}"
        self.names[name] += 1
        return tuple(dict.fromkeys(rules)), name + (f" #{self.names[name]}" if self.names[name] > 1 else "")


FAMILIES: dict[str, type[Family]] = {"removed": Removed, "values": Values}
FAMILY_NAMES = {family: name for name, family in FAMILIES.items()}

SWAPPED: dict[type, type] = {
    one: other
    for pair in (
        (ast.Lt, ast.LtE), (ast.Gt, ast.GtE), (ast.Eq, ast.NotEq), (ast.In, ast.NotIn), (ast.Is, ast.IsNot),
        (ast.And, ast.Or), (ast.Add, ast.Sub),
    )
    for one, other in (pair, pair[::-1])
}  # fmt: skip
DEFINITIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
EXTREMES = {"min": "max", "max": "min"}


def _others(node: Any) -> Iterator[Any]:
    """What could stand in the place of a piece of code."""
    match node:
        case ast.Constant(value=bool() as flag):
            yield ast.Constant(not flag)
        case ast.Constant(value=int() as number):
            yield ast.Constant(number + 1)
            if number > 0:
                yield ast.Constant(number - 1)
        case ast.Compare():
            for at, sign in enumerate(node.ops):
                signs = [*node.ops[:at], SWAPPED[type(sign)](), *node.ops[at + 1 :]]
                yield ast.Compare(node.left, signs, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(SWAPPED[type(node.op)](), node.values)
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            yield ast.BinOp(node.left, SWAPPED[type(node.op)](), node.right)
        case ast.AugAssign(op=ast.Add() | ast.Sub()):
            yield ast.AugAssign(node.target, SWAPPED[type(node.op)](), node.value)
        case ast.UnaryOp(op=ast.Not()):
            yield node.operand
        case ast.Call(func=ast.Name(id="min" | "max" as extreme)):
            yield ast.Call(ast.Name(EXTREMES[extreme], ast.Load()), node.args, node.keywords)
        case ast.Call(func=ast.Name(id="reversed")):
            yield node.args[0]
        case ast.For() if any(isinstance(part, ast.Await) for part in ast.walk(node)) and _short(node.target) != "_":
            backwards = _calling("reversed", _calling("list", node.iter))
            yield ast.For(node.target, backwards, node.body, node.orelse)
        case ast.If() | ast.While() | ast.IfExp() if not isinstance(node.test, ast.Compare | ast.UnaryOp):
            yield type(node)(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _hidden(node: Any) -> list[Any]:
    """The parts of a piece of code that no ruling sees."""
    match node:
        case ast.FunctionDef(name="candidates"):
            return node.body
        case ast.Call(func=ast.Name(id="Domain" | "chance")):  # what is listed, how likely it is
            return node.args[1:2]
        case ast.Call(func=ast.Name(id="effect" | "refuse")):  # what is listed, what is said beside the code
            return node.keywords
        case ast.Dict():
            return node.keys
    return []


def _is_wording(node: Any) -> bool:
    """What the journal says of a transfer, or which rule is named."""
    match node:
        case ast.Assert() | ast.JoinedStr() | ast.Call(func=ast.Attribute(attr="post")):
            return True
        case ast.IfExp():
            return any(map(RULE_ID.fullmatch, (*_texts(node.body), *_texts(node.orelse))))
    return False


def _calling(name: str, argument: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), [argument], [])


def _is_refusal(node: Any) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "refuse"


def _short(node: ast.AST) -> str:
    """A piece of code on one line, without what it governs."""
    return ast.unparse(ast.fix_missing_locations(node)).splitlines()[0].rstrip(":")


def _texts(node: ast.AST) -> Iterator[str]:
    return (part.value for part in ast.walk(node) if isinstance(part, ast.Constant) and isinstance(part.value, str))


def places(families: list[str]) -> list[Place]:
    """Every change of some families."""
    found_places = []
    for family in families:
        for path in FAMILIES[family].files:
            lister = FAMILIES[family](path)
            list(lister.statements())
            found_places += lister.places
    return found_places


def change(place: Place) -> None:
    """Let the loaded game run with this change, wherever the changed name has been imported to."""
    maker = FAMILIES[place.family](place.path, place.number)
    statements = [statement for statement, met in maker.statements() if met > place.number]
    registered = [later for later in statements[1:] if getattr(later, "decorator_list", None)]  # by what it now is
    module = vars(importlib.import_module(".".join(place.path.relative_to(HOME).with_suffix("").parts)))
    before = dict(module)
    code = ast.fix_missing_locations(ast.Module([statements[0], *registered], []))
    exec(compile(code, str(place.path), "exec"), module)
    for name, old in before.items():
        new = module[name]
        if new is old or name == "__builtins__":
            continue
        if isinstance(old, FunctionType | type):
            _becomes(old, new)
            module[name] = old
        else:
            for other in [vars(m) for m in sys.modules.values() if m.__name__.startswith("referee.")]:
                if other.get(name) is old:
                    other[name] = new


def _becomes(old: Any, new: Any) -> None:
    """A function, wherever it is known, does what another does; a class, in each of its methods."""
    if isinstance(old, FunctionType):
        old.__code__, old.__defaults__, old.__kwdefaults__ = new.__code__, new.__defaults__, new.__kwdefaults__
    elif isinstance(old, property):
        _becomes(old.fget, new.fget)
    elif isinstance(old, type):
        for name, part in vars(old).items():
            if isinstance(part, FunctionType | property):
                _becomes(part, vars(new)[name])


def book() -> list[Any]:
    """Every case of the book that holds; one that does not would notice anything."""
    return [
        (ruling, case) for ruling in map(opened, found([str(BOOK)])) for case in ruling.cases if not ruling.run(case)
    ]


def excused() -> dict[str, str]:
    """What no ruling can notice: the name of the change, with the reason."""
    lines = (Path(__file__).parent / "unnoticed.tsv").read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t") for line in lines if not line.startswith("#"))


def noticed(place: Place, cases: list[Any]) -> str:
    """The first case that does not hold with this change; empty if all do."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        change(place)
        for ruling, case in sorted(cases, key=lambda pair: not set(place.rules) & set(pair[1].cites)):
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


def chosen(families: list[str], ids: list[str], sample: int, seed: int) -> list[Place]:
    def wanted(place: Place) -> bool:
        return not ids or any(rule in ids or rule.partition("-")[0] in ids for rule in place.rules)

    all_places = list(filter(wanted, places(families)))
    return sorted(Random(seed).sample(all_places, min(sample, len(all_places)))) if sample else all_places


def main() -> int:
    options = argparse.ArgumentParser(description="Change a piece of a rule's code and see whether the rulings notice.")
    options.add_argument("ids", nargs="*", metavar="ID")
    options.add_argument("--family", choices=FAMILIES, action="append")
    options.add_argument("--sample", type=int, default=0)
    options.add_argument("--seed", type=int, default=0)
    given = options.parse_args()
    cases, excuses, unnoticed = book(), excused(), 0
    for place in chosen(given.family or list(FAMILIES), given.ids, given.sample, given.seed):
        case = noticed(place, cases)
        excuse = excuses.get(place.name, "")
        unnoticed += not case and not excuse
        print(f"{place}: {case or excuse or 'NOBODY NOTICES'}", flush=True)
    print(f"{unnoticed} not noticed")
    return 1 if unnoticed else 0


if __name__ == "__main__":
    sys.exit(main())
