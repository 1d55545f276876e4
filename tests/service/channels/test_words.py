"""The words around quotes: the same ones in each language, with the same blanks."""

from string import Formatter

import pytest

from service.channels.words import WORDS, place_of, words_for
from tests.service.channels.discord.answers import cited


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("language", ["pt", "es", "fr", "de", "it"])
def test_each_language_says_all_of_it_and_nothing_in_english(language: str) -> None:
    own, english = WORDS[language], WORDS["en"]
    assert own.keys() == english.keys()
    assert {name: blanks(text) for name, text in own.items()} == {name: blanks(text) for name, text in english.items()}
    assert {name for name in own if own[name] == english[name]} <= {"page", "errata", "original"}


def test_a_language_is_found_by_its_tag_and_english_stands_in() -> None:
    assert words_for("pt-BR") is WORDS["pt"]
    assert words_for("ES-419") is WORDS["es"]
    assert words_for("uk") is WORDS["en"]
    assert words_for("") is WORDS["en"]


def test_a_place_is_title_kind_page_and_headings() -> None:
    assert place_of(cited(), WORDS["de"]) == "Harbour of Winds · Spielregel · S. 2 · Boats › Borrowing"
    assert place_of(cited(section=(), kind="map"), WORDS["en"]) == "Harbour of Winds · map · p. 2"
    assert place_of(cited(section=(), ocr=True), WORDS["en"]).endswith("p. 2 · read from a scan, may be misread")
