"""Words with marks in them, as HTML."""

from collections.abc import Sequence
from html import escape


def marked(text: str, places: Sequence[tuple[int, int]], name: str) -> str:
    """Return ``text`` escaped, with ``<mark class=name>`` around the places, which may overlap or reach beyond it."""
    cut = [(max(0, start), min(len(text), end)) for start, end in places]
    parts, at = [], 0
    for start, end in merged([(start, end) for start, end in cut if start < end]):
        parts += [_escaped(text[at:start]), f'<mark class="{escape(name)}">{_escaped(text[start:end])}</mark>']
        at = end
    return "".join([*parts, _escaped(text[at:])])


def merged(places: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places in order, those that overlap or touch as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(places):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _escaped(text: str) -> str:
    return escape("".join(c if c.isprintable() or c == "\n" else " " for c in text))
