"""From the boxes of words to the marks over a quote: one for each run of words on a line."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from corpus.types import LineBox, Span

SAME_LINE = 0.5
"""Share of the lower one's height by which two boxes of one line overlap."""
WIDEST_GAP = 2.5
"""Heights of a line that may lie between two words of one run; more is another column or cell."""


class Mark(NamedTuple):
    """A rectangle on a page; its top lies above its bottom, so ``top`` is the smaller number."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        """From top to bottom."""
        return self.bottom - self.top


def marks(boxes: Iterable[LineBox], span: Span, width: float = 1.0, height: float = 1.0) -> list[Mark]:
    """Return what to mark on a page of this size for the words of ``span``, in the order of the text."""
    return line_runs(
        [_scaled(box, span, width, height) for box in boxes if box.start < span.end > span.start < box.end]
    )


def line_runs(words: Sequence[Mark]) -> list[Mark]:
    """Return the words' boxes with neighbours of one line made one; sides are in one unit for both directions."""
    runs: list[Mark] = []
    for word in words:
        if runs and _continues(runs[-1], word):
            runs[-1] = _around(runs[-1], word)
        else:
            runs.append(word)
    return runs


def _scaled(box: LineBox, span: Span, width: float, height: float) -> Mark:
    """Return a word's box; of a word that the span cuts, the share of its letters that lies inside."""
    letters, wide = box.end - box.start, box.right - box.left
    before, after = max(0, span.start - box.start) / letters, max(0, box.end - span.end) / letters
    return Mark(
        (box.left + before * wide) * width, box.top * height, (box.right - after * wide) * width, box.bottom * height
    )


def _continues(run: Mark, word: Mark) -> bool:
    shared = min(run.bottom, word.bottom) - max(run.top, word.top)
    lower = min(run.height, word.height)
    return shared >= SAME_LINE * lower and -lower <= word.left - run.right <= WIDEST_GAP * lower


def _around(run: Mark, word: Mark) -> Mark:
    return Mark(
        min(run.left, word.left), min(run.top, word.top), max(run.right, word.right), max(run.bottom, word.bottom)
    )
