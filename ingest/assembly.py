"""From the lines of all pages to the document's pages: the one path that text files and PDFs share."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from corpus.boxes import PackedBoxes
from corpus.types import LineBox, Page, Reading
from ingest.hyphens import Vocabulary
from ingest.lines import Line, cleaned
from ingest.paragraphs import Paragraph, paragraphs
from ingest.places import PageFrame, word_boxes
from ingest.repetition import without_repeated_blocks
from ingest.running_lines import without_running_lines


def assembled(
    pages: Iterable[Iterable[Line]],
    language: str | None = None,
    recognised: Collection[int] = (),
    frames: Sequence[PageFrame] = (),
) -> Reading:
    """Return one page for each list of lines, in order, and what was left out of them.

    A page without text stays, with text "". ``recognised`` names the pages, by number, whose lines came through OCR;
    ``frames`` are what is shown of each page, where lines know their words' places.
    """
    before = [cleaned(lines) for lines in pages]
    bodies = without_running_lines([without_repeated_blocks(lines) for lines in before])
    vocabulary = Vocabulary.of((line.text for lines in bodies.pages for line in lines), language)
    placed: Sequence[PageFrame | None] = frames or [None] * len(before)
    made = tuple(
        composed(number, paragraphs(lines, vocabulary), label, ocr=number in recognised, frame=frame)
        for number, (lines, label, frame) in enumerate(zip(bodies.pages, bodies.labels, placed, strict=True), start=1)
    )
    return Reading(made, dropped=tuple(_dropped(before, bodies.pages)))


def _dropped(before: Sequence[Sequence[Line]], after: Sequence[Sequence[Line]]) -> Iterator[tuple[int, str]]:
    """Yield the page and text of each line that is gone; a line that stood twice may be gone once."""
    for number, (lines, kept) in enumerate(zip(before, after, strict=True), start=1):
        left = Counter((line.text, line.box) for line in kept)
        for line in lines:
            left[line.text, line.box] -= 1
            if left[line.text, line.box] < 0:
                yield number, line.text


def composed(
    number: int,
    parts: Sequence[Paragraph],
    label: str | None = None,
    *,
    ocr: bool = False,
    frame: PageFrame | None = None,
) -> Page:
    """Return the page whose text is one line for each part, with a blank line where white space parted them."""
    text = ""
    headings: list[tuple[int, int, int]] = []
    boxes: list[LineBox] = []
    parts_at: list[int] = []
    nested: list[tuple[int, int]] = []
    tables = _Tables()
    for part in parts:
        if text:
            text += "\n\n" if part.after_gap else "\n"
        if part.level:
            headings.append((len(text), len(text) + len(part.text), part.level))
        if frame:
            boxes += word_boxes(part.text, len(text), part.words, frame)
        tables.add(part, len(text))
        parts_at += [len(text)] if part.apart else []
        nested += [(len(text), part.depth)] if part.depth else []
        text += part.text
    places = (tuple(headings), PackedBoxes(boxes), tuple(tables.cells), tuple(parts_at), tuple(nested))
    return Page(number, text, label, *places, ocr=ocr)


class _Tables:
    """Gathers the cells of a page's tables, each with its column's head; a line that is no row ends a table."""

    def __init__(self) -> None:
        self.cells: list[tuple[int, int, int, int]] = []
        self._heads: dict[int, tuple[int, int]] = {}

    def add(self, part: Paragraph, at: int) -> None:
        """Take the next part of the page, which begins at an offset."""
        places = {column: (at + start, at + end) for start, end, column in part.cells}
        if part.heads or not places:
            self._heads = places
        else:
            self.cells += [(*place, *self._heads[n]) for n, place in places.items() if n in self._heads]
