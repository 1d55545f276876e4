"""Boxes around text: what stands in one is read by itself, in the place that the box has on its page."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.columns import frames
from ingest.segments import Segment
from ingest.shapes import Area, Shapes, tiles
from ingest.table_regions import Region, regions, within

STRADDLE = 0.6
"""How far, in sizes, text may reach out of its box."""
PADDED = 1.7
"""How high a box around one line is at least, in sizes."""
CARD_LINES = 4
"""Boxes that share their edges are cards, and not a table's cells, where they hold this many lines."""
MOST_PANELS = 300


@dataclass(frozen=True, slots=True)
class Frame:
    """Segments that are read together, from the top down; ``boxed`` says that they stand in a box of their own,
    ``table`` that they are a table that the page draws.
    """

    segments: tuple[Segment, ...]
    boxed: bool = False
    table: Region | None = None


def ordered_frames(segments: Sequence[Segment], shapes: Shapes) -> list[Frame]:
    """Return one direction's segments as frames in reading order."""
    tables = {region.area: region for region in regions(segments, shapes)}
    panels = [box for box in _panels(segments, shapes) if not any(table.holds(box, 2) for table in tables)]
    return _ordered(segments, [*panels, *tables], tables, boxed=False)


def _panels(segments: Sequence[Segment], shapes: Shapes) -> list[Area]:
    """Return the boxes that set text apart: no text crosses their edge, and other text stands outside."""
    if not segments or len(shapes.boxes) > MOST_PANELS:
        return []
    found = [box for box in shapes.boxes if _sets_apart(box, segments)]
    cells = tiles(found)
    if cells and statistics.median(_lines_in(box, segments) for box in cells) >= CARD_LINES:
        cells = set()
    return [box for box in found if box not in cells]


def _sets_apart(box: Area, segments: Sequence[Segment]) -> bool:
    inside: list[Segment] = []
    for segment in segments:
        area = area_of(segment)
        if box.holds(area, STRADDLE * segment.size):
            inside.append(segment)
        elif box.meets(area):
            return False
    # what is no higher than a line is a colour behind that line
    return 0 < len(inside) < len(segments) and box.top - box.bottom > PADDED * max(s.size for s in inside)


def _lines_in(box: Area, segments: Sequence[Segment]) -> int:
    return len({round(s.base) for s in segments if box.holds(area_of(s), STRADDLE * s.size)})


def area_of(segment: Segment) -> Area:
    """Return the place of a segment."""
    return Area(segment.left, segment.bottom, segment.right, segment.top)


def _ordered(
    segments: Sequence[Segment], panels: Sequence[Area], tables: Mapping[Area, Region], *, boxed: bool
) -> list[Frame]:
    """Order segments: a box's own ones in the place of the box, a table's as one frame."""
    outer = [box for box in panels if not any(o is not box and o.holds(box, 1) for o in panels)]
    homes = [_home(segment, outer, tables) for segment in segments]
    inside = {box: [s for s, home in zip(segments, homes, strict=True) if home == box] for box in outer}
    free = [s for s, home in zip(segments, homes, strict=True) if home is None]
    read = {
        box: [_table(held, tables[box])]
        if box in tables
        else _ordered(held, [p for p in panels if p is not box and box.holds(p, 1)], tables, boxed=True)
        for box, held in inside.items()
        if held
    }
    grid = _rows_of_boxes([box for box in outer if inside[box]], free)
    if grid:
        top = max(box.top for box in grid)
        above, below = [s for s in free if s.base >= top], [s for s in free if s.base < top]
        middle = [frame for box in grid for frame in read[box]]
        return [*_plain(above, boxed), *middle, *_plain(below, boxed)]
    return _with_boxes(free, inside, read, boxed=boxed)


def _table(segments: Sequence[Segment], region: Region) -> Frame:
    cells = [cell for segment in segments for cell in segment.cut_at(region.sides)]
    return Frame(tuple(sorted(cells, key=lambda s: (-s.base, s.left))), True, region)


def _home(segment: Segment, boxes: Sequence[Area], tables: Mapping[Area, Region]) -> Area | None:
    place, reach = area_of(segment), STRADDLE * segment.size
    return next((b for b in boxes if (within(b, segment) if b in tables else b.holds(place, reach))), None)


def _plain(segments: Sequence[Segment], boxed: bool) -> list[Frame]:
    return [Frame(tuple(frame), boxed) for frame in frames(segments)]


def _rows_of_boxes(boxes: Sequence[Area], free: Sequence[Segment]) -> list[Area]:
    """Return boxes in the order of their rows where they lie in rows, as cards do, with no other text among them."""
    if len(boxes) < 3:
        return []
    low, high = min(box.bottom for box in boxes), max(box.top for box in boxes)
    if any(low < segment.base < high for segment in free):
        return []
    rows: list[list[Area]] = []
    for box in sorted(boxes, key=lambda area: -area.top):
        if rows and box.top > min(other.bottom for other in rows[-1]):
            rows[-1].append(box)
        else:
            rows.append([box])
    ordered = [sorted(row) for row in rows]
    stacked = any(one.right > other.left for row in ordered for one, other in pairwise(row))
    return [] if stacked or len(rows) == len(boxes) else [box for row in ordered for box in row]


def _with_boxes(
    free: Sequence[Segment], inside: dict[Area, list[Segment]], read: dict[Area, list[Frame]], *, boxed: bool
) -> list[Frame]:
    """Order free text and boxes; a box stands in the columns as lines as wide as it is."""
    stand_ins: dict[int, Area] = {}
    lines = list(free)
    for box, held in inside.items():
        for segment in {round(s.base): s for s in held}.values():
            lines.append(replace(segment, left=box.left, right=box.right))
            stand_ins[id(lines[-1])] = box
    found: list[Frame] = []
    done: set[Area] = set()
    for frame in frames(lines):
        run: list[Segment] = []
        for segment in frame:
            home = stand_ins.get(id(segment))
            if home is None:
                run.append(segment)
            elif home not in done:
                done.add(home)
                found += [Frame(tuple(run), boxed)] if run else []
                found += read[home]
                run = []
        found += [Frame(tuple(run), boxed)] if run else []
    return found
