"""Which passages a question may be answered from, and what is usual among them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.languages import primary
from corpus.types import DocumentKind, Vectors
from service.editions import in_other_languages

SHRINKAGE = 5
"""Passages' worth of the scope's overall mean in a language's mean."""


@dataclass(frozen=True)
class Scope:
    """Rows in scope, ascending, shape (n,); ``languages`` holds each row's primary language, shape (n,)."""

    index: Index
    rows: NDArray[np.int64]
    languages: NDArray[np.str_]

    @cached_property
    def centroids(self) -> dict[str, NDArray[np.float32]]:
        """The mean vector, shape (dimension,), of the scope's passages in each language.

        Encoders place a question nearer to all passages of its own language. What a passage's cosine exceeds the
        mean of its language by is free of that, so that no language edition is favoured (after Yang et al., "A Simple
        and Effective Method To Eliminate the Self Language Bias in Multilingual Representations", 2021, who remove it
        from the vectors).
        """
        vectors = self.index.vectors(self.rows)
        overall = vectors.mean(axis=0) if len(vectors) else np.zeros(0, np.float32)
        return {
            str(language): _centroid(vectors[self.languages == language], overall)
            for language in np.unique(self.languages)
        }

    def usual(self, vector: NDArray[np.float32], rows: NDArray[np.int64]) -> NDArray[np.float32]:
        """Return for each of ``rows`` the mean cosine of ``vector`` with the scope's passages of that language."""
        means = {language: float(centroid @ vector) for language, centroid in self.centroids.items()}
        return np.array([means[str(language)] for language in self.languages_of(rows)], np.float32)

    def has_rulebook(self, rows: NDArray[np.int64], language: str) -> NDArray[np.bool_]:
        """Tell of rows whether the scope has a rulebook of their game in ``language``, a primary subtag."""
        documents = map(self.index.document_of, rows.tolist())
        return np.array([(document.game, language) in self._rulebooks for document in documents], bool)

    @cached_property
    def _rulebooks(self) -> set[tuple[str, str]]:
        held = (
            document
            for document in self.index.documents
            if document.kind is DocumentKind.RULEBOOK
            and len(np.intersect1d(np.asarray(self.index.document_rows(document.id)), self.rows))
        )
        return {(document.game, primary(document.language)) for document in held}

    def languages_of(self, rows: NDArray[np.int64]) -> NDArray[np.str_]:
        """Return the primary languages of rows of the scope."""
        return self.languages[np.searchsorted(self.rows, rows)]


def _centroid(vectors: Vectors, overall: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the mean of a language's vectors; of a few it says little, so ``SHRINKAGE`` overall means join them."""
    total = vectors.sum(axis=0) + SHRINKAGE * overall
    return np.asarray(total / (len(vectors) + SHRINKAGE), np.float32)


class Scopes:
    """The scopes of an index, each worked out once."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._languages = np.array(
            [primary(document.language) for document in index.documents for _ in index.document_rows(document.id)], str
        )
        self._known: dict[tuple[str | None, tuple[str, ...] | None, str | None], Scope] = {}

    def of(self, game: str | None, expansions: Sequence[str] | None = None, language: str | None = None) -> Scope:
        """Return a game's scope (None: the library's), of its expansions only those named (None: all).

        Of texts that the library has in ``language``, editions in others stay out. Raises UnknownNameError.
        """
        key = (game, None if expansions is None else tuple(sorted(set(expansions))), language)
        if key not in self._known:
            rows = np.setdiff1d(self._index.rows(game, expansions), self._translations(language))
            self._known[key] = Scope(self._index, rows, self._languages[rows])
        return self._known[key]

    def _translations(self, language: str | None) -> NDArray[np.int64]:
        others = in_other_languages(self._index.documents, language) if language else ()
        ranges = [np.asarray(self._index.document_rows(document.id), np.int64) for document in others]
        return np.concatenate([np.zeros(0, np.int64), *ranges])
