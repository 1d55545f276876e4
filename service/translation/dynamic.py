"""Second pass: the cheapest way to pair runs of segments in order, within a band around the anchors.

Costs are those of Vecalign (Thompson & Koehn 2019): the distance of two windows, times how many segments each joins,
over the mean distance to random windows of the other side, so that what is near to everything gains nothing by it.
A deletion or insertion costs ``skip`` a segment. Time and memory grow with the band, not with the product of lengths.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from service.translation.anchors import Anchor
from service.translation.evidence import Evidence

SHAPES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2), (1, 4), (4, 1))
"""How many segments of either side a pair may join."""
SAMPLES = 96
ROOM = 10
"""Segments that a path may stray from the straight line between two anchors."""
WIDEST = 400
"""Segments: a longer gap between anchors is only searched near its diagonal."""
VARIANCE = 6.8
"""Of the characters of a translation for each of the source."""
FARTHEST = 5.0
"""Standard deviations."""
FAR = np.float32(1e9)


@dataclass(frozen=True, slots=True)
class Costs:
    """``skip`` a segment left alone; ``join`` each segment beyond one; ``length`` each standard
    deviation that lengths are apart.

    ``both`` is paid besides where both sides join: it is rare, and two pairs in order mostly say it better. ``across``
    is paid where a side joins a heading to what stands before it: headings belong to what follows.
    """

    skip: float = 0.65
    join: float = 0.2
    length: float = 0.25
    both: float = 0.25
    across: float = 0.6


Link = tuple[range, range]


def link(source: Evidence, target: Evidence, chain: Sequence[Anchor], costs: Costs) -> list[Link]:
    """Return runs that correspond, in order and covering both sides; a run that is empty stands for nothing."""
    rows, columns = len(source), len(target)
    lows, highs = band(rows, columns, chain)
    scorer = _Scorer(source, target, costs)
    best: list[NDArray[np.float32]] = []
    moves: list[NDArray[np.int8]] = []
    for row in range(rows + 1):
        reached, how = _row(row, best, lows, highs, scorer)
        best.append(reached)
        moves.append(how)
    return _path(moves, lows, rows, columns)


def band(rows: int, columns: int, chain: Sequence[Anchor]) -> tuple[list[int], list[int]]:
    """Return for each of ``rows + 1`` rows the first and the last column to look at; neighbours always overlap."""
    lows, highs = [columns] * (rows + 1), [0] * (rows + 1)
    corners = [(0, 0), *((anchor.source, anchor.target) for anchor in chain), (rows, columns)]
    for (top, left), (bottom, right) in pairwise(corners):
        for row in range(max(0, top - ROOM), min(rows, bottom + ROOM) + 1):
            low, high = _reach(row, (top, left), (bottom, right))
            lows[row], highs[row] = min(lows[row], low), max(highs[row], high)
    for row in range(rows + 1):
        lows[row], highs[row] = max(0, lows[row] - ROOM), min(columns, highs[row] + ROOM)
    return lows, highs


def _reach(row: int, first: tuple[int, int], last: tuple[int, int]) -> tuple[int, int]:
    """Return the columns between two corners: all of them, or in a wide gap those near the diagonal."""
    (top, left), (bottom, right) = first, last
    if right - left <= WIDEST:
        return left, right
    along = min(1.0, max(0.0, (row - top) / max(1, bottom - top)))
    middle = left + int(along * (right - left))
    slope = -(-(right - left) // max(1, bottom - top))
    around = WIDEST // 2 + slope
    return max(left, middle - around), min(right, middle + around)


class _Scorer:
    """Costs of pairing the window that ends at a row with those that end at some columns."""

    def __init__(self, source: Evidence, target: Evidence, costs: Costs) -> None:
        self.source, self.target, self.costs = source, target, costs
        self.usual_source = [_usual_distance(windows, target) for windows in source.windows]
        self.usual_target = [_usual_distance(windows, source) for windows in target.windows]
        self.across_source = [_across(source.headings, size) for size in range(1, len(source.windows) + 1)]
        self.across_target = [_across(target.headings, size) for size in range(1, len(target.windows) + 1)]
        self.sums_source = np.concatenate([[0], np.cumsum(source.lengths)])
        ratio = target.lengths.sum() / max(1.0, source.lengths.sum())
        self.sums_target = np.concatenate([[0], np.cumsum(target.lengths / ratio)])

    def _lengths(self, starts: slice, columns: slice) -> NDArray[np.float64]:
        """Return the characters between each start and its column, as the source would have them."""
        lengths: NDArray[np.float64] = self.sums_target[columns] - self.sums_target[starts]
        return lengths

    def cost(self, row: int, columns: slice, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Return the costs of ``shape`` for windows that end before ``row`` and before each of ``columns``."""
        ours, theirs = shape
        starts = slice(columns.start - theirs, columns.stop - theirs)
        one, many = self.source.windows[ours - 1][row - ours], self.target.windows[theirs - 1][starts]
        usual = (self.usual_source[ours - 1][row - ours] + self.usual_target[theirs - 1][starts]) / 2
        distance = ours * theirs * np.maximum(0, 1 - many @ one) / usual
        unlike = unlikeness(self.sums_source[row] - self.sums_source[row - ours], self._lengths(starts, columns))
        joining = self.costs.join * (ours + theirs - 2) + self.costs.both * (min(ours, theirs) > 1)
        across = self.across_source[ours - 1][row - ours] + self.across_target[theirs - 1][starts]
        total: NDArray[np.float32] = distance + joining + self.costs.length * unlike + self.costs.across * across
        return total


