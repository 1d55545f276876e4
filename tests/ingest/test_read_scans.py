import shutil
from itertools import pairwise
from pathlib import Path

import pypdf
import pytest

from corpus.errors import UnreadableFileError
from corpus.index import Index
from ingest.build import ingest
from ingest.readers import ocr, read, tesseract
from tests.fakes import FakeEncoder
from tests.ingest.pdfs import raw_pdf, typeset
from tests.ingest.scans import needs_tesseract, scan

SETUP = """#set page(paper: "a5", margin: 1.5cm, columns: 2)
#set page(footer: align(center)[River of Coins #context counter(page).display()])
#set text(size: 11pt, lang: "en")
#set par(justify: true)
= Setup
Place the board in the middle of the table. Each player takes a boat and seven coins of one colour.

+ Shuffle the river tiles and place them face down.
+ Reveal three of them.

#colbreak()
= Movement
A player may use any boat on the river, also one that belongs to another player.
#pagebreak()
= Scoring
The player with the most points wins the game.
#pagebreak()
= Variants
With two players, remove the tiles that show a bridge.
"""


@pytest.fixture
def scanned(tmp_path: Path) -> Path:
    return scan(tmp_path, SETUP)


@needs_tesseract
def test_a_scan_in_two_columns_is_read_in_order(scanned: Path) -> None:
    reading = read(scanned, language="en")
    assert [page.text for page in reading.pages] == [
        "Setup\nPlace the board in the middle of the table. Each player takes a boat and seven coins of one colour.\n\n"
        "1. Shuffle the river tiles and place them face down.\n2. Reveal three of them.\nMovement\nA player may use "
        "any boat on the river, also one that belongs to another player.",
        "Scoring\nThe player with the most points wins the game.",
        "Variants\nWith two players, remove the tiles that show a bridge.",
    ]
    first = reading.pages[0]
    assert [first.text[start:end] for start, end, _ in first.headings] == ["Setup", "Movement"]
    assert {text for _, text in reading.dropped} == {"River of Coins 1", "River of Coins 2", "River of Coins 3"}
    assert [page.ocr for page in reading.pages] == [True] * 3
    assert reading.remarks[0].startswith(f"{scanned}: pages 1, 2, 3 were recognised from pictures (OCR), 9")


@needs_tesseract
def test_recognised_words_know_where_they_are_printed(scanned: Path) -> None:
    page = read(scanned, language="en").pages[0]
    boxes = {page.text[box.start : box.end]: box for box in page.boxes}
    assert len(page.boxes) >= 40
    assert boxes["Setup"].right < 0.5 < boxes["Movement"].left
    assert abs(boxes["Setup"].top - boxes["Movement"].top) < 0.01
    words = [boxes[word] for word in ("Place", "the", "board")]
    assert all(before.right < after.right for before, after in pairwise(words[::2]))


@needs_tesseract
def test_only_pages_of_pictures_are_recognised(tmp_path: Path, scanned: Path) -> None:
    writer = pypdf.PdfWriter()
    writer.append(typeset(tmp_path, '#set page(paper: "a5")\n= Setup\nPlace the board on the table.', "typed"))
    writer.append(scanned, pages=(1, 2))
    writer.add_blank_page(400, 600)
    mixed = tmp_path / "mixed.pdf"
    writer.write(mixed)
    reading = read(mixed, language="en")
    told = [(page.ocr, page.text[:7]) for page in reading.pages]
    assert told == [
        (False, "Setup\nP"),
        (True, "Scoring"),
        (False, ""),
    ]
    assert "page 2 was recognised from pictures" in reading.remarks[0]


@needs_tesseract
def test_a_page_turned_for_display_is_recognised_and_placed_as_shown(tmp_path: Path) -> None:
    source = "#set page(width: 12cm, height: 8cm)\n= Scoring\nThe player with the most points wins."
    file = scan(tmp_path, source, turned=90)
    page = read(file, language="en").pages[0]
    assert page.text == "Scoring\nThe player with the most points wins."
    assert page.boxes[0].top < page.boxes[-1].top < 0.5


