"""The places of words on their pages, against those that PDFium finds."""

from pathlib import Path

import pypdfium2
import pytest
from pypdf import PdfReader, PdfWriter

from corpus.types import LineBox, Page
from ingest.readers import read
from tests.ingest.pdfs import raw_pdf, shown, typeset

RULES = (
    """#set page(width: 300pt, height: 400pt, margin: 24pt, columns: 2)
#set text(lang: "en", size: 9pt, hyphenate: true)
#set par(justify: true)
= Offices of the isles
"""
    + "Every participant administers a small fleet of vessels and distributes fortifications officially. " * 5
)


def union(boxes: list[LineBox]) -> tuple[float, float, float, float]:
    return (
        min(b.left for b in boxes),
        min(b.top for b in boxes),
        max(b.right for b in boxes),
        max(b.bottom for b in boxes),
    )


def boxes_of(page: Page, word: str) -> list[LineBox]:
    start = page.text.index(word)
    return [box for box in page.boxes if box.start < start + len(word) and box.end > start]


def pdfium_place(file: Path, word: str) -> tuple[float, float, float, float]:
    """Return the place of a word as shares of the page, from the top left."""
    document = pypdfium2.PdfDocument(file)
    page = document[0]
    wide, high = page.get_size()
    text = page.get_textpage()
    found = text.search(word).get_next()
    assert found is not None
    boxes = [text.get_charbox(found[0] + n, loose=True) for n in range(found[1])]
    document.close()
    left, bottom = min(b[0] for b in boxes), min(b[1] for b in boxes)
    right, top = max(b[2] for b in boxes), max(b[3] for b in boxes)
    return left / wide, 1 - top / high, right / wide, 1 - bottom / high


def test_every_word_has_a_box_that_holds_it(tmp_path: Path) -> None:
    (page,) = read(typeset(tmp_path, RULES), language="en").pages
    covered = {at for box in page.boxes for at in range(box.start, box.end)}
    assert {at for at, character in enumerate(page.text) if not character.isspace()} - covered == set()
    assert all(" " not in page.text[box.start : box.end] for box in page.boxes)
    assert all(0 <= box.left < box.right <= 1 and 0 <= box.top < box.bottom <= 1 for box in page.boxes)


@pytest.mark.parametrize("word", ["Offices", "Every", "vessels", "fleet"])
def test_boxes_are_where_pdfium_has_the_letters(tmp_path: Path, word: str) -> None:
    file = typeset(tmp_path, RULES)
    (page,) = read(file, language="en").pages
    left, top, right, bottom = union(boxes_of(page, word))
    expected = pdfium_place(file, word)
    assert (left, right) == pytest.approx(expected[::2], abs=0.003)
    assert (top, bottom) == pytest.approx(expected[1::2], abs=0.002)


def test_a_word_that_a_line_end_cuts_has_two_boxes(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(shown(60, 720, "Every player moves one ves-") + shown(60, 700, "sel and pays.")))
    (page,) = read(file, language="en").pages
    parts = boxes_of(page, "vessel")
    assert [page.text[b.start : b.end] for b in parts] == ["ves", "sel"]
    assert parts[1].left == pytest.approx(0.1, abs=1 / 65_535)  # places are counted in such steps
    assert [b.top for b in parts] == pytest.approx([1 - 729.6 / 800, 1 - 709.6 / 800], abs=0.002)


@pytest.mark.parametrize(
    ("turned", "place"),
    [
        (90, (0.8969, 0.1, 0.9108, 0.1489)),
        (180, (0.8511, 0.8969, 0.9, 0.9108)),
        (270, (0.0892, 0.8511, 0.1031, 0.9)),
    ],
)
def test_boxes_turn_with_the_page(tmp_path: Path, turned: int, place: tuple[float, ...]) -> None:
    plain = tmp_path / "plain.pdf"
    plain.write_bytes(raw_pdf(shown(60, 720, "Move")))
    writer = PdfWriter(clone_from=PdfReader(plain))
    writer.pages[0].rotate(turned)
    writer.write(tmp_path / "rules.pdf")
    (page,) = read(tmp_path / "rules.pdf").pages
    (box,) = page.boxes
    assert (box.left, box.top, box.right, box.bottom) == pytest.approx(place, abs=0.001)