def unlikeness(ours: float, theirs: NDArray[np.float64] | float) -> NDArray[np.float64]:
    """Return how many standard deviations lengths are apart (Gale & Church 1993), beyond ``FARTHEST`` no more."""
    deviation = np.sqrt(VARIANCE * (ours + theirs) / 2)
    return np.minimum(np.abs(theirs - ours) / deviation, FARTHEST)


def _across(headings: NDArray[np.bool_], size: int) -> NDArray[np.float32]:
    """Return for each window of ``size`` segments how many headings in it have other text before them."""
    begins = np.concatenate([[0], np.cumsum(headings[1:] & ~headings[:-1])]).astype(np.float32)
    return begins[size - 1 :] - begins[: max(0, len(begins) - size + 1)]


def _usual_distance(windows: NDArray[np.float32], others: Evidence) -> NDArray[np.float32]:
    """Return the mean distance of each window to a fixed random sample of the other side."""
    if not len(others):
        return np.ones(len(windows), np.float32)
    chosen = np.random.default_rng(0).integers(0, len(others), SAMPLES)
    usual: NDArray[np.float32] = np.maximum(0.1, 1 - windows @ others.single[chosen].mean(axis=0))
    return usual


def _row(
    row: int, best: Sequence[NDArray[np.float32]], lows: Sequence[int], highs: Sequence[int], scorer: _Scorer
) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Return the least cost to reach each column of a row, and by which move: a shape, -1 deletion, -2 insertion."""
    low, high = lows[row], highs[row]
    reached = np.full(high - low + 1, FAR, np.float32)
    how = np.full(high - low + 1, -2, np.int8)
    if row == 0:
        reached[0 - low] = 0
    for number, columns, cost in _arrivals(row, best, lows, highs, scorer):
        inside = slice(columns.start - low, columns.stop - low)
        better = cost < reached[inside]
        reached[inside][better] = cost[better]
        how[inside][better] = number
    return _with_insertions(reached, how, scorer.costs.skip)


def _arrivals(
    row: int, best: Sequence[NDArray[np.float32]], lows: Sequence[int], highs: Sequence[int], scorer: _Scorer
) -> Iterator[tuple[int, slice, NDArray[np.float32]]]:
    for number, (ours, theirs) in enumerate((*SHAPES, (1, 0))):
        before = row - ours
        if before < 0:
            continue
        start, stop = max(lows[row], lows[before] + theirs), min(highs[row], highs[before] + theirs) + 1
        if start >= stop:
            continue
        columns = slice(start, stop)
        came = best[before][start - theirs - lows[before] : stop - theirs - lows[before]]
        if theirs:
            yield number, columns, came + scorer.cost(row, columns, (ours, theirs))
        else:
            yield -1, columns, came + np.float32(scorer.costs.skip)


def _with_insertions(
    reached: NDArray[np.float32], how: NDArray[np.int8], skip: float
) -> tuple[NDArray[np.float32], NDArray[np.int8]]:
    """Let every column also be reached from those on its left, at ``skip`` for each step."""
    steps = np.arange(len(reached), dtype=np.float64) * skip
    least = np.minimum.accumulate(reached - steps) + steps
    inserted = least < reached - 1e-6
    return np.where(inserted, least, reached).astype(np.float32), np.where(inserted, -2, how).astype(np.int8)


def _path(moves: Sequence[NDArray[np.int8]], lows: Sequence[int], row: int, column: int) -> list[Link]:
    links: list[Link] = []
    while row or column:
        move = int(moves[row][column - lows[row]])
        ours, theirs = {-1: (1, 0), -2: (0, 1)}.get(move) or SHAPES[move]
        links.append((range(row - ours, row), range(column - theirs, column)))
        row, column = row - ours, column - theirs
    return links[::-1]
