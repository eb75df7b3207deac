"""The wheel: built, installed into an empty environment, and used from there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest
from support import PACKAGE, text_of

import referee

ROOT = PACKAGE.parent

pytestmark = pytest.mark.skipif(not (ROOT / "pyproject.toml").is_file(), reason="these tests are for a checkout")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built with what is here, without fetching the builder anew."""
    out = tmp_path_factory.mktemp("wheel")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        capture_output=True, text=True, timeout=300, check=False, cwd=out,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def inside(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        return set(archive.namelist())


@pytest.fixture(scope="module")
def home(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty environment with the wheel and what it depends on; pip is that of this environment."""
    place = tmp_path_factory.mktemp("home")
    venv.create(place, with_pip=False)
    done = subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(_python(place)), "install", "-q",
         "--disable-pip-version-check", "--no-input", str(wheel)],
        capture_output=True, text=True, timeout=300, check=False, env=_plain(),
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return place


def _bin(home: Path) -> Path:
    return home / ("Scripts" if os.name == "nt" else "bin")


def _python(home: Path) -> Path:
    return _bin(home) / ("python.exe" if os.name == "nt" else "python")


def _plain() -> dict[str, str]:
    """Nothing that would lead the child to this checkout."""
    return {key: value for key, value in os.environ.items() if not key.startswith("PYTHON") and key != "VIRTUAL_ENV"}


def run(home: Path, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(_bin(home) / "referee"), *arguments],
        input=given, capture_output=True, text=True, timeout=60, check=False, env=_plain(), cwd=home,
    )  # fmt: skip


def installed(home: Path) -> Path:
    """The folder of the package in the new environment, as its own Python sees it."""
    done = subprocess.run(
        [str(_python(home)), "-c", "import referee; print(referee.__file__)"],
        capture_output=True, text=True, timeout=60, check=True, env=_plain(), cwd=home,
    )  # fmt: skip
    return Path(done.stdout.strip()).parent


# ── what is in the wheel ────────────────────────────────────────────────────────────────────────────────


def test_the_grammar_the_pages_and_the_examples_are_inside(inside: set[str]) -> None:
    for folder in ("grammar", "man", "examples"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file():
                assert f"referee/{path.relative_to(ROOT).as_posix()}" in inside
    assert "referee/grammar/dark_road.lark" in inside
    assert "referee/examples/first-turn.road" in inside


def test_the_data_of_the_game_is_inside(inside: set[str]) -> None:
    for path in (PACKAGE / "games").rglob("*"):
        if path.is_file() and path.suffix in {".json", ".tsv", ".box", ".road"}:
            assert path.relative_to(ROOT).as_posix() in inside
    assert "referee/py.typed" in inside


def test_nothing_else_is_inside(inside: set[str]) -> None:
    for name in inside:
        assert name.split("/")[0] in {
            "referee",
            f"referee-{referee.__version__}.dist-info",
            f"referee-{referee.__version__}.data",
        }
        assert not {"tests", "__pycache__", ".hypothesis"} & set(name.split("/")), name


def test_the_manual_pages_are_put_where_man_looks(inside: set[str]) -> None:
    shared = {name for name in inside if ".data/data/share/man/" in name}
    assert {Path(name).name for name in shared} == {path.name for path in (ROOT / "man").iterdir()}
    for name in shared:
        assert name.split("/")[-2] == f"man{name[-1]}"


def test_one_version_everywhere(wheel: Path) -> None:
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    assert project["version"] == referee.__version__
    assert wheel.name.startswith(f"referee-{referee.__version__}-py3-none-any")


def test_every_entry_point_leads_somewhere() -> None:
    """A plugin that is not there would keep pytest from starting wherever the package is installed."""
    project = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]
    targets = [*project.get("scripts", {}).values()]
    for group in project.get("entry-points", {}).values():
        targets += group.values()
    for target in targets:
        module = target.split(":")[0].replace(".", "/")
        assert (ROOT / f"{module}.py").is_file() or (ROOT / module / "__init__.py").is_file(), target


# ── what the installed one does ─────────────────────────────────────────────────────────────────────────


def test_it_is_not_this_checkout_that_is_used(home: Path) -> None:
    assert home in installed(home).parents
    assert run(home, "--version").stdout == f"referee, version {referee.__version__}\n"


def test_a_bundled_example_is_clean(home: Path) -> None:
    examples = sorted((installed(home) / "examples").rglob("*.road"))
    assert examples
    done = run(home, "check", "--allow-overrides", *map(str, examples))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(": clean; ") == len(examples) - 1
    assert done.stdout.count(": 4 overrides; ") == 1


def test_the_bundled_rulings_hold(home: Path) -> None:
    """With their snapshots, and without anything of the tests."""
    done = run(home, "test", "-q", str(installed(home) / "examples" / "rulings"))
    assert (done.returncode, done.stderr) == (0, "")
    assert " hold, 0 do not (3 files, " in done.stdout


def test_it_replays_as_the_checkout_does(home: Path) -> None:
    example = installed(home) / "examples" / "first-turn.road"
    done = run(home, "replay", str(example))
    assert done.returncode == 0
    assert json.loads(done.stdout) == referee.replay(text_of(ROOT / "examples" / "first-turn.road"))


def test_a_mistake_is_found(home: Path) -> None:
    done = run(home, "check", "-", given="players Griffin Susie\nfrom two-players\ncheck Griffin coins 99\n")
    assert done.returncode == 1
    assert "error[check-failed]" in done.stdout


def test_manual_pages_are_printed(home: Path) -> None:
    for path in (ROOT / "man").iterdir():
        done = run(home, "man", path.stem)
        assert (done.returncode, done.stderr, done.stdout.startswith(path.stem.upper())) == (0, "", True)
        assert run(home, "man", "--source", path.stem).stdout == text_of(path)
    assert run(home, "man", "nonsense").returncode == 2


@pytest.mark.parametrize(
    "arguments",
    [["schema", "state"], ["schema", "diagnostics"], ["explain", "coins-short"], ["explain", "DARK-06"], ["--help"]],
)
def test_the_other_commands_work(arguments: list[str], home: Path) -> None:
    done = run(home, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_every_command_that_is_listed_can_be_called(home: Path) -> None:
    from referee.cli import COMMANDS

    for name in COMMANDS:
        done = run(home, name, "--help")
        assert (done.returncode, done.stderr) == (0, ""), name
        assert done.stdout.startswith("Usage: referee")


def test_it_starts_without_the_tools_of_the_tests(home: Path) -> None:
    tools = ["pytest", "hypothesis", "interegular", "syrupy"]
    script = f"import importlib.util as u; print([m for m in {tools} if u.find_spec(m)])"
    done = subprocess.run(
        [str(_python(home)), "-c", script],
        capture_output=True,
        text=True,
        env=_plain(),
        check=True,
        cwd=home,
        timeout=60,
    )
    assert done.stdout.strip() == "[]"
