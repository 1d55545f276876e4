"""What is known of a question and a passage before they are ranked: a row of numbers for each candidate.

Terms count only as far as the question's words exist in the passage's language: a passage's BM25 is divided by the
most that the question could reach there, words that the language does not have included. A question in another
language shares little but names, numbers and codes, and so gains little from them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.postings import rarity
from corpus.terms import fold
from corpus.types import PassageKind, States
from service.scope import Scope

NEAREST = 30
"""Candidates taken for their vectors, from each language of the scope."""
BY_TERMS = 15
"""Candidates taken for their terms."""
SHORT = 120
"""Characters below which a passage counts as short."""
SPREAD = 30.0
"""Cosines lie within a few hundredths of one another; this brings them to the size of the other features."""

FEATURES = (
    "dense",  # product of the aimed question and the passage, above what is usual for the passage's language
    "sentence",  # the same of the passage's best sentence
    "terms",  # BM25 over the most that the question could reach in the passage's language
    "terms_best",  # the same, over the best candidate's
    "codes",  # share of the question's numbers and codes that the passage has
    "same_language",
    "short",
    "credits",
    "components",
    "example",
    "read",  # log-odds that the passage answers, as the cross-encoder reads it; 0 until it has
)
KINDS = {"credits": PassageKind.CREDITS, "components": PassageKind.COMPONENTS, "example": PassageKind.EXAMPLE}

_TOKEN = re.compile(r"[+-]?[^\W_]+")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as retrieval sees it.

    Its words, its primary language, and its unit vector, shape (dimension,): where it aims, if there is an aim for the
    model (see ``service.aim``), else the encoder's own. ``states`` of its tokens are what an aim reads.
    """

    text: str
    language: str
    vector: NDArray[np.float32]
    states: States | None = None


@dataclass(frozen=True, slots=True)
class Candidates:
    """Passages that may answer: their rows, ascending, shape (n,), and their features, shape (n, len(FEATURES))."""

    rows: NDArray[np.int64]
    features: NDArray[np.float32]

    def column(self, name: str) -> NDArray[np.float32]:
        """Return one feature for all candidates, shape (n,)."""
        return self.features[:, FEATURES.index(name)]

    def with_column(self, name: str, values: NDArray[np.float32]) -> "Candidates":
        """Return the same passages with other values of one feature, shape (n,)."""
        features = self.features.copy()
        features[:, FEATURES.index(name)] = values
        return Candidates(self.rows, features)


def candidates(index: Index, asked: Asked, scope: Scope) -> Candidates:
    """Return the passages of ``scope`` that are near by vector or by terms, with their features; order is no rank."""
    terms = term_scores(index, asked.text, asked.language, scope)
    by_terms = scope.rows[np.argsort(-terms, kind="stable")[:BY_TERMS]][: int((terms > 0).sum())]
    rows = np.union1d(_nearest(index, asked, scope), by_terms)
    if not len(rows):
        return Candidates(rows, np.zeros((0, len(FEATURES)), np.float32))
    usual = scope.usual(asked.vector, rows)
    held = terms[np.searchsorted(scope.rows, rows)]
    columns = {
        "dense": SPREAD * (index.vectors(rows) @ asked.vector - usual),
        "sentence": SPREAD * (index.best_sentences(rows, asked.vector) - usual),
        "terms": held,
        "terms_best": held / max(float(held.max()), 1e-6),
        "codes": _codes_held(index, asked.text, rows),
        "same_language": scope.languages_of(rows) == asked.language,
        "short": np.maximum(0.0, 1 - index.lengths[rows] / SHORT),
        "read": np.zeros(len(rows), np.float32),
        **{name: index.kinds[rows] == kind.value for name, kind in KINDS.items()},
    }
    return Candidates(rows, np.stack([columns[name] for name in FEATURES], axis=1).astype(np.float32))


def _nearest(index: Index, asked: Asked, scope: Scope) -> NDArray[np.int64]:
    """Return the nearest rows of each language apart, so that one language does not crowd out another."""
    found = [
        index.nearest(asked.vector, scope.rows[scope.languages == language], NEAREST)[0] for language in scope.centroids
    ]
    return np.concatenate([np.zeros(0, np.int64), *found])


def term_scores(index: Index, text: str, language: str, scope: Scope) -> NDArray[np.float32]:
    """Return for each row of ``scope`` the share, 0 to 1, of the weight of a question's words that it holds."""
    found = [index.lexical.shares(text, language, written, scope.rows) for written in scope.centroids]
    return np.sum(found, axis=0, dtype=np.float32) if found else np.zeros(len(scope.rows), np.float32)


def weight_of(index: Index, terms: Iterable[str], language: str) -> float:
    """Return the sum of the terms' inverse document frequencies in a language, as BM25 has them."""
    size = index.lexical.size(language)
    frequencies = (index.lexical.document_frequency(term, language) for term in terms)
    return sum(rarity(frequency, size) for frequency in frequencies)


def codes_of(text: str) -> set[str]:
    """Return the tokens with a digit in them, folded: numbers and codes read the same in every language."""
    return {fold(token) for token in _TOKEN.findall(text) if any(map(str.isdigit, token))}


def _codes_held(index: Index, text: str, rows: NDArray[np.int64]) -> NDArray[np.float32]:
    wanted = codes_of(text)
    return shares(wanted, [index.text(row) for row in rows.tolist()]) if wanted else np.zeros(len(rows), np.float32)


def shares(wanted: set[str], texts: Sequence[str]) -> NDArray[np.float32]:
    """Return for each text the share of ``wanted`` codes that it holds; 0 where none is wanted."""
    if not wanted:
        return np.zeros(len(texts), np.float32)
    found = [len(wanted & codes_of(text)) for text in texts]
    return np.asarray(np.array(found, np.float32) / len(wanted), np.float32)
