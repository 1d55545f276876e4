"""What an errata sheet corrects, on a small index made with the fake encoder."""

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


@pytest.fixture
def index(tmp_path: Path) -> Index:
    books = tmp_path / "lamps"
    books.mkdir()
    for name, text in {"book.md": BOOK, "sheet.md": SHEET, "catalog.toml": CATALOG}.items():
        (books / name).write_text(text, "utf-8")
    assert not ingest([books], tmp_path / "index", FakeEncoder()).failed
    return Index.open(tmp_path / "index")


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


def test_quotes_are_told_by_any_marks() -> None:
    text = 'Sur la page 4, sous « Nulle », remplacer „drei“ und "four" by “Fünf”.'
    assert quotes_of(text) == ["nulle", "drei", "four", "funf"]
