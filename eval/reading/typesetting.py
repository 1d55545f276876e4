"""Generated rulebooks become PDFs as layout programs write them.

The typesetter draws text in reading order; a layout program draws its frames in the order in which they were made. So
the pieces of a page's content are put out of order here, a few lines at a time, and in half of the books line-end
hyphens are plain ones.
"""

import random
import re
from pathlib import Path

import typst
from pypdf import PdfReader, PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject

from eval.reading.books import Book

LINES_TOGETHER = 14
"""How many lines are drawn one after the other before the pen goes elsewhere."""
UNDATED = "#set document(date: none)\n"
"""Files of the same book are alike whenever they are made."""

_MARK = re.compile(rb"/\w+\s*<<(?:\((?:\\.|[^\\)])*\)|[^()])*?>>\s*BDC|\bEMC\b", re.DOTALL)
_ACTUAL_TEXT = re.compile(rb"/ActualText\s*(?:\((?:\\.|[^\\)])*\)|<[0-9A-Fa-f\s]*>)", re.DOTALL)


def typeset(book: Book, folder: Path, *, in_order: bool = False) -> Path:
    """Write a book's PDF into ``folder`` and return its file; ``in_order`` leaves its text drawn in reading order."""
    source, file = folder / f"{book.name}.typ", folder / f"{book.name}.pdf"
    source.write_text(UNDATED + book.source, encoding="utf-8")
    typst.compile(str(source), output=str(file))
    source.unlink()
    _redraw(file, book, in_order)
    return file


def _redraw(file: Path, book: Book, in_order: bool) -> None:
    writer = PdfWriter(clone_from=PdfReader(file))
    order = random.Random(book.name)
    for page in writer.pages:
        contents = page.get_contents()
        if contents is not None:
            redrawn = StreamObject()
            redrawn.set_data(_redrawn(contents.get_data(), book.hard_hyphens, None if in_order else order))
            page[NameObject("/Contents")] = writer._add_object(redrawn.flate_encode())
    for each in writer._objects if book.hard_hyphens else ():
        _harden_hyphens(each)
    writer.write(file)


def _harden_hyphens(font: object) -> None:
    """Have a font's hyphen mean a hyphen and not a soft one."""
    mapping = font.get("/ToUnicode") if isinstance(font, DictionaryObject) else None
    stream = mapping.get_object() if mapping is not None else None
    if isinstance(stream, StreamObject):
        stream.set_data(stream.get_data().replace(b"<00AD>", b"<002D>").replace(b"<00ad>", b"<002D>"))


def _redrawn(content: bytes, hard_hyphens: bool, order: random.Random | None) -> bytes:
    """Shuffle runs of lines; each line is a marked piece of content that leaves no state behind."""
    if hard_hyphens:
        content = _ACTUAL_TEXT.sub(b"", content)
    if order is None:
        return content
    pieces = _pieces(content)
    runs = [pieces[at : at + LINES_TOGETHER] for at in range(0, len(pieces), LINES_TOGETHER)]
    order.shuffle(runs)
    return b"\n".join(piece for run in runs for piece in run)


def _pieces(content: bytes) -> list[bytes]:
    """Part content where no marked piece is open."""
    pieces, start, depth = [], 0, 0
    for mark in _MARK.finditer(content):
        depth += 1 if mark.group().endswith(b"BDC") else -1
        if depth == 0:
            pieces.append(content[start : mark.end()])
            start = mark.end()
    return [*pieces, content[start:]]
