"""The lines of a page between reading and composing: what every reader hands over, whatever the file's kind."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum
from typing import NamedTuple

from ingest.characters import clean_line

CELL_GAP = " | "
"""Between the cells of a table's row, where the file marks cells."""


class Break(IntEnum):
    """What parts a line from the one before; the greater, the stronger."""

    NONE = 0  # the next line of the same block
    COLUMN = 1  # the top of the next column: a paragraph may run on
    PARAGRAPH = 2  # the type shows a new paragraph (an indent, another style)
    BLOCK = 3  # white space
    PART = 4  # the edge of a box, or text that runs another way: nothing runs on over it


class Edge(StrEnum):
    """Which margin of its page a line stands at."""

    TOP = "top"
    BOTTOM = "bottom"


class Box(NamedTuple):
    """A rectangle on the page in points, origin at the lower left, before the page is turned for display."""

    left: float
    bottom: float
    right: float
    top: float


class Word(NamedTuple):
    """A printed word and its rectangle."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Line:
    """One line as it stands on the page.

    ``full`` says that the next line's first word would not have fitted on it, so that the line end means nothing;
    ``level`` is above 0 where the type sets a heading (1 the highest); ``size`` is the type's size in points, 0 where
    the file knows no type; ``bold`` says that all of it is;
    ``indent`` is how far it is set in from its column's edge, in sizes;
    ``tabular`` marks a table's row; ``edge`` is set on lines that stand where running lines stand; ``words`` are its
    printed words with their places, in the order of ``text``; ``cells`` are the start, end and column of each cell of a
    table's row, and ``heads`` says that they name the columns.
    """

    text: str
    break_before: Break = Break.NONE
    full: bool = False
    level: int = 0
    size: float = 0.0
    bold: bool = False
    tabular: bool = False
    edge: Edge | None = None
    box: Box | None = None
    words: tuple[Word, ...] = ()
    cells: tuple[tuple[int, int, int], ...] = ()
    heads: bool = False
    indent: float = 0.0


def cleaned(lines: Iterable[Line]) -> list[Line]:
    """Return the lines with clean characters; a line that held none passes its break on to the next."""
    return without_gaps(replace(line, text=clean_line(line.text)) for line in lines)


def without_gaps(lines: Iterable[Line]) -> list[Line]:
    """Return the lines that hold text, each with the strongest break since the last one kept.

    The top of a column is its top however much white space the lines that are gone left around them.
    """
    kept: list[Line] = []
    pending: list[Break] = []
    for line in lines:
        pending.append(line.break_before)
        if line.text:
            top = Break.COLUMN in pending and Break.PART not in pending
            kept.append(replace(line, break_before=Break.COLUMN if top else max(pending)))
            pending = []
    return kept
