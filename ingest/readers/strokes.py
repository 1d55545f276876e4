"""How thick the strokes of printed letters are in a picture: what tells bold type where no font does."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from PIL.Image import Image

DARK = 128
"""Grey, of 255; what is darker is ink."""


class Area(NamedTuple):
    """A rectangle of a picture, in pixels from the upper left."""

    left: int
    top: int
    right: int
    bottom: int


def strokes(picture: "Image", areas: Sequence[Area]) -> list[float]:
    """Return the mean thickness of what is drawn in each area, in pixels; 0 where nothing is.

    A stroke of some thickness has twice its length in edges, so that ink over half of the edges is the thickness; a
    letter's slant and curves change that by little. Light letters on dark ground count as well.
    """
    grey = np.asarray(picture.convert("L"))
    return [_stroke(grey[area.top : area.bottom, area.left : area.right] < DARK) for area in areas]


def _stroke(ink: NDArray[np.bool_]) -> float:
    if not ink.size:
        return 0.0
    drawn = ~ink if ink.mean() > 0.5 else ink
    padded = np.pad(drawn, 1)
    edges = int((padded[1:] != padded[:-1]).sum()) + int((padded[:, 1:] != padded[:, :-1]).sum())
    return 2 * int(drawn.sum()) / edges if edges else 0.0
