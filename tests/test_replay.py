"""Snapshots: at every kind of place, along the way, as their schema says, the same on every machine; and the

library.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import EXAMPLES, FIRST_TURN, SEED, run, seeded, text_of

import referee
from referee.drivers.where import WrongWhere, parse_where
from referee.reports.schemas import SCHEMAS

# ── a small validator: what msgspec's schemas use of JSON Schema, and nothing unknown passes ────────────

KEYWORDS = {
    "$ref", "$defs", "type", "properties", "required", "items", "anyOf", "enum", "additionalProperties", "title",
    "description", "default", "const",
    "prefixItems", "minItems", "maxItems", "discriminator", "$schema",
}  # fmt: skip
TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "boolean": bool, "null": type(None), "number": (int,
    float),
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "$") -> list[str]:
    """Where a value is not as a schema says."""
    assert set(schema) <= KEYWORDS, f"this validator does not know {set(schema) - KEYWORDS}"
    if "$ref" in schema:
        return faults(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    if "anyOf" in schema:
        tried = [faults(value, part, root, at) for part in schema["anyOf"]]
        return [] if [] in tried else [f"{at}: nothing of {schema['anyOf']} fits {value!r}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{at}: {value!r} is none of {schema['enum']}"]
    if "const" in schema and value != schema["const"]:
        return [f"{at}: {value!r} is not {schema['const']!r}"]
    kind = schema.get("type")
    if kind and (not isinstance(value, TYPES[kind]) or (kind in {"integer", "number"} and isinstance(value, bool))):
        return [f"{at}: {value!r} is no {kind}"]
    found: list[str] = []
    if isinstance(value, dict):
        found += [f"{at}: {name} is missing" for name in schema.get("required", ()) if name not in value]
        known, others = schema.get("properties", {}), schema.get("additionalProperties", True)
        for name, part in value.items():
            if name in known:
                found += faults(part, known[name], root, f"{at}.{name}")
            elif isinstance(others, dict):
                found += faults(part, others, root, f"{at}.{name}")
            elif "properties" in schema:
                found.append(f"{at}: {name} is not in the schema")
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for number, part in enumerate(value):
            found += faults(part, schema["items"], root, f"{at}[{number}]")
    return found


def valid(value: Any, schema: dict[str, Any]) -> None:
    assert faults(value, schema, schema) == []


def test_the_validator_finds_faults() -> None:
    schema = referee.schema("state")
    state = referee.replay(text_of(FIRST_TURN))
    valid(state, schema)
    for change in (
        {"round": "1"}, {"round": True}, {"players": [{}]}, {"players": None}, {"nonsense": 1}, {"wheel": [{"good": 1,
        "worth": 1, "dice": 1}]},
        {"pending": {"kind": "oracle", "who": "", "what": "", "optional": False}},
    ):  # fmt: skip
        assert faults({**state, **change}, schema, schema), change
    assert faults({key: value for key, value in state.items() if key != "supply"}, schema, schema)


# ── the command line ────────────────────────────────────────────────────────────────────────────────────


def replayed(*arguments: str) -> Any:
    done = run("replay", *arguments)
    assert (done.returncode, done.stderr.decode()) == (0, "")
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def state_schema() -> dict[str, Any]:
    done = run("schema", "state")
    assert (done.returncode, done.stderr) == (0, b"")
    found: dict[str, Any] = json.loads(done.stdout)
    assert found == referee.schema("state")
    return found


@pytest.fixture(scope="module")
def end() -> Any:
    return replayed(str(FIRST_TURN))


def test_without_options_the_end_is_shown(end: Any, state_schema: dict[str, Any]) -> None:
    valid(end, state_schema)
    assert end["schema"] == "referee/dark-road/state/2"
    assert (end["round"], end["turn_of"], end["stage"]) == (2, "Griffin", "plan")
    assert [(p["name"], p["coins"], p["quartz"]) for p in end["players"]] == [
        ("Griffin", 2, 1),
        ("Susie", 6 + 2, 0),
        ("Brian", 3, 0),
    ]
    assert end["players"][0]["goods"] == ["armor", "potion", "potion", "weapon"]
    assert end["pending"] == {"kind": "choice", "who": "Griffin", "what": "reset the locked dice", "optional": True}


def steps_of(path: Path) -> int:
    """As the summary of a check counts them."""
    said = re.search(rb"(\d+) steps? played", run("check", path).stdout)
    assert said is not None
    return int(said[1])


def line_of(text: str) -> int:
    return next(number for number, line in enumerate(text_of(FIRST_TURN).split("\n"), 1) if text in line)


def coins(state: Any) -> list[int]:
    return [player["coins"] for player in state["players"]]


PLACES = ["end", "END", "1.Griffin", "1.griffin", "1.SUSIE", "01.Brian", "round 1", "Round  1"]


@pytest.mark.parametrize("where", PLACES)
def test_places_that_the_record_reaches(where: str, state_schema: dict[str, Any]) -> None:
    state = replayed("--at", where, str(FIRST_TURN))
    valid(state, state_schema)
    assert state == referee.replay(text_of(FIRST_TURN), where)


def test_the_end_of_a_turn_is_before_the_next_one(end: Any) -> None:
    text = text_of(FIRST_TURN)
    griffin = referee.replay(text, "1.Griffin")
    assert (griffin["round"], griffin["turn_of"], griffin["stage"]) == (1, "Susie", "plan")
    assert coins(griffin)[0] == 2
    assert griffin["players"][1]["reserve"] == [0, 2, 2, 3]
    assert referee.replay(text, "1.Brian") == referee.replay(text, "round 1")
    assert referee.replay(text, "end") == end


def test_a_line_and_a_step_of_a_line() -> None:
    text = text_of(FIRST_TURN)
    bazaar = line_of("bazaar rotate")
    before, after = referee.replay(text, f"line {bazaar - 1}"), referee.replay(text, f"line {bazaar}")
    assert before["turn"]["activated"] == []
    assert after["turn"]["activated"] == ["bazaar"]
    turned = referee.replay(text, f"line {bazaar}.2")
    assert [s["good"] for s in turned["wheel"]] != [s["good"] for s in before["wheel"]]
    assert coins(turned) == coins(before)
    assert referee.replay(text, f"LINE {bazaar}.4") == after


NEVER = {where: f"the record never reaches {where!r}" for where in ("2.Griffin", "1.Andrea", "round 2", "99.Griffin")}
NEVER |= {where: f"the record never reaches {where!r}" for where in ("line 27.99", "line 0.1", "line 20.1")}
NEVER |= {f"line {line}": f"there is no line {line}: the record has 36 lines" for line in (0, 37, 9999)}
NEVER |= {f"line {line}": f"nothing is played up to line {line}" for line in (1, 2, 6)}


@pytest.mark.parametrize("where", NEVER)
def test_places_that_the_record_never_reaches(where: str) -> None:
    for command in ("replay", "legal", "show", "position"):
        done = run(command, "--at", where, FIRST_TURN)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.decode() == f"Error: {FIRST_TURN}: {NEVER[where]}\n"
    with pytest.raises(ValueError, match=re.escape(NEVER[where])):
        referee.replay(text_of(FIRST_TURN), where)


def test_a_line_on_which_nothing_is_said_is_the_one_above() -> None:
    """A blank line, a comment, and a line that cannot be read."""
    text = text_of(FIRST_TURN)
    assert text.split("\n")[17] == ""
    assert referee.replay(text, "line 18") == referee.replay(text, "line 17")
    moved = text.replace("  use mine\n", "  use mine\n# about the mine\n\n  moev 2\n")
    at = line_of("use mine")
    for more in (1, 2, 3):
        assert referee.replay(moved, f"line {at + more}") == referee.replay(text, f"line {at}")
    assert referee.replay(text + "\n\n", "line 38") == referee.replay(text, "line 36")


@pytest.mark.parametrize(
    "where",
    [
        "",
        "start",
        "round",
        "round x",
        "line",
        "line -1",
        "line 1.2.3",
        "Griffin",
        "1.",
        "1e3",
        "round 100",
        "line 99999999",
    ],
)
def test_what_is_no_place(where: str) -> None:
    done = run("replay", "--at", where, FIRST_TURN)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "is not a place; write 3.Griffin" in done.stderr.decode()
    with pytest.raises(WrongWhere):
        parse_where(where)


def test_a_place_and_every_exclude_each_other() -> None:
    done = run("replay", "--at", "end", "--every", "turn", FIRST_TURN)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"exclude each other" in done.stderr


@pytest.mark.parametrize(("every", "number"), [("move", None), ("turn", 3), ("round", 1)])
def test_one_snapshot_a_line_along_the_way(
    every: str, number: int | None, end: Any, state_schema: dict[str, Any]
) -> None:
    done = run("replay", "--every", every, FIRST_TURN)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode().splitlines()
    assert len(lines) == (number or steps_of(FIRST_TURN))
    states = [json.loads(line) for line in lines]
    for state in states:
        valid(state, state_schema)
    if every != "move":
        assert states[-1] == end
    else:
        assert states[0]["stage"] in {"plan", "move"}
        assert len(set(lines)) > 15


def test_a_record_with_a_mistake_is_shown_as_assumed(tmp_path: Path) -> None:
    path = tmp_path / "bad.road"
    path.write_text("players Griffin Susie\nfrom two-players\ncheck Griffin coins 99\n", encoding="utf-8")
    done = run("replay", path)
    assert done.returncode == 1
    assert json.loads(done.stdout)["players"][0]["coins"] == 5
    assert b"error[check-failed]" in done.stderr
    assert b"error" not in done.stdout


def test_a_record_that_never_starts_shows_nothing() -> None:
    done = run("replay", "-", given="players A B\n")
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"error[no-game]" in done.stderr


def test_standard_input_is_read(end: Any) -> None:
    assert json.loads(run("replay", "-", given=text_of(FIRST_TURN)).stdout) == end


@pytest.mark.parametrize(
    "arguments",
    [
        ["replay"],
        ["replay", "--every", "move"],
        ["check"],
        ["check", "--format", "json"],
        ["check", "--format", "sarif"],
    ],
)
def test_the_same_bytes_whatever_the_machine(arguments: list[str], tmp_path: Path) -> None:
    text = text_of(FIRST_TURN).replace("bazaar rotate", "bazaar rotate rotate").replace("use mine", "use minne")
    path = tmp_path / "game.road"
    path.write_text(text, encoding="utf-8")
    told = []
    for seed, zone, locale in (
        ("0", "UTC", "C"),
        ("1", "Asia/Tokyo", "C.UTF-8"),
        ("4242", "America/Lima", "de_DE.UTF-8"),
    ):
        done = run(*arguments, "game.road", within=tmp_path, PYTHONHASHSEED=seed, TZ=zone, LC_ALL=locale)
        told.append((done.returncode, done.stdout, done.stderr))
    assert told[0] == told[1] == told[2]


def test_a_report_is_as_its_schema_says(tmp_path: Path) -> None:
    schema = json.loads(run("schema", "diagnostics").stdout)
    assert schema == json.loads(json.dumps(referee.schema("diagnostics")))
    path = tmp_path / "bad.road"
    path.write_text(
        "players Griffin Susie\nfrom two-players\ncheck Griffin coins 99\nGriffin use minne\n", encoding="utf-8"
    )
    for file in (path, FIRST_TURN):
        report = json.loads(run("check", "--format", "json", file).stdout)
        valid(report, schema)
        assert report["files"] == [str(file)]
    assert faults({"schema": "x"}, schema, schema)


# ── the library ─────────────────────────────────────────────────────────────────────────────────────────

START = "players Griffin Susie\nfrom two-players\n"
RULINGS = Path(__file__).parent.parent / "examples" / "rulings"


def test_the_door_has_these_names() -> None:
    assert set(referee.__all__) == {
        "Match", "__version__", "begin", "check", "do", "explain", "legal", "read", "replay", "schema", "snapshot",
    }  # fmt: skip
    for name in referee.__all__:
        assert getattr(referee, name)
    with pytest.raises(AttributeError, match="nonsense"):
        _ = referee.nonsense  # type: ignore[attr-defined]


def test_a_match_goes_on_line_by_line_as_the_whole_record_does() -> None:
    head, body = text_of(FIRST_TURN).split("round 1\n")
    match = referee.begin(head)
    assert match.diagnostics == []
    assert not match.over
    for line in ["round 1", *body.split("\n")]:
        assert referee.do(match, line) == [], line
    assert referee.do(match, "rest") == []  # a match does not end a turn before it is told to; the end of a record does
    assert referee.snapshot(match) == referee.replay(text_of(FIRST_TURN))
    assert match.diagnostics == []


def test_what_is_forced_may_be_written_behind_a_check() -> None:
    steps = [
        "Griffin",
        "  plan 0 slot 3 coins",
        "check Griffin coins 7",
        "  move 3",
        "check Griffin coins 7",
        "  dark 2",
    ]
    assert referee.check(START + "\n".join(step for step in steps if not step.startswith("check"))) == []
    assert [d.message for d in referee.check(START + "\n".join(steps))] == []


def test_what_is_wrong_with_a_line_is_told_and_remembered() -> None:
    match = referee.begin(START)
    before = referee.snapshot(match)
    assert [d.code for d in referee.do(match, "use mine")] == ["not-now"]
    assert referee.snapshot(match) == before
    assert [d.code for d in referee.do(match, "moev 2")] == ["syntax"]
    assert [d.code for d in referee.do(match, "check Griffin coins 99")] == ["check-failed"]
    assert referee.do(match, "plan 1 slot 2 lantern") == []


def test_a_match_keeps_everything_that_was_wrong() -> None:
    match = referee.begin(START)
    told = [*referee.do(match, "moev 2"), *referee.do(match, "use minne"), *referee.do(match, "check Griffin coins 99")]
    assert [d.code for d in match.diagnostics] == [d.code for d in told]


def test_reading_plays_nothing() -> None:
    record = referee.read(START + "use minne\nGriffin use mine\n", "x.road")
    assert record.file == "x.road"
    assert [type(s).__name__ for s in record.statements] == ["Section", "Doing"]
    assert [s.span.line for s in record.statements] == [2, 4]


def test_checking_sorts_by_place() -> None:
    found = referee.check(START + "check Griffin coins 99\nmoev 2\ncheck Susie coins 99\n", "x.road")
    assert [d.span.line for d in found] == [3, 4, 5]
    assert {d.file for d in found} == {"x.road"}


def test_a_match_that_has_not_begun() -> None:
    match = referee.begin("players A B\n")
    assert match.over
    assert referee.legal(match) == []
    with pytest.raises(ValueError, match="not begun"):
        referee.snapshot(match)


def test_going_on_with_a_match_that_has_not_begun() -> None:
    match = referee.begin("players A B\n")
    assert [d.code for d in referee.do(match, "plan 1 slot 2")] == ["not-started"]
    assert referee.do(match, "from two-players") == []
    assert referee.legal(match)


def test_explanations() -> None:
    assert "coins" in referee.explain("coins-short")
    assert referee.explain("Coins-Short") == referee.explain("coins-short")
    assert referee.explain("dark-06").startswith("DARK-06")
    with pytest.raises(KeyError, match="nothing is known as 'coin-short'; did you mean 'coins-short'"):
        referee.explain("coin-short")
    with pytest.raises(ValueError, match=r"nothing is played: line 1, .*neither setup nor from"):
        referee.replay("")


def test_schemas_are_plain_data() -> None:
    for what in SCHEMAS:
        assert json.loads(json.dumps(referee.schema(what))) == referee.schema(what)


def test_a_schema_of_something_else() -> None:
    with pytest.raises(ValueError, match="no schema 'nonsense': there are state, diagnostics, alternatives, "):
        referee.schema("nonsense")


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_is_printed_as_json_is_as_its_schema_says(name: str) -> None:
    """The title of a schema is the command that prints it."""
    schema = json.loads(run("schema", name).stdout)
    assert schema == referee.schema(name)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    for more in (
        ([], ["--why"]) if name == "legal" else ([], ["--coverage", str(RULINGS)]) if name == "rules" else ([],)
    ):
        files = [] if name in {"rules", "options"} else [RULINGS if name == "outcomes" else FIRST_TURN]
        done = run(*schema["title"].split()[1:], *more, *files)
        printed = json.loads(done.stdout)
        valid(printed, schema)
        assert faults({"nonsense": 1}, schema, schema)
    assert printed


def test_a_match_is_begun_once() -> None:
    match = referee.begin(START)
    referee.do(match, "plan 1 slot 2 lantern")
    before = referee.snapshot(match)
    for text in ("from two-players\n  Griffin coins 3", "setup", "position"):
        assert [d.code for d in referee.do(match, text)] == ["started-twice"], text
    for text in ("edition prototype", "option dark.no_coin = free", "players A B", "declare deed Late: vp 3"):
        assert [d.code for d in referee.do(match, text)] == ["late-header"], text
    assert referee.snapshot(match) == before


def test_a_snapshot_is_a_copy() -> None:
    match = referee.begin(START)
    state = referee.snapshot(match)
    state["players"][0]["goods"].append("armor")
    state["players"][0]["coins"] = 99
    assert referee.snapshot(match)["players"][0]["coins"] == 5
    assert "armor" not in referee.snapshot(match)["players"][0]["goods"]


@pytest.mark.parametrize("game", range(4))
def test_whatever_is_legal_can_be_pasted(game: int) -> None:
    """A game played only by pasting what is listed: nothing of it is refused, and it does not get stuck."""
    rng = seeded("paste", game)
    match = referee.begin(START if game % 2 else text_of(FIRST_TURN))
    written: list[str] = []
    for _ in range(120):
        listed = referee.legal(match)
        if match.over:
            break
        assert listed, f"REFEREE_SEED={SEED}, game {game}: nothing is listed after {written}"
        assert len(set(listed)) == len(listed)
        step = rng.choice(listed)
        written.append(step)
        assert referee.do(match, step) == [], f"REFEREE_SEED={SEED}, game {game}: {written}"
    assert len(written) > 50


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_is_clean_from_its_file(path: Path) -> None:
    done = run("check", "--strict", "--allow-overrides", path)
    assert (done.returncode, done.stderr) == (0, b""), done.stdout.decode()
