"""From recognised words to a page's lines, as if type had set them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median

from ingest.lines import Box, Break, Edge, Line, Word

_RISING = re.compile(r"[A-Z0-9bdfhkltßÀ-Þ()!?/\"'“”‘’]")
_FALLING = re.compile(r"[gjpqyçQ(),;/]")

LARGER = 1.2
"""Recognised heights vary from line to line; type this much larger than the body's is a heading's."""
THICKER = 1.25
"""Bold type's strokes are this much thicker than the body's."""
STEPS = 2
"""Sizes are told apart by this part of the body's."""
EDGE_SHARE = 0.1
"""Running lines stand within this share of the height of what is on the page from its ends."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """A recognised word: how sure (per cent), the block, paragraph and line it is in.

    ``box`` is where it stands on the page as shown, in points from the lower left; ``printed`` the same before the
    page is turned for display. ``stroke`` is how thick its letters are drawn, in points; 0 where that is not known.
    """

    text: str
    sure: float
    block: int
    paragraph: int
    line: int
    box: Box
    printed: Box
    stroke: float = 0.0


def page_lines(words: Sequence[Recognised]) -> list[Line]:
    """Return the lines of one page in the order of their blocks."""
    rows = [list(row) for _, row in groupby(words, key=lambda word: (word.block, word.paragraph, word.line))]
    margins = _margins(rows)
    lines: list[Line] = []
    for number, row in enumerate(rows):
        after = rows[number + 1] if number + 1 < len(rows) else None
        lines.append(_line(row, rows[number - 1] if number else None, after, margins[row[0].block]))
    lines = [replace(line, bold=bold) for line, bold in zip(lines, _bold(rows), strict=True)]
    return _with_edges(lines, [_around([word.box for word in row]) for row in rows])


def _bold(rows: Sequence[Sequence[Recognised]]) -> list[bool]:
    """Say of each line whether all of it is drawn thicker, for its size, than most words of the page are."""
    thickness = [[word.stroke / max(1.0, _type_size(word)) for word in row if word.stroke] for row in rows]
    usual = median(each for row in thickness for each in row) if any(thickness) else 0.0
    return [bool(row) and median(row) > THICKER * usual and min(row) > usual for row in thickness]


def with_body_size(pages: Mapping[int, Sequence[Line]]) -> dict[int, list[Line]]:
    """Return the pages with one size for all that is about as high as the body, so that no level comes of noise."""
    letters: Counter[float] = Counter()
    for line in (line for lines in pages.values() for line in lines):
        letters[round(line.size)] += len(line.text)
    body = float(letters.most_common(1)[0][0]) if letters else 0.0
    return {
        number: [line for part in _paragraphs(lines) for line in _evened(part, body)] for number, lines in pages.items()
    }


def _paragraphs(lines: Sequence[Line]) -> list[list[Line]]:
    parts: list[list[Line]] = []
    for line in lines:
        if not parts or line.break_before is not Break.NONE:
            parts.append([])
        parts[-1].append(line)
    return parts


def _evened(part: Sequence[Line], body: float) -> list[Line]:
    steps = round(STEPS * median(line.size for line in part) / body) / STEPS if body else 1.0
    return [replace(line, size=body * (steps if steps > LARGER else 1.0)) for line in part]


def _margins(rows: Sequence[Sequence[Recognised]]) -> dict[int, float]:
    """Return where the lines of each block end."""
    ends: dict[int, float] = {}
    for row in rows:
        ends[row[0].block] = max(ends.get(row[0].block, 0.0), row[-1].box.right)
    return ends


def _line(
    row: Sequence[Recognised], before: Sequence[Recognised] | None, after: Sequence[Recognised] | None, margin: float
) -> Line:
    box = _around([word.box for word in row])
    size = round(median(map(_type_size, row)), 1)
    following = after[0].box.right - after[0].box.left if after else 2 * size
    full = box.right + 0.4 * size + following > margin
    text, places = " ".join(word.text for word in row), tuple(Word(word.text, word.printed) for word in row)
    return Line(text, _break(row, before), full, size=size, box=_around([word.printed for word in row]), words=places)


def _type_size(word: Recognised) -> float:
    """Return the size of the type from the height of what a word's letters reach up and down to."""
    rises, falls = bool(_RISING.search(word.text)), bool(_FALLING.search(word.text))
    return (word.box.top - word.box.bottom) / (0.48 + 0.22 * rises + 0.2 * falls)


def _around(boxes: Sequence[Box]) -> Box:
    lows, highs = zip(*((box[:2], box[2:]) for box in boxes), strict=True)
    return Box(*map(min, zip(*lows, strict=True)), *map(max, zip(*highs, strict=True)))


def _break(row: Sequence[Recognised], before: Sequence[Recognised] | None) -> Break:
    if before is None:
        return Break.BLOCK
    if row[0].block != before[0].block:
        beside = row[0].box.bottom > before[0].box.top
        return Break.COLUMN if beside else Break.BLOCK
    return Break.PARAGRAPH if row[0].paragraph != before[0].paragraph else Break.NONE


def _with_edges(lines: Sequence[Line], shown: Sequence[Box]) -> list[Line]:
    low, high = min(box.bottom for box in shown), max(box.top for box in shown)
    reach = EDGE_SHARE * (high - low)
    return [replace(line, edge=_edge(box, low + reach, high - reach)) for line, box in zip(lines, shown, strict=True)]


def _edge(box: Box, low: float, high: float) -> Edge | None:
    return Edge.TOP if box.bottom > high else Edge.BOTTOM if box.top < low else None
