"""What counts as one word in singular and plural, and what as no term."""

import pytest

from service.translation.checks.sides import Side
from service.translation.checks.term_table import occurrences
from service.translation.checks.words import may_be_term, stem
from service.translation.types import Segment

SAME = [
    ("en", "die", "dice"),
    ("en", "man", "men"),
    ("de", "spieler", "spielern"),
    ("de", "händler", "händlers"),
    ("fr", "jeu", "jeux"),
    ("fr", "bateau", "bateaux"),
    ("pt", "rei", "reis"),
    ("it", "asta", "aste"),
]


@pytest.mark.parametrize(("language", "one", "many"), SAME)
def test_that_singular_and_plural_have_one_stem(language: str, one: str, many: str) -> None:
    assert stem(one, language) == stem(many, language)


def test_that_who_plays_is_not_what_is_played() -> None:
    assert stem("spieler", "de") != stem("spiel", "de")
    assert stem("felder", "de") == stem("feld", "de")  # a plural in "-er" is no doer


def terms_of(text: str, language: str) -> list[str]:
    side = Side(text, language, (Segment(text, 1, 0, len(text)),), (0,))
    return [text[start:end] for places in occurrences(side).values() for start, end in places]


def test_that_words_which_say_little_begin_and_end_no_term() -> None:
    assert terms_of("Musst du etwa den roten Stein ziehen?", "de") == [
        "roten", "roten Stein", "roten Stein ziehen", "Stein", "Stein ziehen", "ziehen",
    ]  # fmt: skip
    assert not may_be_term("etwa", "de")
    assert may_be_term("stein", "de")
