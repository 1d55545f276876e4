"""The rows of a frame: the segments that stand on one line, and which rows are a table's."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.segments import Segment

CELL_GAP = 2.0
"""Pieces of one line that stand farther apart than this many sizes are cells."""


@dataclass(frozen=True, slots=True)
class Row:
    """The segments of one frame that stand on one line: several in a table, or where a loose line has wide spaces.

    In a table, ``columns`` tells each cell's column and ``heads`` that the row names the columns.
    """

    cells: tuple[Segment, ...]
    tabular: bool = False
    columns: tuple[int, ...] = ()
    heads: bool = False

    @property
    def text(self) -> str:
        """The words of its cells."""
        return " ".join(cell.text for cell in self.cells)

    @property
    def main(self) -> Segment:
        """The cell with the most letters, whose type stands for the row's."""
        return max(self.cells, key=lambda cell: len(cell.text))

    @property
    def left(self) -> float:
        """Where it starts."""
        return self.cells[0].left

    @property
    def right(self) -> float:
        """Where it ends."""
        return max(cell.right for cell in self.cells)

    @property
    def places(self) -> tuple[tuple[int, int, int], ...]:
        """Start and end in ``text``, and column, of each cell of a table's row."""
        found, at = [], 0
        for cell, column in zip(self.cells, self.columns, strict=False):
            found.append((at, at + len(cell.text), column))
            at += len(cell.text) + 1
        return tuple(found)


def rows_of(segments: Sequence[Segment]) -> list[Row]:
    """Return the rows of segments that go from the top down."""
    rows: list[list[Segment]] = []
    for segment in segments:
        if rows and abs(rows[-1][0].base - segment.base) < 0.3 * segment.size:
            rows[-1].append(segment)
        else:
            rows.append([segment])
    found = [Row(tuple(sorted(row, key=lambda s: s.left))) for row in rows]
    around = zip([None, *found], found, [*found[1:], None], strict=False)
    return [replace(row, tabular=_is_tabular(row, above, below)) for above, row, below in around]


def _is_tabular(row: Row, above: Row | None, below: Row | None) -> bool:
    """Say whether several pieces on one line are cells: far apart, or under or over another row's.

    A loosely set line of text falls into pieces now and then.
    """
    size = row.main.size
    if len(row.cells) > 2 and any(after.left - before.right > CELL_GAP * size for before, after in pairwise(row.cells)):
        return True
    starts = [cell.left for other in (above, below) if other for cell in other.cells[1:]]
    return any(abs(start - cell.left) < 0.5 * size for start in starts for cell in row.cells[1:])
