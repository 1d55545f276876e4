"""Readers: one file in, its pages out, whatever the kind of file."""

from pathlib import Path
from typing import Protocol

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from ingest.readers.markdown import read_markdown
from ingest.readers.pdf import read_pdf
from ingest.readers.text import read_text

TEXT_SUFFIXES = frozenset({".txt", ".text"})
MARKDOWN_SUFFIXES = frozenset({".md", ".markdown"})
PDF_SUFFIXES = frozenset({".pdf"})
HTML_SUFFIXES = frozenset({".html", ".htm", ".xhtml"})
DOCX_SUFFIXES = frozenset({".docx"})
EPUB_SUFFIXES = frozenset({".epub"})
SUFFIXES = TEXT_SUFFIXES | MARKDOWN_SUFFIXES | PDF_SUFFIXES | HTML_SUFFIXES | DOCX_SUFFIXES | EPUB_SUFFIXES
"""The kinds of file that are read, by their names' ends."""

LARGEST_FILE = 500_000_000
"""Bytes; a larger file is no rulebook and would fill the memory."""


def read(path: Path, *, language: str | None = None, password: str = "") -> Reading:
    """Return the pages of a rulebook file.

    The kind is told by the content first (a PDF stays a PDF under any name), then by the name's end. ``language`` is a
    BCP 47 tag and helps to mend words cut at line ends; ``password`` opens an encrypted PDF. Raises
    UnreadableFileError, which says what is wrong with the file and what to do.
    """
    data = _bytes(path)
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise UnreadableFileError(path, f"is of an unknown kind ({suffix or 'no suffix'})", _what_is_read())
    if not data.strip():
        raise UnreadableFileError(path, "is empty", "put the rules into it or leave it out")
    if suffix in PDF_SUFFIXES or data.lstrip().startswith(b"%PDF-"):
        return read_pdf(path, data, language=language, password=password)
    return _reader(suffix)(path, data, language=language)


class _Reader(Protocol):
    """Reads the bytes of one kind of file."""

    def __call__(self, path: Path, data: bytes, *, language: str | None = None) -> Reading: ...


def _reader(suffix: str) -> _Reader:
    """Return the reader of a kind; those that need a library of their own are loaded when they are needed."""
    if suffix in MARKDOWN_SUFFIXES:
        return read_markdown
    if suffix in HTML_SUFFIXES:
        from ingest.readers.html import read_html

        return read_html
    if suffix in DOCX_SUFFIXES:
        from ingest.readers.docx import read_docx

        return read_docx
    if suffix in EPUB_SUFFIXES:
        from ingest.readers.epub import read_epub

        return read_epub
    return read_text


def _what_is_read() -> str:
    return f"files that are read end in {', '.join(sorted(SUFFIXES))}"


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise UnreadableFileError(path, f"is larger than {LARGEST_FILE // 1_000_000} MB", "split it")
        return path.read_bytes()
    except FileNotFoundError:
        raise UnreadableFileError(path, "does not exist", "check the path") from None
    except IsADirectoryError:
        raise UnreadableFileError(path, "is a folder", "name a file in it") from None
    except (OSError, ValueError) as error:
        raise UnreadableFileError(path, f"cannot be opened ({error})", "check its permissions") from None
