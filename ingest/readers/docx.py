"""DOCX: opened with python-docx, walked in the order of its body (ECMA-376, part 1, 17.3).

Explicit page breaks part pages; where Word itself would end a page depends on fonts, and is not known.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Any

import docx
from docx.oxml.ns import qn

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from ingest.assembly import composed
from ingest.characters import clean_line
from ingest.nesting import Nesting
from ingest.paragraphs import Paragraph
from ingest.readers.docx_numbering import Numbering
from ingest.readers.docx_styles import LOWEST_HEADING, Styles
from ingest.readers.packages import FAILURES, damaged, opened, parsed
from ingest.readers.tables import MOST_COLUMNS, MOST_ROWS, Cell, row_texts

MOST_PAGES = 3_000
DEEPEST = 40
"""Tables in tables, text boxes in text boxes; what lies deeper is not read."""
LONGEST_BOLD_HEADING = 80
TWIPS_A_SIZE = 220
"""Of type of 11 points, as Word sets it where nothing says otherwise."""
_BOOK = "word/document.xml"

_UNSEEN = frozenset(map(qn, ("w:del", "w:moveFrom", "w:pPr", "w:rPr", "w:instrText", "w:delText", "w:sectPr")))
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_HOLDERS = frozenset(map(qn, ("w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:smartTag")))
_NEXT_PAGE = frozenset((None, "nextPage", "oddPage", "evenPage"))
_OFF = frozenset(("0", "false", "off", "none"))


def read_docx(path: Path, data: bytes, *, language: str | None = None) -> Reading:  # noqa: ARG001 - readers share it
    """Read a DOCX. Raises UnreadableFileError: damaged, encrypted, bomb, or without text."""
    package = opened(path, data)
    try:
        if any(b"<!DOCTYPE" in package.read(name)[:2000] for name in package.namelist() if name.endswith(".xml")):
            raise UnreadableFileError(path, "declares a document type, which no DOCX does", "save it anew in Word")
        pages = _pages(data)
    except FAILURES as error:
        raise damaged(path, error) from None
    if not any(pages):
        raise UnreadableFileError(path, "holds no text", "put the rules into it or leave it out")
    return Reading(tuple(composed(number, parts) for number, parts in enumerate(pages[:MOST_PAGES], start=1)))


def _pages(data: bytes) -> list[list[Paragraph]]:
    document = docx.Document(BytesIO(data))
    numbering = next(
        (part for part in document.part.package.iter_parts() if part.partname.endswith("/numbering.xml")), None
    )
    walk = _Walk(Styles.of(document.styles.element), Numbering.of(parsed(numbering.blob) if numbering else None))
    walk.blocks(document.element.body, 0)
    for part in document.part.package.iter_parts():
        if part.partname.endswith("/footnotes.xml"):
            walk.footnotes(parsed(part.blob))
    return walk.pages if walk.pages[-1] or len(walk.pages) == 1 else walk.pages[:-1]


@dataclass(slots=True)
class _Walk:
    """The pages so far; ``listed`` says that the last paragraph was an item, after which the next one stands close."""

    styles: Styles
    numbering: Numbering
    pages: list[list[Paragraph]] = field(default_factory=lambda: [[]])
    listed: bool = False
    nesting: Nesting = field(default_factory=Nesting)

    def blocks(self, parent: Any, depth: int) -> None:
        """Read the paragraphs and tables of a body, cell, text box or content control."""
        for child in parent if depth <= DEEPEST else ():
            if child.tag == qn("w:p"):
                self._paragraph(child, depth)
            elif child.tag == qn("w:tbl"):
                self._table(child, depth)
            elif child.tag in _HOLDERS:
                self.blocks(child, depth + 1)

    def footnotes(self, root: Any) -> None:
        """Read the footnotes, at the end of the last page."""
        for note in root.iterchildren(qn("w:footnote")):
            if note.get(qn("w:type")) in (None, "normal"):
                self.blocks(note, 0)

    def _paragraph(self, element: Any, depth: int) -> None:
        if self.styles.is_contents(element):
            return
        if _is_set(element, "w:pageBreakBefore") and self.pages[-1]:
            self.pages.append([])
        level = self.styles.level(element)
        numbered = self.styles.numbered(element)
        mark = self.numbering.mark(*numbered) if numbered else ""
        for number, part in enumerate("".join(_said(element)).split("\f")):
            if number:
                self.pages.append([])
            mark = self._add(part, mark, level or _bold_level(element, part, mark), self._indent(element, numbered))
        for box in _text_boxes(element):
            self.blocks(box, depth + 1)
        if _ends_section(element):
            self.pages.append([])

    def _indent(self, element: Any, numbered: tuple[str, int] | None) -> float | None:
        """Return how far an item is set in, in sizes of usual type; None for what is no item."""
        if numbered is None:
            return None
        twips = self.styles.indent(element)
        return (self.numbering.indent(*numbered) if twips is None else twips) / TWIPS_A_SIZE

    def _add(self, text: str, mark: str, level: int, indent: float | None) -> str:
        """Add the lines of a paragraph's part; return the mark where there was nothing to put it to."""
        listed = indent is not None
        for line in filter(None, map(clean_line, text.split("\n"))):
            depth = self.nesting.depth(None if level else indent)
            close = listed and self.listed and bool(self.pages[-1])
            self.pages[-1].append(Paragraph(mark + line, level, not close, depth=depth))
            mark, self.listed = "", listed
        return mark

    def _table(self, element: Any, depth: int) -> None:
        rows = list(element.iterchildren(qn("w:tr")))[:MOST_ROWS]
        if _is_laid_out(rows):
            for cell in (cell for row in rows for cell in row.iterchildren(qn("w:tc"))):
                self.blocks(cell, depth + 1)
            return
        for number, text in enumerate(row_texts([list(_cells(row)) for row in rows])):
            self.pages[-1].append(Paragraph(clean_line(text), 0, number == 0))
        self.listed = False


