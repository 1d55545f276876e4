"""Misspelt words matched to the words of a collection.

A word that the collection does not have stands for the one that is nearest by letters left out, added, changed or
swapped with a neighbour (Damerau, "A Technique for Computer Detection and Correction of Spelling Errors", 1964), where
one is, and is alone or much the commonest there. Words are sifted by the letters and pairs of letters that they have,
as bits: a change of one letter turns over few of them.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

SHORTEST, LONGEST = 4, 24
"""Letters of the words that are corrected."""
TWICE_FROM = 8
"""Letters from which a word may be wrong in two places."""
COMMONER = 3
"""Times that a correction must be commoner than another that is as near."""
LETTERS, PAIRS = 26, 37
"""Bits for letters and for pairs of them."""
OF_LETTERS = np.uint64(2**LETTERS - 1)
TURNED, LETTERS_TURNED = 6, 2
"""Bits that one mistake turns over at most: six for pairs where letters are swapped, else two for letters among six."""


class Spelling:
    """Finds what misspelt words stand for among the words of one language."""

    def __init__(self, counts: Mapping[str, int], term_of: Callable[[str], str]) -> None:
        """Take how often each folded word is written, and what gives a word's term: forms of one word are one."""
        self._words = sorted(word for word in counts if SHORTEST <= len(word) <= LONGEST and word.isalpha())
        self._counts, self._term_of = counts, term_of
        self._lengths = np.array([len(word) for word in self._words], np.int64)
        self._bits = _bits(self._words)

    def meant(self, word: str) -> str | None:
        """Return the term that an unknown folded word stands for, None where nothing or too much is near it."""
        if not SHORTEST <= len(word) <= LONGEST or not word.isalpha():
            return None
        near = dict(self._near(word, 2 if len(word) >= TWICE_FROM else 1))
        terms: Counter[str] = Counter()
        for known in (known for known, distance in near.items() if distance == min(near.values())):
            terms[self._term_of(known)] += self._counts[known]
        ranked = terms.most_common(2)
        if not ranked or (len(ranked) == 2 and ranked[0][1] < COMMONER * ranked[1][1]):
            return None
        return ranked[0][0]

    def _near(self, word: str, most: int) -> Iterator[tuple[str, int]]:
        """Yield the known words within ``most`` mistakes, with how many those are."""
        turned = self._bits ^ _bits([word])[0]
        alike = np.abs(self._lengths - len(word)) <= most
        alike &= np.bitwise_count(turned) <= TURNED * most
        alike &= np.bitwise_count(turned & OF_LETTERS) <= LETTERS_TURNED * most
        for place in np.flatnonzero(alike).tolist():
            if (distance := mistakes(word, self._words[place], most)) <= most:
                yield self._words[place], distance


def mistakes(word: str, other: str, most: int) -> int:
    """Return how many letters must be left out, added, changed or swapped; from ``most`` + 1 on it may be more."""
    last: list[int] = []
    above = list(range(len(other) + 1))
    for at, letter in enumerate(word):
        row = [at + 1]
        for place, facing in enumerate(other):
            row.append(min(above[place + 1] + 1, row[place] + 1, above[place] + (letter != facing)))
            if at and place and letter == other[place - 1] and word[at - 1] == facing:
                row[-1] = min(row[-1], last[place - 1] + 1)
        if min(row) > most:
            return most + 1
        last, above = above, row
    return above[-1]


def _bits(words: Sequence[str]) -> NDArray[np.uint64]:
    """Return which letters and pairs of letters each word has, shape (len(words),)."""
    codes = (
        np.array([f" {word} " for word in words], f"U{LONGEST + 2}").view(np.uint32).reshape(len(words), LONGEST + 2)
    )
    pairs = (codes[:, :-1] * 31 + codes[:, 1:] * 7) % PAIRS + LETTERS
    pairs = np.where(codes[:, 1:] == 0, 63, pairs)
    letters = np.where((codes == 0) | (codes == ord(" ")), 63, codes % LETTERS)
    one = np.uint64(1)
    found = [np.bitwise_or.reduce(one << each.astype(np.uint64), axis=1) for each in (letters, pairs)]
    return np.asarray(found[0] | found[1] | (one << np.uint64(63)), np.uint64)
