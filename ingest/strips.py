"""Glyphs to strips: all letters of one line up to a gutter or a cell's border, whatever order they were drawn in."""

import statistics
from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from ingest.glyphs import Glyph
from ingest.paragraphs import is_item_mark

RUN_GAP = 1.0
"""A gap wider than this part of the size ends a run of letters drawn one after the other."""
STRIP_GAP = 0.65
"""A gap wider than this part of the size keeps two runs apart: gutters and cell borders are wider, spaces are not."""
MARK_GAP = 4.0
"""How far, in sizes, a bullet or a step's number may stand from its text."""
OVERLAP = 0.5
"""How far, in sizes, a run may reach into its neighbour."""
SAME_PLACE = 0.12
"""A letter drawn twice within this part of its size is one letter in false bold."""
WORD_SHAPE = 4
"""Letters; a single shape that stands for so many is a word (shaped scripts may say it twice)."""
NEAR = 60
"""How many strips back, from the top down, a run may still find its line."""

ASCENT, DESCENT = 0.75, 0.2
"""How far letters reach above and below their baseline, in sizes."""


class Strip:
    """Letters on one line, from the left; ``base`` is their baseline, ``size`` the size most of them have."""

    def __init__(self, glyphs: Sequence[Glyph]) -> None:
        self.glyphs = sorted(glyphs, key=_place)
        self._measure()

    def _measure(self) -> None:
        self.inked = [drawn for drawn in self.glyphs if drawn.text.strip()]
        self.base = statistics.median_low(drawn.v for drawn in self.inked)
        self.size = Counter(round(drawn.size, 1) for drawn in self.inked).most_common(1)[0][0]
        self.left, self.right = self.inked[0].u, max(drawn.end for drawn in self.inked)

    def take(self, other: "Strip") -> None:
        """Add another strip's letters."""
        for drawn in other.glyphs:
            insort(self.glyphs, drawn, key=_place)
        self._measure()

    def meets(self, other: "Strip") -> bool:
        """Say whether another strip stands on the same line with no gutter between the two."""
        if not self._is_level_with(other):
            return False
        left, right = (self, other) if self.left <= other.left else (other, self)
        size = max(min(left.size, right.size), 0.6 * max(left.size, right.size))
        before = left.right if left.right <= right.left else left._end_before(right.left)
        fits = left.right <= right.left + OVERLAP * size or right.right < left._start_after(right.left) + OVERLAP * size
        return fits and -OVERLAP * size < right.left - before < left._widest_gap() * size

    def _end_before(self, u: float) -> float:
        return max((drawn.end for drawn in self.inked if drawn.u <= u), default=self.left)

    def _start_after(self, u: float) -> float:
        return min((drawn.u for drawn in self.inked if drawn.u > u), default=self.right)

    def _is_level_with(self, other: "Strip") -> bool:
        """Compare heights; a raised or lowered smaller piece (a superscript) is level with its line."""
        low = max(self.base - DESCENT * self.size, other.base - DESCENT * other.size)
        high = min(self.base + ASCENT * self.size, other.base + ASCENT * other.size)
        smaller, larger = sorted((self.size, other.size))
        share = (high - low) / (smaller * (ASCENT + DESCENT) or 1)
        return share > (0.75 if smaller > 0.8 * larger else 0.5)

    def _widest_gap(self) -> float:
        text = "".join(drawn.text for drawn in self.inked) if len(self.inked) < 8 else ""
        return MARK_GAP if text and is_item_mark(text) else STRIP_GAP


def strips(glyphs: Sequence[Glyph]) -> list[Strip]:
    """Return the strips of one direction's glyphs, from the top down."""
    once = _said_once(_drawn_once(glyphs))
    runs = [Strip(run) for run in _runs(once) if any(drawn.text.strip() for drawn in run)]
    return _joined(_joined(runs))  # the second pass joins what the first has brought together


def _place(drawn: Glyph) -> float:
    return drawn.u


def _drawn_once(glyphs: Iterable[Glyph]) -> list[Glyph]:
    seen: dict[tuple[str, int, int], list[Glyph]] = defaultdict(list)
    kept: list[Glyph] = []
    for drawn in glyphs:
        cell = max(drawn.size * SAME_PLACE, 0.01)
        x, y = round(drawn.u / cell), round(drawn.v / cell)
        near = [g for dx in (-1, 0, 1) for dy in (-1, 0, 1) for g in seen.get((drawn.text, x + dx, y + dy), ())]
        if not any(abs(g.u - drawn.u) < cell and abs(g.v - drawn.v) < cell for g in near):
            seen[drawn.text, x, y].append(drawn)
            kept.append(drawn)
    return kept


def _said_once(glyphs: Sequence[Glyph]) -> list[Glyph]:
    """Leave out a shape that stands for a whole word where the word was said with the shape before it."""
    words: set[str] = set()
    kept: list[Glyph] = []
    for drawn in glyphs:
        is_word = len(drawn.text.strip()) >= WORD_SHAPE
        if is_word and any(word.startswith(drawn.text) for word in words):
            continue
        if is_word:
            words.add(drawn.text)
        kept.append(drawn)
    return kept


def _runs(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Chain glyphs that follow one another in the content and on the page."""
    runs: list[list[Glyph]] = []
    for drawn in glyphs:
        if runs and _follows(runs[-1][-1], drawn):
            runs[-1].append(drawn)
        else:
            runs.append([drawn])
    return runs


def _follows(before: Glyph, after: Glyph) -> bool:
    size = max(before.size, after.size)
    level = abs(before.v - after.v) < 0.05 * size and min(before.size, after.size) > 0.8 * size
    return level and -0.5 * size < after.u - before.end < RUN_GAP * size


def _joined(parts: Sequence[Strip]) -> list[Strip]:
    """Join strips that stand on one line with no gutter between them."""
    lines: list[Strip] = []
    for part in sorted(parts, key=lambda strip: (-round(strip.base, 1), strip.left)):
        home = next((line for line in lines[-NEAR:] if line.meets(part)), None)
        if home is None:
            lines.append(part)
        else:
            home.take(part)
    return lines
