"""Glyphs to segments: pieces of one line of text that no gutter or cell border interrupts."""

import statistics
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.characters import clean_line
from ingest.glyphs import Glyph
from ingest.paragraphs import is_item_mark

WORD_GAP = 0.2
"""A gap wider than this part of the type's size parts two words."""
RUN_GAP = 1.0
"""A gap wider than this part of the size ends a run of letters drawn one after the other."""
SEGMENT_GAP = 0.65
"""A gap wider than this part of the size keeps two runs apart: gutters and cell borders are wider, spaces are not."""
MARK_GAP = 4.0
"""How far, in sizes, a bullet or a step's number may stand from its text."""
SAME_PLACE = 0.12
"""A letter drawn twice within this part of its size is one letter in false bold."""

ASCENT, DESCENT = 0.75, 0.2
"""How far letters reach above and below their baseline, in sizes."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line in its direction's frame, in points; ``base`` is its baseline."""

    text: str
    left: float
    right: float
    base: float
    size: float
    bold: bool
    first_word: float  # width of the first word

    @property
    def bottom(self) -> float:
        """The lower end of its letters."""
        return self.base - DESCENT * self.size

    @property
    def top(self) -> float:
        """The upper end of its letters."""
        return self.base + ASCENT * self.size


def segments(glyphs: Sequence[Glyph]) -> list[Segment]:
    """Return the segments of one direction's glyphs, from the top down."""
    runs = _runs(_drawn_once(glyphs))
    runs.sort(key=lambda run: (-_base(run), run[0].u))
    made = [_segment(line) for line in _merged(runs)]
    return [segment for segment in made if segment.text]


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


def _runs(glyphs: Sequence[Glyph]) -> list[list[Glyph]]:
    """Chain glyphs that follow one another in the content and on the page."""
    runs: list[list[Glyph]] = []
    for drawn in glyphs:
        if runs and _follows(runs[-1][-1], drawn):
            runs[-1].append(drawn)
        else:
            runs.append([drawn])
    return [run for run in runs if any(drawn.text.strip() for drawn in run)]


def _follows(before: Glyph, after: Glyph) -> bool:
    size = max(before.size, after.size)
    level = abs(before.v - after.v) < 0.05 * size and min(before.size, after.size) > 0.8 * size
    return level and -0.5 * size < after.u - before.end < RUN_GAP * size


def _merged(runs: Sequence[list[Glyph]]) -> list[list[Glyph]]:
    """Join runs that stand on one line with no gutter between them; ``runs`` go from the top down."""
    lines: list[list[Glyph]] = []
    for run in runs:
        # lines far above cannot be met any more
        near = [line for line in lines[-60:] if _on_one_line(line, run)]
        if near:
            near[0].extend(run)
            near[0].sort(key=lambda g: g.u)
        else:
            lines.append(list(run))
    return _merged_sideways(lines)


def _merged_sideways(lines: list[list[Glyph]]) -> list[list[Glyph]]:
    """Join once more what a later run has brought together."""
    merged: list[list[Glyph]] = []
    for line in sorted(lines, key=lambda run: (-round(_base(run)), run[0].u)):
        near = [other for other in merged[-12:] if _on_one_line(other, line)]
        if near:
            near[-1].extend(line)
            near[-1].sort(key=lambda g: g.u)
        else:
            merged.append(line)
    return merged


def _base(run: Sequence[Glyph]) -> float:
    return statistics.median_low(drawn.v for drawn in run)


def _size(run: Sequence[Glyph]) -> float:
    return Counter(round(drawn.size, 1) for drawn in run if drawn.text.strip()).most_common(1)[0][0]


def _on_one_line(line: Sequence[Glyph], run: Sequence[Glyph]) -> bool:
    line_size, run_size = _size(line), _size(run)
    if not _overlap_upright(_base(line), line_size, _base(run), run_size):
        return False
    size = max(min(line_size, run_size), 0.6 * max(line_size, run_size))
    left, right = (line, run) if line[0].u <= run[0].u else (run, line)
    gap = right[0].u - max(drawn.end for drawn in left if drawn.text.strip())
    return -0.5 * size < gap < _widest_gap(left) * size


def _widest_gap(left: Sequence[Glyph]) -> float:
    text = "".join(drawn.text for drawn in left).strip() if len(left) < 8 else ""
    return MARK_GAP if text and is_item_mark(text) else SEGMENT_GAP


def _overlap_upright(base: float, size: float, other_base: float, other_size: float) -> bool:
    """Say whether two pieces stand on one line; a raised or lowered smaller piece (a superscript) does."""
    low = max(base - DESCENT * size, other_base - DESCENT * other_size)
    high = min(base + ASCENT * size, other_base + ASCENT * other_size)
    share = (high - low) / (min(size, other_size) * (ASCENT + DESCENT) or 1)
    return share > (0.75 if 0.8 < size / (other_size or 1) < 1.25 else 0.5)


def _segment(line: Sequence[Glyph]) -> Segment:
    words = _words(line)
    inked = [drawn for drawn in line if drawn.text.strip()]
    first = words[0] if words else inked
    text = clean_line(" ".join(_reading_order(["".join(drawn.text for drawn in _logical(word)) for word in words])))
    return Segment(
        text=text,
        left=min(drawn.u for drawn in inked),
        right=max(drawn.end for drawn in inked),
        base=_base(inked),
        size=_size(inked),
        bold=all(drawn.bold for drawn in inked if drawn.text.isalnum()) and any(drawn.bold for drawn in inked),
        first_word=first[-1].end - first[0].u,
    )


def _words(line: Sequence[Glyph]) -> list[list[Glyph]]:
    spacing = _letter_spacing(line)
    words: list[list[Glyph]] = []
    parted = True
    for drawn in line:
        if not drawn.text.strip():
            parted = True
            continue
        if words and drawn.u - words[-1][-1].end > WORD_GAP * drawn.size + spacing:
            parted = True
        if parted:
            words.append([])
        words[-1].append(drawn)
        parted = drawn.text[-1:].isspace()
    return words


def _letter_spacing(line: Sequence[Glyph]) -> float:
    """Return how far the letters are set apart on purpose, as in some headings; 0 in most text."""
    gaps = [after.u - before.end for before, after in pairwise(line) if after.text.strip()]
    usual = statistics.median(gaps) if len(gaps) > 3 else 0.0
    return usual if usual > WORD_GAP / 2 * _size(line) else 0.0


def _logical(word: Sequence[Glyph]) -> list[Glyph]:
    """Return a word's letters in reading order: a right-to-left word is drawn last letter first."""
    if not _is_right_to_left("".join(drawn.text for drawn in word)):
        return list(word)
    turned: list[Glyph] = []
    for drawn in reversed(word):
        at = len(turned) - 1 if turned and unicodedata.combining(drawn.text[0]) else len(turned)
        turned.insert(at if not unicodedata.combining(drawn.text[0]) else at + 1, drawn)
    return turned


def _is_right_to_left(text: str) -> bool:
    strong = [unicodedata.bidirectional(c) for c in text]
    return sum(kind in ("R", "AL") for kind in strong) > sum(kind == "L" for kind in strong)


def _reading_order(words: list[str]) -> list[str]:
    """Return the words with each stretch of right-to-left words turned round."""
    ordered: list[str] = []
    stretch: list[str] = []
    for word in words:
        if _is_right_to_left(word):
            stretch.insert(0, word)
        else:
            ordered += [*stretch, word]
            stretch = []
    return ordered + stretch
