"""Names: what is blank is none, and nobody can pass for somebody else."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.tables import commands
from filon.tables.names import is_blank, likeness, plain
from tests.tables.desk import ANNA, BEN, CLEO, Desk

UNSEEN = (
    "\u3164\u115f\u1160\uffa0\u2800\u200b\u200c\u200d\u2060\ufeff\u00ad\u034f\ufe0f\u180e\u202e\U000e0061"
)
WIDE = "Anna".translate({ord(char): ord(char) + 0xFEE0 for char in "Ana"})
BOLD = unicodedata.lookup("MATHEMATICAL BOLD CAPITAL A") + "nna"
PERSIAN = "\u0646\u06cc\u0645\u200c\u0641\u0627"
HINDI = "\u0915\u094d\u200d\u0937"


@pytest.mark.parametrize("char", [*UNSEEN, "\u00a0", "\u3000", "\u0301"])
def test_a_name_of_characters_that_draw_nothing_is_no_name(char: str) -> None:
    desk = Desk()
    for name in (char, 3 * char, f" {char} {char}"):
        assert desk.refused(BEN, commands.Join(name), "malformed").field == "name"
        assert desk.refused(ANNA, commands.Rename(name), "malformed").field == "name"
        assert desk.refused(ANNA, commands.Say(name), "malformed").field == "text"


@pytest.mark.parametrize(
    "twin",
    [
        "anna",
        WIDE,
        "An\u200dna",
        "Anna\u3164",
        "\u2800Anna",
        "A\u1160nna",
        "Anna\ufe0f",
        BOLD,
        "An na",
    ],
)
def test_a_name_that_looks_like_somebodys_is_taken(twin: str) -> None:
    desk = Desk().join(BEN)
    desk.refused(CLEO, commands.Join(twin), "name_taken")
    desk.refused(BEN, commands.Rename(twin), "name_taken")


@pytest.mark.parametrize("name", ["👩\u200d💻", "❤\ufe0f", PERSIAN, HINDI, "한글", "Zoë", "Jean-Luc", "⠁⠙⠁"])
def test_scripts_and_pictures_keep_what_they_need(name: str) -> None:
    desk = Desk()
    desk.say(BEN, commands.Join(name))
    assert desk.table.people[BEN].name == name


def test_different_names_stay_different() -> None:
    names = ("Anna", "Ana", "Änna", "Hanna", "안나", "アンナ", "👩\u200d💻", "👩🏽\u200d💻", "1", "Ann")
    assert len({likeness(name) for name in names}) == len(names)


@given(st.text(max_size=12), st.lists(st.tuples(st.sampled_from(UNSEEN), st.integers(0, 12)), max_size=6))
def test_what_cannot_be_seen_makes_no_other_name(name: str, unseen: list[tuple[str, int]]) -> None:
    other = name
    for char, at in unseen:
        other = other[:at] + char + other[at:]
    assert likeness(other) == likeness(name)
    assert is_blank(other) == is_blank(name)


@given(st.text(max_size=12), st.sampled_from(("NFC", "NFD", "NFKC", "NFKD")))
def test_the_way_of_writing_makes_no_other_name(name: str, form: str) -> None:
    assert likeness(unicodedata.normalize(form, name)) == likeness(name)  # type: ignore[arg-type]
    assert likeness(name.casefold()) == likeness(name)


@given(st.text(max_size=40))
def test_a_name_that_is_shown_is_shown_the_same_again(text: str) -> None:
    assert plain(plain(text)) == plain(text)
    if not is_blank(plain(text)):
        assert likeness(plain(text))
