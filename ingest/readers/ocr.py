"""Scans: pages that are pictures, drawn with pdfium and read by Tesseract where that is installed.

Tesseract finds blocks, paragraphs, lines and words; its order of blocks is the reading order.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from ingest.lines import Box, Line
from ingest.readers import tesseract
from ingest.readers.ocr_lines import Recognised, page_lines, with_body_size
from ingest.readers.strokes import Area, strokes
from ingest.readers.tesseract import Unavailable

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

DOTS_PER_POINT = 300 / 72
MOST_PIXELS = 20_000_000
"""A page of A4 has 8.7 million at 300 dpi; a poster is drawn coarser."""
MOST_PAGES = 600
LONGEST_RECOGNITION = 600.0
"""Seconds for one file; the pages that are left then stay empty and are named."""
PICTURE_SHARE = 0.3
"""A page without text whose pictures cover less than this is blank, or holds an ornament."""
DRAWN_PATHS = 300
"""This many drawn shapes may be letters turned into outlines."""
MOST_OBJECTS = 5_000
_SEARCHABLE = "make it searchable with other software, for example ocrmypdf"


@dataclass(frozen=True, slots=True)
class Scan:
    """What came of a file's pages without text: the lines of those that were recognised, by page number.

    ``problem`` and ``remedy`` say why nothing came of it, for a file that has no other text.
    """

    lines: Mapping[int, Sequence[Line]] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    problem: str = "holds no text"
    remedy: str = "check that it is the file you mean"


def recognised(path: Path, data: bytes, numbers: Sequence[int], *, language: str | None, password: str = "") -> Scan:
    """Read the pages ``numbers`` of a PDF (from 1), which have no text, where pictures cover them.

    ``language`` is a BCP 47 tag; without one, every language is tried that Tesseract has here. Without Tesseract, the
    pages stay empty and a remark says what to install. Nothing is raised: a page that fails stays empty.
    """
    if not numbers:
        return Scan()
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data, password=password or None)
    except pypdfium2.PdfiumError:
        return Scan(problem="holds no text, and its pictures cannot be drawn", remedy=_SEARCHABLE)
    try:
        return _recognised(path, document, _pictures(document, numbers), language)
    finally:
        document.close()


def _recognised(path: Path, document: "PdfDocument", pictures: Sequence[int], language: str | None) -> Scan:
    if not pictures:
        return Scan()
    count = f"{len(pictures)} page{'s' if len(pictures) > 1 else ''}"
    try:
        codes = tesseract.languages(language)
    except Unavailable as error:
        return _unread(path, pictures, f"{count} of pictures", error.remedy)
    found = _read(document, pictures[:MOST_PAGES], codes)
    sure = [word.sure for words in found.values() for word in words]
    if not sure:
        return _unread(path, pictures, f"{count} of pictures in which no text was recognised", _SEARCHABLE)
    lines = with_body_size({number: page_lines(words) for number, words in found.items() if words})
    return Scan(lines, (_how_it_went(path, list(lines), fmean(sure)), *_left_out(path, pictures, found, lines)))


def _unread(path: Path, pictures: Sequence[int], what: str, remedy: str) -> Scan:
    remark = f"{path}: {_named(pictures)} without text, only pictures; to have {_them(pictures)} read, {remedy}"
    return Scan({}, (remark,), f"holds {what} and no text (a scan)", remedy)


def _how_it_went(path: Path, numbers: Sequence[int], sure: float) -> str:
    return (
        f"{path}: {_named(numbers)} recognised from pictures (OCR), {sure:.0f}% sure of the words; check how they read"
    )


def _left_out(
    path: Path, pictures: Sequence[int], found: Mapping[int, object], lines: Mapping[int, object]
) -> Iterator[str]:
    if wordless := [number for number in found if number not in lines]:
        yield f"{path}: {_named(wordless)} left empty; no text was recognised there"
    if unreached := [number for number in pictures if number not in found]:
        yield f"{path}: {_named(unreached)} left empty, for it would take too long; {_SEARCHABLE}"


def _named(numbers: Sequence[int]) -> str:
    """Return the pages as the start of a sentence: "page 3 was", "pages 1, 2, 5 were"."""
    shown = ", ".join(map(str, numbers[:20])) + (" and more" if len(numbers) > 20 else "")
    return f"page {shown} was" if len(numbers) == 1 else f"pages {shown} were"


def _them(numbers: Sequence[int]) -> str:
    return "it" if len(numbers) == 1 else "them"


def _pictures(document: "PdfDocument", numbers: Sequence[int]) -> list[int]:
    return [number for number in numbers if number <= len(document) and _is_picture(document, number - 1)]


def _is_picture(document: "PdfDocument", index: int) -> bool:
    from pypdfium2 import PdfiumError, raw

    covered, paths = 0.0, 0
    try:
        page = document[index]  # damaged files have pages that cannot be loaded
        width, height = page.get_size()
        for count, drawn in enumerate(page.get_objects(max_depth=4)):
            if count > MOST_OBJECTS:
                return True
            paths += drawn.type == raw.FPDF_PAGEOBJ_PATH
            if drawn.type == raw.FPDF_PAGEOBJ_IMAGE:
                left, bottom, right, top = drawn.get_bounds()
                covered += abs(right - left) * abs(top - bottom)
    except PdfiumError:
        return False
    return covered >= PICTURE_SHARE * width * height or paths >= DRAWN_PATHS


def _read(document: "PdfDocument", numbers: Sequence[int], codes: str) -> dict[int, list[Recognised]]:
    latest = time.monotonic() + LONGEST_RECOGNITION
    found: dict[int, list[Recognised]] = {}
    for number in numbers:
        if time.monotonic() < latest:
            found[number] = _words(document[number - 1], codes)
    return found


def _words(page: "PdfPage", codes: str) -> list[Recognised]:
    """Draw one page and recognise it; no words where that fails."""
    from pypdfium2 import PdfiumError

    try:
        bitmap = page.render(scale=_scale(*page.get_size()), grayscale=True)
    except (PdfiumError, MemoryError, ValueError):
        return []
    place = bitmap.get_posconv(page)
    points = page.get_height() / max(1, bitmap.height)
    picture = bitmap.to_pil()
    found = tesseract.words(picture, codes)
    thick = strokes(picture, [Area(word.left, word.top, word.right, word.bottom) for word in found])
    return [_word(word, place, bitmap.height, points, stroke) for word, stroke in zip(found, thick, strict=True)]


def _scale(width: float, height: float) -> float:
    return float(min(DOTS_PER_POINT, (MOST_PIXELS / max(1.0, width * height)) ** 0.5))


def _word(found: tesseract.Found, place: Any, height: int, points: float, stroke: float) -> Recognised:
    """Return a word with its boxes; ``points`` is the size of a pixel."""
    (x1, y1), (x2, y2) = place.to_page(found.left, found.top), place.to_page(found.right, found.bottom)
    printed = Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    sides = (found.left, height - found.bottom, found.right, height - found.top)
    shown = Box(*(side * points for side in sides))
    return Recognised(found.text, found.sure, found.block, found.paragraph, found.line, shown, printed, stroke * points)
