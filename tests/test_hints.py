"""Slips of the pen: what was meant is said where it can be told."""

from __future__ import annotations

import pytest
from support import BEGUN, first, notation

import referee
from referee.drivers.ruling import Ruling
from referee.games.dark_road.notation.words import GIVEN, LABELS, PICKED
from referee.notation.parser import Unreadable
from referee.reports.text import rendered


@pytest.mark.parametrize(
    ("text", "message", "wanted"),
    [
        ("  adjust Susie quartz +1", "what is put right by hand needs its reason in front",
         'override "why it was needed": adjust …'),
        ("Susie adjust quartz +1", "what is put right by hand needs its reason in front",
         'override "why it was needed": adjust …'),
        ("  waives DARK-06: dark 4", "what is waived needs its reason in front",
         'override "why it was let pass" waives … : …'),
        ('  override "x" adjust Susie coins 3', "'adjust' does not fit here", "a colon"),
        ("Griffin: plan 1 slot 2 # now", "a name stands alone, or directly before the step, without ':'",
         "Griffin plan 1 slot 2"),
        ("Griffin, plan 1 slot 2", "a name stands alone, or directly before the step, without ','",
         "Griffin plan 1 slot 2"),
        ("hello world", "'hello world' is no statement: 'world' begins no step", "a fact such as coins 3"),
        ("  plan 1 slot 2; adjust Griffin coins 3", "what is put right by hand needs its reason in front",
         'override "why it was needed": adjust …'),
        ('case "Kitchen table', "this quote is not closed", '" behind the name or text'),
        ('override "x": adjust Griffin coins +1234567', "this number has too many digits",
         "a number of at most 6 digits"),
    ],
)  # fmt: skip
def test_a_statement_that_cannot_be_read_says_what_is_missing(text: str, message: str, wanted: str) -> None:
    found = first(f"{text}\n")
    assert (found.code, found.message) == ("syntax", message)
    assert wanted in found.legal
    assert found.fix == ""


@pytest.mark.parametrize(
    ("text", "word", "meant"),
    [
        ("Susie tkaes 4", "tkaes", "takes"),
        ("  use mine, gian coins", "gian", "gain"),
        ("  deliver Norhtbreak with book", "Norhtbreak", "Northbreak"),
        ("  comision Farglen", "comision", "commission"),
        ("  moves 2", "moves", "move"),
    ],
)
def test_a_word_that_is_none_says_which_was_meant(text: str, word: str, meant: str) -> None:
    found = first(f"{text}\n")
    assert (found.code, found.message) == ("syntax", f"{word!r} is not a word of the notation")
    assert (found.fix, found.notes) == (meant, (f"did you mean {meant!r}?",))


def test_two_words_that_are_one() -> None:
    found = first("set up\n")
    assert (found.message, found.fix) == ("'set up' begins no statement", "setup")
    assert (found.span.start, found.span.end) == (1, 7)


def test_a_hint_that_could_be_another_word_is_no_fix() -> None:
    found = first("check Griffin led 1, shortcut 1\n")
    assert found.notes
    assert "did you mean" in found.notes[-1]


@pytest.mark.parametrize(
    ("text", "kind", "meant"),
    [
        ("  plan 1 slot 3 rotat", "a steed", "rotate"),
        ("  plan 1 slot 2 lantrn", "coins, prestige, lantern or quartz", "lantern"),
        ("  gain armour", "a good", "armor"),
        ("  gain dek", "far, middle, near, deck, upper or lower", "deck"),
        ("  gain prestgie", "coins, prestige, lantern or quartz", "prestige"),
        ("  inn Wassily instrument", "a hero", "Wasily"),
        ("  deliver Norhtbreak", "a town", "Northbreak"),
        ("  travel Ravn", "a companion", "Raven"),
        ("  travel midle", "far, middle, near, deck, upper or lower", "middle"),
        ("  use minne", "oracle", "mine"),
        ("  use mine deed Storytellr", "a deed", "Storyteller"),
        ("Grifin", "Susie", "Griffin"),
    ],
)
def test_an_unknown_name_is_told_by_what_could_stand_there(text: str, kind: str, meant: str) -> None:
    """No table is known, so names of the box are neither called legal nor listed by the dozen."""
    found = first(f"{text}\n")
    assert found.code == "unknown-name"
    assert kind in found.legal
    assert not any(option.startswith('"') for option in found.legal)
    assert (found.fix, found.notes) == (meant, (f"did you mean {meant!r}?",))
    assert "= expected: " in rendered(found, lambda number: text)


def test_what_is_like_nothing_has_no_hint() -> None:
    found = first("  gain xyzzy\n")
    assert (found.code, found.fix, found.notes) == ("unknown-name", "", ())


@pytest.mark.parametrize(("start", "classes"), [("gain", PICKED), ("gift Raven", GIVEN)])
def test_the_words_that_stand_beside_a_name_are_those_of_the_grammar(start: str, classes: tuple[str, ...]) -> None:
    with pytest.raises(Unreadable) as bad:
        notation().parse(notation().tokens(f"{start} ]"))
    others = {"NAME", "STRING", "SIGNED", "$END", "COMMA", "__ANON_2"}
    assert set(notation().accepted(bad.value)) - others == set(classes)


# ── labels ──────────────────────────────────────────────────────────────────────────────────────────────

TURN = "  plan 1 slot 2 glow; move 1; use mine\n  bazaar rotate, change potion to armor, buy armor x2 book\n"


