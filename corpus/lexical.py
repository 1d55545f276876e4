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

from corpus.compounds import Compounds
from corpus.errors import IndexUnusableError
from corpus.languages import primary
from corpus.meanings import Alike, Meanings
from corpus.postings import NOWHERE, Posting, rarity
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
_WORDS = "words.json"


@dataclass(frozen=True, slots=True)
class _Shelf:
    """The passages of one language: their rows, ascending, and the terms they hold.

    ``aliases`` lead from what an unaccented spelling is stemmed to, to the term of the accented word in the passages.
    ``counts`` tells how often each folded word stands there, ``compounds`` of which words a word among them is made.
    """

    rows: NDArray[np.int64]
    aliases: Mapping[str, str]
    bm25: Any
    counts: Mapping[str, int]
    compounds: Mapping[str, Sequence[str]]

    def term(self, word: Word) -> str:
        return word.term if word.accented else self.aliases.get(word.term, word.term)

    def terms(self, found: Iterable[Word]) -> list[str]:
        return [self.term(word) for word in found]

    def posting(self, term: str) -> Posting:
        """Return where a term stands; ``places`` number the shelf's passages from 0."""
        column = self.bm25.vocab_dict.get(term)
        if column is None:
            return NOWHERE
        start, end = (int(at) for at in self.bm25.scores["indptr"][column : column + 2])
        places = np.asarray(self.bm25.scores["indices"][start:end], np.int64)
        shares = np.asarray(self.bm25.scores["data"][start:end] / rarity(len(places), len(self.rows)), np.float32)
        order = np.argsort(places)
        return Posting(places[order], shares[order], np.ones(len(places), np.float32))

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

    def __init__(self, shelves: Mapping[str, _Shelf], alike: Sequence[Alike] = ()) -> None:
        self._shelves = dict(shelves)
        self._meanings = {language: Meanings(shelf, language, alike) for language, shelf in shelves.items()}

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
            known = {"counts": shelf.counts, "compounds": shelf.compounds}
            (folder / language / _WORDS).write_text(json.dumps(known, ensure_ascii=False), "utf-8")

    @classmethod
    def load(cls, folder: Path, mmap: bool = True, alike: Sequence[Alike] = ()) -> "LexicalIndex":
        """Open what ``save`` wrote; ``alike`` are words that mean the same in some of the passages.

        Raises IndexUnusableError where files are missing or damaged.
        """
        try:
            languages: list[str] = json.loads((folder / _LANGUAGES).read_text("utf-8"))
            return cls({language: _load(folder / language, mmap) for language in languages}, alike)
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
        shelf = self._shelves.get(primary(language))
        if shelf is None:
            return np.zeros(len(rows), np.float32)
        return _at(rows, shelf, shelf.scores(self.terms(question, language)))

    def shares(self, question: str, spoken: str, language: str, rows: Rows) -> NDArray[np.float32]:
        """Return for ``rows`` the share, 0 to 1, of a question's weight that passages in ``language`` hold.

        ``spoken`` is the question's own language. Words count by BM25, over the most that they could reach, and may be
        matched by others that stand for them (see ``corpus.meanings``). Shape (len(rows),); passages in another
        language have 0.
        """
        shelf = self._shelves.get(primary(language))
        if shelf is None:
            return np.zeros(len(rows), np.float32)
        return _at(rows, shelf, self._meanings[primary(language)].shares(question, primary(spoken)))

    def held(self, question: str, spoken: str, language: str, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return for texts in ``language``, such as sentences, the share of a question's weight that they hold.

        As ``shares`` has it, but whether a word is there counts, not how often. Shape (len(texts),).
        """
        meanings = self._meanings.get(primary(language))
        return np.zeros(len(texts), np.float32) if meanings is None else meanings.held(question, primary(spoken), texts)


def _at(rows: Rows, shelf: _Shelf, scores: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the scores of a shelf's passages for any rows, 0 for those of other shelves."""
    wanted = np.asarray(rows, np.int64)
    places = np.minimum(np.searchsorted(shelf.rows, wanted), len(shelf.rows) - 1)
    return np.where(shelf.rows[places] == wanted, scores[places], np.float32(0))


def _build(language: str, rows: Sequence[int], texts: Sequence[str]) -> _Shelf:
    found = [words(texts[row], language) for row in rows]
    counts = Counter(word.folded for passage in found for word in passage if word.folded.isalpha())
    bm25 = bm25s.BM25(k1=K1, b=B, method=METHOD, backend="numpy")
    shelf = _Shelf(np.array(rows, np.int64), _aliases(found), bm25, counts, _compounds(counts, language))
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


def _compounds(counts: Mapping[str, int], language: str) -> dict[str, tuple[str, ...]]:
    compounds = Compounds(counts, language)
    return {word: parts for word in counts if (parts := compounds.parts(word))}


def _load(folder: Path, mmap: bool) -> _Shelf:
    bm25 = bm25s.BM25.load(folder, mmap=mmap, load_corpus=False, show_progress=False)
    # the same maps, without what memmap adds to each slice
    bm25.scores |= {name: np.asarray(held) for name, held in bm25.scores.items() if isinstance(held, np.memmap)}
    rows = np.load(folder / _ROWS, allow_pickle=False)
    known = json.loads((folder / _WORDS).read_text("utf-8"))
    aliases = json.loads((folder / _ALIASES).read_text("utf-8"))
    return _Shelf(rows, aliases, bm25, known["counts"], known["compounds"])
