"""Small plots as SVG text; colours come from the page's style sheet by class, so that they follow light and dark."""

import math
from collections.abc import Callable, Sequence
from html import escape

from eval.calibration import Bin, Point
from eval.intervals import Figure
from eval.latency import Bucket

SIDE = 260
LEFT, BOTTOM, TOP, RIGHT = 54, 40, 12, 14
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)


def bar(figure: Figure, name: str) -> str:
    """Return a bar from 0 to 1 with the interval as a whisker."""
    label = f"{name} {figure.value:.3f}, 95% interval {figure.low:.3f} to {figure.high:.3f}, {figure.n} questions"
    return (
        f'<svg class="bar" viewBox="-1 0 102 12" preserveAspectRatio="none" role="img" aria-label="{escape(label)}">'
        f"<title>{escape(label)}</title>"
        f'<rect class="track" x="0" y="2" width="100" height="8"/>'
        f'<rect class="fill" x="0" y="2" width="{100 * figure.value:.1f}" height="8"/>'
        f'<path class="whisker" d="M{100 * figure.low:.1f} 6H{100 * figure.high:.1f}'
        f'M{100 * figure.low:.1f} 2.5v7M{100 * figure.high:.1f} 2.5v7"/></svg>'
    )


def reliability(bins: Sequence[Bin]) -> str:
    """Return the reliability diagram: confidence across, share right upwards; the diagonal is what it should be."""
    largest = max((b.n for b in bins), default=1)
    line = _line([(b.confidence, b.accuracy) for b in bins])
    dots = "".join(
        f'<circle class="dot" cx="{_x(b.confidence):.1f}" cy="{_y(b.accuracy):.1f}" '
        f'r="{3 + 4 * (b.n / largest) ** 0.5:.1f}">'
        f"<title>confidence {b.confidence:.2f}, right {b.accuracy:.2f}, {b.n} questions</title></circle>"
        for b in bins
    )
    ideal = f'<path class="ideal" d="M{_x(0)} {_y(0)}L{_x(1)} {_y(1)}"/>'
    return _plot("Reliability: confidence against the share right", "confidence", "share right", ideal + line + dots)


def risk_coverage(points: Sequence[Point], working: tuple[float, float] | None) -> str:
    """Return the risk-coverage curve; ``working`` (coverage, risk) marks the threshold in use."""
    mark = ""
    if working:
        coverage, risk = working
        mark = (
            f'<circle class="mark" cx="{_x(coverage):.1f}" cy="{_y(risk):.1f}" r="6">'
            f"<title>in use: {coverage:.2f} answered, {risk:.2f} of them wrong</title></circle>"
        )
    line = _line([(point.coverage, point.risk) for point in points])
    return _plot("Risk against coverage", "share answered", "share of answers wrong", line + mark)


def durations(buckets: Sequence[Bucket]) -> str:
    """Return a histogram of milliseconds on a logarithmic scale."""
    if not buckets:
        return ""
    first, last = math.log(buckets[0].above), math.log(buckets[-1].up_to)
    most = max(bucket.n for bucket in buckets)
    across = _scale(first, last)
    bars = "".join(_duration(bucket, across, most) for bucket in buckets)
    ticks = "".join(
        f'<text class="tick" x="{across(math.log(at)):.1f}" y="{_y(0) + 15}" text-anchor="middle">{at:g}</text>'
        for at in _decades(first, last)
    )
    top = f'<text class="tick" x="{_x(0) - 5}" y="{_y(1) + 4}" text-anchor="end">{most}</text>'
    base = f'<path class="grid" d="M{_x(0)} {_y(0)}H{_x(1)}"/>'
    return _framed("How long answers took", "milliseconds", "answers", base + bars + ticks + top)


def _scale(first: float, last: float) -> Callable[[float], float]:
    return lambda at: _x((at - first) / (last - first))


def _decades(first: float, last: float) -> list[float]:
    """Return 1, 2 and 5 times each power of ten between two logarithms."""
    powers = range(math.floor(first / math.log(10)), math.ceil(last / math.log(10)) + 1)
    marks = [step * 10.0**power for power in powers for step in (1, 2, 5)]
    return [mark for mark in marks if first <= math.log(mark) <= last]


def _duration(bucket: Bucket, across: Callable[[float], float], most: int) -> str:
    left, right = across(math.log(bucket.above)), across(math.log(bucket.up_to))
    top = _y(bucket.n / most)
    return (
        f'<rect class="fill" x="{left:.1f}" y="{top:.1f}" width="{max(right - left, 1):.1f}" '
        f'height="{_y(0) - top:.1f}"><title>{bucket.above:.1f} to {bucket.up_to:.1f} ms: {bucket.n}</title></rect>'
    )


def _x(value: float) -> float:
    return LEFT + value * SIDE


def _y(value: float) -> float:
    return TOP + (1 - value) * SIDE


def _line(points: Sequence[tuple[float, float]]) -> str:
    if not points:
        return ""
    return f'<path class="line" d="M{"L".join(f"{_x(x):.1f} {_y(y):.1f}" for x, y in points)}"/>'


def _plot(title: str, across: str, upwards: str, marks: str) -> str:
    return _framed(title, across, upwards, _grid() + marks)


def _framed(title: str, across: str, upwards: str, marks: str) -> str:
    width, height = LEFT + SIDE + RIGHT, TOP + SIDE + BOTTOM
    middle = TOP + SIDE / 2
    return (
        f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">'
        f"{marks}"
        f'<text class="axis" x="{LEFT + SIDE / 2}" y="{height - 6}" text-anchor="middle">{escape(across)}</text>'
        f'<text class="axis" x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">'
        f"{escape(upwards)}</text></svg>"
    )


def _grid() -> str:
    lines = "".join(
        f'<path class="grid" d="M{_x(0)} {_y(tick)}H{_x(1)}M{_x(tick)} {_y(0)}V{_y(1)}"/>' for tick in TICKS
    )
    across = "".join(
        f'<text class="tick" x="{_x(tick)}" y="{_y(0) + 15}" text-anchor="middle">{tick:g}</text>' for tick in TICKS
    )
    upwards = "".join(
        f'<text class="tick" x="{_x(0) - 5}" y="{_y(tick) + 4}" text-anchor="end">{tick:g}</text>' for tick in TICKS
    )
    return lines + across + upwards
