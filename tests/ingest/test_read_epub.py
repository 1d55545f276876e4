from pathlib import Path

import pytest

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from eval.fuzzing_documents import epub
from ingest.readers import read

CIPHERS = """<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:e="http://www.w3.org/2001/04/xmlenc#">
<e:EncryptedData><e:CipherData><e:CipherReference URI="{name}"/></e:CipherData></e:EncryptedData></encryption>"""


def read_book(folder: Path, chapters: list[str], prolog: str = "", more: dict[str, bytes] | None = None) -> Reading:
    (folder / "rules.epub").write_bytes(epub(chapters, prolog, more))
    return read(folder / "rules.epub")


def test_a_page_for_each_part_of_the_spine(tmp_path: Path) -> None:
    reading = read_book(tmp_path, ["<h1>Setup</h1><p>Take a boat.</p>", "", "<h2>End</h2><ol><li>Count.</li></ol>"])
    assert [(page.number, page.text) for page in reading.pages] == [
        (1, "Setup\n\nTake a boat."),
        (2, ""),
        (3, "End\n\n1. Count."),
    ]
    assert reading.pages[2].headings == ((0, 3, 2),)


def test_xhtml_with_empty_elements_entities_and_faults(tmp_path: Path) -> None:
    chapters = ['<p><a id="x"/>Hello<br/>you &eacute;&nbsp;&amp; me</p><script/><p>All.</p>', "<p>One<p>Two & three"]
    reading = read_book(tmp_path, chapters)
    assert [page.text for page in reading.pages] == ["Hello you é & me\n\nAll.", "One\n\nTwo & three"]


def test_entities_of_its_own_are_not_resolved(tmp_path: Path) -> None:
    entities = '<!DOCTYPE html [<!ENTITY a "aaaa"><!ENTITY s SYSTEM "file:///etc/hostname">]>'
    assert read_book(tmp_path, ["<p>x &a; &s; y</p>"], entities).pages[0].text == "x &a; &s; y"


def test_a_missing_chapter_is_left_empty_and_named(tmp_path: Path) -> None:
    whole = epub(["<p>One.</p>", "<p>Two.</p>"])
    (tmp_path / "rules.epub").write_bytes(whole.replace(b"OEBPS/1.xhtml", b"OEBPS/9.xhtml"))
    reading = read(tmp_path / "rules.epub")
    assert [page.text for page in reading.pages] == ["One.", ""]
    assert "part 2 (OEBPS/1.xhtml) could not be read" in reading.remarks[0]


def test_a_protected_book_is_refused_and_protected_fonts_are_not(tmp_path: Path) -> None:
    fonts = CIPHERS.format(name="OEBPS/fonts/a.otf").encode()
    assert read_book(tmp_path, ["<p>One.</p>"], more={"META-INF/encryption.xml": fonts}).pages[0].text == "One."
    chapter = CIPHERS.format(name="OEBPS/0.xhtml").encode()
    with pytest.raises(UnreadableFileError, match=r"is protected \(DRM\); use an edition without protection"):
        read_book(tmp_path, ["<p>One.</p>"], more={"META-INF/encryption.xml": chapter})


@pytest.mark.parametrize("chapters", [[], [""], ['<img src="a.png"/>']])
def test_a_book_without_text_is_refused(tmp_path: Path, chapters: list[str]) -> None:
    with pytest.raises(UnreadableFileError, match="holds no text"):
        read_book(tmp_path, chapters)
