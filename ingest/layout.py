"""A page's glyphs to its lines in reading order: glyphs, segments, frames (columns), rows, lines."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.glyphs import Direction, Glyph, page_box
from ingest.lines import Box, Break, Edge, Line
from ingest.panels import Frame, ordered_frames
from ingest.paragraphs import ends_sentence, starts_item
from ingest.rows import Row, rows_of
from ingest.segments import segments
from ingest.shapes import Outline, shapes_along
from ingest.slanted import panels_apart
from ingest.tables import table_rows, with_tables

EDGE_SHARE = 0.18
"""Running lines stand within this share of the page's height from its ends."""
EDGE_ROWS = 3
GAP = 1.2
"""White space parts blocks where lines stand this many times farther apart than usual."""
TABLE_GAP = 2.2
"""The same for the rows of a table, which often stand farther apart."""
BOX_INSET = 2.5
"""How much narrower than its column, in sizes, the text of a box may be; only ends of sentences ask for certainty."""
INDENT = 0.8
"""A line that starts this many sizes farther in than the one before starts a paragraph."""


def page_lines(glyphs: Sequence[Glyph], page: Box, shapes: Sequence[Outline] = ()) -> list[Line]:
    """Return a page's lines: those of its main direction, then each other direction's as blocks of their own.

    ``shapes`` are the outlines of what else is drawn: boxes around text and rules set it apart.
    """
    groups = panels_apart(glyphs, shapes)
    if len(groups) > 1:
        return [line for group in groups for line in _panel_lines(group, shapes)]
    by_direction = _by_direction(glyphs)
    parts = [_direction_lines(direction, drawn, shapes) for direction, drawn in by_direction]
    if parts:
        parts[0] = _with_edges(parts[0], by_direction[0][0], page)
    return [line for part in parts for line in part]


def _panel_lines(glyphs: Sequence[Glyph], shapes: Sequence[Outline]) -> list[Line]:
    """Return the lines of a panel, each direction's together, those that begin higher on the page first."""
    parts = [_direction_lines(direction, drawn, shapes) for direction, drawn in _by_direction(glyphs)]
    parts.sort(key=lambda part: -max((line.box.top for line in part if line.box), default=0.0))
    first, *others = [part for part in parts if part] or [[]]
    held = [[replace(part[0], break_before=Break.BLOCK), *part[1:]] for part in others]  # a panel is one part
    return [line for part in (first, *held) for line in part]


def _by_direction(glyphs: Sequence[Glyph]) -> list[tuple[Direction, list[Glyph]]]:
    """Group letters by the direction they run in, the most usual first."""
    found: dict[Direction, list[Glyph]] = defaultdict(list)
    for drawn in glyphs:
        found[drawn.direction].append(drawn)
    return sorted(found.items(), key=lambda item: -len(item[1]))


def _direction_lines(direction: Direction, glyphs: Sequence[Glyph], shapes: Sequence[Outline]) -> list[Line]:
    read = ordered_frames(segments(glyphs), shapes_along(shapes, direction))
    found = [_frame_rows(frame) for frame in read]
    usual = _usual_leading([row for rows in found for row in rows], found)
    lines: list[Line] = []
    was_boxed = False
    for frame, rows in zip(read, found, strict=True):
        first, *others = _frame_lines(rows, direction, usual)
        apart = frame.boxed or was_boxed
        lines += [replace(first, break_before=Break.PART) if apart else first, *others]
        was_boxed = frame.boxed
    return [replace(lines[0], break_before=Break.PART), *lines[1:]] if lines else []


def _frame_rows(frame: Frame) -> list[Row]:
    rows = rows_of(frame.segments)
    return table_rows(rows, frame.table.edges, gridded=frame.table.gridded) if frame.table else with_tables(rows)


def _usual_leading(rows: Sequence[Row], found: Sequence[Sequence[Row]]) -> float:
    """Return the most usual distance of two baselines in the page's most usual size, in sizes."""
    if not rows:
        return GAP
    size = Counter(round(row.main.size) for row in rows).most_common(1)[0][0]
    steps = [
        (above.main.base - below.main.base) / below.main.size
        for frame in found
        for above, below in pairwise(frame)
        if round(above.main.size) == round(below.main.size) == size
    ]
    near = [round(step, 1) for step in steps if 0.8 < step < 2.5]
    return min(Counter(near).most_common(2), key=lambda item: (-item[1], item[0]))[0] if near else GAP


def _frame_lines(rows: Sequence[Row], direction: Direction, usual: float) -> list[Line]:
    blocks = _blocks(rows, usual)
    margin, edge = max(row.right for row in rows), min(row.left for row in rows)
    lines: list[Line] = []
    for number, block in enumerate(blocks):
        first = Break.BLOCK if number else Break.COLUMN
        made = _block_lines(block, first, _right_margin(block, margin), direction)
        lines += [replace(line, indent=_indent(row, edge)) for line, row in zip(made, block, strict=True)]
    return lines


