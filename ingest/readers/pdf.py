"""PDF through pypdf: opened with care, each page's letters laid out into lines."""

import logging
import struct
import time
import warnings
import zlib
from collections.abc import Callable, Iterator, Sequence, Sized
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path

from pypdf import PageObject, PasswordType, PdfReader
from pypdf.errors import DependencyError, PyPdfError

from corpus.errors import UnreadableFileError
from corpus.types import Reading
from ingest.assembly import assembled
from ingest.layout import page_lines
from ingest.lines import Box, Line
from ingest.outlines import with_outline
from ingest.places import PageFrame
from ingest.readers.ocr import Scan, recognised
from ingest.readers.pdf_content import Fonts, PageContent
from ingest.readers.pdf_outline import outline_of
from ingest.type_levels import with_levels

MOST_PAGES = 3_000
LONGEST_READING = 180.0
"""Seconds of computing; a file that takes longer was made to."""
ANY_SIDE = 14_400.0
"""Points; pages are no larger (ISO 32000-1, annex C)."""

LETTER = Box(0, 0, 612, 792)
"""What is shown of a page that does not say."""

# what pypdf is known to raise on damaged or hostile files
_FAILURES = (
    PyPdfError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    NotImplementedError,
    OSError,
    RecursionError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
_MEND_IT = "open it in a PDF viewer and save or print it anew"


def read_pdf(path: Path, data: bytes, *, language: str | None = None, password: str = "") -> Reading:
    """Read a PDF. Raises UnreadableFileError: encrypted, damaged, without text (a scan), or too much to read."""
    with _complaints() as complaints:
        reader = _opened(path, data, password)
        pages, failed = _pages(path, reader)
        frames = [_frame(reader, index) for index in range(len(pages))]
        outline = outline_of(reader)
        del reader  # what it keeps of the file would stand beside all that is made of its lines
    scan = recognised(path, data, _blank(pages, failed), language=language, password=password)
    pages = [list(scan.lines.get(number, lines)) for number, lines in enumerate(pages, start=1)]
    if not any(line.text.strip() for lines in pages for line in lines):
        raise _without_text(path, failed, pages, scan)
    remarks = [f"{path}: page {number} could not be read and is left empty; {_MEND_IT}" for number in failed]
    if complaints and not failed:
        remarks.append(f"{path}: not a well-formed PDF ({complaints[0]}); check how its pages read")
    reading = assembled(with_outline(with_levels(pages), outline), language, scan.lines, frames)
    return replace(reading, remarks=(*remarks, *scan.remarks))


def _blank(pages: Sequence[Sequence[Line]], failed: Sequence[int]) -> list[int]:
    """Return the numbers of the pages that could be read and say nothing."""
    said = (any(line.text.strip() for line in lines) for lines in pages)
    return [number for number, says in enumerate(said, start=1) if not says and number not in failed]


def _opened(path: Path, data: bytes, password: str) -> PdfReader:
    try:
        reader = PdfReader(BytesIO(data), strict=False)
        if reader.is_encrypted and reader.decrypt(password) is PasswordType.NOT_DECRYPTED:
            raise _locked(path, password)
        pages = len(reader.pages)
    except DependencyError as error:
        raise UnreadableFileError(path, f"is encrypted in a way that needs more software ({error})", _MEND_IT) from None
    except _FAILURES as error:
        raise UnreadableFileError(path, f"is damaged or no PDF ({_short(error)})", _MEND_IT) from None
    if not 0 < pages <= MOST_PAGES:
        raise UnreadableFileError(path, f"has {pages} pages, and 1 to {MOST_PAGES} are read", _MEND_IT)
    return reader


def _locked(path: Path, password: str) -> UnreadableFileError:
    problem = "is encrypted and the password does not open it" if password else "is encrypted and needs a password"
    return UnreadableFileError(path, problem, "save a copy without a password")


def _without_text(path: Path, failed: Sized, pages: Sized, scan: Scan) -> UnreadableFileError:
    if failed:
        return UnreadableFileError(
            path, f"is damaged: {len(failed)} of {len(pages)} pages cannot be read, the rest is empty", _MEND_IT
        )
    return UnreadableFileError(path, scan.problem, scan.remedy)


def _pages(path: Path, reader: PdfReader) -> tuple[list[list[Line]], list[int]]:
    """Return the lines of every page, and the numbers of pages that could not be read."""
    still_time = _clock(path)
    fonts: Fonts = {}
    pages: list[list[Line]] = []
    failed: list[int] = []
    for index in range(len(reader.pages)):
        still_time()
        try:
            pages.append(_lines(reader.pages[index], fonts, still_time))
        except _FAILURES:
            pages.append([])
            failed.append(index + 1)
    return pages, failed


def _lines(page: PageObject, fonts: Fonts, still_time: Callable[[], None]) -> list[Line]:
    box = _page_box(page)
    content = PageContent(page, fonts, still_time)
    lines = page_lines(content.glyphs, box, content.shapes)
    return [line for line in lines if line.box and _meets(line.box, box)]


def _frame(reader: PdfReader, index: int) -> PageFrame:
    try:
        page = reader.pages[index]
        return PageFrame(_page_box(page), int(page.rotation) % 360 // 90 * 90)
    except _FAILURES:
        return PageFrame(LETTER)


def _page_box(page: PageObject) -> Box:
    """Return what is shown of a page, before it is turned: its crop box as far as it lies on the medium."""
    try:
        medium, crop = (Box(*map(float, box)) for box in (page.mediabox, page.cropbox))
    except _FAILURES:
        return LETTER
    left, bottom = max(medium.left, crop.left), max(medium.bottom, crop.bottom)
    right, top = min(medium.right, crop.right), min(medium.top, crop.top)
    fits = 1 < right - left <= ANY_SIDE and 1 < top - bottom <= ANY_SIDE
    return Box(left, bottom, right, top) if fits else LETTER


def _meets(line: Box, page: Box) -> bool:
    """Say whether a line stands on the page and not in the printer's margin around it."""
    x, y = (line.left + line.right) / 2, (line.bottom + line.top) / 2
    return page.left <= x <= page.right and page.bottom <= y <= page.top


def _clock(path: Path) -> Callable[[], None]:
    latest = time.thread_time() + LONGEST_READING

    def still_time() -> None:
        if time.thread_time() > latest:
            raise UnreadableFileError(path, f"takes longer than {LONGEST_READING:.0f} s to read", _MEND_IT)

    return still_time


def _short(error: BaseException) -> str:
    return (str(error).split("\n")[0] or type(error).__name__)[:120]


class _Noted(logging.Handler):
    """Keeps what pypdf logs."""

    def __init__(self, notes: list[str]) -> None:
        super().__init__(logging.WARNING)
        self._notes = notes

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the first line of a record; what pypdf could do with more software is no fault of the file."""
        message = record.getMessage().split("\n")[0]
        if "is not installed" not in message:
            self._notes.append(message[:120])


@contextmanager
def _complaints() -> Iterator[list[str]]:
    """Collect what pypdf logs or warns of, in place of the terminal."""
    notes: list[str] = []
    logger = logging.getLogger("pypdf")
    handler, propagate = _Noted(notes), logger.propagate
    logger.addHandler(handler)
    logger.propagate = False
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield notes
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate
