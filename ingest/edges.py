"""Where on a page running lines may stand."""

import re
from collections.abc import Sequence

from ingest.lines import Break, Edge, Line

EDGE_LINES = 2
"""How many lines at each end of a page may be running lines."""

_CALLOUT = re.compile(r"\W?(?:\d{1,3}|[^\W\d_])\W?")


def is_callout(text: str) -> bool:
    """Say whether a line is nothing but one number or letter, as the callouts of a diagram are."""
    return _CALLOUT.fullmatch(text) is not None


def edge_places(page: Sequence[Line], edge: Edge) -> list[int]:
    """Return where in the list the lines at one end of the page are, outermost first where the order is all we know."""
    if knows_places(page):
        apart = _short_blocks(page)
        return [n for n, line in enumerate(page) if line.edge is edge and n in apart]
    order = range(len(page)) if edge is Edge.TOP else range(len(page) - 1, -1, -1)
    places: list[int] = []
    for n in order:
        places.append(n)
        if sum(not is_callout(page[place].text) for place in places) == EDGE_LINES:
            break
    return places


def edge_rows(page: Sequence[Line]) -> list[tuple[int, ...]]:
    """Return the places of edge lines, those on one height of the page together, from the left."""
    places = sorted({place for edge in Edge for place in edge_places(page, edge)})
    if not knows_places(page):
        return [(place,) for place in places]
    rows: dict[tuple[int, int], list[int]] = {}
    for place in places:
        rows.setdefault(_height(page[place]), []).append(place)
    return [tuple(row) for row in rows.values()]


def knows_places(page: Sequence[Line]) -> bool:
    """Say whether the page's lines have boxes."""
    return any(line.box for line in page)


def _height(line: Line) -> tuple[int, int]:
    """Return a number that lines on one height share, for upright and for turned pages."""
    if line.box is None:
        return 0, 0
    wide = line.box.right - line.box.left >= line.box.top - line.box.bottom
    return int(wide), round(line.box.bottom if wide else line.box.left)


def _short_blocks(page: Sequence[Line]) -> set[int]:
    """Return the places of lines in blocks that are short enough to be running lines."""
    starts = [n for n, line in enumerate(page) if n == 0 or line.break_before is not Break.NONE]
    ends = [*starts[1:], len(page)]
    return {n for start, end in zip(starts, ends, strict=True) if end - start <= EDGE_LINES for n in range(start, end)}
