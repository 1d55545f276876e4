"""What an alignment has to beat: sentence lengths alone, and nearest neighbours alone."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from eval.alignment_gold import Link
from service.translation.types import Edition

PRIORS = {(1, 1): 0.89, (1, 0): 0.00495, (0, 1): 0.00495, (2, 1): 0.0445, (1, 2): 0.0445, (2, 2): 0.011}
"""How often each shape occurs, and the variance of lengths below, as measured by Gale & Church (1993)."""
VARIANCE = 6.8
BAND = 120
"""Segments that a path may leave the diagonal by."""
FINE = 100
"""Steps of the table of tails for each standard deviation, up to ``FARTHEST`` of them."""
FARTHEST = 12


def by_length(source: Edition, target: Edition) -> list[Link]:
    """Align by numbers of characters alone: Gale & Church, "A Program for Aligning Sentences" (1993)."""
    ours, theirs = _sums(source), _sums(target)
    rows, columns = len(ours) - 1, len(theirs) - 1
    best = np.full((rows + 1, columns + 1), np.inf)
    moves = np.zeros((rows + 1, columns + 1), np.int8)
    best[0, 0] = 0
    shapes = list(PRIORS)
    ratio = theirs[-1] / max(1, ours[-1])
    for row in range(rows + 1):
        middle = round(row * columns / max(1, rows))
        for column in range(max(0, middle - BAND), min(columns, middle + BAND) + 1):
            for number, (a, b) in enumerate(shapes):
                if row >= a and column >= b and best[row - a, column - b] < np.inf:
                    lengths = ours[row] - ours[row - a], theirs[column] - theirs[column - b]
                    cost = best[row - a, column - b] + _cost(*lengths, ratio) - math.log(PRIORS[a, b])
                    if cost < best[row, column]:
                        best[row, column], moves[row, column] = cost, number
    return _path(moves, shapes, rows, columns)


def _sums(edition: Edition) -> list[int]:
    sums = [0]
    for segment in edition.segments:
        sums.append(sums[-1] + len(segment.text))
    return sums


_TAILS = [-math.log(max(1e-300, math.erfc(step / FINE / math.sqrt(2)))) for step in range(FINE * FARTHEST + 1)]


def _cost(ours: int, theirs: int, ratio: float) -> float:
    """Return minus the logarithm of how likely so different lengths are."""
    mean = (ours + theirs / ratio) / 2
    deviations = abs(theirs - ours * ratio) / math.sqrt(VARIANCE * max(1.0, mean))
    return _TAILS[min(FINE * FARTHEST, int(deviations * FINE))]


def _path(moves: NDArray[np.int8], shapes: Sequence[tuple[int, int]], row: int, column: int) -> list[Link]:
    links: list[Link] = []
    while row or column:
        a, b = shapes[moves[row, column]]
        links.append((tuple(range(row - a, row)), tuple(range(column - b, column))))
        row, column = row - a, column - b
    return links[::-1]


def by_nearest(source: Edition, target: Edition) -> list[Link]:
    """Pair every segment of the source with the target's nearest by cosine."""
    nearest = (source.vectors @ target.vectors.T).argmax(axis=1)
    return [((number,), (int(near),)) for number, near in enumerate(nearest)]
