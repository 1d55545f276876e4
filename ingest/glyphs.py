"""What a page draws: its letters with their places, and the directions they run in."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.lines import Box


class Matrix(NamedTuple):
    """A PDF transformation: x' = a x + c y + e, y' = b x + d y + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def after(self, other: "Matrix") -> "Matrix":
        """Return the transformation that applies ``self`` first, then ``other``."""
        return Matrix(
            self.a * other.a + self.b * other.c,
            self.a * other.b + self.b * other.d,
            self.c * other.a + self.d * other.c,
            self.c * other.b + self.d * other.d,
            self.e * other.a + self.f * other.c + other.e,
            self.e * other.b + self.f * other.d + other.f,
        )

    def moved(self, x: float, y: float) -> "Matrix":
        """Return the transformation with its origin moved by (x, y) in its own space."""
        return Matrix(1, 0, 0, 1, x, y).after(self)


class Direction(NamedTuple):
    """How text runs on a page: the angle of its baseline in whole degrees, and whether it is mirrored."""

    angle: int
    mirrored: bool

    @property
    def along(self) -> tuple[float, float]:
        """The unit vector of the baseline."""
        return math.cos(math.radians(self.angle)), math.sin(math.radians(self.angle))

    @property
    def up(self) -> tuple[float, float]:
        """The unit vector from the baseline to the tops of the letters."""
        x, y = self.along
        return (y, -x) if self.mirrored else (-y, x)


class Extent(NamedTuple):
    """How far the letters of a font reach above and below the baseline, as shares of their size."""

    ascent: float
    descent: float


USUAL = Extent(0.8, 0.2)
"""Of fonts that do not say, or say something absurd."""


@dataclass(frozen=True, slots=True)
class Glyph:
    """One drawn letter (or ligature) in the frame of its direction: ``u`` runs with the text, ``v`` upwards.

    Lengths are points; ``u`` and ``v`` are where its baseline starts, ``width`` how wide it is without any letter
    spacing; ``extent`` is how high and low its font reaches.
    """

    text: str
    u: float
    v: float
    width: float
    size: float
    bold: bool
    direction: Direction
    extent: Extent = USUAL

    @property
    def end(self) -> float:
        """Where the letter ends."""
        return self.u + self.width


def glyph(text: str, matrix: Matrix, width: float, size: float, bold: bool, extent: Extent = USUAL) -> Glyph | None:
    """Place a letter: ``matrix`` is text space on the page, ``width`` and ``size`` are in text space.

    None where the matrix squeezes it to nothing.
    """
    across, height = math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d)
    if not (1e-6 < across < 1e6 and 1e-6 < height < 1e6 and all(map(math.isfinite, matrix))):
        return None
    angle = round(math.degrees(math.atan2(matrix.b, matrix.a))) % 360
    direction = Direction(angle, matrix.a * matrix.d - matrix.b * matrix.c < 0)
    (ax, ay), (ux, uy) = direction.along, direction.up
    u, v = matrix.e * ax + matrix.f * ay, matrix.e * ux + matrix.f * uy
    return Glyph(text, u, v, width * across, abs(size) * height, bold, direction, extent)


def place_of(glyphs: Sequence[Glyph]) -> Box:
    """Return the page's rectangle around letters of one direction: as wide as they run, as high as their type."""
    low = min(drawn.v - drawn.extent.descent * drawn.size for drawn in glyphs)
    high = max(drawn.v + drawn.extent.ascent * drawn.size for drawn in glyphs)
    left, right = min(drawn.u for drawn in glyphs), max(drawn.end for drawn in glyphs)
    return page_box(glyphs[0].direction, left, low, right, high)


def page_box(direction: Direction, left: float, bottom: float, right: float, top: float) -> Box:
    """Return the page's rectangle around a rectangle of a direction's frame."""
    (ax, ay), (ux, uy) = direction.along, direction.up
    corners = [(u * ax + v * ux, u * ay + v * uy) for u in (left, right) for v in (bottom, top)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))
