"""The order in which a page's segments are read: columns one after the other, what spans them in its place.

A gutter is a vertical strip with text side by side on both of its ends. Segments that cross it (titles, full-width
boxes) cut the page into bands; in each band the left column is read before the right one, each in turn the same way.
The idea of recursive cuts is that of Nagy and Seth's X-Y tree (1984), with spanning lines in place of white cuts.
"""

import re
import statistics
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile

from ingest.segments import Segment

GUTTER = 0.6
"""The least width of a gutter, in sizes of the type beside it."""
LARGER = 1.15
HEADER_LINES = 2
DEEPEST = 8
MOST_SEGMENTS = 2_500
"""A page with more pieces of text is a map or a chart; its columns would take long to find and mean nothing."""

_NUMERIC = re.compile(r"[\d.,%+\-–—/*x×()]+")


@dataclass(frozen=True, slots=True)
class Gutter:
    """A cut at ``x``; ``pairs`` counts the segments that have a neighbour on the other side of it."""

    x: float
    pairs: int
    crossing: int
    width: float


def frames(segments: Sequence[Segment], depth: int = 0) -> list[list[Segment]]:
    """Return the segments as frames in reading order, each from the top down."""
    searched = 3 < len(segments) <= MOST_SEGMENTS and depth < DEEPEST
    gutter = _best_gutter(segments) if searched else None
    if gutter is None or _is_table(segments, gutter):
        return [sorted(segments, key=lambda s: (-s.base, s.left))] if segments else []
    ordered: list[list[Segment]] = []
    for crossing, left, right in _bands(segments, gutter.x):
        title = _title_above(left, right)
        for part in (crossing, title, left, [segment for segment in right if segment not in title]):
            ordered += frames(part, depth + 1) if len(part) < len(segments) else [list(part)]
    return ordered


def _title_above(left: Sequence[Segment], right: Sequence[Segment]) -> list[Segment]:
    """Return what tops the right side in larger type above all of the left: a title that happens to cross no gutter.

    A line or two of a running header may stand above it.
    """
    if not left:
        return []
    size = statistics.median(s.size for s in left)
    headers = list(takewhile(lambda s: s.size <= LARGER * size, right))
    title = list(takewhile(lambda s: s.size > LARGER * size, right[len(headers) :]))
    if not title or len(headers) > HEADER_LINES:
        return []
    low, high = min(s.bottom for s in title), max(s.top for s in title)
    above = [s for s in left if s.base > high]
    return title if len(above) <= HEADER_LINES and all(s.top < low for s in left if s not in above) else []


def _best_gutter(segments: Sequence[Segment]) -> Gutter | None:
    size = statistics.median(s.size for s in segments)
    lefts, rights = sorted(s.left for s in segments), sorted(s.right for s in segments)
    found = [
        gutter
        for x in _cuts(lefts, rights, GUTTER * size)
        if (gutter := _gutter(segments, x, lefts, rights)) is not None and gutter.width >= GUTTER * size
    ]
    return max(found, key=lambda g: (g.pairs - g.crossing / 4, g.width), default=None)


def _cuts(lefts: Sequence[float], rights: Sequence[float], least: float) -> set[float]:
    """Return where a gutter may be cut: just after an end of text, and just before a start."""
    return {round(right + least / 2) for right in rights} | {round(left - least / 2) for left in lefts}


def _gutter(segments: Sequence[Segment], x: float, lefts: Sequence[float], rights: Sequence[float]) -> Gutter | None:
    before, after = bisect_right(rights, x), len(lefts) - bisect_left(lefts, x)
    if min(before, after) < 2:
        return None
    pairs = sum(_pairs(left, right) for _, left, right in _bands(segments, x))
    if pairs < 2:
        return None
    # a page number may stand in the gutter: of many lines, one or two are allowed to
    strays = min(2, min(before, after) // 8)
    width = lefts[len(lefts) - after + strays] - rights[before - 1 - strays]
    return Gutter(x, pairs, len(segments) - before - after, width)


def _pairs(left: Sequence[Segment], right: Sequence[Segment]) -> int:
    """Count the segments of the shorter side that lie beside the other side."""
    return min(map(len, _side_by_side(left, right)))


def _side_by_side(left: Sequence[Segment], right: Sequence[Segment]) -> tuple[list[Segment], list[Segment]]:
    """Return the segments of either side that stand between the top and the bottom of the other."""
    if not left or not right:
        return [], []
    low = max(min(s.bottom for s in left), min(s.bottom for s in right))
    high = min(max(s.top for s in left), max(s.top for s in right))
    return [s for s in left if low <= s.base <= high], [s for s in right if low <= s.base <= high]


def _bands(segments: Sequence[Segment], x: float) -> list[tuple[list[Segment], list[Segment], list[Segment]]]:
    """Return bands from the top: the crossing segments that open one, then those left and right of ``x``."""
    bands: list[tuple[list[Segment], list[Segment], list[Segment]]] = [([], [], [])]
    for segment in sorted(segments, key=lambda s: (-s.base, s.left)):
        crosses = segment.left < x < segment.right
        if crosses and (bands[-1][1] or bands[-1][2]):
            bands.append(([], [], []))
        side = 0 if crosses else 1 if segment.right <= x else 2
        bands[-1][side].append(segment)
    return bands


def _is_table(segments: Sequence[Segment], gutter: Gutter) -> bool:
    """Say whether both sides of a gutter are cells of rows and not columns of text.

    They share their lines, and one side holds numbers, or there are three cells and more in a row, or the left side is
    a narrow column of labels.
    """
    beside = [_side_by_side(left, right) for _, left, right in _bands(segments, gutter.x)]
    left, right = [s for side, _ in beside for s in side], [s for _, side in beside for s in side]
    few, many = (left, right) if len(left) <= len(right) else (right, left)
    if _mostly(many, _is_numeric) and _are_aligned(many, few):
        return True
    if not _are_aligned(few, many):  # cells that wrap stand beside nothing
        return _are_aligned(many, few) and _cells(left + right) >= 3
    return (
        _mostly(few, _is_numeric) or _mostly(many, _is_numeric) or _cells(left + right) >= 3 or _are_labels(left, right)
    )


def _are_aligned(side: Sequence[Segment], other: Sequence[Segment]) -> bool:
    aligned = [s for s in side if any(abs(s.base - o.base) < 0.25 * s.size for o in other)]
    return len(aligned) >= 0.75 * len(side)


def _mostly(side: Sequence[Segment], holds: Callable[[Segment], bool]) -> bool:
    return sum(map(holds, side)) > 0.5 * len(side)


def _is_numeric(segment: Segment) -> bool:
    return _NUMERIC.fullmatch(segment.text.replace(" ", "")) is not None


def _cells(segments: Sequence[Segment]) -> float:
    """Return how many short segments stand on one line, in the middle of all lines."""
    if statistics.median(len(s.text.split()) for s in segments) > 3:
        return 0
    bases = sorted(round(s.base) for s in segments)
    return statistics.median(bisect_right(bases, b + 1) - bisect_left(bases, b - 1) for b in set(bases))


def _are_labels(left: Sequence[Segment], right: Sequence[Segment]) -> bool:
    """Say whether the left side is a narrow column of a few words, beside one wide column of text."""
    across = max(s.right for s in right) - min(s.left for s in left)
    narrow = max(s.right for s in left) - min(s.left for s in left) < 0.3 * across
    short = statistics.median(len(s.text.split()) for s in left) <= 3
    wide = statistics.median(s.right - s.left for s in right) > 0.5 * across
    return narrow and short and wide and len(left) < 0.8 * len(right)
