"""PDFs that are locked, cut short, hostile or no more than pictures: each is read as far as it goes, or refused."""

from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader, PdfWriter

from corpus.errors import UnreadableFileError
from ingest.readers import read
from tests.ingest.pdfs import raw_pdf, shown, typeset


def locked(password: str) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(BytesIO(raw_pdf(shown(50, 700, "Move one boat.")))))
    writer.encrypt(password, "owner", algorithm="AES-256")
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_a_blank_password_opens_and_another_is_asked_for(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(locked(""))
    assert read(file).pages[0].text == "Move one boat."
    file.write_bytes(locked("secret"))
    assert read(file, password="secret").pages[0].text == "Move one boat."
    with pytest.raises(UnreadableFileError, match="needs a password; save a copy without"):
        read(file)
    with pytest.raises(UnreadableFileError, match="the password does not open it"):
        read(file, password="wrong")


def test_pictures_alone_are_a_scan(tmp_path: Path) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(b"q 600 0 0 800 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID \x00 EI Q"))
    with pytest.raises(UnreadableFileError, match=r"1 page of pictures.* no text \(a scan\)"):
        read(file)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.6, 0.9, 0.99])
def test_a_truncated_file_is_salvaged_or_refused(tmp_path: Path, share: float) -> None:
    data = typeset(tmp_path, "Move one boat.").read_bytes()
    file = tmp_path / "cut.pdf"
    file.write_bytes(data[: int(len(data) * share)])
    assert outcome(file) in ("Move one boat.", "refused")


def outcome(file: Path) -> str:
    try:
        return read(file).pages[0].text
    except UnreadableFileError as error:
        return "refused" if error.remedy and "cut.pdf" in str(error) else str(error)


@pytest.mark.parametrize(
    ("content", "kids"),
    [
        (b"[" * 50_000, b"[3 0 R]"),
        (b"q " * 50_000, b"[3 0 R]"),
        (b"BT /F 1e300 Tf 1e300 0 0 1e300 0 0 Tm (x) Tj ET", b"[3 0 R]"),
        (b"BT (x) Tj /None 12 Tf (x) Tj /F Tf TJ Td ( ) ' ET EMC Q", b"[3 0 R]"),
        (b" " * 80_000_000, b"[3 0 R]"),
        (b"", b"[2 0 R]"),
    ],
)
def test_hostile_content_is_refused(tmp_path: Path, content: bytes, kids: bytes) -> None:
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(content, kids=kids))
    with pytest.raises(UnreadableFileError, match=r"rules\.pdf"):
        read(file)


def test_a_form_that_draws_itself_ends(tmp_path: Path) -> None:
    own = b"/Resources<</XObject<</X 7 0 R>>>>"
    form = b"<</Type/XObject/Subtype/Form/BBox[0 0 9 9]" + own + b"/Length 11>>stream\n/X Do /X Do\nendstream"
    file = tmp_path / "rules.pdf"
    file.write_bytes(raw_pdf(b"/X Do " + shown(50, 700, "Go on."), resources=b"/XObject<</X 7 0 R>>", objects=(form,)))
    assert read(file).pages[0].text == "Go on."


def test_one_broken_page_leaves_the_others(tmp_path: Path) -> None:
    writer = PdfWriter()
    for text in (b"", b"BROKEN"):
        page = PdfReader(BytesIO(raw_pdf(b"[" * 9999 if text else shown(50, 700, "Move one boat.")))).pages[0]
        writer.add_page(page)
    file = tmp_path / "rules.pdf"
    writer.write(file)
    reading = read(file)
    assert [page.text for page in reading.pages] == ["Move one boat.", ""]
    assert "page 2 could not be read" in reading.remarks[0]
