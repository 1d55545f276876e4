"""Glyphs to segments: pieces of one line of text that no gutter or cell border interrupts."""

import statistics
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.characters import clean_line
from ingest.glyphs import Glyph, place_of
from ingest.lines import Word
from ingest.strips import ASCENT, DESCENT, Strip, strips

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
    return [segment for segment in made if segment.text]


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
    )


def _words(strip: Strip) -> list[list[Glyph]]:
    spacing = _letter_spacing(strip)
    words: list[list[Glyph]] = []
    parted = True
    for drawn in strip.glyphs:
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