def _indent(row: Row, edge: float) -> float:
    return round((row.left - edge) / row.main.size, 2)


def _blocks(rows: Sequence[Row], usual: float) -> list[list[Row]]:
    blocks = [[rows[0]]]
    for above, below in pairwise(rows):
        step = above.main.base - below.main.base
        stretch = TABLE_GAP if below.tabular and (above.tabular or _heads(above, below)) else GAP
        if step > stretch * usual * max(above.main.size, below.main.size):
            blocks.append([])
        blocks[-1].append(below)
    return blocks


def _heads(above: Row, below: Row) -> bool:
    """Say whether a row is a table's head whose cells stand too close to be told apart."""
    few = len(above.text.split()) <= 3 * len(below.cells)
    return few and abs(above.left - below.left) < above.main.size and not ends_sentence(above.text)


def _right_margin(block: Sequence[Row], margin: float) -> float:
    """Return where the block's lines end: its own right end where several lines reach it, else the column's."""
    end = max(row.right for row in block)
    reaching = sum(row.right > end - row.main.size for row in block)
    return end if reaching > 1 and len(block) > 2 else margin


def _block_lines(block: Sequence[Row], first: Break, margin: float, direction: Direction) -> list[Line]:
    lines: list[Line] = []
    opening = block[0]
    for n, row in enumerate(block):
        gap = first if n == 0 else _paragraph_break(opening, block[n - 1], row)
        if gap is not Break.NONE or starts_item(row.text):
            opening = row
        following = block[n + 1] if n + 1 < len(block) else None
        lines.append(_line(row, gap, _is_full(row, following, margin), direction))
    return lines


def _paragraph_break(opening: Row, above: Row, row: Row) -> Break:
    """Tell a new paragraph by its type or its indent; ``opening`` is the row that began the one so far."""
    size = row.main.size
    if above.tabular or row.tabular or abs(above.main.size - size) > 0.15 * size:
        return Break.PARAGRAPH
    hangs = starts_item(opening.text)
    if hangs and above is not opening and row.left < above.left - 0.4 * size:
        return Break.PARAGRAPH
    indented = INDENT * size < row.left - above.left < 5 * size
    runs_on = row.text[0].islower() and not ends_sentence(above.text)
    return Break.PARAGRAPH if indented and not (hangs or runs_on or _is_centred(above, row)) else Break.NONE


def _is_centred(above: Row, row: Row) -> bool:
    return abs((above.left + above.right) - (row.left + row.right)) < row.main.size


def _is_full(row: Row, following: Row | None, margin: float) -> bool:
    """Say whether the next line's first word (any short word at the end of a column) would not have fitted."""
    size = row.main.size
    word = following.cells[0].first_word if following else 2 * size
    is_long = row.right - row.left > 0.6 * (margin - row.left)
    slack = BOX_INSET if is_long and not ends_sentence(row.text) else 0.1
    return not row.tabular and row.right + 0.2 * size + word > margin - slack * size


def _line(row: Row, gap: Break, full: bool, direction: Direction) -> Line:
    low, high = min(c.bottom for c in row.cells), max(c.top for c in row.cells)
    bold = all(cell.bold for cell in row.cells)
    box = page_box(direction, row.left, low, row.right, high)
    words = tuple(word for cell in row.cells for word in cell.words)
    return Line(
        row.text,
        gap,
        full,
        size=round(row.main.size, 1),
        bold=bold,
        box=box,
        tabular=row.tabular,
        words=words,
        cells=row.places,
        heads=row.heads,
    )


def _with_edges(lines: Sequence[Line], direction: Direction, page: Box) -> list[Line]:
    """Mark the lines at the page's top and bottom, as its main direction has them."""
    heights = [_height(line, direction) for line in lines]
    ends = [_height(Line("", box=Box(x, y, x, y)), direction) for x in (page.left, page.right) for y in page[1:4:2]]
    reach = EDGE_SHARE * (max(ends) - min(ends))
    levels = sorted({round(height) for height in heights})
    low, high = levels[:EDGE_ROWS][-1], levels[-EDGE_ROWS:][0]
    edges = [
        Edge.TOP
        if height > max(ends) - reach and height >= high - 1
        else Edge.BOTTOM
        if height < min(ends) + reach and height <= low + 1
        else None
        for height in heights
    ]
    return [replace(line, edge=edge) for line, edge in zip(lines, edges, strict=True)]


def _height(line: Line, direction: Direction) -> float:
    if line.box is None:
        return 0.0
    (x, y), box = direction.up, line.box
    return statistics.fmean((box.left, box.right)) * x + statistics.fmean((box.bottom, box.top)) * y
