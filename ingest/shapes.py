"""What a page draws besides its letters, as far as it sets text apart: boxes around text, and the rules of tables."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.glyphs import Direction

THIN = 3.0
"""Points; what is drawn thinner is a rule."""
SHORTEST_RULE = 8.0
TOUCHING = 1.5
"""Points between edges that meet."""
MOST_SHAPES = 4_000
"""A page with more shapes is a drawing."""


CORNER = 0.3
"""How near to a box's corners, in its shorter side, its outline comes."""

Outline = tuple[tuple[float, float], ...]
"""The points of a drawn path on the page."""


class Area(NamedTuple):
    """A rectangle in the frame of a direction: ``left`` to ``right`` along the text, ``bottom`` to ``top`` across."""

    left: float
    bottom: float
    right: float
    top: float

    def holds(self, other: "Area", slack: float = 0.0) -> bool:
        """Say whether another area lies within this one, give or take ``slack`` points."""
        wide = self.left - slack <= other.left and other.right <= self.right + slack
        return wide and self.bottom - slack <= other.bottom and other.top <= self.top + slack

    def meets(self, other: "Area") -> bool:
        """Say whether the two share any space."""
        wide = self.left < other.right and other.left < self.right
        return wide and self.bottom < other.top and other.bottom < self.top


@dataclass(frozen=True, slots=True)
class Shapes:
    """A page's shapes in the frame of one direction: boxes, and rules that lie along or stand across the text."""

    boxes: tuple[Area, ...] = ()
    lying: tuple[Area, ...] = ()
    standing: tuple[Area, ...] = ()


def shapes_along(drawn: Sequence[Outline], direction: Direction) -> Shapes:
    """Return the rectangles among outlines whose sides run with and across a direction."""
    if len(drawn) > MOST_SHAPES:
        return Shapes()
    areas = list(dict.fromkeys(area for outline in drawn if (area := _turned(outline, direction)) is not None))
    lying = [a for a in areas if a.top - a.bottom < THIN and a.right - a.left > SHORTEST_RULE]
    standing = [a for a in areas if a.right - a.left < THIN and a.top - a.bottom > SHORTEST_RULE]
    boxes = [a for a in areas if a.right - a.left >= SHORTEST_RULE and a.top - a.bottom >= SHORTEST_RULE]
    return Shapes(tuple(_distinct(boxes)), tuple(lying), tuple(standing))


def _turned(outline: Outline, direction: Direction) -> Area | None:
    (ax, ay), (ux, uy) = direction.along, direction.up
    places = [(x * ax + y * ay, x * ux + y * uy) for x, y in outline]
    along, across = [u for u, _ in places], [v for _, v in places]
    area = Area(*(round(side, 1) for side in (min(along), min(across), max(along), max(across))))
    return area if _fills(places, area) else None


def _fills(places: Sequence[tuple[float, float]], area: Area) -> bool:
    """Say whether an outline comes near every corner of the area around it, so that it is the area's own."""
    near = max(THIN, CORNER * min(area.right - area.left, area.top - area.bottom))
    corners = [(u, v) for u in (area.left, area.right) for v in (area.bottom, area.top)]
    return all(any(abs(u - x) + abs(v - y) < near for x, y in places) for u, v in corners)


def _distinct(areas: Iterable[Area]) -> list[Area]:
    """Leave out boxes that nearly are another one (a fill and its outline)."""
    kept: list[Area] = []
    for area in areas:
        if not any(area.holds(other, THIN) and other.holds(area, THIN) for other in kept):
            kept.append(area)
    return kept


def tiles(boxes: Sequence[Area]) -> set[Area]:
    """Return the boxes that share a whole edge with another, as a table's cells do."""
    return {one for one in boxes for other in boxes if one is not other and _share_an_edge(one, other)}


def _share_an_edge(one: Area, other: Area) -> bool:
    level = abs(one.top - other.top) < TOUCHING and abs(one.bottom - other.bottom) < TOUCHING
    above = abs(one.left - other.left) < TOUCHING and abs(one.right - other.right) < TOUCHING
    beside = min(abs(one.left - other.right), abs(one.right - other.left)) < TOUCHING
    on_top = min(abs(one.bottom - other.top), abs(one.top - other.bottom)) < TOUCHING
    return (level and beside) or (above and on_top)
