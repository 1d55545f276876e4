"""Reading measured on generated rulebooks: one of each design here, all of them by ``python -m eval.reading``."""

import json
from pathlib import Path

import pytest

from eval.reading.books import DESIGNS, Book, books
from eval.reading.measure import measured
from eval.reading.report import as_html, as_json, as_table, shortfalls, summary
from eval.reading.scoring import accuracy, across_pages, lost, mended, tokens
from eval.reading.typesetting import typeset

SAMPLE = ("manual-fr", "columns-pt", "leaflet-de", "figures-es", "sidebar-it", "cards-en")


def book(name: str) -> Book:
    return next(each for each in books() if each.name == name)


def test_there_is_a_book_of_each_design_in_six_languages() -> None:
    names = [each.name for each in books()]
    assert len(names) == len(set(names)) == 6 * len(DESIGNS) == 36
    assert {name.split("-")[1] for name in names} == {"en", "pt", "es", "de", "fr", "it"}
    assert sum(each.hard_hyphens for each in books()) == 18


@pytest.mark.parametrize("name", SAMPLE)
def test_a_book_is_read_in_order(tmp_path: Path, name: str) -> None:
    found = measured(book(name), typeset(book(name), tmp_path))
    assert found.paragraphs >= 0.995
    assert found.missed == ()
    for good, whole in (found.running, found.body, found.cells):
        assert good == whole
    assert max(found.others.values()) <= found.order
    assert max(found.others_paragraphs.values()) < found.paragraphs


def test_text_drawn_in_reading_order_favours_no_one_but_readers_by_content(tmp_path: Path) -> None:
    chosen = book("columns-pt")
    shuffled, in_order = (
        measured(chosen, typeset(chosen, tmp_path, in_order=each)).others["pypdf plain"] for each in (False, True)
    )
    assert shuffled < 0.5
    assert in_order > 0.99


def test_every_report_says_the_same(tmp_path: Path) -> None:
    found = [measured(book("cards-en"), typeset(book("cards-en"), tmp_path))]
    figures = summary(found)
    assert shortfalls(figures) == []
    assert json.loads(as_json(found))["summary"]["paragraphs"] == figures["paragraphs"]
    assert "cards-en" in as_table(found)
    assert "cards: paragraphs 1.0000 (pypdf" in as_table(found)
    assert "<td>cards-en</td><td>1.0000</td>" in as_html(found)
    assert shortfalls({**figures, "paragraphs": 0.97, "pdfplumber": 1.0}) == [
        "paragraphs in order below 0.98 in the mean",
        "pdfplumber is ahead",
    ]


def test_accuracy_is_one_less_the_share_of_edits() -> None:
    assert accuracy("abcd", "abcd") == 1
    assert accuracy("abcd", "abd") == 0.75
    assert accuracy("kitten", "sitting") == pytest.approx(1 - 3 / 7)
    assert accuracy("", "ab") == 0
    assert accuracy(tokens(["one two", "three"]), tokens(["one two three"])) == 0.8


def test_words_that_pages_and_line_ends_cut_are_mended() -> None:
    assert across_pages([["Pay two", "Then harbour-"], ["master pays.", "End"]]) == [
        "Pay two",
        "Then harbourmaster pays.",
        "End",
    ]
    assert mended("terri-\nto\u00ad\r\nries o\ufb03ce") == "territories office"
    assert lost(["a", "a", "b"], ["a", "b", "c"]) == 1
