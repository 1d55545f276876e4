"""Glyphs to segments: pieces of one line of text that no gutter or cell border interrupts."""

import statistics
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ingest.characters import clean_line
from ingest.glyphs import Glyph, place_of
from ingest.lines import Word
from ingest.strips import ASCENT, DESCENT, Strip, strips

CELL_SPACE = 0.7
"""White space wider than this many sizes may part two cells of a table's head, over the cells below."""
NEXT_ROW = 2.6
"""How far below a table's head its first row is at most, in sizes."""
ON_EDGE = 1.0
"""Points by which a word may reach over its cell's side."""
WORD_GAP = 0.2
"""A gap wider than this part of the type's size parts two words."""


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
    words: tuple[Word, ...] = ()
    places: tuple[tuple[float, float], ...] = ()  # start and end of each word, in the frame

    @property
    def has_wide_spaces(self) -> bool:
        """Whether some of its words stand as far apart as cells do."""
        return any(after[0] - before[1] > CELL_SPACE * self.size for before, after in pairwise(self.places))

    def parted(self, starts: Sequence[float]) -> "list[Segment]":
        """Return the segment cut before the words that begin at ``starts`` after a wide space, or whole."""
        cuts = [
            n
            for n in range(1, len(self.places))
            if self.places[n][0] - self.places[n - 1][1] > CELL_SPACE * self.size
            and any(abs(self.places[n][0] - start) < 0.3 * self.size for start in starts)
        ]
        if len(cuts) < len(starts) or not cuts:
            return [self]
        return [self._piece(a, b) for a, b in pairwise([0, *cuts, len(self.places)])]

    def cut_at(self, sides: Sequence[float]) -> "list[Segment]":
        """Return the segment cut between the words that the sides of cells part, each at its place along the line."""
        cuts = [
            n
            for n in range(1, len(self.places))
            if any(self.places[n - 1][1] <= side + ON_EDGE and side - ON_EDGE <= self.places[n][0] for side in sides)
        ]
        return [self._piece(a, b) for a, b in pairwise([0, *cuts, len(self.places)])] if cuts else [self]

    def _piece(self, first: int, last: int) -> "Segment":
        words, places = self.words[first:last], self.places[first:last]
        text = clean_line(" ".join(word.text for word in words))
        start, end = places[0]
        return replace(
            self, text=text, left=start, right=places[-1][1], first_word=end - start, words=words, places=places
        )

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
    made = [_segment(strip) for strip in strips(glyphs)]
    kept = [segment for segment in made if segment.text]
    return [part for segment in kept for part in _over_cells(segment, kept)]


def _over_cells(segment: Segment, all_segments: Sequence[Segment]) -> list[Segment]:
    """Cut a table's head, whose cells stand close, where the cells of the line below begin."""
    if not segment.has_wide_spaces:
        return [segment]
    size = segment.size
    under = [s for s in all_segments if 0.5 * size < segment.base - s.base < NEXT_ROW * size]
    top = max((s.base for s in under), default=0.0)
    inside = [s.left for s in under if abs(s.base - top) < 0.3 * size and segment.left - 1 <= s.left < segment.right]
    starts = [left for left in inside if left > segment.left + size]
    return segment.parted(starts) if len(starts) < len(inside) else [segment]


def _segment(strip: Strip) -> Segment:
    words = _words(strip)
    inked = strip.inked
    first = words[0] if words else inked
    read = [Word("".join(drawn.text for drawn in _logical(word)), place_of(word)) for word in words]
    ordered = _reading_order(read)
    return Segment(
        text=clean_line(" ".join(word.text for word in ordered)),
        left=min(drawn.u for drawn in inked),
        right=max(drawn.end for drawn in inked),
        base=strip.base,
        size=strip.size,
        bold=all(drawn.bold for drawn in inked if drawn.text.isalnum()) and any(drawn.bold for drawn in inked),
        first_word=first[-1].end - first[0].u,
        words=tuple(ordered),
        places=tuple((word[0].u, word[-1].end) for word in words) if ordered == read else (),
    )


def _words(strip: Strip) -> list[list[Glyph]]:
    spacing = _letter_spacing(strip)
    words: list[list[Glyph]] = []
    parted = True
    for drawn in strip.glyphs:
        if not drawn.text.strip():
            parted = parted or not words or not _lies_on(drawn, words[-1][-1])
            continue
        if words and drawn.u - words[-1][-1].end > WORD_GAP * drawn.size + spacing:
            parted = True
        if parted:
            words.append([])
        words[-1].append(drawn)
        parted = drawn.text[-1:].isspace()
    return words


def _lies_on(space: Glyph, letter: Glyph) -> bool:
    """Say whether a space is drawn where a letter is, and parts nothing."""
    return space.u < letter.u + letter.width / 2


def _letter_spacing(strip: Strip) -> float:
    """Return how far the letters are set apart on purpose, as in some headings; 0 in most text."""
    gaps = [after.u - before.end for before, after in pairwise(strip.glyphs) if after.text.strip()]
    usual = statistics.median(gaps) if len(gaps) > 3 else 0.0
    return usual if usual > WORD_GAP / 2 * strip.size else 0.0


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


def _reading_order(words: Sequence[Word]) -> list[Word]:
    """Return the words with each stretch of right-to-left words turned round."""
    ordered: list[Word] = []
    stretch: list[Word] = []
    for word in words:
        if _is_right_to_left(word.text):
            stretch.insert(0, word)
        else:
            ordered += [*stretch, word]
            stretch = []
    return ordered + stretch
