"""A misspelt word stands for the one word of the collection that is near it, or for none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from corpus.spelling import Spelling, mistakes

WORDS = {
    "electricidad": 9, "espacio": 6, "eletricidade": 4, "barco": 8, "barcos": 5, "banco": 2, "carta": 6, "marta": 5,
    "adversario": 3, "territorio": 7, "energia": 5, "x1": 9,
}  # fmt: skip


@pytest.fixture(scope="module")
def spelling() -> Spelling:
    return Spelling(WORDS, lambda word: word.removesuffix("s"))


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("eletrecidade", "eletricidade"),
        ("espasio", "espacio"),
        ("adverasrio", "adversario"),  # two letters swapped
        ("teritoreo", "territorio"),  # a long word may be wrong twice
        ("enregia", "energia"),
        ("brco", "barco"),
        ("bario", "barco"),  # not "banco", which is two letters away
        ("barcs", "barco"),  # "barco" and "barcos" are one word
        ("barconinis", None),
        ("parta", None),  # "carta" as much as "marta"
        ("enxrgxa", None),  # a short word that is wrong twice
        ("mar", None),
        ("x2", None),
        ("", None),
        ("a" * 500, None),
    ],
)
def test_a_word_is_read_as_the_one_it_is_near(spelling: Spelling, word: str, meant: str | None) -> None:
    assert spelling.meant(word) == meant


def test_a_much_commoner_word_wins_over_one_as_near() -> None:
    assert Spelling({"carta": 9, "marta": 3}, str).meant("parta") == "carta"
    assert Spelling({"carta": 8, "marta": 3}, str).meant("parta") is None
    assert Spelling({}, str).meant("parta") is None


def reference(word: str, other: str) -> int:
    """Optimal string alignment, by its definition."""
    if not word or not other:
        return len(word) + len(other)
    ways = [
        reference(word[1:], other) + 1,
        reference(word, other[1:]) + 1,
        reference(word[1:], other[1:]) + (word[0] != other[0]),
    ]
    if word[:2] == other[1::-1] and len(other) > 1 and len(word) > 1:
        ways.append(reference(word[2:], other[2:]) + 1)
    return min(ways)


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_mistakes_are_counted_as_defined(word: str, other: str) -> None:
    assert mistakes(word, other, 12) == reference(word, other)


@given(st.text("abcdefgh", min_size=4, max_size=10), st.data())
def test_no_word_within_one_mistake_is_sifted_out(word: str, data: st.DataObject) -> None:
    place, letter = data.draw(st.integers(0, len(word))), data.draw(st.sampled_from("axyz"))
    before, after = word[:place], word[place:]
    ways = [before + letter + after, before + after[1:], before + letter + after[1:], before + after[1::-1] + after[2:]]
    written = data.draw(st.sampled_from(ways))
    assert Spelling({word: 1}, str).meant(written) == (word if len(written) >= 4 else None)