def _said(element: Any) -> Iterator[str]:
    """Yield a paragraph's words; a page break as a form feed, a line break as a line end."""
    for child in element:
        if child.tag == qn("w:t"):
            yield (child.text or "").replace("\f", " ").replace("\n", " ")
        elif child.tag == qn("w:tab"):
            yield " "
        elif child.tag == qn("w:noBreakHyphen"):
            yield "-"
        elif child.tag == qn("w:br"):
            yield "\f" if child.get(qn("w:type")) == "page" else "\n"
        elif child.tag == qn("w:sym"):
            yield chr(int(child.get(qn("w:char")), 16) % 0xFFFF)
        elif child.tag not in _UNSEEN and child.tag != _FALLBACK and child.tag != qn("w:txbxContent"):
            yield from _said(child)


def _text_boxes(element: Any) -> list[Any]:
    """Return the text boxes that hang on a paragraph: those in no other box, each once."""
    return [
        box
        for box in element.iter(qn("w:txbxContent"))
        if next(box.iterancestors(qn("w:p"))) is element and next(box.iterancestors(_FALLBACK), None) is None
    ]


def _is_laid_out(rows: list[Any]) -> bool:
    """Say whether a table only frames text: one column, or cells of several paragraphs or with tables in them."""
    cells = [list(row.iterchildren(qn("w:tc"))) for row in rows]
    if all(len(row) < 2 for row in cells):
        return True
    return any(cell.find(qn("w:tbl")) is not None or len(cell.findall(qn("w:p"))) > 4 for row in cells for cell in row)


def _cells(row: Any) -> Iterator[Cell]:
    heads = row.find(f"{qn('w:trPr')}/{qn('w:tblHeader')}") is not None
    for cell in list(row.iterchildren(qn("w:tc")))[:MOST_COLUMNS]:
        paragraphs = cell.findall(qn("w:p"))
        text = clean_line(" ".join(" ".join("".join(_said(each)).split()) for each in paragraphs))
        bold = bool(text) and all(_is_bold(each) for each in paragraphs if "".join(_said(each)).strip())
        span = cell.find(f"{qn('w:tcPr')}/{qn('w:gridSpan')}")
        wide = span.get(qn("w:val"), "1") if span is not None else "1"
        for _ in range(min(int(wide), MOST_COLUMNS) if wide.isdecimal() else 1):
            yield Cell(text, heads or bold)


def _bold_level(element: Any, text: str, mark: str) -> int:
    """Return the lowest level for a short line that is all bold: where authors use no heading styles."""
    words = text.strip()
    if mark or not words or len(words) > LONGEST_BOLD_HEADING or words.endswith((".", ";", ",", ":")):
        return 0
    return LOWEST_HEADING if _is_bold(element) else 0


def _is_bold(element: Any) -> bool:
    runs = [run for run in element.iter(qn("w:r")) if "".join(_said(run)).strip()]
    return bool(runs) and all(_is_set(run, "w:b", "w:rPr") for run in runs)


def _is_set(element: Any, name: str, properties: str = "w:pPr") -> bool:
    found = element.find(f"{qn(properties)}/{qn(name)}")
    return found is not None and found.get(qn("w:val"), "1") not in _OFF


def _ends_section(element: Any) -> bool:
    section = element.find(f"{qn('w:pPr')}/{qn('w:sectPr')}")
    if section is None:
        return False
    after = section.xpath("following::w:sectPr[1]")  # where a section begins is said at its own end
    kind = after[0].find(qn("w:type")) if after else None
    return (kind.get(qn("w:val")) if kind is not None else None) in _NEXT_PAGE
