"""Where a page draws a table: rules that share their ends, or bands and cells in shades."""

import statistics
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.segments import Segment
from ingest.shapes import Area, Shapes, tiles
from ingest.tables import is_table

NEAR = 3.0
"""Points between the ends of two rules of one table."""
FEWEST_EDGES = 3
LARGEST_ROW, ROWS_APART = 60.0, 4.0
"""Rules farther apart than so many points, and so many times the usual, rule different tables."""
OVERFLOW = 1.5
"""How far, in sizes, a long word may reach out of its cell."""


@dataclass(frozen=True, slots=True)
class Region:
    """A table's place, the heights that part its rows, from the top, and whether its columns are ruled too.

    ``sides`` are the places along the lines where its cells are seen to end, as far as their ground or rules show that.
    """

    area: Area
    edges: tuple[float, ...]
    gridded: bool = False
    sides: tuple[float, ...] = ()


def regions(segments: Sequence[Segment], shapes: Shapes) -> list[Region]:
    """Return the places of the tables that a page draws."""
    found = [*(_under_its_head(region, shapes) for region in _ruled(shapes)), *_banded(shapes)]
    gridded = [replace(region, gridded=_is_gridded(region.area, shapes)) for region in found]
    return [region for region in gridded if _holds_a_table(region, segments)]


def _is_gridded(area: Area, shapes: Shapes) -> bool:
    return any(area.holds(r, NEAR) and area.left + NEAR < r.left < area.right - NEAR for r in shapes.standing)


def _holds_a_table(region: Region, segments: Sequence[Segment]) -> bool:
    inside = [s for s in segments if within(region.area, s)]
    crossed = any(_crosses(region.area, segment) for segment in segments)
    return len(inside) > 3 and not crossed and _has_columns(inside) and is_table(inside, region.gridded)


def _has_columns(segments: Sequence[Segment]) -> bool:
    """Say whether most of the pieces have another one beside them."""
    on_line = Counter(round(segment.base) for segment in segments)
    return sum(count for count in on_line.values() if count > 1) > 0.5 * len(segments)


def within(area: Area, segment: Segment) -> bool:
    """Say whether a segment is a table's, though a long word may reach out of its cell."""
    middle, right = (segment.bottom + segment.top) / 2, area.right + OVERFLOW * segment.size
    return area.left - NEAR <= segment.left and segment.right <= right and area.bottom < middle < area.top


def _crosses(area: Area, segment: Segment) -> bool:
    level = area.bottom < (segment.bottom + segment.top) / 2 < area.top
    reach = OVERFLOW * segment.size
    return level and any(
        segment.left < side - reach and side + reach < segment.right for side in (area.left, area.right)
    )


def _ruled(shapes: Shapes) -> list[Region]:
    """Group lying rules by their two ends; those drawn cell by cell count as one."""
    by_ends: dict[tuple[int, int], list[float]] = defaultdict(list)
    for rule in _whole(shapes.lying):
        by_ends[round(rule.left / NEAR), round(rule.right / NEAR)].append((rule.bottom + rule.top) / 2)
    return [
        Region(Area(left * NEAR, group[-1], right * NEAR, group[0]), tuple(group))
        for (left, right), heights in by_ends.items()
        for group in _near_one_another(sorted(set(heights), reverse=True))
        if len(group) >= FEWEST_EDGES
    ]


def _under_its_head(region: Region, shapes: Shapes) -> Region:
    """Add the shaded head that stands on a ruled table's topmost rule, as wide as the table."""
    area, cells = region.area, tiles(shapes.boxes)
    for band in (*_whole_bands(cells), *(box for box in shapes.boxes if box not in cells)):
        wide = abs(band.left - area.left) < NEAR and abs(band.right - area.right) < NEAR
        if wide and abs(band.bottom - area.top) < NEAR and band.top - band.bottom < LARGEST_ROW:
            sides = sorted({cell.left for cell in cells if band.holds(cell, NEAR) and cell.left > band.left + NEAR})
            return replace(
                region, area=area._replace(top=band.top), edges=(band.top, *region.edges), sides=tuple(sides)
            )
    return region


def _near_one_another(heights: Sequence[float]) -> list[list[float]]:
    """Part rules, from the top, where the space between two is far above the usual: they rule different tables."""
    gaps = [above - below for above, below in pairwise(heights)]
    widest = max(LARGEST_ROW, ROWS_APART * statistics.median(gaps)) if gaps else 0.0
    groups = [[height] for height in heights[:1]]
    for height, gap in zip(heights[1:], gaps, strict=True):
        if gap > widest:
            groups.append([])
        groups[-1].append(height)
    return groups


def _whole(rules: Sequence[Area]) -> list[Area]:
    """Join rules that go on in each other."""
    whole: list[Area] = []
    for rule in sorted(rules, key=lambda area: (-round(area.top), area.left)):
        last = whole[-1] if whole else None
        if last and abs(last.top - rule.top) < 1 and rule.left <= last.right + NEAR:
            whole[-1] = Area(last.left, last.bottom, max(last.right, rule.right), last.top)
        else:
            whole.append(rule)
    return whole


def _banded(shapes: Shapes) -> list[Region]:
    """Group shaded cells and bands by their outer ends; bands of every other row leave the rows between unshaded."""
    cells = tiles(shapes.boxes)
    bands = _whole_bands(cells) or [box for box in shapes.boxes if box not in cells]
    by_ends: dict[tuple[int, int], list[Area]] = defaultdict(list)
    for band in bands:
        by_ends[round(band.left / NEAR), round(band.right / NEAR)].append(band)
    return [_of_bands(group) for group in by_ends.values() if len(group) > 1]


def _whole_bands(cells: set[Area]) -> list[Area]:
    bands: list[Area] = []
    for cell in sorted(cells, key=lambda area: (-round(area.top), area.left)):
        last = bands[-1] if bands else None
        if (
            last
            and abs(last.top - cell.top) < 1
            and abs(last.bottom - cell.bottom) < 1
            and cell.left <= last.right + NEAR
        ):
            bands[-1] = Area(last.left, last.bottom, cell.right, last.top)
        else:
            bands.append(cell)
    return bands


def _of_bands(bands: Sequence[Area]) -> Region:
    edges = sorted({round(edge) for band in bands for edge in (band.top, band.bottom)}, reverse=True)
    whole = Area(bands[0].left, min(b.bottom for b in bands), bands[0].right, max(b.top for b in bands))
    return Region(whole, tuple(float(edge) for edge in edges))
