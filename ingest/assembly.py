"""From the lines of all pages to the document's pages: the one path that text files and PDFs share."""

from collections.abc import Iterable, Sequence

from corpus.types import LineBox, Page
from ingest.hyphens import Vocabulary
from ingest.lines import Line, cleaned
from ingest.paragraphs import Paragraph, paragraphs
from ingest.places import PageFrame, word_boxes
from ingest.repetition import without_repeated_blocks
from ingest.running_lines import without_running_lines


def assembled(
    pages: Iterable[Iterable[Line]], language: str | None = None, *, frames: Sequence[PageFrame] = ()
) -> tuple[Page, ...]:
    """Return one page for each list of lines, in order; a page without text stays, with text "".

    ``frames`` are what is shown of each page, where lines know their words' places.
    """
    bodies = without_running_lines([without_repeated_blocks(cleaned(lines)) for lines in pages])
    vocabulary = Vocabulary.of((line.text for lines in bodies.pages for line in lines), language)
    return tuple(
        composed(number, paragraphs(lines, vocabulary), label, frames[number - 1] if frames else None)
        for number, (lines, label) in enumerate(zip(bodies.pages, bodies.labels, strict=True), start=1)
    )


def composed(
    number: int,
    parts: Sequence[Paragraph],
    label: str | None = None,
    frame: PageFrame | None = None,
) -> Page:
    """Return the page whose text is one line for each part, with a blank line where white space parted them."""
    text = ""
    headings: list[tuple[int, int, int]] = []
    boxes: list[LineBox] = []
    for part in parts:
        if text:
            text += "\n\n" if part.after_gap else "\n"
        if part.level:
            headings.append((len(text), len(text) + len(part.text), part.level))
        if frame:
            boxes += word_boxes(part.text, len(text), part.words, frame)
        text += part.text
    return Page(number, text, label, tuple(headings), tuple(boxes))
