"""Tables of marked-up files as text: one line for each row, in which every cell carries the heading of its column."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.lines import CELL_GAP

MOST_ROWS = 5_000
MOST_COLUMNS = 60
LONGEST_HEADING = 60
"""Characters; a longer cell at the top is text."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell's words, and whether the file says that they head a row or column."""

    text: str
    heads: bool = False


Row = Sequence[Cell]


def row_texts(grid: Sequence[Row]) -> Iterator[str]:
    """Yield the text of each row of a table, top to bottom; the headings' row is said in the others.

    "Players | Silver" over "3 | 11" gives "Players: 3 | Silver: 11"; where the first column has no heading, its cell
    stands as it is: "3 players | Silver: 11".
    """
    grid = [row for row in grid if any(cell.text for cell in row)]
    headings = _headings(grid)
    for row in grid[1:] if headings else grid:
        if text := _row_text(row, headings):
            yield text


def _headings(grid: Sequence[Row]) -> list[str]:
    """Return the columns' headings where the first row holds nothing else, or leaves only its corner empty."""
    if len(grid) < 2:
        return []
    first, *others = grid[0]
    marked = all(cell.heads or not cell.text for cell in grid[0])
    corner = not first.text and bool(others) and all(cell.text for cell in others) and bool(grid[1][0].text)
    texts = [cell.text for cell in grid[0]]
    short = all(len(text) <= LONGEST_HEADING for text in texts)
    return texts if short and any(texts[1:]) and (marked or corner) else []


def _row_text(row: Row, headings: Sequence[str]) -> str:
    padded = [*headings, *[""] * len(row)][: len(row)]
    parts = [_under(cell.text, heading) for cell, heading in zip(row, padded, strict=True)]
    return CELL_GAP.join(part for before, part in pairwise(["", *parts]) if part and part != before)


def _under(text: str, heading: str) -> str:
    if not text or not heading or text == heading:
        return text
    return f"{heading.removesuffix(':')}: {text}"
