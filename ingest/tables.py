"""Tables: the lines of a row's cells put together, each cell under its column's head.

Rules and shaded bands part rows where the page draws them; elsewhere white space and the first column do.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise

from ingest.hyphens import Vocabulary, mended
from ingest.rows import Row
from ingest.segments import Segment
from ingest.wrapped_heads import head_lines, is_next_line

COLUMN_GAP = 0.5
"""The least white space between two columns, in sizes."""
ROW_STEP = 1.25
"""Lines this many times farther apart than the closest ones belong to different rows."""
NEXT_LINE = 1.7
"""A cell's next line is at most this many sizes below."""
FULL_ROW = 0.8
"""The share of cells that a full row has."""
LONGEST_HEAD = 6
"""Words of a cell that names a column."""

Columns = list[tuple[float, float]]
_NO_WORDS = Vocabulary(frozenset(), frozenset())


def table_rows(rows: Sequence[Row], edges: Sequence[float], *, gridded: bool) -> list[Row]:
    """Return the rows of a table that shapes set apart.

    ``edges`` are the heights at which it is ruled, from the top; ``gridded`` says that its columns are ruled too. Then,
    and where each row is ruled, what stands between two rules is one row unless each of its lines is full.
    """
    columns = _columns(rows)
    bands = [[row for row in rows if low < row.cells[0].base <= high] for high, low in pairwise(edges)]
    bands = [band for band in bands if band]
    if len(columns) < 2 or sum(map(len, bands)) != len(rows):
        return list(rows)
    whole = gridded or _are_rows(bands, columns)
    parts = [part for band in bands for part in _rows_between(band, columns, whole)]
    return _with_head([_merged(part, columns) for part in parts], ruled=True)


def _are_rows(bands: Sequence[Sequence[Row]], columns: Columns) -> bool:
    """Say whether a table is ruled below each row: hardly ever do two lines with all their cells share a band."""
    full = [sum(len(row.cells) == len(columns) for row in band) for band in bands]
    return len(bands) > 3 and max(full) < 2


def _rows_between(band: Sequence[Row], columns: Columns, gridded: bool) -> list[list[Row]]:
    """Return the rows between two rules; what reaches over several columns is a row of its own."""
    if not (gridded and _is_wrapped(band, columns)):
        return _parted(band, columns)
    spans = [_spans(row, columns) for row in band]
    parts: list[list[Row]] = [[band[0]]]
    for row, before, now in zip(band[1:], spans, spans[1:], strict=False):
        if before or now:
            parts.append([])
        parts[-1].append(row)
    return parts


def _is_wrapped(band: Sequence[Row], columns: Columns) -> bool:
    """Say whether some lines between two rules lack cells: those go on in the cells that they have."""
    return any(len(row.cells) < FULL_ROW * len(columns) for row in band)


def with_tables(rows: Sequence[Row]) -> list[Row]:
    """Return a frame's rows, those of tables that nothing is drawn around put together."""
    found: list[Row] = []
    end = len(rows)
    for start, stop, columns in reversed(_runs(rows)):
        if stop > end:  # its lines are those of a head
            continue
        first, below_head = head_lines(rows, start, stop, partial(_is_housed, columns=columns))
        found = [*_table(rows[first:stop], below_head - first, columns), *rows[stop:end], *found]
        end = first
    return [*rows[:end], *found]


def _runs(rows: Sequence[Row]) -> list[tuple[int, int, Columns]]:
    """Return where each table begins and ends, and its columns."""
    found: list[tuple[int, int, Columns]] = []
    at = 0
    while at < len(rows):
        run = _run(rows[at:])
        columns = _columns(run) if len(run) > 1 else []
        if len(columns) > 1:
            found.append((at, at + len(run), columns))
        at += max(1, len(run))
    return found


def _is_housed(row: Row, columns: Columns) -> bool:
    return all(_column(cell, columns) is not None for cell in row.cells)


def _table(lines: Sequence[Row], head: int, columns: Columns) -> list[Row]:
    """Return a table's rows; its first ``head`` lines are those of a head that wraps."""
    if not head:
        return _with_head([_merged(part, columns) for part in _parted(lines, columns)], ruled=False)
    body = [_merged(part, columns) for part in _parted(lines[head:], columns)]
    wraps = len(body) < len(lines) - head
    return _with_head([_merged(lines[:head], columns), *body], ruled=not wraps)


def _run(rows: Sequence[Row]) -> list[Row]:
    """Return the rows of the table that begins here: rows of cells, and the further lines of single cells."""
    run: list[Row] = []
    for row in rows:
        if row.tabular or (run and _goes_on(run, row)):
            run.append(row)
        else:
            break
    return run


