"""The page's logo as the PNG icons that devices want where the page is installed, drawn from the one SVG of it."""

import re
from functools import cache
from io import BytesIO
from pathlib import Path

from lxml import etree
from PIL import Image, ImageDraw

import service.pages

LOGO = Path(service.pages.__file__).parent / "logo.svg"

SIZES = (180, 192, 512)
"""Pixels: a home screen of iOS, a home screen of Android, a splash screen."""
SIDE = 64.0
"""The logo's own width and height."""
SAFE = 0.7
"""Share of a maskable icon that the logo takes: what a mask may cut off is paper (W3C, Web Application Manifest)."""
PAPER = "#f6f1e6"
FINER = 4
"""Times finer than wanted it is drawn; scaling down smooths the edges."""
STEPS = 24
"""Straight pieces that stand for a curve."""

Point = tuple[float, float]


@cache
def app_icon(size: int, maskable: bool = False) -> bytes:
    """Return the logo as a PNG of ``size`` pixels; ``maskable`` on paper, with room around it for any mask."""
    fine = size * FINER
    logo = _drawn(round(fine * SAFE) if maskable else fine)
    canvas = Image.new("RGBA", (fine, fine), PAPER if maskable else (0, 0, 0, 0))
    corner = (fine - logo.width) // 2
    canvas.alpha_composite(logo, (corner, corner))
    written = BytesIO()
    canvas.resize((size, size), Image.Resampling.LANCZOS).save(written, "PNG", optimize=True)
    return written.getvalue()


def _drawn(side: int) -> Image.Image:
    """Return the logo as it is in the file, ``side`` pixels wide: its only group is turned as a whole."""
    group = etree.parse(LOGO).getroot().find("{*}g")
    assert group is not None
    image, scale = Image.new("RGBA", (side, side)), side / SIDE
    draw = ImageDraw.Draw(image)
    for shape in group.iter("{*}rect", "{*}circle", "{*}path"):
        match etree.QName(shape).localname:
            case "rect":
                _box(draw, shape, scale)
            case "circle":
                x, y, radius = (float(shape.get(name, "0")) * scale for name in ("cx", "cy", "r"))
                draw.circle((x, y), radius, fill=shape.get("fill"))
            case "path":
                _stroke(draw, shape, scale)
    turned = re.search(r"rotate\((-?[\d.]+)", group.get("transform", ""))
    return image.rotate(-float(turned[1]) if turned else 0, Image.Resampling.BICUBIC)


def _box(draw: ImageDraw.ImageDraw, shape: etree._Element, scale: float) -> None:
    x, y, width, height, radius = (float(shape.get(n, "0")) * scale for n in ("x", "y", "width", "height", "rx"))
    draw.rounded_rectangle((x, y, x + width, y + height), radius, fill=shape.get("fill"))


def _stroke(draw: ImageDraw.ImageDraw, shape: etree._Element, scale: float) -> None:
    """Draw a path with round ends as its group says."""
    group = shape.getparent()
    assert group is not None
    width = float(group.get("stroke-width", "1")) * scale
    points = [(x * scale, y * scale) for x, y in _points(shape.get("d", ""))]
    draw.line(points, fill=group.get("stroke"), width=round(width), joint="curve")
    for end in points:
        draw.circle(end, width / 2, fill=group.get("stroke"))


def _points(path: str) -> list[Point]:
    """Return points along a path of one ``M`` and relative cubic curves, which is all that the logo has."""
    numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", path)]
    points: list[Point] = [(numbers[0], numbers[1])]
    for at in range(2, len(numbers), 6):
        start, curve = points[-1], numbers[at : at + 6]
        controls = [start, *((start[0] + curve[i], start[1] + curve[i + 1]) for i in (0, 2, 4))]
        points += [_on_curve(controls, step / STEPS) for step in range(1, STEPS + 1)]
    return points


def _on_curve(controls: list[Point], share: float) -> Point:
    """Return the point at a ``share`` of a cubic Bézier curve (its Bernstein form)."""
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
    return (
        sum(weight * x for weight, (x, _) in zip(weights, controls, strict=True)),
        sum(weight * y for weight, (_, y) in zip(weights, controls, strict=True)),
    )
