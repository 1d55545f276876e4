"""The library on disk, opened read-only: documents, passages, their vectors and their terms.

Passages are numbered by rows. Documents lie sorted by game, language and id, so a game is a range of rows.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from corpus.boxes import WholePages
from corpus.contents import Records, read_records, read_vectors
from corpus.errors import IndexUnusableError, UnknownNameError
from corpus.generation import (
    FILES,
    LEXICAL_SETTINGS,
    Manifest,
    content_problems,
    current_generation,
    generation_folder,
    size_problems,
)
from corpus.languages import primary
from corpus.lexical import LexicalIndex, Rows
from corpus.meanings import Alike
from corpus.records import IngestedDocument
from corpus.sources import kept_file
from corpus.synonyms import synonyms_of
from corpus.types import Document, LineBox, ModelCard, Page, Passage, Vectors

ATTEMPTS = 3
"""Tries to open; a writer that finishes twice meanwhile takes the generation away from under a reader."""

_parameters: Any = faiss.SearchParameters  # its keyword arguments are unknown to the type checker


@dataclass(frozen=True, slots=True)
class _InUse:
    card: ModelCard | None
    settings: str | None
    lexical_settings: str | None


class Index:
    """One generation, as it was when it was opened; it stays usable after newer ones were written."""

    def __init__(self, folder: Path, generation: str, manifest: Manifest) -> None:
        self._index = folder
        self._folder = generation_folder(folder, generation)
        self.generation = generation
        self.manifest = manifest
        self._records = read_records(self._folder)
        self._vectors = read_vectors(self._folder, manifest.model.dimension, len(self._records.passages))
        self._by_id = {document.id: place for place, document in enumerate(self.documents)}
        self._starts = _starts(self._records)
        self._of_row = [document for document in self.documents for _ in self.document_rows(document.id)]
        self.lexical = LexicalIndex.load(self._folder / FILES.lexical, alike=tuple(self._alike()))

    @classmethod
    def open(
        cls,
        folder: Path,
        *,
        card: ModelCard | None = None,
        settings: str | None = None,
        lexical_settings: str | None = LEXICAL_SETTINGS,
    ) -> "Index":
        """Open the current generation of the index at ``folder``.

        ``card``, ``settings`` and ``lexical_settings`` are those of the model, the chunking and the terms in use; None
        takes whatever the index has.
        Raises IndexUnusableError where there is none, it is damaged, or it was made with others.
        """
        for attempt in range(ATTEMPTS):
            name = current_generation(folder)
            try:
                return cls._open(folder, name, _InUse(card, settings, lexical_settings))
            except IndexUnusableError:
                if attempt == ATTEMPTS - 1 or current_generation(folder) == name:
                    raise
        raise AssertionError("the last attempt returns or raises")

    @classmethod
    def _open(cls, folder: Path, name: str | None, in_use: _InUse) -> "Index":
        if name is None:
            raise IndexUnusableError(f"{folder}: holds no index; ingest rulebooks into it first")
        place = generation_folder(folder, name)
        manifest = Manifest.read(place)
        _refuse_other_making(place, manifest, in_use)
        _refuse_damage(place, size_problems(place, manifest))
        return cls(folder, name, manifest)

    @staticmethod
    def current_generation(folder: Path) -> str | None:
        """Return the name of the generation in service at ``folder``, or None where there is none."""
        return current_generation(folder)

    def verify(self) -> None:
        """Compare every file with its checksum; IndexUnusableError names all that differ."""
        _refuse_damage(self._folder, [*size_problems(self._folder, self.manifest)])
        _refuse_damage(self._folder, [*content_problems(self._folder, self.manifest)])

    def __len__(self) -> int:
        return len(self._records.passages)

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents, by game, language and id."""
        return self._records.documents

    @property
    def passages(self) -> Sequence[Passage]:
        """All passages; the place of each is its row."""
        return self._records.passages

    def games(self) -> tuple[str, ...]:
        """Return the ids of the games, sorted."""
        return tuple(dict.fromkeys(document.game for document in self.documents))

    def expansions(self, game: str | None = None) -> tuple[str, ...]:
        """Return the expansions of a game, or of all games, sorted."""
        return tuple(sorted({each.expansion for each in self._of_game(game) if each.expansion is not None}))

    def document(self, name: str) -> Document:
        """Return a document by its id. Raises UnknownNameError."""
        return self.documents[self._place(name)]

    def document_of(self, row: int) -> Document:
        """Return the document that a passage is of."""
        return self._of_row[row]

    def source(self, name: str) -> Path:
        """Return the file that a document was read from; it may have gone since. Raises UnknownNameError."""
        return Path(self.manifest.sources[self.document(name).id].path)

    def kept(self, name: str) -> Path | None:
        """Return where the index keeps the file that a document was read from, if it does. Raises UnknownNameError."""
        return kept_file(self._index, self.manifest.sources[self.document(name).id])

    def page(self, document: str, number: int) -> Page:
        """Return a page by its number in the file, from 1; its boxes stay on disk (``boxes``).

        Raises UnknownNameError.
        """
        pages = self._records.pages[self.document(document).id]
        if number not in pages:
            raise UnknownNameError(f'document "{document}" has no page {number}; it has {_ranges(sorted(pages))}')
        return pages[number]

    def boxes(self, document: str, number: int) -> tuple[LineBox, ...]:
        """Return where the words of a page are printed; empty for files without places. Raises UnknownNameError."""
        page = self.page(document, number)
        return self._records.boxes.of(self._records.places[document, page.number])

    def pages(self, document: str) -> tuple[Page, ...]:
        """Return all pages of a document, in order, their boxes left on disk. Raises UnknownNameError."""
        return tuple(self._records.pages[self.document(document).id].values())

    def page_count(self, document: str) -> int:
        """Return how many pages a document has. Raises UnknownNameError."""
        return len(self.pages(document))

    def document_rows(self, name: str) -> range:
        """Return the rows of a document's passages. Raises UnknownNameError."""
        place = self._place(name)
        return range(self._starts[place], self._starts[place + 1])

    def rows(self, game: str | None = None, expansions: Sequence[str] | None = None) -> NDArray[np.int64]:
        """Return the rows in scope, ascending: a game (None: all), and of its expansions only those named.

        Documents of no expansion are always in scope; ``expansions`` None takes all. Raises UnknownNameError.
        """
        for name in expansions or ():
            _known("expansion", name, self.expansions(game))
        ranges = [
            np.arange(*self._extent(document), dtype=np.int64)
            for document in self._of_game(game)
            if expansions is None or document.expansion is None or document.expansion in expansions
        ]
        return np.concatenate([np.zeros(0, np.int64), *ranges])

    def text(self, row: int) -> str:
        """Return a passage's text: the slice of its page."""
        passage = self.passages[row]
        return passage.span.of(self._records.pages[passage.document][passage.page].text)

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """How many characters each passage has, shape (passages,)."""
        return np.array([len(self.text(row)) for row in range(len(self))], np.int64)

    @cached_property
    def kinds(self) -> NDArray[np.str_]:
        """What each passage does on its page (``PassageKind``), shape (passages,)."""
        return np.array([passage.kind.value for passage in self.passages], str)

    def language(self, row: int) -> str:
        """Return the language tag of a passage's document."""
        return self._of_row[row].language

    def nearest(self, vector: NDArray[np.float32], rows: Rows, k: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the ``k`` rows, of ``rows``, whose vectors are nearest, and their cosines, best first.

        ``vector`` has unit length, shape (dimension,). Fewer than ``k`` come back where ``rows`` has fewer.
        """
        wanted = np.ascontiguousarray(rows, np.int64)
        count = min(k, len(wanted))
        if count < 1:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        scope = _parameters(sel=_selector(wanted))
        query = np.ascontiguousarray(vector, np.float32).reshape(1, -1)
        scores, found = self._vectors.flat.search(query, count, params=scope)
        return found[0], scores[0]

    def vectors(self, rows: Rows) -> Vectors:
        """Return passages' vectors, shape (len(rows), dimension)."""
        return self._vectors.passages[np.asarray(rows, np.int64)]

    def sentence_vectors(self, row: int) -> Vectors:
        """Return the vectors of a passage's sentences, shape (sentences, dimension)."""
        start, end = self._vectors.offsets[row : row + 2]
        return self._vectors.sentences[start:end].astype(np.float32)

    def best_sentences(self, rows: Rows, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return for each row the highest product of ``vector`` with its sentences, -1 where it has none.

        ``vector`` has shape (dimension,), the result (len(rows),).
        """
        places = np.asarray(rows, np.int64)
        starts, ends = self._vectors.offsets[places], self._vectors.offsets[places + 1]
        counts = ends - starts
        best = np.full(len(counts), -1.0, np.float32)
        if not counts.any():
            return best
        firsts = np.cumsum(counts) - counts  # where each row's sentences begin among those of all rows
        wanted = np.arange(counts.sum()) + np.repeat(starts - firsts, counts)
        held = self._vectors.sentences[wanted].astype(np.float32)
        # each passage on its own: the last digits of a product must not depend on what else was found
        each = zip(firsts.tolist(), (firsts + counts).tolist(), strict=True)
        products = np.concatenate([held[first:end] @ vector for first, end in each])
        best[counts > 0] = np.maximum.reduceat(products, firsts[counts > 0])
        return np.maximum(best, np.float32(-1.0))

    def ingested(self, name: str) -> IngestedDocument:
        """Return all that the index holds of a document, as it is written. Raises UnknownNameError."""
        rows = self.document_rows(name)
        inside = slice(rows.start, rows.stop)
        return IngestedDocument(
            self.document(name),
            WholePages(self.pages(name), lambda page: self.boxes(name, page.number)),
            self.passages[inside],
            self.vectors(rows),
            [self.sentence_vectors(row) for row in rows],
            self._records.embedded[inside],
            self.manifest.sources[name],
        )

    def _alike(self) -> Iterator[Alike]:
        """Yield for each game and language what its catalogues say means the same."""
        for _, same in groupby(self.documents, key=lambda each: (each.game, primary(each.language))):
            documents = list(same)
            if groups := synonyms_of(*(each.synonyms for each in documents)):
                rows = np.concatenate([np.arange(*self._extent(each), dtype=np.int64) for each in documents])
                yield Alike(primary(documents[0].language), rows, groups)

    def _of_game(self, game: str | None) -> list[Document]:
        if game is not None:
            _known("game", game, self.games())
        return [document for document in self.documents if game in (None, document.game)]

    def _place(self, document: str) -> int:
        _known("document", document, self._by_id)
        return self._by_id[document]

    def _extent(self, document: Document) -> tuple[int, int]:
        place = self._by_id[document.id]
        return self._starts[place], self._starts[place + 1]


def _refuse_other_making(place: Path, manifest: Manifest, in_use: _InUse) -> None:
    if in_use.card is not None and in_use.card != manifest.model:
        raise IndexUnusableError(
            f"{place}: the index was made with the model {_model(manifest.model)}, in use is {_model(in_use.card)}; "
            "set LEXLUDO_MODEL to the index's model, or ingest again with this one"
        )
    for what, found, wanted in (
        ("chunking", manifest.settings, in_use.settings),
        ("terms", manifest.lexical_settings, in_use.lexical_settings),
    ):
        if wanted is not None and found != wanted:
            raise IndexUnusableError(f"{place}: {what} of the index: {found}; in use: {wanted}; ingest again")


def _model(card: ModelCard) -> str:
    return f"{card.name} ({card.fingerprint[:12]}, {card.dimension} dimensions, {card.max_tokens} tokens)"


def _refuse_damage(place: Path, problems: Iterable[str]) -> None:
    if listed := "; ".join(problems):
        raise IndexUnusableError(f"{place}: the index is damaged: {listed}. Ingest again")


def _starts(records: Records) -> list[int]:
    """Return the first row of each document, and behind the last one the number of rows."""
    counts = dict.fromkeys((document.id for document in records.documents), 0)
    for passage in records.passages:
        counts[passage.document] += 1
    return list(accumulate(counts.values(), initial=0))


def _selector(rows: NDArray[np.int64]) -> faiss.IDSelector:
    first, last = int(rows[0]), int(rows[-1])
    if last - first + 1 == len(rows):
        return faiss.IDSelectorRange(first, last + 1)
    return faiss.IDSelectorBatch(rows)


def _known(what: str, name: str, names: Collection[str]) -> None:
    if name not in names:
        known = list(names)
        near = get_close_matches(name, known, n=3, cutoff=0.5) or known[:10]
        hint = f"near it: {', '.join(near)}" if near else "the library holds none"
        raise UnknownNameError(f'the library holds no {what} "{name}"; {hint}')


def _ranges(numbers: Sequence[int]) -> str:
    if not numbers:
        return "none"
    return f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else str(numbers[0])
