"""What all language editions of a passage say to a question together: a second opinion on two passages.

An encoder is seldom wrong about every wording of a rule in the same way, and a question's own language flatters the
passages that are in it. Where it is close between two passages, what their editions hold on the mean decides more
surely than what the two hold themselves (of the passages that an FAQ should or should not have gone before, it tells
89 of 100 pairs apart, and the ranker's scores 78).
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.languages import primary
from corpus.types import Document, Vectors
from service.editions import Family, families, family
from service.features import SPREAD, Asked

OUT_OF_PLACE = 1.5
"""Cosine that a passage loses as the counterpart of another for each document's length between their places.

Of the passages of the shipped library, 99% find one that shares a sentence with them.
"""


class Opinions:
    """The editions of each passage of an index, and what they hold."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._editions: dict[str, list[NDArray[np.int64]]] = {}
        self._usual: dict[tuple[str, str], NDArray[np.float32]] = {}

    def of(self, rows: Sequence[int], asked: Asked) -> NDArray[np.float32]:
        """Return for each row what its editions hold on the mean: as passages and in their best sentences.

        Shape (len(rows), 2). They are products with where the question aims, above what is usual for each edition's
        language in its game, in the measure of the ranker's features.
        """
        return np.array([self._mean(self.editions(row), asked) for row in rows], np.float32).reshape(-1, 2)

    def editions(self, row: int) -> NDArray[np.int64]:
        """Return the passages that say in each language what a passage says, itself first."""
        document = self._index.document_of(row)
        at = row - self._index.document_rows(document.id).start
        return np.array([row, *(counterparts[at] for counterparts in self._counterparts(document))], np.int64)

    def _mean(self, rows: NDArray[np.int64], asked: Asked) -> NDArray[np.float32]:
        usual = np.array([self._usual_of(self._index.document_of(row)) @ asked.vector for row in rows.tolist()])
        held = self._index.vectors(rows) @ asked.vector, self._index.best_sentences(rows, asked.vector)
        return np.array([SPREAD * (each - usual).mean() for each in held], np.float32)

    def _counterparts(self, document: Document) -> list[NDArray[np.int64]]:
        """Return for each other edition of a document the counterpart of each of its passages."""
        if document.id not in self._editions:
            others = [each for each in self._families[family(document)] if each.id != document.id]
            self._editions[document.id] = [self._aligned(document, other) for other in others]
        return self._editions[document.id]

    def _aligned(self, document: Document, other: Document) -> NDArray[np.int64]:
        rows, others = (np.asarray(self._index.document_rows(each.id), np.int64) for each in (document, other))
        if not len(rows) or not len(others):
            return rows
        alike = _apart(self._index.vectors(rows)) @ _apart(self._index.vectors(others)).T
        out_of_place = np.abs(_places(len(rows))[:, None] - _places(len(others))[None])
        nearest: NDArray[np.int64] = others[(alike - OUT_OF_PLACE * out_of_place).argmax(axis=1)]
        return nearest

    def _usual_of(self, document: Document) -> NDArray[np.float32]:
        """Return the mean vector of a document's game in its language."""
        key = (document.game, primary(document.language))
        if key not in self._usual:
            same = (each for each in self._index.documents if (each.game, primary(each.language)) == key)
            rows = np.concatenate([np.asarray(self._index.document_rows(each.id), np.int64) for each in same])
            self._usual[key] = self._index.vectors(rows).mean(axis=0)
        return self._usual[key]

    @cached_property
    def _families(self) -> dict[Family, list[Document]]:
        return families(self._index.documents)


def _apart(vectors: Vectors) -> Vectors:
    """Return vectors by how they differ from their mean, of unit length: what a language or a game adds is gone."""
    differing = vectors - vectors.mean(axis=0)
    return np.asarray(differing / np.maximum(np.linalg.norm(differing, axis=1, keepdims=True), 1e-9), np.float32)


def _places(passages: int) -> NDArray[np.float64]:
    """Return where each of a document's passages stands in it, from 0 to 1."""
    return np.arange(passages) / max(passages - 1, 1)
