"""Web pages: the text of the page without what stands around it, through lxml."""

import re
from pathlib import Path

from lxml import etree, html
from lxml.html import HtmlElement

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from ingest.assembly import composed
from ingest.readers.html_main import main_part
from ingest.readers.markup import paragraphs_of
from ingest.readers.text import decoded

LARGEST = 50_000_000
"""Bytes of markup; a larger page is no rulebook."""

_DECLARED = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([a-z0-9_:.-]{2,40})""", re.IGNORECASE)
_XML_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([a-z0-9_:.-]{2,40})["']""", re.IGNORECASE)
_DOCTYPE = re.compile(r"<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", re.IGNORECASE | re.DOTALL)
_SAVE_AGAIN = "open it in a browser and save it anew, or print it as a PDF"


def read_html(path: Path, data: bytes, *, language: str | None = None) -> Reading:
    """Read a web page as page 1. Raises UnreadableFileError where it holds no text or is no HTML."""
    if len(data) > LARGEST:
        raise UnreadableFileError(path, f"holds more than {LARGEST // 1_000_000} MB of markup", "split it")
    text, remarks = _decoded(path, data, language)
    page = composed(1, paragraphs_of(main_part(body_of(path, without_doctype(text)))))
    if not page.text:
        raise UnreadableFileError(path, "holds no text", "if a script makes its text, " + _SAVE_AGAIN)
    return Reading((page,), remarks)


def without_doctype(text: str) -> str:
    """Return markup without its document type, and so without entities of its own."""
    return _DOCTYPE.sub("", text, count=1)


def body_of(name: object, text: str) -> HtmlElement:
    """Return the body of a page. Raises UnreadableFileError, which names ``name``.

    libxml2 sets bounds to depth and size; nothing is fetched, and HTML knows no entities of its own.
    """
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=False)
    try:
        root = html.document_fromstring(text.encode("utf-8"), parser=parser)
    except (etree.LxmlError, ValueError, AssertionError):
        raise UnreadableFileError(name, "is no HTML that can be read", _SAVE_AGAIN) from None
    body = root.find("body")
    return root if body is None else body


def _decoded(path: Path, data: bytes, language: str | None) -> tuple[str, tuple[str, ...]]:
    """Decode as the page says, then as any text file."""
    declared = _XML_DECLARED.search(data[:400]) or _DECLARED.search(data[:4096])
    if declared and not data.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        name = declared[1].decode("ascii").lower()
        try:
            return data.decode("cp1252" if name in ("iso-8859-1", "latin1", "ascii") else name), ()
        except (LookupError, UnicodeError):
            pass
    return decoded(path, data, language)
