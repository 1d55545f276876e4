"""Language-aware BM25: one index of terms for each language, over passages that keep their global row numbers.

Scores follow Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond" (2009), in the variant
of Lucene 8 (no constant factor k1 + 1; idf = ln(1 + (N - df + 0.5) / (df + 0.5))), computed by bm25s.
"""

import json
import logging
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bm25s
import numpy as np
from numpy.typing import NDArray

from corpus.errors import IndexUnusableError
from corpus.languages import primary
from corpus.terms import Word, words

logging.getLogger("bm25s").setLevel(logging.WARNING)  # it sets itself to DEBUG, and would speak up in every log

K1 = 1.2
B = 0.75
METHOD = "lucene"

Rows = range | NDArray[np.int64]
"""Global numbers of passages, ascending."""

_LANGUAGES = "languages.json"
_ROWS = "rows.npy"
_ALIASES = "aliases.json"


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The passages of one language: their rows, ascending, and the terms they hold.

    ``aliases`` lead from what an unaccented spelling is stemmed to, to the term of the accented word in the passages.
    """

    rows: NDArray[np.int64]
    aliases: Mapping[str, str]
    bm25: Any

    def terms(self, found: Iterable[Word]) -> list[str]:
        return [word.term if word.accented else self.aliases.get(word.term, word.term) for word in found]

    def scores(self, terms: Sequence[str]) -> NDArray[np.float32]:
        known = self.bm25.get_tokens_ids(terms)
        if not known:
            return np.zeros(len(self.rows), np.float32)
        scores: NDArray[np.float32] = self.bm25.get_scores_from_ids(known)
        return scores

    def document_frequency(self, term: str) -> int:
        column = self.bm25.vocab_dict.get(term)
        if column is None:
            return 0
        starts = self.bm25.scores["indptr"]
        return int(starts[column + 1] - starts[column])


class LexicalIndex:
    """BM25 over passages in several languages. A language is meant by any of its tags: ``pt-BR`` finds ``pt``."""

    def __init__(self, shelves: Mapping[str, _Shelf]) -> None:
        self._shelves = dict(shelves)

    @classmethod
    def build(cls, texts: Sequence[str], languages: Sequence[str]) -> "LexicalIndex":
        """Index ``texts``; row i is ``texts[i]``, in the language of the tag ``languages[i]``."""
        rows: dict[str, list[int]] = defaultdict(list)
        for row, language in enumerate(languages):
            rows[primary(language)].append(row)
        return cls({language: _build(language, rows[language], texts) for language in sorted(rows)})

    def save(self, folder: Path) -> None:
        """Write the index into ``folder``, which is made. Raises OSError where it cannot be written."""
        folder.mkdir(parents=True)
        (folder / _LANGUAGES).write_text(json.dumps(list(self._shelves)), "utf-8")
        for language, shelf in self._shelves.items():
            shelf.bm25.save(folder / language, show_progress=False)
            np.save(folder / language / _ROWS, shelf.rows)
            (folder / language / _ALIASES).write_text(json.dumps(shelf.aliases, ensure_ascii=False), "utf-8")

    @classmethod
    def load(cls, folder: Path, mmap: bool = True) -> "LexicalIndex":
        """Open what ``save`` wrote. Raises IndexUnusableError where files are missing or damaged."""
        try:
            languages: list[str] = json.loads((folder / _LANGUAGES).read_text("utf-8"))
            return cls({language: _load(folder / language, mmap) for language in languages})
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise IndexUnusableError(f"{folder}: the terms cannot be read ({error}); ingest again") from error

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that passages are in, as primary subtags."""
        return tuple(self._shelves)

    def size(self, language: str) -> int:
        """Return how many passages are in ``language``."""
        shelf = self._shelves.get(primary(language))
        return 0 if shelf is None else len(shelf.rows)

    def terms(self, text: str, language: str) -> list[str]:
        """Return the terms that ``text`` stands for among passages in ``language``, in order, repeated ones too."""
        found = words(text, primary(language))
        shelf = self._shelves.get(primary(language))
        return [word.term for word in found] if shelf is None else shelf.terms(found)

    def document_frequency(self, term: str, language: str) -> int:
        """Return how many passages in ``language`` hold ``term`` (one of ``terms``)."""
        shelf = self._shelves.get(primary(language))
        return 0 if shelf is None else shelf.document_frequency(term)

    def scores(self, question: str, language: str, rows: Rows) -> NDArray[np.float32]:
        """Return BM25 of ``question``, read as ``language``, for ``rows``, shape (len(rows),).

        Passages in another language score 0.
        """
        wanted = np.asarray(rows, np.int64)
        shelf = self._shelves.get(primary(language))
        if shelf is None or not len(wanted):
            return np.zeros(len(wanted), np.float32)
        scores = shelf.scores(self.terms(question, language))
        places = np.minimum(np.searchsorted(shelf.rows, wanted), len(shelf.rows) - 1)
        return np.where(shelf.rows[places] == wanted, scores[places], np.float32(0))


def _build(language: str, rows: Sequence[int], texts: Sequence[str]) -> _Shelf:
    found = [words(texts[row], language) for row in rows]
    shelf = _Shelf(np.array(rows, np.int64), _aliases(found), bm25s.BM25(k1=K1, b=B, method=METHOD, backend="numpy"))
    terms = [shelf.terms(passage) for passage in found]
    vocabulary = {term: column for column, term in enumerate(sorted({term for passage in terms for term in passage}))}
    if not vocabulary:  # passages without any word: a term that no question has keeps lengths above zero
        vocabulary, terms = {"": 0}, [[""] for _ in rows]
    columns = [[vocabulary[term] for term in passage] for passage in terms]
    shelf.bm25.index((columns, vocabulary), create_empty_token=False, show_progress=False)
    return shelf


def _aliases(passages: Iterable[Iterable[Word]]) -> dict[str, str]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for word in (word for passage in passages for word in passage):
        if word.accented and word.unaccented_term != word.term:
            counts[word.unaccented_term][word.term] += 1
    return {plain: max(terms, key=lambda term: (terms[term], term)) for plain, terms in sorted(counts.items())}


def _load(folder: Path, mmap: bool) -> _Shelf:
    bm25 = bm25s.BM25.load(folder, mmap=mmap, load_corpus=False, show_progress=False)
    rows = np.load(folder / _ROWS, allow_pickle=False)
    return _Shelf(rows, json.loads((folder / _ALIASES).read_text("utf-8")), bm25)
