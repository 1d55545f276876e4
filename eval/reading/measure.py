"""One generated book read and judged: order, paragraphs, running lines, body, table cells."""

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from corpus.types import Document, Page, Passage
from eval.reading.books import Book
from eval.reading.content import Table
from eval.reading.readers import OTHERS
from eval.reading.scoring import accuracy, across_pages, lost, mended, tokens, words
from ingest import chunk
from ingest.readers import read


@dataclass(frozen=True, slots=True)
class Measured:
    """What one book came to. ``paragraphs`` counts paragraph ends as words do, ``order`` leaves them out.

    ``others`` holds the same order figure of each other reader, after its line-end hyphens were mended and the known
    running lines taken out for it; ``others_paragraphs`` its paragraphs figure, its lines or what blank lines part
    taken as paragraphs, whichever is better. Counts are (good, all).
    """

    name: str
    paragraphs: float
    order: float
    others: dict[str, float]
    others_paragraphs: dict[str, float]
    running: tuple[int, int]
    body: tuple[int, int]
    cells: tuple[int, int]
    missed: tuple[str, ...] = field(default=())

    @property
    def design(self) -> str:
        """The name of its layout."""
        return self.name.partition("-")[0]

    def as_json(self) -> dict[str, object]:
        """Return the figures by name."""
        return asdict(self)


def measured(book: Book, file: Path) -> Measured:
    """Read ``file``, the PDF of ``book``, and judge it."""
    pages = read(file, language=book.language).pages
    found = across_pages([_lines(page.text) for page in pages])
    expected = words(book.paragraphs)
    told = {name: [_kept(book, page) for page in other(file)] for name, other in OTHERS.items()}
    others = {name: accuracy(expected, words([mended("\n".join(pages))])) for name, pages in told.items()}
    parted = {name: _best_paragraphs(tokens(book.paragraphs), pages) for name, pages in told.items()}
    gone = lost(expected, words(found))
    return Measured(
        book.name,
        accuracy(tokens(book.paragraphs), tokens(found)),
        accuracy(expected, words(found)),
        others,
        parted,
        _running(book, file, pages),
        (len(expected) - gone, len(expected)),
        _cells(book, pages),
        tuple(line for line in book.paragraphs if line not in found),
    )


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _kept(book: Book, page: str) -> str:
    return "\n".join(line for line in page.replace("\r", "").split("\n") if not _is_running(book, line))


def _best_paragraphs(expected: Sequence[str], pages: Sequence[str]) -> float:
    by_line = [_lines(mended(page)) for page in pages]
    by_blank = [
        [" ".join(part.split()) for part in re.split(r"\n\s*\n", mended(page)) if part.strip()] for page in pages
    ]
    return max(accuracy(expected, tokens(across_pages(_solid(parts)))) for parts in (by_line, by_blank))


def _solid(pages: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[part for part in page if part.strip()] for page in pages]


def _is_running(book: Book, line: str) -> bool:
    counted = re.fullmatch(rf"\s*{re.escape(book.page_word)} [\divx]+\s*", line) is not None
    return counted or any(running in " ".join(line.split()) for running in book.running)


def _running(book: Book, file: Path, pages: Sequence[Page]) -> tuple[int, int]:
    """Count the running lines that are gone, of all that PDFium sees on the pages."""
    printed = [line for page in OTHERS["pypdfium2"](file) for line in page.splitlines() if _is_running(book, line)]
    left = [line for page in pages for line in _lines(page.text) if _is_running(book, line)]
    return len(printed) - len(left), len(printed)


def _cells(book: Book, pages: Sequence[Page]) -> tuple[int, int]:
    """Count the cells that a passage shows under their header."""
    document = Document(book.name, book.name, book.name, book.language)
    made = chunk.passages(document, pages, lambda texts: [len(text) // 3 for text in texts], 512)
    texts = {page.number: page.text for page in pages}
    good = [
        _is_found(table, row, column, made, texts)
        for table in book.tables
        for row in table.rows
        for column in range(len(row))
    ]
    return sum(good), len(good)


def _is_found(table: Table, row: Sequence[str], column: int, made: Sequence[Passage], texts: dict[int, str]) -> bool:
    line, carried = " ".join(row), f"{table.head[column]}: {row[column]}"
    return any(line in each.span.of(texts[each.page]) and carried in each.context for each in made)
