"""What the reader saw of a file: its blocks in reading order with what they do, and the passages that they give."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path

from corpus.catalog import CATALOG, Source, survey
from corpus.errors import UnreadableFileError
from corpus.icons import code_of, private_glyphs
from corpus.types import Document, LineBox, Page, Passage, Reading
from ingest import chunk, readers, structure
from ingest.drafting import documents_of

UNKNOWN = "und"
"""The tag of a language that cannot be told (ISO 639-2)."""
MOST_ICONS = 12
"""How many unnamed icons a remark lists."""
LETTERS_A_TOKEN = 2
MOST_TOKENS = 512
"""Passages are cut as for the embedded model; how many tokens a text has is guessed, for no model is loaded."""


@dataclass(frozen=True, slots=True)
class Rectangle:
    """A part of the shown page, in shares of its width and height from the top left corner."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Block:
    """One line of a page's text: heading, paragraph, step, row. ``number`` counts on its page from 1.

    ``outlines`` are where it is printed: several where it runs on in another column.
    """

    number: int
    line: structure.Line
    text: str
    outlines: tuple[Rectangle, ...] = ()

    @property
    def role(self) -> str:
        """What it does, for a heading with its level, for a nested item with how many items it stands in."""
        if self.line.role is structure.Role.HEADING:
            return f"heading {self.line.level}"
        return f"{self.line.role.value}{f' +{self.line.depth}' if self.line.depth else ''}"


@dataclass(frozen=True, slots=True)
class SeenPage:
    """One page of one document, with its blocks and with the passages that begin on it."""

    page: Page
    blocks: tuple[Block, ...]
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class SeenDocument:
    """One language of a file."""

    document: Document
    pages: tuple[SeenPage, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """All of a file; ``dropped`` are the lines that were left out, by page number."""

    file: Path
    documents: tuple[SeenDocument, ...]
    dropped: tuple[tuple[int, str], ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the pages."""
        return [seen.page.number for seen in self.documents[0].pages] if self.documents else []

    @property
    def line(self) -> str:
        """What it is, in one line."""
        pages = [page for document in self.documents for page in document.pages]
        blocks, passages = sum(len(page.blocks) for page in pages), sum(len(page.passages) for page in pages)
        languages = ", ".join(document.document.language for document in self.documents)
        counts = ((len(self.numbers), "page"), (blocks, "block"), (passages, "passage"), (len(self.dropped), "line"))
        *said, dropped = (f"{count} {noun}" if count == 1 else f"{count} {noun}s" for count, noun in counts)
        return f"{self.file}: {', '.join(said)}, {dropped} left out, {languages}"


def source_of(file: Path, language: str | None = None) -> Source:
    """Return what the catalogue beside a file, or its name, says of it; a ``language`` given says it instead."""
    sources = survey(file, readers.SUFFIXES).sources if file.is_file() else ()
    source = sources[0] if sources else Source(Document(file.stem, "", file.stem, ""), file)
    if language is None:
        return source
    return replace(source, document=replace(source.document, language=language))


def seen(source: Source, reading: Reading) -> Seen:
    """Cut a reading as an ingest does; where the language cannot be told, which stops an ingest, a remark says so."""
    try:
        apart, remarks = documents_of(source, reading.pages), reading.remarks
    except UnreadableFileError as error:
        apart, remarks = [(replace(source.document, language=UNKNOWN), reading.pages)], (*reading.remarks, str(error))
    remarks = (*remarks, *_unnamed_icons(source, reading))
    return Seen(source.path, tuple(_seen_document(*each) for each in apart), reading.dropped, remarks)


def _unnamed_icons(source: Source, reading: Reading) -> Iterator[str]:
    found = private_glyphs(page.text for page in reading.pages)
    unnamed = [glyph for glyph in sorted(found) if glyph not in dict(source.document.icons)]
    if unnamed:
        counts = ", ".join(f"{code_of(glyph)} ({found[glyph]} times)" for glyph in unnamed[:MOST_ICONS])
        more = f" and {len(unnamed) - MOST_ICONS} more" if len(unnamed) > MOST_ICONS else ""
        example = f'icon."{code_of(unnamed[0])}" = "wood"'
        yield f"holds icons that nothing names: {counts}{more}; name them in {CATALOG}, for example {example}"


def _seen_document(document: Document, pages: Sequence[Page]) -> SeenDocument:
    passages = chunk.passages(document, pages, _guessed_tokens, MOST_TOKENS)
    return SeenDocument(document, tuple(_seen_page(page, passages) for page in pages))


def _seen_page(page: Page, passages: Sequence[Passage]) -> SeenPage:
    own = tuple(passage for passage in passages if passage.page == page.number)
    return SeenPage(page, tuple(_blocks(page)), own)


def _guessed_tokens(texts: Sequence[str]) -> list[int]:
    return [len(text) // LETTERS_A_TOKEN for text in texts]


def _blocks(page: Page) -> Iterator[Block]:
    for number, line in enumerate(structure.lines(page), start=1):
        boxes = [box for box in page.boxes if line.span.start <= box.start < line.span.end]
        yield Block(number, line, line.span.of(page.text), tuple(_outlines(boxes)))


def _outlines(boxes: Sequence[LineBox]) -> Iterator[Rectangle]:
    """Yield a rectangle around the words of each column that a block is in."""
    part: list[LineBox] = []
    for before, box in pairwise([None, *boxes]):
        if box is None or (before and _is_elsewhere(before, box)):
            yield _around(part)
            part = []
        if box:
            part.append(box)
    if part:
        yield _around(part)


def _is_elsewhere(before: LineBox, box: LineBox) -> bool:
    """Say whether a word stands higher up than the one before it: at the top of another column."""
    return box.bottom < before.top


def _around(boxes: Sequence[LineBox]) -> Rectangle:
    return Rectangle(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )
