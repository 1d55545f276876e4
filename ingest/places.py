"""Where each word of a page's text is printed: carried from the letters on, through the joining of lines."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from corpus.types import LineBox
from ingest.characters import SOFT_HYPHENS, clean_line
from ingest.lines import Box, Word

MOST_SKIPPED = 2
"""How many characters of joined text a word may be sought beyond: a bullet that was spelled out, and its space."""


class PageFrame(NamedTuple):
    """What of a page is shown: its crop box in points, and by how many degrees (clockwise) it is turned for display."""

    box: Box
    turned: int = 0

    def shown(self, box: Box) -> tuple[float, float, float, float]:
        """Return left, top, right, bottom of a box as shares of the shown page's width and height, from the top left.

        What reaches beyond the page is cut off at its edge.
        """
        wide, high = self.box.right - self.box.left, self.box.top - self.box.bottom
        left, right = (box.left - self.box.left) / wide, (box.right - self.box.left) / wide
        top, bottom = (self.box.top - box.top) / high, (self.box.top - box.bottom) / high
        turns = {0: (left, top, right, bottom), 90: (1 - bottom, left, 1 - top, right)}
        turns |= {180: (1 - right, 1 - bottom, 1 - left, 1 - top), 270: (top, 1 - right, bottom, 1 - left)}
        return tuple(round(min(1.0, max(0.0, side)), 5) for side in turns[self.turned % 360 // 90 * 90])  # type: ignore[return-value]


def word_boxes(text: str, offset: int, words: Iterable[Word], frame: PageFrame) -> Iterator[LineBox]:
    """Yield a box for each of ``words``, in their order, that stands in ``text``, which begins at ``offset``.

    A word that a line end cut has a box for each of its parts; a word that reading left out has none.
    """
    at = 0
    for word in words:
        found = _found(text, at, clean_line(word.text))
        if found is not None:
            start, at = found
            yield LineBox(offset + start, offset + at, *frame.shown(word.box))


def _found(text: str, at: int, word: str) -> tuple[int, int] | None:
    while at < len(text) and text[at] == " ":
        at += 1
    for form in dict.fromkeys((word, word.rstrip("-‐" + SOFT_HYPHENS), word.lstrip("-‐"))):
        start = text.find(form, at, at + MOST_SKIPPED + len(form)) if form else -1
        if start >= 0:
            return start, start + len(form)
    return None
