"""EPUB: one page for each part of the book's spine (OCF 3.3 and EPUB 3.3, W3C), read as HTML."""

import posixpath
import re
from collections.abc import Iterator
from html.entities import html5
from pathlib import Path
from urllib.parse import unquote
from zipfile import ZipFile

from lxml import etree, html
from lxml.html import HtmlElement

from corpus.errors import UnreadableFileError
from corpus.types import Page, Reading
from ingest.assembly import composed
from ingest.readers.html import body_of, without_doctype
from ingest.readers.markup import paragraphs_of
from ingest.readers.packages import FAILURES, damaged, opened, parsed

CONTAINER = "META-INF/container.xml"
ENCRYPTION = "META-INF/encryption.xml"
MOST_CHAPTERS = 3_000
_WRITTEN = frozenset(("application/xhtml+xml", "text/html", "application/xml", "text/x-oeb1-document"))

_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31};)")
_XML_ENTITIES = frozenset(("amp;", "lt;", "gt;", "quot;", "apos;"))
_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_ENCODING = re.compile(rb"""^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_.-]{2,40})""")


def read_epub(path: Path, data: bytes, *, language: str | None = None) -> Reading:  # noqa: ARG001 - readers share it
    """Read an EPUB. Raises UnreadableFileError: damaged, protected, or without text."""
    package = opened(path, data)
    try:
        chapters = list(_chapters(path, package))[:MOST_CHAPTERS]
    except FAILURES as error:
        raise damaged(path, error) from None
    pages, remarks = _pages(path, package, chapters)
    if not any(page.text for page in pages):
        raise UnreadableFileError(path, "holds no text", "if its pages are pictures, run text recognition (OCR) on it")
    return Reading(tuple(pages), tuple(remarks))


def _chapters(path: Path, package: ZipFile) -> Iterator[str]:
    """Yield the archive's names of the parts of the spine, in order, without the navigation."""
    root = parsed(package.read(CONTAINER)).find(".//{*}rootfile").get("full-path")
    book = parsed(package.read(root))
    items = {item.get("id"): item for item in book.iterfind(".//{*}manifest/{*}item")}
    protected = _protected(package)
    for reference in book.iterfind(".//{*}spine/{*}itemref"):
        item = items.get(reference.get("idref"))
        if item is None or item.get("media-type") not in _WRITTEN or "nav" in (item.get("properties") or "").split():
            continue
        name = posixpath.normpath(posixpath.join(posixpath.dirname(root), unquote(item.get("href").split("#")[0])))
        if name in protected:
            raise UnreadableFileError(path, "is protected (DRM)", "use an edition without protection")
        yield name


def _protected(package: ZipFile) -> set[str]:
    if ENCRYPTION not in package.namelist():
        return set()
    return {
        unquote(each.get("URI") or "") for each in parsed(package.read(ENCRYPTION)).iterfind(".//{*}CipherReference")
    }


def _pages(path: Path, package: ZipFile, chapters: list[str]) -> tuple[list[Page], list[str]]:
    pages: list[Page] = []
    remarks: list[str] = []
    for number, name in enumerate(chapters, start=1):
        try:
            pages.append(composed(number, paragraphs_of(_body(name, package.read(name)))))
        except (*FAILURES, UnreadableFileError):
            pages.append(Page(number, ""))
            remarks.append(f"{path}: part {number} ({name}) could not be read and is left empty; save the book anew")
    return pages, remarks


def _body(name: str, data: bytes) -> HtmlElement:
    """Return a chapter's body: as XML, which is what it should be, or as HTML, which mends what is wrong."""
    text = without_doctype(_text(data))
    try:
        root = html.document_fromstring(_with_characters(text).encode("utf-8"), parser=_xhtml_parser())
        html.xhtml_to_html(root)
        body = root.find("body")
    except (etree.LxmlError, ValueError, AssertionError):
        body = None
    found = body_of(name, text) if body is None else body
    for navigation in found.findall(".//nav"):
        navigation.drop_tree()
    return found


def _xhtml_parser() -> html.XHTMLParser:
    return html.XHTMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, encoding="utf-8")


def _text(data: bytes) -> str:
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _DECLARATION.sub("", data.decode("utf-16", "replace"))
    declared = _ENCODING.search(data)
    try:
        text = data.decode(declared[1].decode("ascii") if declared else "utf-8-sig", "replace")
    except LookupError:
        text = data.decode("utf-8-sig", "replace")
    return _DECLARATION.sub("", text.removeprefix("\ufeff"))


def _with_characters(text: str) -> str:
    """Return XHTML whose HTML entities are characters; XML knows five of its own."""
    return _ENTITY.sub(lambda name: name[0] if name[1] in _XML_ENTITIES else html5.get(name[1], name[0]), text)
