"""Names as people write them."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

import referee
from referee.games.dark_road.game import GAME
from referee.notation.names import Lexicon, fold, nearest

LETTERS = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x17F, exclude_characters="ıſİŉ"), max_size=20)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Brembizánt", "brembizant"),
        ("Brembizánt", "BREMBIZÁNT"),
        ("Brembizánt", unicodedata.normalize("NFD", "Brembizánt")),
        ("Li'l Dumplin'", "lil-dumplin"),
        ("Li'l Dumplin'", "Li’l Dumplin’"),
        ("Snow Bee", "snow-bee"),
        ("Snow Bee", "SnowBee"),
        ("Otho's Lanternworks", "othos lanternworks"),
        ("Candle & Quartz", "candle-quartz"),
        ("Straße", "STRASSE"),
        ("ﬁligree", "Filigree"),
    ],
)
def test_spellings_of_one_name(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("Raven", "Ravens"), ("Ice Mouse", "Icy Mouse"), ("A1", "A2"), ("A", "")])
def test_names_that_differ(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(LETTERS)
def test_folding_twice_changes_nothing(name: str) -> None:
    assert fold(fold(name)) == fold(name)


@given(LETTERS)
def test_case_accents_and_punctuation_carry_no_meaning(name: str) -> None:
    assert fold(name.upper()) == fold(name.lower()) == fold(name)
    assert fold(unicodedata.normalize("NFD", name)) == fold(unicodedata.normalize("NFC", name))
    assert fold(f"-{name}'’ \"") == fold(name)


@given(st.from_regex(r"[A-Za-z]{1,12}", fullmatch=True))
def test_the_short_way_for_plain_words_is_no_other_way(name: str) -> None:
    assert fold(name) == fold(f"{name}-")


def test_a_slip_of_the_pen() -> None:
    known = ["Griffin", "Susie", "Brian"]
    assert nearest("Grifin", known) == ["Griffin"]
    assert nearest("BRAIN", known) == ["Brian"]
    assert nearest("Xylophone", known) == []
    assert nearest("", known) == []
    assert nearest("Susie", []) == []


def test_the_likeliest_comes_first_and_not_too_many() -> None:
    known = ["armor", "armory", "armour", "armors", "arm"]
    assert nearest("armor", known, 1) == ["armor"]
    assert len(nearest("armo", known)) == 3


def test_the_kinds_of_a_lexicon_are_asked_in_turn() -> None:
    names = Lexicon()
    names.add("hero", "Oracle")
    names.add("building", "oracle")
    assert names.find(("building", "hero"), "ORACLE") == ("building", "oracle")
    assert names.find(("hero", "building"), "ORACLE") == ("hero", "Oracle")
    assert names.find(("steed",), "oracle") is None
    assert names.find((), "oracle") is None


def test_another_spelling_finds_the_proper_one() -> None:
    names = Lexicon()
    names.add("player", "Griffin", "G")
    assert names.find(("player",), "g") == ("player", "Griffin")
    assert names.find(("player",), "Griffin") is None
    assert list(names.known(("player", "hero"))) == ["Griffin"]


def test_a_copy_of_a_lexicon_goes_its_own_way() -> None:
    names = Lexicon()
    names.add("player", "Griffin")
    twin = names.copy()
    twin.add("player", "Susie")
    assert names.find(("player",), "Susie") is None
    assert twin.find(("player",), "Griffin") == ("player", "Griffin")


def test_every_name_of_the_box_is_found_by_its_own_spelling() -> None:
    box = GAME.bundled_box("house")
    names = GAME.lexicon(box)
    for kind, cards in (
        ("hero", box.heroes), ("steed", box.steeds), ("building", box.buildings), ("companion", box.companions),
        ("deed", box.deeds), ("upgrade", box.upgrades), ("event", box.events),
    ):  # fmt: skip
        assert len({fold(card) for card in cards}) == len(cards), f"two names of kind {kind} fold to one"
        for card in cards:
            assert names.find((kind,), card) == (kind, card)
            assert names.find((kind,), card.upper().replace(" ", "-")) == (kind, card)


@pytest.mark.parametrize("spelling", ["brembizant", "BREMBIZÁNT", '"Brembizánt"', "Brem-bizant"])
def test_a_steed_is_found_without_its_accent(spelling: str) -> None:
    text = f"players Griffin Susie\nfrom two-players\n  Griffin steeds {spelling}\ncheck Griffin steeds Brembizánt\n"
    assert referee.check(text) == []


def test_a_name_that_nothing_answers_to_is_told_with_the_nearest() -> None:
    found = referee.check("players Griffin Susie\nfrom two-players\n  Griffin steeds Brembizont\n")
    assert [d.code for d in found] == ["unknown-name"]
    assert found[0].fix == "Brembizánt"
    assert found[0].notes == ("did you mean 'Brembizánt'?",)
    assert "Brembizánt" in found[0].legal, "few have this kind of name"


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ("alias Griffin = Susie", "'Griffin' already stands for Griffin"),
        ("alias G = Griffin\nalias g = Susie", "'g' already stands for Griffin"),
        ("alias G = Griffin\nalias G = Griffin", "'G' already stands for Griffin"),
    ],
)
def test_an_alias_stands_for_one_player(lines: str, wrong: str) -> None:
    text = f"players Griffin Susie\n{lines}\nfrom two-players\ncheck Griffin coins 5\n"
    assert [(d.code, d.message) for d in referee.check(text)] == [("declared-twice", wrong)]


def test_a_player_may_have_several_aliases() -> None:
    text = "players Griffin Susie\nalias G = Griffin\nalias Griff = Griffin\nalias S = Susie\nfrom two-players\n"
    assert referee.check(text + "check G coins 5\ncheck Griff coins 5\ncheck S coins 6\n") == []


def test_players_may_have_an_alias_and_any_letters() -> None:
    text = 'players Åsa "Old Tom"\nalias t = old-tom\nfrom two-players\ncheck asa coins 5\ncheck T coins 6\n'
    assert [d.message for d in referee.check(text)] == []
