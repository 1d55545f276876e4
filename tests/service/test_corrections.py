"""What an errata sheet corrects, on a small index made with the fake encoder."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from corpus.index import Index
from ingest.build import ingest
from service.corrections import corrections, quotes_of
from tests.fakes import FakeEncoder
from tests.service.lamps import CATALOG

BOOK = """# Lamps

## Oil

A lamp burns two oil each night. A keeper who has none puts the lamp out.

## Score

Each burning lamp scores three points when the game ends, and each boat in the harbour scores one.
"""
SHEET = """# Lamps

## Errata

Thank you for reading this sheet.

## Lamps at night

On page 1, under “Oil”, replace “burns two oil” by “burns one oil”.

## Points

On page 1, under “Score”, replace “three points” by “two points”.
"""


LISTED = """# Lamps: errata

Corrections to the first printing.

- Page 1, "Oil": replace "burns two oil" by "burns one oil".
- Seite 1, „Score“: statt „three points“ muss es „two points“ heißen.
"""
IN_PARAGRAPHS = """# Lamps: errata

Corrections to the first printing.

Page 1, « Oil » : remplacer « burns two oil » par « burns one oil ».

In “Score”, replace “three points” by “two points”.

The rule is then shorter.
"""
FAQ = """# Lamps: questions

## Score

Does a lamp that burns score three points when the game ends?

A burning lamp scores three points when the game ends, yes.
"""
FAQ_ENTRY = """
[[document]]
id = "lamps-faq.en"
file = "faq.md"
game = "lamps"
title = "Lamps: questions"
language = "en"
kind = "faq"
"""


def indexed(folder: Path, files: Mapping[str, str]) -> Index:
    books = folder / "lamps"
    books.mkdir()
    for name, text in files.items():
        (books / name).write_text(text, "utf-8")
    assert not ingest([books], folder / "index", FakeEncoder()).failed
    return Index.open(folder / "index")


def corrected_words(index: Index) -> dict[str, list[str]]:
    """Return what is corrected, as it begins, with the documents and the words that correct it."""
    found = {}
    for row, held in corrections(index).items():
        passage = index.passages[row]
        page = index.page(passage.document, passage.page).text
        for correction in held:
            found[f"{passage.document}: {correction.words.of(page)[:18]}"] = [
                index.text(each) for each in correction.rows
            ]
    return found


@pytest.fixture
def index(tmp_path: Path) -> Index:
    return indexed(tmp_path, {"book.md": BOOK, "sheet.md": SHEET, "catalog.toml": CATALOG})


def test_each_entry_is_tied_to_the_sentence_that_it_corrects(index: Index) -> None:
    corrected = {
        correction.words.of(index.page("lamps.en", 1).text): " ".join(index.text(row) for row in correction.rows)
        for found in corrections(index).values()
        for correction in found
    }
    assert {words[:24]: "burns one oil" in sheet for words, sheet in corrected.items()} == {
        "A lamp burns two oil eac": True,
        "Each burning lamp scores": False,
    }


@pytest.mark.parametrize("sheet", [LISTED, IN_PARAGRAPHS])
def test_corrections_without_headings_are_apart_each_tied_to_its_own_sentence(tmp_path: Path, sheet: str) -> None:
    index = indexed(tmp_path, {"book.md": BOOK, "sheet.md": sheet, "catalog.toml": CATALOG})
    found = corrected_words(index)
    oil, score = found["lamps.en: A lamp burns two o"], found["lamps.en: Each burning lamp "]
    assert ["burns one oil" in text and "Score" not in text for text in oil] == [True]
    assert ["two points" in text and "Oil" not in text for text in score] == [True]
    assert len(found) == 2


def test_what_follows_a_correction_belongs_to_it(tmp_path: Path) -> None:
    index = indexed(tmp_path, {"book.md": BOOK, "sheet.md": IN_PARAGRAPHS, "catalog.toml": CATALOG})
    assert corrected_words(index)["lamps.en: Each burning lamp "][0].endswith("The rule is then shorter.")


def test_a_sheet_corrects_the_rulebook_before_a_faq_that_speaks_alike(tmp_path: Path) -> None:
    files = {"book.md": BOOK, "sheet.md": LISTED, "faq.md": FAQ, "catalog.toml": CATALOG + FAQ_ENTRY}
    assert {place.split(":")[0] for place in corrected_words(indexed(tmp_path, files))} == {"lamps.en"}


def test_quotes_are_told_by_any_marks() -> None:
    text = 'Sur la page 4, sous « Nulle », remplacer „drei“ und "four" by “Fünf”.'
    assert quotes_of(text) == ["nulle", "drei", "four", "funf"]