def _goes_on(run: Sequence[Row], row: Row) -> bool:
    if run[-1].cells[0].base - row.cells[0].base > NEXT_LINE * row.main.size:
        return False
    columns = _columns(run)
    homes = {_column(cell, columns) for cell in row.cells}
    if 0 in homes and not is_next_line(run[-1], row):
        return False
    return len(columns) > 1 and None not in homes and abs(row.main.size - run[-1].main.size) < 1


def _columns(rows: Sequence[Row]) -> Columns:
    """Return where columns begin and end: between them is white space that at most one row in ten crosses."""
    cells = [cell for row in rows for cell in row.cells]
    size = max((cell.size for cell in cells), default=0.0)
    ends = sorted([(cell.left, 1) for cell in cells] + [(cell.right + COLUMN_GAP * size, -1) for cell in cells])
    strays = len(rows) // 10
    columns: Columns = []
    covering, begin = 0, 0.0
    for x, step in ends:
        if covering <= strays < covering + step:
            begin = x
        if covering > strays >= covering + step:
            columns.append((begin, x - COLUMN_GAP * size))
        covering += step
    return columns


def _column(cell: Segment, columns: Columns) -> int | None:
    """Return the column in which a cell stands, None where it reaches over several."""
    over = [n for n, (left, right) in enumerate(columns) if cell.left < right and left < cell.right]
    return over[0] if len(over) == 1 else None


def _parted(rows: Sequence[Row], columns: Columns) -> list[list[Row]]:
    """Group lines into rows: a line without a first cell, or close under a line with a cell missing, goes on."""
    steps = [above.cells[0].base - below.cells[0].base for above, below in pairwise(rows)]
    closest = min(steps, default=0.0)
    parted = [[rows[0]]]
    spanned = _spans(rows[0], columns)
    for row, step in zip(rows[1:], steps, strict=True):
        homes = {_column(cell, columns) for cell in row.cells}
        close = step < ROW_STEP * closest < max(steps) and len(homes) < len(columns)
        goes_on = close or (0 not in homes and step < NEXT_LINE * row.main.size)
        was_spanned, spanned = spanned, None in homes
        if goes_on and not (spanned or was_spanned):
            parted[-1].append(row)
        else:
            parted.append([row])
    return parted


def _spans(row: Row, columns: Columns) -> bool:
    return any(_column(cell, columns) is None for cell in row.cells)


def _merged(lines: Sequence[Row], columns: Columns) -> Row:
    """Return several lines as one row, each column's pieces joined from the top down."""
    held: dict[int, list[Segment]] = {}
    for row in lines:
        for cell in row.cells:
            home = _column(cell, columns)
            first = next((n for n, (_, right) in enumerate(columns) if cell.left < right), len(columns) - 1)
            held.setdefault(first if home is None else home, []).append(cell)
    order = sorted(held)
    return Row(tuple(_joined(held[column]) for column in order), tabular=True, columns=tuple(order))


def _joined(cells: Sequence[Segment]) -> Segment:
    text = cells[0].text
    for cell in cells[1:]:
        text = mended(text, cell.text, _NO_WORDS) or f"{text} {cell.text}"
    words = tuple(word for cell in cells for word in cell.words)
    left, right = min(cell.left for cell in cells), max(cell.right for cell in cells)
    return replace(cells[0], text=text, words=words, left=left, right=right, bold=all(cell.bold for cell in cells))


def _with_head(rows: list[Row], *, ruled: bool) -> list[Row]:
    """Mark a first row that names the columns: short words over rows, some of which hold numbers."""
    if len(rows) < 2:
        return rows
    first, others = rows[0], rows[1:]
    names = all(_is_name(cell.text) for cell in first.cells) and len(first.cells) > 1
    told = (
        ruled or _is_bold(first) != _is_bold(others[0]) or any(_is_number(c.text) for row in others for c in row.cells)
    )
    return [replace(first, heads=True), *others] if names and told else rows


def _is_bold(row: Row) -> bool:
    return all(cell.bold for cell in row.cells)


def _is_name(text: str) -> bool:
    return any(map(str.isalpha, text)) and len(text.split()) <= LONGEST_HEAD and text[-1] not in ".!?;"


def _is_number(text: str) -> bool:
    return text[:1].isdigit() and len(text) < 8


def is_table(segments: Iterable[Segment], columns_drawn: bool) -> bool:
    """Say whether pieces between rules are a table's: short ones, or with columns that are ruled too."""
    lengths = sorted(len(segment.text.split()) for segment in segments)
    return columns_drawn or (len(lengths) > 3 and lengths[len(lengths) // 2] <= 5)
