"""Where a term stands, and terms that count as one.

A passage holds a term by a share of the most that BM25 gives for it, 0 to 1. Terms that stand for one another are
taken as one term that stands wherever any of them does, each as far as its weight goes (Pirkola, "The Effects of Query
Structure and Dictionary Setups in Dictionary-Based Cross-Language Information Retrieval", 1998; with weights: Darwish
and Oard, "Probabilistic Structured Query Methods", 2003).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from math import log

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Places = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Posting:
    """The passages that hold a term: ``places``, ascending, and for each its share and how surely it counts as holding.

    All have shape (n,); shares and ``sure`` are 0 to 1.
    """

    places: Places
    shares: Floats
    sure: Floats

    @property
    def frequency(self) -> float:
        """In how many passages the term stands, those that count less as less."""
        return float(self.sure.sum())

    def weighed(self, weight: float) -> "Posting":
        """Return the posting of a term that counts only so far, 0 to 1."""
        return Posting(self.places, self.shares * np.float32(weight), self.sure * np.float32(weight))

    def within(self, places: Places) -> "Posting":
        """Return what of the posting lies in ``places``, ascending."""
        kept = np.isin(self.places, places, assume_unique=True)
        return Posting(self.places[kept], self.shares[kept], self.sure[kept])


NOWHERE = Posting(np.zeros(0, np.int64), np.zeros(0, np.float32), np.zeros(0, np.float32))


def any_of(postings: Sequence[Posting]) -> Posting:
    """Return the posting of terms that stand for one another: of each place the best."""
    found = [each for each in postings if len(each.places)]
    if len(found) < 2:
        return found[0] if found else NOWHERE
    places = np.unique(np.concatenate([each.places for each in found]))
    shares, sure = np.zeros(len(places), np.float32), np.zeros(len(places), np.float32)
    for each in found:
        at = np.searchsorted(places, each.places)
        shares[at] = np.maximum(shares[at], each.shares)
        sure[at] = np.maximum(sure[at], each.sure)
    return Posting(places, shares, sure)


def all_of(postings: Sequence[Posting]) -> Posting:
    """Return the posting of several words that only together stand for something."""
    common = reduce(np.intersect1d, [each.places for each in postings])
    inside = [each.within(common) for each in postings]
    return Posting(
        common,
        np.mean([each.shares for each in inside], axis=0, dtype=np.float32),
        np.min([each.sure for each in inside], axis=0),
    )


def rarity(frequency: float, size: int) -> float:
    """Return the inverse document frequency of a term in ``size`` passages, as Lucene has it."""
    return log(1 + (size - frequency + 0.5) / (frequency + 0.5))
