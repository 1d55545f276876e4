"""Draws a page of a PDF, with marks over some of its words. Runs in a child process: pages may be hostile."""

import math
from io import BytesIO
from pathlib import Path

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from corpus.types import LineBox, Span
from service.page_marks import Mark, marks

LARGEST = 6_000_000
"""Pixels of an image; a page of unusual shape is drawn smaller."""
TINT = (255, 226, 130)
"""Multiplied with what lies below, so that dark letters on light paper stay as dark as they were."""
EDGE = (192, 98, 40)
"""Drawn around each mark: it shows on any paper, dark ones too."""


def draw_page(file: Path, number: int, width: int, boxes: tuple[LineBox, ...], span: Span) -> bytes:
    """Return page ``number`` (from 1) as a PNG about ``width`` pixels wide, the words of ``span`` marked.

    Raises ValueError where the file or the page cannot be drawn.
    """
    try:
        with pypdfium2.PdfDocument(file) as document:
            page = document[number - 1]
            wide, high = page.get_size()
            image = page.render(scale=_scale(wide, high, width)).to_pil().convert("RGB")
    except (pypdfium2.PdfiumError, IndexError, OSError) as error:
        raise ValueError(str(error)) from error
    return _png(_marked(image, marks(boxes, span, *image.size)))


def _scale(wide: float, high: float, width: int) -> float:
    wide, high = max(wide, 1.0), max(high, 1.0)
    return min(width / wide, math.sqrt(LARGEST / wide / high))


def _marked(image: Image.Image, places: list[Mark]) -> Image.Image:
    if not places:
        return image
    tint = Image.new("RGB", image.size, "white")
    for place in places:
        ImageDraw.Draw(tint).rectangle(_pixels(place), TINT)
    marked = ImageChops.multiply(image, tint)
    for place in places:
        ImageDraw.Draw(marked).rectangle(_pixels(place, around=2), outline=EDGE, width=max(1, image.width // 500))
    return marked


def _pixels(place: Mark, around: int = 0) -> tuple[int, int, int, int]:
    left, top = round(place.left) - around, round(place.top) - around
    return left, top, max(left, round(place.right) + around - 1), max(top, round(place.bottom) + around - 1)


def _png(image: Image.Image) -> bytes:
    data = BytesIO()
    image.save(data, "PNG", compress_level=6)
    return data.getvalue()
