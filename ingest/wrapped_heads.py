"""Heads of tables that wrap over several lines, where nothing is drawn around the table.

The lines of one head stand closer together than the rows do; a head's cells have as many lines as their words need, at
the top, in the middle or at the bottom of it, so that some of its lines lack cells.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise

from ingest.rows import Row

TIGHT = 1.4
"""Lines of one cell are at most this many sizes apart."""
NEXT_ROW = 2.6
"""The first row stands at most this many sizes below its head."""
WIDER = 1.2
"""A row's step is at least so many times that of the lines in a head."""
MOST_LINES = 10

IsHoused = Callable[[Row], bool]
"""Says whether each cell of a line stands in one column of the table."""


def head_lines(rows: Sequence[Row], start: int, end: int, is_housed: IsHoused) -> tuple[int, int]:
    """Return where the wrapped head of the table ``rows[start:end]`` begins and ends; nowhere, twice ``start``.

    It may begin above the table: where its topmost lines hold a single cell.
    """
    stop = _end_of_tight_lines(rows, start, end)
    first = _first(rows, start, is_housed, TIGHT if stop > start else NEXT_ROW)
    steps = [_step(above, below) for above, below in pairwise(rows[first:stop])]
    if not steps or stop >= end or not all(map(is_housed, rows[first:stop])) or _is_under_a_row(rows, first, is_housed):
        return start, start
    return (first, stop) if _step(rows[stop - 1], rows[stop]) > WIDER * max(steps) else (start, start)


def _is_under_a_row(rows: Sequence[Row], first: int, is_housed: IsHoused) -> bool:
    return first > 0 and is_housed(rows[first - 1]) and is_next_line(rows[first - 1], rows[first], NEXT_ROW)


def _end_of_tight_lines(rows: Sequence[Row], start: int, end: int) -> int:
    """Return behind which line the first wide step of a table comes; ``start`` where its first line has none tight."""
    stop = start + 1
    while stop < end and is_next_line(rows[stop - 1], rows[stop]):
        stop += 1
    alone = stop == start + 1 and not (start > 0 and is_next_line(rows[start - 1], rows[start]))
    return start if alone else stop


def _first(rows: Sequence[Row], start: int, is_housed: IsHoused, reach: float) -> int:
    """Return the first of the lines above ``start`` that go on in each other; the nearest may be ``reach`` above."""
    first = start
    while first > 0 and start - first < MOST_LINES and is_housed(rows[first - 1]):
        if not is_next_line(rows[first - 1], rows[first], reach if first == start else TIGHT):
            break
        first -= 1
    return first


def is_next_line(above: Row, below: Row, reach: float = TIGHT) -> bool:
    """Say whether a line stands at most ``reach`` sizes below one of its type; a near one shares its weight, too."""
    same_type = abs(above.main.size - below.main.size) < 0.5
    same_weight = reach > TIGHT or above.main.bold == below.main.bold
    return same_type and same_weight and 0 < _step(above, below) <= reach * below.main.size


def _step(above: Row, below: Row) -> float:
    return above.main.base - below.main.base