@needs_tesseract
def test_a_recognised_page_says_so_in_the_index(tmp_path: Path, scanned: Path, encoder: FakeEncoder) -> None:
    assert not ingest([scanned], tmp_path / "index", encoder).failed
    assert Index.open(tmp_path / "index").page("scan", 2).ocr is True


@needs_tesseract
def test_a_picture_without_words_is_refused(tmp_path: Path) -> None:
    file = scan(
        tmp_path, "#set page(width: 8cm, height: 8cm, margin: 0cm)\n#rect(width: 100%, height: 100%, fill: gray)"
    )
    with pytest.raises(
        UnreadableFileError, match=r"holds 1 page of pictures in which no text was recognised and no text"
    ):
        read(file, language="en")


def test_without_tesseract_a_scan_says_what_to_install(scanned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(UnreadableFileError) as caught:
        read(scanned, language="pt-BR")
    assert str(caught.value) == (
        f"{scanned}: holds 3 pages of pictures and no text (a scan); install Tesseract (Debian: apt install "
        "tesseract-ocr tesseract-ocr-por) and the extra lexludo[ocr]"
    )


def test_without_tesseract_the_pages_with_text_are_still_read(
    tmp_path: Path, scanned: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    writer = pypdf.PdfWriter()
    writer.append(typeset(tmp_path, "Place the board on the table.", "typed"))
    writer.append(scanned, pages=(0, 2))
    mixed = tmp_path / "mixed.pdf"
    writer.write(mixed)
    reading = read(mixed)
    assert [page.text for page in reading.pages] == ["Place the board on the table.", "", ""]
    assert reading.remarks == (
        f"{mixed}: pages 2, 3 were without text, only pictures; to have them read, install Tesseract (Debian: apt "
        "install tesseract-ocr) and the extra lexludo[ocr]",
    )


@needs_tesseract
def test_a_language_that_tesseract_has_not_is_named(scanned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytesseract.get_languages", lambda: ["eng", "osd"])
    with pytest.raises(UnreadableFileError, match=r'install the language "por" of Tesseract \(Debian: apt'):
        read(scanned, language="pt")


@needs_tesseract
def test_languages_are_given_as_tesseract_names_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pytesseract.get_languages", lambda: ["eng", "por", "chi_tra", "osd", "equ"])
    assert tesseract.languages("pt-BR") == "por"
    assert tesseract.languages("zh-Hant-TW") == "chi_tra"
    assert tesseract.languages(None) == "eng+por"


def test_blank_pages_need_no_recognition(tmp_path: Path) -> None:
    file = tmp_path / "blank.pdf"
    file.write_bytes(raw_pdf(b""))
    with pytest.raises(UnreadableFileError, match=r"blank\.pdf: holds no text; check that it is the file you mean"):
        read(file)


@needs_tesseract
def test_pages_that_would_take_too_long_are_left_and_named(scanned: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "MOST_PAGES", 2)
    reading = read(scanned, language="en")
    assert [bool(page.text) for page in reading.pages] == [True, True, False]
    told = f"{scanned}: page 3 was left empty, for it would take too long; make it searchable with other software"
    assert reading.remarks[1].startswith(told)


BOLD = """#set page(paper: "a5", margin: 1.5cm)
#set text(size: 11pt, lang: "en")
#show heading: set text(size: 11pt)
= Boats
Each player takes a boat and seven coins of one colour, and puts the boat on the first space of the river.

= Movement
A player may use *any boat* on the river, also one that belongs to another player, who receives a coin from the bank.

= Trading with the harbour master
Pay two coins to the harbour master for each crate that you load, whatever there is in it.
"""


@needs_tesseract
@pytest.mark.parametrize("dots", [150, 200, 300])
def test_headings_that_are_only_bold_are_found_in_a_scan(tmp_path: Path, dots: int) -> None:
    (page,) = read(scan(tmp_path, BOLD, dots_per_inch=dots), language="en").pages
    found = [page.text[start:end] for start, end, _ in page.headings]
    assert found == ["Boats", "Movement", "Trading with the harbour master"]
