"""Images of the pages of PDFs with the quoted words marked: drawn in bounded child processes, the latest ones kept."""

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from corpus.errors import LexludoError
from corpus.types import LineBox, Span
from ingest.working import Bounds, BrokenWorkError, OverMemoryError, OverTimeError, bounded

PDF = ".pdf"
DEFAULT_WIDTH = 1200
SMALLEST_WIDTH, LARGEST_WIDTH = 80, 2400
"""Pixels."""
MOST_KEPT = 48_000_000
"""Bytes of images that are kept."""
AT_ONCE = 2
PATIENCE = 15.0
"""Seconds that a request waits for its turn to draw."""
DRAWING = Bounds(seconds=10, bytes=1_500_000_000)
VERSION = "1"
"""Raised when the same page would be drawn otherwise; browsers keep images by it."""


class NoImageError(LexludoError):
    """A page of which there is no image: of no PDF, or one that cannot be drawn."""


class DrawingBusyError(LexludoError):
    """Too many images are being drawn."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page to draw: its file (None: the index keeps none), its number in the file, where its words are printed."""

    file: Path | None
    number: int
    boxes: tuple[LineBox, ...] = ()


@runtime_checkable
class Illustrated(Protocol):
    """An answering that knows what its pages look like."""

    def sheet(self, document: str, number: int) -> Sheet:
        """Return a page as it is to be drawn. Raises UnknownNameError."""
        ...


def is_pictured(file: Path | None) -> bool:
    """Say whether pages of a kept file can be drawn."""
    return file is not None and file.suffix == PDF


@dataclass(frozen=True, slots=True)
class Wanted:
    """An image: which words of which sheet, how wide in pixels."""

    sheet: Sheet
    span: Span
    width: int = DEFAULT_WIDTH

    @property
    def tag(self) -> str:
        """What names the image: the same words on the same page of the same bytes look the same."""
        file = self.sheet.file.name if self.sheet.file else ""
        said = repr((VERSION, file, self.sheet.number, self.width, self.covered))
        return hashlib.sha256(said.encode()).hexdigest()[:32]

    @property
    def covered(self) -> tuple[LineBox, ...]:
        """The boxes of the words to mark."""
        return tuple(box for box in self.sheet.boxes if box.start < self.span.end > self.span.start < box.end)


class PageImages:
    """Draws images, and keeps the latest. Safe to call from several threads."""

    def __init__(self, most_kept: int = MOST_KEPT, bounds: Bounds = DRAWING) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._most_kept, self._bounds = most_kept, bounds
        self._lock = threading.Lock()
        self._turns = threading.Semaphore(AT_ONCE)

    def png(self, wanted: Wanted) -> bytes:
        """Return the image. Raises NoImageError, DrawingBusyError."""
        tag = wanted.tag
        with self._lock:
            if tag in self._kept:
                self._kept.move_to_end(tag)
                return self._kept[tag]
        png = self._drawn(wanted)
        with self._lock:
            self._keep(tag, png)
        return png

    def _drawn(self, wanted: Wanted) -> bytes:
        if not self._turns.acquire(timeout=PATIENCE):
            raise DrawingBusyError("many pages are being drawn; ask again in a moment")
        try:
            return _draw(wanted, self._bounds)
        finally:
            self._turns.release()

    def _keep(self, tag: str, png: bytes) -> None:
        self._kept[tag] = png
        while sum(map(len, self._kept.values())) > self._most_kept:
            self._kept.popitem(last=False)


def _draw(wanted: Wanted, bounds: Bounds) -> bytes:
    sheet = wanted.sheet
    if not is_pictured(sheet.file):
        raise NoImageError("this document has no page images: it was read from text, not from a PDF that is kept")
    from service.page_drawing import draw_page

    try:
        return bounded(draw_page, bounds, sheet.file, sheet.number, wanted.width, wanted.covered, wanted.span)
    except (OverTimeError, OverMemoryError, BrokenWorkError) as error:
        raise NoImageError(f"page {sheet.number} cannot be drawn ({_why(error)})") from error


def _why(error: Exception) -> str:
    known = {OverTimeError: "it takes too long", OverMemoryError: "it needs too much memory"}
    return known.get(type(error), "the PDF is damaged there")