@pytest.mark.parametrize(
    ("text", "label", "meant"),
    [
        (f"{TURN}  commission Farglen, topp -> [potion book staff]; rest market -> weapon staff book\n", "topp", "top"),
        (
            f"{TURN}  commission Farglen, top -> [potion book staff]; rest markt -> weapon staff book\n",
            "markt",
            "market",
        ),
    ],
)
def test_a_label_that_is_none_is_one_finding_and_read_as_what_was_meant(text: str, label: str, meant: str) -> None:
    (found,) = referee.check(BEGUN + text)
    assert (found.code, found.message) == ("unknown-label", f"{label!r} is no label of a throw or draw")
    assert (found.fix, found.notes) == (meant, (f"did you mean {meant!r}?",))
    right = BEGUN + text.replace(label, meant)
    assert referee.check(right) == []
    assert referee.replay(BEGUN + text) == referee.replay(right)


def test_the_dice_of_a_journey_are_not_invented_for_a_slip() -> None:
    road = "  plan 1 slot 2 lantern; move 2; travel Raven, road Farglen\n  Susie stays\n"
    text = BEGUN + road + "  evnt -> Moth-Storm, dcie -> 1\n"
    assert [d.message for d in referee.check(text)] == [
        "'evnt' is no label of a throw or draw",
        "'dcie' is no label of a throw or draw",
    ]
    right = text.replace("evnt", "event").replace("dcie", "dice")
    assert referee.check(right) == []
    assert referee.replay(text) == referee.replay(right)


def test_a_label_like_none_lists_them_all_and_nothing_follows() -> None:
    text = BEGUN + TURN + "  commission Farglen, xyzzy -> [potion book staff]\n"
    (found,) = referee.check(text)
    assert (found.code, found.legal, found.fix) == ("unknown-label", LABELS, "")


def test_every_label_can_be_written() -> None:
    for label in LABELS:
        assert notation().parse(notation().tokens(f"{label} -> ?"))
        assert [d.code for d in referee.check(f"{BEGUN}{label} -> ?\n")] == ["not-asked"]


# ── verdicts and facts ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("check Griffin coinz 3", "coins"),
        ("expect Griffin unchangd", "unchanged"),
        ("expect Griffin onyl coins 3", "only"),
        ("not leagl dark 9", "legal"),
    ],
)
def test_slips_in_verdicts_and_facts_are_hinted_at(text: str, hint: str) -> None:
    assert f"did you mean {hint!r}?" in first(f"{text}\n").notes


def test_hints_end_where_nobody_reads_them() -> None:
    found = referee.check(BEGUN + "".join(f"  moev {number}\n" for number in range(600)))
    assert len(found) == 600
    assert found[0].notes == ("did you mean 'move'?",)
    assert (found[-1].legal, found[-1].notes) == ((), ())


@pytest.mark.parametrize("text", ["  refused coin-short: dark 4", "  dark 4\n  refused coin-short"])
def test_a_code_that_does_not_exist_is_said_to_be_none(text: str) -> None:
    """Whether or not the doing is refused: nothing would ever be refused in this way."""
    start = (
        BEGUN.replace("two-players\n", "two-players\n  Griffin coins 3\n")
        + "  plan 1 slot 2 lantern; move 2 shoe ahead\n"
    )
    found = [d for d in referee.check(f"{start}{text}\n") if d.code != "coins-short"]
    assert [(d.code, d.message) for d in found] == [("unknown-code", "nothing is ever refused as 'coin-short'")]
    assert found[0].notes[0] == "did you mean 'coins-short'?"
    right = referee.check(f"{start}{text}\n".replace("coin-short", "coins-short"))
    assert right == []


def test_an_id_that_no_rule_has_is_hinted_at() -> None:
    found = first('  override "x" waives DARK-05 DRAK-06: dark 1\n')
    assert (found.code, found.notes) == ("unknown-rule", ("did you mean 'DARK-06'?",))
    assert (found.span.start, found.span.end) == (31, 38)
    (cited,) = Ruling('ruling "x"\ncites DARK-06 DRAK-06\n', "x").diagnostics
    assert cited.notes == ("did you mean 'DARK-06'?",)
    assert (cited.span.start, cited.span.end) == (15, 22)


def test_an_id_is_read_in_either_case() -> None:
    ruling = Ruling('ruling "x"\ncites dark-06 Inn-02\n', "x")
    assert (ruling.diagnostics, ruling.cites) == ([], ("DARK-06", "INN-02"))
    text = '  plan 1 slot 2 lantern; move 2 shoe ahead\n  override "x" waives dark-06: dark 4 deed upper\n'
    start = BEGUN.replace("two-players\n", "two-players\n  Griffin coins 3\n")
    assert [d.code for d in referee.check(start + text)] == ["override"]


def test_a_name_like_an_id_is_a_name() -> None:
    assert referee.check("players agent-07 Susie\nfrom two-players\ncheck Agent-07 coins 5\n") == []


# ── quotes and lines ────────────────────────────────────────────────────────────────────────────────────


def test_a_quoted_text_has_a_greatest_length() -> None:
    assert referee.check(f'place "{"x" * 200}"\n{BEGUN}') == []
    (found,) = referee.check(f'place "{"x" * 201}"\n{BEGUN}')
    assert found.message == "a quoted text has at most 200 characters; this one has 201"


@pytest.mark.parametrize("quote", ["“", "„", "«"])
def test_other_quotes_are_told(quote: str) -> None:
    (found,) = referee.check(f"place {quote}Kitchen”\n{BEGUN}")
    assert (found.code, found.fix, found.span.start) == ("unreadable-character", '"', 7)
    assert found.message == f'a name or text is quoted with ", not with {quote}'


def test_a_file_whose_lines_end_in_a_carriage_return_alone_is_read() -> None:
    text = BEGUN + TURN
    assert referee.check(text.replace("\n", "\r")) == referee.check(text)
    assert referee.check(BEGUN.replace("\n", "\r") + "Grifin\r")[0].span.line == BEGUN.count("\n") + 1
