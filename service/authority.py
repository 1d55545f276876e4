"""Which document is in force: errata over FAQ over expansion over rulebook over reference.

Where two passages rule on the same thing, the one that overrides leads. An erratum is written about one passage, and
so is tied to the nearest one of its game and language; of other kinds only a passage that all but repeats what it
overrides is held to rule on the same thing.
"""

from functools import cached_property

import numpy as np

from corpus.index import Index
from corpus.languages import primary
from corpus.types import Document, DocumentKind
from service.retrieval import Ranked

AUTHORITY = (
    DocumentKind.ERRATA,
    DocumentKind.FAQ,
    DocumentKind.EXPANSION,
    DocumentKind.RULEBOOK,
    DocumentKind.REFERENCE,
)
SAME_MATTER = {DocumentKind.ERRATA: 0.92}
ALMOST_THE_SAME = 0.95
"""Cosines of two passages from which they are taken to rule on the same thing: of errata, and of other kinds."""
CLOSE = 2.5
"""Ranker score by which the overridden passage may lead."""
LOOKED_AT = 8
"""Passages among which something is looked for that overrides the first."""


class Authority:
    """What overrides what in an index."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def overriding_first(self, found: Ranked) -> Ranked:
        """Move what overrides the first passage to the front; the rest keeps its order."""
        leader = 0
        for place in range(1, min(LOOKED_AT, len(found.rows))):
            if found.scores[0] - found.scores[place] <= CLOSE and self._overrides(found, place, leader):
                leader = place
        order = [leader, *(place for place in range(len(found.rows)) if place != leader)] if leader else []
        return Ranked(found.rows[order], found.scores[order], found.features[order]) if order else found

    def _overrides(self, found: Ranked, place: int, leader: int) -> bool:
        row, below = int(found.rows[place]), int(found.rows[leader])
        document, overridden = self._document(row), self._document(below)
        if document.game != overridden.game or _rank(document) >= _rank(overridden):
            return False
        vectors = self._index.vectors(np.array([row, below]))
        alike = float(vectors[0] @ vectors[1]) >= SAME_MATTER.get(document.kind, ALMOST_THE_SAME)
        return alike or self._corrected.get(row) == below

    @cached_property
    def _corrected(self) -> dict[int, int]:
        """For each passage of an erratum, the passage of its game and language that it is nearest to."""
        errata = [document for document in self._index.documents if document.kind is DocumentKind.ERRATA]
        return {row: target for each in errata for row, target in self._targets(each).items()}

    def _targets(self, erratum: Document) -> dict[int, int]:
        books = [
            np.asarray(self._index.document_rows(document.id), np.int64)
            for document in self._index.documents
            if document.game == erratum.game
            and document.kind is not DocumentKind.ERRATA
            and primary(document.language) == primary(erratum.language)
        ]
        if not books:
            return {}
        rows, own = np.concatenate(books), np.asarray(self._index.document_rows(erratum.id), np.int64)
        nearest = (self._index.vectors(own) @ self._index.vectors(rows).T).argmax(axis=1)
        return dict(zip(own.tolist(), rows[nearest].tolist(), strict=True))

    def _document(self, row: int) -> Document:
        return self._index.document(self._index.passages[row].document)


def _rank(document: Document) -> int:
    return AUTHORITY.index(document.kind)
