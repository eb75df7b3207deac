"""Who may know whom, read from the import statements; and what a start of the command line loads."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support import FIRST_TURN, PACKAGE, environment, text_of

CHANCE_AND_CLOCK = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "uuid",
    "socket",
    "subprocess",
    "threading",
    "asyncio",
}


def module(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(path: Path) -> Iterator[str]:
    """Full names of all modules (or names in them) that a file imports, wherever in the file it does so."""
    package = module(path).split(".") if path.name == "__init__.py" else module(path).split(".")[:-1]
    for node in ast.walk(ast.parse(text_of(path))):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            yield start
            yield from (f"{start}.{name.name}" for name in node.names)


def files(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((PACKAGE / folder).rglob("*.py"))]
    assert found, folders
    return found


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def wrong(paths: list[Path], forbidden: tuple[str, ...], except_for: tuple[str, ...] = ()) -> list[str]:
    """Imports of something forbidden, as ``file imports what``."""
    return [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in paths
        for name in imports(path)
        if any(within(name, package) for package in forbidden)
        and not any(within(name, package) for package in except_for)
        if name not in {p.rpartition(".")[0] for p in except_for}
    ]


def test_an_import_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reader of imports sees plain, relative, late and renamed ones."""
    source = PACKAGE / "cli" / "common.py"
    assert "referee.drivers.record.RecordDriver" in set(imports(source))
    assert "referee.reports.machine" in set(imports(source)), "an import inside a function"
    monkeypatch.setattr("test_imports.PACKAGE", tmp_path / "referee")
    file = tmp_path / "referee" / "games" / "rules.py"
    file.parent.mkdir(parents=True)
    file.write_text("from ..notation import parser as p\nfrom . import x\nimport os.path as o\n", encoding="utf-8")
    assert {"referee.notation.parser", "referee.games.x", "os.path"} <= set(imports(file))
    assert wrong([file], ("os",)) == ["games/rules.py imports os.path"]


def test_rules_do_not_know_the_notation() -> None:
    assert wrong(files("games/dark_road/rules"), ("referee.notation",), ("referee.notation.names",)) == []


def test_the_notation_knows_no_rule_and_no_game() -> None:
    assert (
        wrong(
            files("notation"), ("referee.games", "referee.engine", "referee.drivers", "referee.reports", "referee.cli")
        )
        == []
    )


def test_the_engine_knows_no_game_and_no_text() -> None:
    others = (
        "referee.games",
        "referee.notation",
        "referee.drivers",
        "referee.reports",
        "referee.cli",
        "referee.diagnostics",
    )
    assert wrong(files("engine"), others) == []


def test_the_engine_imports_only_itself_and_msgspec() -> None:
    for path in files("engine"):
        for name in imports(path):
            top = name.split(".")[0]
            assert top == "msgspec" or top in sys.stdlib_module_names or within(name, "referee.engine"), (
                f"{path.name}: {name}"
            )


def test_the_core_knows_no_game_in_particular() -> None:
    core = [*files("notation", "engine", "drivers", "reports"), PACKAGE / "diagnostics.py", PACKAGE / "library.py"]
    assert wrong(core, ("referee.games.dark_road",)) == []


def test_the_core_does_not_speak_of_the_game() -> None:
    """No good, town or district of one game stands in the core's code."""
    words = {"armor", "potion", "northbreak", "farglen", "bazaar", "quartz", "lantern", "horseshoe", "commission"}
    for path in files("notation", "engine", "drivers", "reports"):
        for node in ast.walk(ast.parse(text_of(path))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and not _is_docstring(node, path):
                found = words & set(node.value.lower().split())
                assert not found, f"{path.relative_to(PACKAGE)}:{node.lineno} says {found}"


def _is_docstring(constant: ast.Constant, path: Path) -> bool:
    for node in ast.walk(ast.parse(text_of(path))):
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and body
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            at = body[0].value
            if (at.lineno, at.col_offset) == (constant.lineno, constant.col_offset):
                return True
    return False


def test_rules_and_engine_know_no_chance_and_no_clock() -> None:
    """What happens is a function of what is written."""
    for path in files("engine", "games/dark_road/rules"):
        found = {name.split(".")[0] for name in imports(path)} & CHANCE_AND_CLOCK
        assert not found, f"{path.relative_to(PACKAGE)} imports {found}"


def test_rules_do_not_read_files() -> None:
    for path in files("engine", "games/dark_road/rules"):
        calls = {
            node.func.id
            for node in ast.walk(ast.parse(text_of(path)))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        assert not calls & {"open", "input", "print", "eval", "exec", "__import__"}, path.name


def test_nobody_imports_the_command_line() -> None:
    outside = [path for path in sorted(PACKAGE.rglob("*.py")) if "cli" not in path.parts and path.name != "__main__.py"]
    assert wrong(outside, ("referee.cli",)) == []


def test_only_the_command_line_knows_click() -> None:
    outside = [path for path in sorted(PACKAGE.rglob("*.py")) if "cli" not in path.parts]
    assert wrong(outside, ("click",)) == []


def test_only_the_builder_of_tables_knows_lark() -> None:
    others = [path for path in sorted(PACKAGE.rglob("*.py")) if path != PACKAGE / "notation" / "build.py"]
    assert wrong(others, ("lark",)) == []


# ── what is loaded ──────────────────────────────────────────────────────────────────────────────────────

REPORT = """
import atexit, json, os, sys
sys.argv = ["referee", *json.loads(os.environ["ARGUMENTS"])]
atexit.register(lambda: print("\\n" + json.dumps(sorted(sys.modules)), file=sys.stderr))
from referee.cli import main
main()
"""


def loaded(*arguments: str) -> set[str]:
    """The modules in memory when the command line ends well."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT],
        capture_output=True, text=True, timeout=60, check=True, env=environment(ARGUMENTS=json.dumps(arguments)),
    )  # fmt: skip
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_a_word_about_itself_loads_next_to_nothing(argument: str) -> None:
    modules = loaded(argument)
    assert {"referee", "click"} <= modules
    assert not {"lark", "msgspec", "interegular", "hypothesis"} & modules
    assert not [name for name in modules if name.startswith(("referee.games", "referee.engine", "referee.notation"))]


@pytest.mark.parametrize(
    "arguments",
    [["check", str(FIRST_TURN)], ["check", "--format", "json", str(FIRST_TURN)], ["replay", str(FIRST_TURN)]],
    ids=["text", "json", "replay"],
)
def test_a_check_never_loads_lark(arguments: list[str]) -> None:
    modules = loaded(*arguments)
    assert "referee.drivers.record" in modules
    assert not {"lark", "interegular", "referee.notation.build"} & modules


def test_the_package_itself_loads_nothing() -> None:
    script = "import sys; before = set(sys.modules); import referee; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=environment(), timeout=60
    )
    others = {name.split(".")[0] for name in done.stdout.split()} - set(sys.stdlib_module_names)
    assert others == {"referee"}
    assert [name for name in done.stdout.split() if name.startswith("referee")] == ["referee"]
