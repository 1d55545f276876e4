"""How two editions line up, as SVG text: the source downwards, the target across; colours come by class."""

from html import escape

from service.translation.comparing import Comparison
from service.translation.types import Pair, Severity

SIDE = 300
EDGE = 26
WORTH_A_DOT = (Severity.HIGH, Severity.MEDIUM)


def alignment_plot(number: int, one: Comparison) -> str:
    """Return the plot of a comparison; dots lead to the pairs of findings of weight."""
    across, down = SIDE / max(1, len(one.target.segments)), SIDE / max(1, len(one.source.segments))
    both = [pair for pair in one.pairs if pair.source and pair.target]
    ordered = _strokes([pair for pair in both if not pair.moved], across, down)
    moved = _strokes([pair for pair in both if pair.moved], across, down)
    missing = "".join(f"M{EDGE - 7} {_y(s, down)}h5" for p in one.pairs if not p.target for s in p.source)
    added = "".join(f"M{_x(t, across)} {EDGE - 7}v5" for p in one.pairs if not p.source for t in p.target)
    size = EDGE + SIDE + 8
    label = f"Alignment of {one.source.name} and {one.target.name}: {len(both)} pairs"
    return (
        f'<figure class="lined"><svg viewBox="0 0 {size} {size}" role="img" aria-label="{escape(label)}">'
        f'<rect class="frame" x="{EDGE}" y="{EDGE}" width="{SIDE}" height="{SIDE}"/>'
        f'<path class="ordered" d="{ordered}"/><path class="moved" d="{moved}"/>'
        f'<path class="gap" d="{missing}{added}"/>{_dots(number, one, across, down)}'
        f'<text class="axis" x="{EDGE + SIDE / 2}" y="12" text-anchor="middle">{escape(one.target.language)} →</text>'
        f'<text class="axis" x="12" y="{EDGE + SIDE / 2}" text-anchor="middle" '
        f'transform="rotate(-90 12 {EDGE + SIDE / 2})">← {escape(one.source.language)}</text></svg>'
        f'<figcaption class="quiet">Pairs in order <span class="key ordered"></span>, moved '
        f'<span class="key moved"></span>, without counterpart <span class="key gap"></span>, '
        f'findings of weight <span class="key dot"></span></figcaption></figure>'
    )


def _x(target: float, across: float) -> str:
    return f"{EDGE + target * across:.1f}"


def _y(source: float, down: float) -> str:
    return f"{EDGE + source * down:.1f}"


def _strokes(pairs: list[Pair], across: float, down: float) -> str:
    return "".join(
        f"M{_x(pair.target[0], across)} {_y(pair.source[0], down)}"
        f"L{_x(pair.target[-1] + 1, across)} {_y(pair.source[-1] + 1, down)}"
        for pair in pairs
    )


def _dots(number: int, one: Comparison, across: float, down: float) -> str:
    at = sorted({found.pair for found in one.findings if found.severity in WORTH_A_DOT and found.pair is not None})
    return "".join(_dot(number, pair, one.pairs[pair], across, down) for pair in at)


def _dot(number: int, place: int, pair: Pair, across: float, down: float) -> str:
    x = _x(pair.target[0] + 0.5, across) if pair.target else str(EDGE - 4)
    y = _y(pair.source[0] + 0.5, down) if pair.source else str(EDGE - 4)
    return f'<a href="#p{number}-{place}" tabindex="-1"><circle class="dot" cx="{x}" cy="{y}" r="2.6"/></a>'
