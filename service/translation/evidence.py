"""What a segment, or several in a row, have to be matched by: meaning, codes and numbers, what they are, their length.

All of it is laid side by side into one vector whose dot product with another is the similarity. Meaning is the model's
sentence vector less the edition's mean: the mean carries the language and what all rules have in common. The meaning of
several segments is the sum of theirs, weighted by length, which needs no further run of the model.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.types import Vectors
from service.translation.types import Edition, Segment

LONGEST = 4
"""Segments that are joined at most on one side of a pair."""
CODES = 48
"""Dimensions that shared codes, numbers and names are hashed into."""
CODE_WEIGHT = 0.08
ROLE_WEIGHT = 0.06
CELL, SEVERAL = " | ", 4
"""What parts the cells of a table's row, and how many of them are several things side by side."""
OWN, STEADY = 12, 4
"""Segments that an edition's mean, and that of both, must outweigh: of a few sentences it is what they say."""

_TOKEN = re.compile(r"\w*\d\w*|\b\w*[A-Z]{2,}\w*\b")


@dataclass(frozen=True, slots=True)
class Evidence:
    """Windows over the segments of one side. ``windows[k][i]`` describes the ``k + 1`` segments that begin at ``i``.

    ``windows[k]`` has shape (segments - k, dimension), ``lengths`` (segments,) counts characters. ``listing`` marks
    rows of several things: what such a row says as a whole tells little of where its things stand elsewhere.
    """

    windows: tuple[Vectors, ...]
    lengths: NDArray[np.float32]
    listing: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.lengths)

    @property
    def single(self) -> Vectors:
        """The segments themselves, shape (segments, dimension)."""
        return self.windows[0]

    @property
    def headings(self) -> NDArray[np.bool_]:
        """Which segments are headings, shape (segments,)."""
        return np.asarray(self.single[:, -1] > 0)

    def part(self, rows: Sequence[int]) -> "Evidence":
        """Return the evidence of some segments, ascending, as if they were all, windows made anew from them."""
        if len(rows) == len(self):
            return Evidence(_windows(self.single, self.lengths), self.lengths, self.listing)
        chosen = np.asarray(rows, np.int64)
        return Evidence(_windows(self.single[chosen], self.lengths[chosen]), self.lengths[chosen], self.listing[chosen])

    def joined(self, rows: Sequence[int]) -> Vectors:
        """Return what describes some segments as one, shape (dimension,)."""
        weights = np.sqrt(self.lengths[list(rows)])
        return _rescaled(weights @ self.single[list(rows)], np.asarray(weights.sum()))


def gather(edition: Edition, other: Edition) -> Evidence:
    """Describe the segments of an edition that is to be paired with ``other``."""
    lengths = np.array([max(4, len(segment.text)) for segment in edition.segments], np.float32)
    meaning = centred(edition.vectors, other.vectors)
    codes = _codes(edition.segments, count_codes(edition, other)) * np.sqrt(CODE_WEIGHT)
    roles = np.array([1 if segment.level else -1 for segment in edition.segments]).reshape(-1, 1) * np.sqrt(ROLE_WEIGHT)
    single = np.concatenate([meaning, codes.astype(np.float32), roles.astype(np.float32)], axis=1)
    listing = np.array([holds_several(segment.text) for segment in edition.segments], bool)
    return Evidence((single,), lengths, listing)  # windows are made of the parts that are linked


def holds_several(text: str) -> bool:
    """Say whether a text is a table's row of several things, as lists have them that are set in columns."""
    return text.count(CELL) + 1 >= SEVERAL


def codes_of(text: str) -> Counter[str]:
    """Return what is written alike in every language: numbers, dice, codes, names in capitals."""
    return Counter(token.casefold() for token in _TOKEN.findall(text))


def count_codes(*editions: Edition) -> Counter[str]:
    """Return in how many segments of the editions each code stands."""
    return Counter(code for edition in editions for segment in edition.segments for code in set(codes_of(segment.text)))


def centred(vectors: Vectors, others: Vectors) -> Vectors:
    """Return unit vectors less what is common to all: shape as given.

    That is the edition's own mean as far as its segments are many enough to tell, else that of both editions.
    """
    count, total = len(vectors), len(vectors) + len(others)
    if not count:
        return vectors
    both = (vectors.sum(axis=0) + others.sum(axis=0)) / total
    centre = (count * vectors.mean(axis=0) + OWN * both) / (count + OWN)
    return _unit(vectors - total / (total + STEADY) * centre)


def meaning_of(vectors: Vectors) -> Vectors:
    """Return the part of evidence vectors that is the meaning."""
    return vectors[..., : -(CODES + 1)]


def likeness(ours: Evidence, theirs: Evidence, one: Sequence[int], other: Sequence[int]) -> float:
    """Return how alike in meaning two runs are: about 0 for unrelated or empty ones, 1 for the same."""
    if not one or not other:
        return 0.0
    return float(meaning_of(ours.joined(one)) @ meaning_of(theirs.joined(other)))


def _unit(vectors: Vectors) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    unit: Vectors = np.divide(vectors, np.maximum(lengths, 1e-9), dtype=np.float32)
    return unit


def _codes(segments: Sequence[Segment], in_use: Counter[str]) -> NDArray[np.float32]:
    """Return hashed bags of codes of unit length, rare codes counting more; without codes the row is zero."""
    bags = np.zeros((len(segments), CODES), np.float32)
    for bag, segment in zip(bags, segments, strict=True):
        for code, times in codes_of(segment.text).items():
            place, sign = _bucket(code)
            bag[place] += sign * times / (1 + np.log(max(1, in_use[code])))
    return _unit(bags)


def _bucket(code: str) -> tuple[int, int]:
    digest = hashlib.blake2b(code.encode(), digest_size=8).digest()
    return int.from_bytes(digest[:4], "little") % CODES, 1 if digest[4] % 2 else -1


def _windows(single: Vectors, lengths: NDArray[np.float32]) -> tuple[Vectors, ...]:
    """Sum neighbours, longer ones counting more, and bring each kind of evidence back to its own length."""
    weights = np.sqrt(lengths)
    weighted = single * weights[:, None]
    return (single, *(_rescaled(_sums(weighted, size), _sums(weights, size)) for size in range(2, LONGEST + 1)))


def _sums(values: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return the sums of ``size`` neighbours along the first axis."""
    count = max(0, len(values) - size + 1)
    sums = values[:count].copy()
    for at in range(1, size):
        sums += values[at : at + count]
    return sums


def _rescaled(total: Vectors, weight: NDArray[np.float32]) -> Vectors:
    meaning, codes = _unit(meaning_of(total)), _unit(total[..., -(CODES + 1) : -1]) * np.float32(CODE_WEIGHT**0.5)
    joined = np.concatenate([meaning, codes, total[..., -1:] / weight[..., None]], axis=-1)
    return joined.astype(np.float32, copy=False)
