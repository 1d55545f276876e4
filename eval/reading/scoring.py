"""How far a reading is from the known text: words and paragraph ends, in order."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

PARAGRAPH = "\n"
"""Stands among the words where a paragraph ends."""

_SPLIT = re.compile(r"(\w+)[-\u00ad\u2010\ufffe]\s*\n\s*(\w)")


def tokens(paragraphs: Iterable[str]) -> list[str]:
    """Return the words of paragraphs, each paragraph's end among them."""
    return [token for paragraph in paragraphs for token in (*paragraph.split(), PARAGRAPH)]


def words(paragraphs: Iterable[str]) -> list[str]:
    """Return the words of paragraphs."""
    return [token for paragraph in paragraphs for token in paragraph.split()]


def mended(text: str) -> str:
    """Return another reader's text with the words that line ends cut put together, so that only order is judged."""
    for ligature, letters in (("ﬁ", "fi"), ("ﬂ", "fl"), ("ﬀ", "ff"), ("ﬃ", "ffi"), ("ﬄ", "ffl")):
        text = text.replace(ligature, letters)
    return _SPLIT.sub(r"\1\2", text.replace("\r\n", "\n"))


def accuracy(expected: Sequence[str], found: Sequence[str]) -> float:
    """Return 1 less the edit distance of two token sequences over the longer one's length (Levenshtein 1966)."""
    longest = max(len(expected), len(found))
    return 1 - distance(expected, found) / longest if longest else 1.0


def distance(one: Sequence[str], other: Sequence[str]) -> int:
    """Return how many insertions, deletions and replacements turn one sequence into the other."""
    numbers: dict[str, int] = {}
    first, second = (np.array([numbers.setdefault(each, len(numbers)) for each in side], int) for side in (one, other))
    steps = np.arange(len(second) + 1)
    row: NDArray[np.int64] = steps.copy()
    for at, token in enumerate(first, start=1):
        best = np.minimum(row[1:] + 1, row[:-1] + (second != token))
        # an insertion carries a value on to its right, one dearer each step
        row = np.minimum.accumulate(np.concatenate(([at], best)) - steps) + steps
    return int(row[-1])


def lost(expected: Sequence[str], found: Sequence[str]) -> int:
    """Return how many words of the expected text are nowhere in the reading."""
    return (Counter(expected) - Counter(found)).total()


def across_pages(pages: Sequence[Sequence[str]]) -> list[str]:
    """Return the paragraphs of all pages, those that a page's end cuts as one."""
    whole: list[str] = []
    for page in pages:
        for number, paragraph in enumerate(page):
            if number == 0 and whole and _goes_on(whole[-1], paragraph):
                whole[-1] = _glued(whole[-1], paragraph)
            else:
                whole.append(paragraph)
    return whole


def _goes_on(before: str, after: str) -> bool:
    return before.endswith("-") or (before[-1] not in ".!?:" and (after[0].islower() or after[0].isdigit()))


def _glued(before: str, after: str) -> str:
    return before[:-1] + after if before.endswith("-") else f"{before} {after}"
