"""Panels with slanted sides, as in comics: each holds text of its own, however that text is turned."""

from collections.abc import Sequence
from itertools import pairwise

from ingest.glyphs import Glyph
from ingest.shapes import Outline

SMALLEST = 50.0
"""Points; a panel is at least as wide and as high."""
LARGEST = 0.8
"""The share of all letters that one panel may hold; what holds more is the page's ground."""
FEWEST_LETTERS = 20
MOST_PANELS = 60
SLANT = 2.0
"""Points by which a side of a slanted panel is out of true."""


def panels_apart(glyphs: Sequence[Glyph], outlines: Sequence[Outline]) -> list[list[Glyph]]:
    """Return the letters of each slanted panel, panels in rows from the top, and the letters in none of them."""
    panels = [outline for outline in dict.fromkeys(outlines) if _is_panel(outline)]
    if not 1 < len(panels) <= MOST_PANELS:
        return [list(glyphs)]
    held: dict[Outline, list[Glyph]] = {panel: [] for panel in _in_rows(panels)}
    free: list[Glyph] = []
    for drawn in glyphs:
        home = min((panel for panel in panels if _contains(panel, *_middle(drawn))), key=_extent, default=None)
        (free if home is None else held[home]).append(drawn)
    full = [letters for letters in held.values() if len(letters) >= FEWEST_LETTERS]
    if len(full) < 2 or max(map(len, full)) > LARGEST * len(glyphs):
        return [list(glyphs)]
    rest = free + [drawn for letters in held.values() if len(letters) < FEWEST_LETTERS for drawn in letters]
    return [*([rest] if rest else []), *full]


def _is_panel(outline: Outline) -> bool:
    left, bottom, right, top = _bounds(outline)
    if not 4 <= len(outline) <= 8 or min(right - left, top - bottom) < SMALLEST:
        return False
    sides = pairwise([*outline, outline[0]])
    return any(abs(x2 - x1) > SLANT and abs(y2 - y1) > SLANT for (x1, y1), (x2, y2) in sides)


def _bounds(outline: Outline) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _ in outline], [y for _, y in outline]
    return min(xs), min(ys), max(xs), max(ys)


def _extent(outline: Outline) -> float:
    left, bottom, right, top = _bounds(outline)
    return (right - left) * (top - bottom)


def _middle(drawn: Glyph) -> tuple[float, float]:
    (ax, ay), (ux, uy) = drawn.direction.along, drawn.direction.up
    u, v = (drawn.u + drawn.end) / 2, drawn.v + drawn.size / 4
    return u * ax + v * ux, u * ay + v * uy


def _contains(outline: Outline, x: float, y: float) -> bool:
    """Count the sides that a ray to the right crosses (Shimrat 1962)."""
    inside = False
    for (x1, y1), (x2, y2) in pairwise([*outline, outline[0]]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _in_rows(panels: Sequence[Outline]) -> list[Outline]:
    rows: list[list[Outline]] = []
    for panel in sorted(panels, key=lambda outline: -_bounds(outline)[3]):
        if rows and _are_level(rows[-1][0], panel):
            rows[-1].append(panel)
        else:
            rows.append([panel])
    return [panel for row in rows for panel in sorted(row, key=lambda outline: _bounds(outline)[0])]


def _are_level(one: Outline, other: Outline) -> bool:
    (_, low1, _, high1), (_, low2, _, high2) = _bounds(one), _bounds(other)
    return min(high1, high2) - max(low1, low2) > 0.5 * min(high1 - low1, high2 - low2)
