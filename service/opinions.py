"""What all language editions of a passage say to a question together: a second opinion on passages.

An encoder is seldom wrong about every wording of a rule in the same way, and a question's own language flatters the
passages that are in it. So a passage is ranked by what its editions hold together, the best of them above all, and
languages find the same rule more often (see ``eval.same_rule``). Where it is close between a FAQ and the passage that
leads, what their editions hold on the mean, in the languages of both, decides more surely than what the two hold
themselves (of the passages that an FAQ should or should not have gone before, it tells 95 of 100 pairs apart, and the
ranker's scores 92).
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
from service.fitted import Linear
from service.retrieval import Ranked

OUT_OF_PLACE = 1.5
"""Cosine that a passage loses as the counterpart of another for each document's length between their places.

Of the passages of the shipped library, 99% find one that shares a sentence with them.
"""

BEST, MEAN = 0.5, 0.2
"""What the best of a passage's editions counts for in its rank, and what their mean does; the rest is its own.

Both were chosen on development questions under an aim that had not seen their game.
"""
LISTENED_TO = 30
"""Passages, the first as ranked, of which the other editions are heard."""
HELD = ("dense", "sentence")
"""The ranker's features that an opinion is about, in its order."""


class Opinions:
    """The editions of each passage of an index, and what they hold."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._editions: dict[str, NDArray[np.int64]] = {}
        self._usual: dict[tuple[str, str], NDArray[np.float32]] = {}

    def together(self, found: Ranked, asked: Asked, ranker: Linear) -> Ranked:
        """Return passages in the order in which all their editions put them, as ``ranker`` weighs what they hold."""
        rows = found.rows[:LISTENED_TO].tolist()
        if not rows:
            return found
        gains = self._gains(rows, asked) @ np.array([ranker.weights.get(name, 0.0) for name in HELD], np.float32)
        scores = found.scores.copy()
        scores[: len(rows)] += gains
        return found.rescored(scores)

    def above(self, rows: Sequence[int], other: int, asked: Asked) -> NDArray[np.float32]:
        """Return how much more each row's editions hold than another row's: as passages and in their best sentences.

        Shape (len(rows), 2). They are products with where the question aims, above what is usual for each edition's
        language in its game, in the measure of the ranker's features, on the mean over the languages that both are in:
        the asker's own flatters, and who has it only among others would look poor. All count where they share none.
        """
        held, firsts = self._held([*rows, other], asked)
        *ours, theirs = np.split(held, firsts[1:])
        *spoken, others = (self._languages_of(row) for row in (*rows, other))
        apart = (_difference(own, theirs, said, others) for own, said in zip(ours, spoken, strict=True))
        return np.array(list(apart), np.float32).reshape(-1, len(HELD))

    def editions(self, row: int) -> NDArray[np.int64]:
        """Return the passages that say in each language what a passage says, itself first."""
        document = self._index.document_of(row)
        aligned = self._aligned_of(document)
        return np.asarray(aligned[row - self._index.document_rows(document.id).start], np.int64)

    def _languages_of(self, row: int) -> list[str]:
        """Return the languages of a passage's editions, in their order."""
        return [primary(self._index.document_of(edition).language) for edition in self.editions(row).tolist()]

    def foresee(self, document: Document) -> None:
        """Find a document's counterparts before a question needs them."""
        self._aligned_of(document)

    def _gains(self, rows: Sequence[int], asked: Asked) -> NDArray[np.float32]:
        """Return what passages gain by their editions, shape (len(rows), 2); nothing where they are alone."""
        held, firsts = self._held(rows, asked)
        own, best = held[firsts], np.maximum.reduceat(held, firsts)
        return np.asarray(BEST * (best - own) + MEAN * (_means(held, firsts) - own), np.float32)

    def _held(self, rows: Sequence[int], asked: Asked) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return what the editions of all rows hold, shape (editions, 2), and where each row's begin."""
        editions = [self.editions(row) for row in rows]
        counts = np.array([len(each) for each in editions], np.int64)
        heard, places = np.unique(np.concatenate(editions), return_inverse=True)
        usual = self._usual_among(heard, asked)
        held = self._index.vectors(heard) @ asked.vector, self._index.best_sentences(heard, asked.vector)
        columns = np.stack([SPREAD * (each - usual) for each in held], axis=1).astype(np.float32)
        return columns[places], np.cumsum(counts) - counts

    def _usual_among(self, rows: NDArray[np.int64], asked: Asked) -> NDArray[np.float32]:
        """Return for each row how near the question is to what its game has in its language, on the mean."""
        known: dict[str, float] = {}
        documents = [self._index.document_of(row) for row in rows.tolist()]
        for document in {document.id: document for document in documents}.values():
            known[document.id] = float(self._usual_of(document) @ asked.vector)
        return np.array([known[document.id] for document in documents], np.float32)

    def _aligned_of(self, document: Document) -> NDArray[np.int64]:
        """Return a document's passages and beside each its counterparts in the other editions: (passages, editions)."""
        if document.id not in self._editions:
            others = [each for each in self._families[family(document)] if each.id != document.id]
            own = np.asarray(self._index.document_rows(document.id), np.int64)
            self._editions[document.id] = np.stack([own, *(self._aligned(document, other) for other in others)], axis=1)
        return self._editions[document.id]

    def _aligned(self, document: Document, other: Document) -> NDArray[np.int64]:
        rows, others = (np.asarray(self._index.document_rows(each.id), np.int64) for each in (document, other))
        if not len(rows) or not len(others):
            return rows
        own, theirs = self._index.vectors(rows), self._index.vectors(others)
        alike = apart(own, own.mean(axis=0)) @ apart(theirs, theirs.mean(axis=0)).T
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


def _means(held: NDArray[np.float32], firsts: NDArray[np.int64]) -> NDArray[np.float32]:
    counts = np.diff(firsts, append=len(held))
    return np.asarray(np.add.reduceat(held, firsts) / counts[:, None], np.float32)


def _difference(
    ours: NDArray[np.float32], theirs: NDArray[np.float32], spoken: Sequence[str], others: Sequence[str]
) -> NDArray[np.float32]:
    """Return how far one mean of editions is above another, in the languages of both if there are any."""
    shared = sorted(set(spoken).intersection(others)) or sorted({*spoken, *others})
    means = [held[np.isin(languages, shared)].mean(axis=0) for held, languages in ((ours, spoken), (theirs, others))]
    return np.asarray(means[0] - means[1], np.float32)


def apart(vectors: Vectors, centre: NDArray[np.float32]) -> Vectors:
    """Return vectors by how they differ from what is common to many, such as a language's, of unit length."""
    differing = vectors - centre
    return np.asarray(differing / np.maximum(np.linalg.norm(differing, axis=1, keepdims=True), 1e-9), np.float32)


def _places(passages: int) -> NDArray[np.float64]:
    """Return where each of a document's passages stands in it, from 0 to 1."""
    return np.arange(passages) / max(passages - 1, 1)
