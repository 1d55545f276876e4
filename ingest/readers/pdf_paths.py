"""The paths of a page's content: the outline of each piece that is filled or stroked (ISO 32000-1, 8.5)."""

import math
from collections.abc import Sequence
from typing import Any

from ingest.glyphs import Matrix
from ingest.shapes import Outline

MOST_PIECES = 6_000
"""A page that draws more is a picture; what it sets apart cannot be told."""
MOST_POINTS = 16
"""A rectangle with round corners has no more; what has more is reduced to the rectangle around it."""
_POINTS = {b"m": 1, b"l": 1, b"c": 3, b"v": 2, b"y": 2}
_PAINTED = frozenset({b"S", b"s", b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"})
OPERATORS = _PAINTED | _POINTS.keys() | {b"re", b"h", b"n"}


class Paths:
    """Collects the outlines of painted pieces of path, in points."""

    def __init__(self) -> None:
        self.drawn: list[Outline] = []
        self._pieces: list[list[tuple[float, float]]] = []

    def do(self, operator: bytes, operands: Sequence[Any], matrix: Matrix) -> None:
        """Take a path operator under a transformation. Raises ValueError, TypeError or IndexError if malformed."""
        if operator == b"re":
            x, y, wide, high = (float(value) for value in operands)
            self._pieces.append(
                [_moved(matrix, *corner) for corner in ((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))]
            )
        elif operator in _POINTS:
            self._add(operator, [float(value) for value in operands], matrix)
        elif operator != b"h":
            self._end(painted=operator in _PAINTED)

    def _add(self, operator: bytes, values: Sequence[float], matrix: Matrix) -> None:
        points = [_moved(matrix, values[2 * n], values[2 * n + 1]) for n in range(_POINTS[operator])]
        if operator == b"m" or not self._pieces:
            self._pieces.append([])
        self._pieces[-1] += points
        if len(self._pieces) > MOST_PIECES:
            del self._pieces[:-1]

    def _end(self, *, painted: bool) -> None:
        if painted and len(self.drawn) <= MOST_PIECES:
            self.drawn += [outline for piece in self._pieces if (outline := _outline(piece))]
        self._pieces = []


def _moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    return matrix.a * x + matrix.c * y + matrix.e, matrix.b * x + matrix.d * y + matrix.f


def _outline(piece: Sequence[tuple[float, float]]) -> Outline:
    """Return a piece's points, those of the rectangle around it where there are many; () where it is none."""
    xs, ys = [x for x, _ in piece], [y for _, y in piece]
    if len(piece) < 2 or not all(map(math.isfinite, (*xs, *ys))):
        return ()
    if len(piece) <= MOST_POINTS:
        return tuple(piece)
    left, right, bottom, top = min(xs), max(xs), min(ys), max(ys)
    return (left, bottom), (right, bottom), (right, top), (left, top)
