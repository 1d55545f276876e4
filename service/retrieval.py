"""From a question to ranked passages: candidates by vector and by terms, put in order by a fitted weighting."""

import shutil
import tempfile
import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from corpus.index import Index
from corpus.records import SourceRecord
from corpus.types import Document, Encoder, Page, Passage, Span
from corpus.writer import write_generation, writing
from ingest import chunk
from ingest.embedding import Draft, Texts, embed, no_progress
from ingest.sentences import sentences
from service import aim, cross_encoder, fitted
from service.cross_encoder import CrossEncoder, Excerpts
from service.editions import Family, family
from service.features import FEATURES, Asked, Candidates, candidates
from service.fitted import Fitted
from service.language import LanguageGuesser
from service.reranking import Reranker
from service.scope import Scope, Scopes


@dataclass(frozen=True, slots=True)
class Ranked:
    """Passages in order, best first: rows and scores, shape (n,), and features, shape (n, len(FEATURES))."""

    rows: NDArray[np.int64]
    scores: NDArray[np.float32]
    features: NDArray[np.float32]

    def column(self, name: str) -> NDArray[np.float32]:
        """Return one feature for all passages, shape (n,)."""
        return self.features[:, FEATURES.index(name)]

    def at(self, places: Sequence[int] | NDArray[np.int64]) -> "Ranked":
        """Return the passages at some places, in that order."""
        chosen = np.asarray(places, np.int64)
        return Ranked(self.rows[chosen], self.scores[chosen], self.features[chosen])

    def with_before(self, row: int, place: int) -> "Ranked":
        """Return the same passages with one put before another, with that one's numbers where it was not found."""
        held = np.flatnonzero(self.rows == row)
        taken = int(held[0]) if len(held) else place
        rest = [each for each in range(len(self.rows)) if each != taken or not len(held)]
        at = rest.index(place) if place in rest else place
        order = [*rest[:at], taken, *rest[at:]]
        led = self.at(order)
        led.rows[at] = row
        return led

    def rescored(self, scores: NDArray[np.float32]) -> "Ranked":
        """Return the same passages in the order of other scores, shape (n,); equal ones keep their order."""
        return replace(self, scores=scores).at(np.argsort(-scores, kind="stable"))


Weighing = Callable[[Ranked], Ranked]
"""Puts what was found in another order, by what is known of documents."""


def ranked(found: Candidates, weights: fitted.Linear) -> Ranked:
    """Put candidates in order; equal scores keep the order of the index."""
    scores = weights.of(FEATURES, found.features)
    return Ranked(found.rows, scores, found.features).rescored(scores)


def without_twins(index: Index, found: Ranked) -> Ranked:
    """Keep of each text only the edition that ranks first, so that one rule does not stand three times in a list."""
    first: dict[Family, str] = {}
    kept = []
    for place, row in enumerate(found.rows.tolist()):
        document = index.document_of(row)
        if first.setdefault(family(document), document.id) == document.id:
            kept.append(place)
    return found.at(kept)


def read_together(
    found: Candidates, first: Ranked, asked: Asked, reader: CrossEncoder, excerpts: Excerpts
) -> Candidates:
    """Return candidates with what they are read as beside the question.

    Those that are first in ``first``, a ranking of the same, are read; the others count as the least of these.
    """
    chosen = without_twins(excerpts.index, first).rows[: cross_encoder.READ]
    if not len(chosen):
        return found
    scores = reader.of(list(excerpts.pairs(asked, chosen.tolist())), excerpts.words)
    read = np.full(len(found.rows), scores.min(), np.float32)
    read[np.searchsorted(found.rows, chosen)] = scores
    return found.with_column("read", read)


class Retriever:
    """Finds passages of one index."""

    def __init__(
        self, index: Index, encoder: Encoder, numbers: Fitted | None = None, reranker: Reranker | None = None
    ) -> None:
        self.index, self._reranker = index, reranker
        self.numbers = numbers or fitted.shipped()
        self._encoder = encoder
        self._scopes = Scopes(index)
        learned = aim.shipped()
        self._aim = learned if learned.fits(encoder.card) else None
        reader = cross_encoder.shipped(encoder.threads) if encoder.words else None
        self._reader = reader if reader and reader.fits(encoder.card) else None
        self._excerpts = Excerpts(index, encoder.words) if encoder.words else None

    def asked(self, text: str, language: str) -> Asked:
        """Encode a question; ``language`` is its primary subtag."""
        states = self._encoder.query_states(text) if self._aim else None
        if self._aim is None or states is None:
            return Asked(text, language, self._encoder.encode_queries([text])[0])
        return Asked(text, language, self._aim.of(states), states)

    def unaimed(self, text: str, language: str) -> Asked:
        """Encode a question as the model does by itself, with the states that an aim is learned from."""
        return Asked(text, language, self._encoder.encode_queries([text])[0], self._encoder.query_states(text))

    def scope(self, game: str | None, expansions: Sequence[str] | None = None, language: str | None = None) -> Scope:
        """Return the passages that count for a game, expansions and an asker's language (see ``Scopes.of``)."""
        return self._scopes.of(game, expansions, language)

    def rank(self, asked: Asked, scope: Scope, weighed: Weighing | None = None) -> Ranked:
        """Return the scope's candidates in order; the first to be read are those that ``weighed`` puts first."""
        found = candidates(self.index, asked, scope)
        read = self._read(found, asked, weighed) if self._reader else found
        listed = ranked(read, self.numbers.ranker)
        return self._reranked(asked, listed) if self._reranker else listed

    def _read(self, found: Candidates, asked: Asked, weighed: Weighing | None) -> Candidates:
        assert self._reader is not None
        assert self._excerpts is not None
        listed = ranked(found, self.numbers.ranker)
        first = weighed(listed) if weighed else listed
        return read_together(found, first, asked, self._reader, self._excerpts)

    def _reranked(self, asked: Asked, found: Ranked) -> Ranked:
        assert self._reranker is not None
        return found.rescored(self._reranker.fused(self.index, asked.text, found.rows, found.scores))


@dataclass(frozen=True, slots=True)
class LoosePassage:
    """A passage of no library. ``language`` None means that it is to be detected."""

    id: str
    text: str
    section: tuple[str, ...] = ()
    language: str | None = None


class PassageRanker:
    """Retrieval alone, over any passages, as the library's own are ranked."""

    def __init__(self, retriever: Retriever, guesser: LanguageGuesser) -> None:
        self._retriever, self._guesser = retriever, guesser

    @classmethod
    def over(cls, loose: Sequence[LoosePassage], encoder: Encoder) -> Self:
        """Index passages in a folder that goes when the ranker goes; each is found as a whole, whatever its length."""
        guesser = LanguageGuesser()
        folder = Path(tempfile.mkdtemp(prefix="lexludo-"))
        drafts = [_draft(each, guesser) for each in loose]
        with writing(folder):
            write_generation(folder, embed(drafts, {}, encoder, no_progress).documents, encoder.card, chunk.SETTINGS)
        ranker = cls(Retriever(Index.open(folder), encoder), guesser)
        weakref.finalize(ranker, shutil.rmtree, folder, ignore_errors=True)
        return ranker

    def rank(self, question: str, language: str | None, k: int) -> list[tuple[str, float]]:
        """Return at most ``k`` passages' ids with their scores, best first."""
        spoken = self._guesser.guess(question) if language is None else language
        found = self._retriever.rank(self._retriever.asked(question, spoken), self._retriever.scope(None))
        passages = self._retriever.index.passages
        pairs = zip(found.rows[:k], found.scores[:k], strict=True)
        return [(passages[row].document, float(score)) for row, score in pairs]


def _draft(loose: LoosePassage, guesser: LanguageGuesser) -> Draft:
    language = loose.language or guesser.guess(loose.text)
    document = Document(loose.id, "passages", "", language)
    whole = Span(0, len(loose.text))
    passage = Passage(
        loose.id, loose.id, 1, 0, whole.end, loose.section, sentences=tuple(sentences(loose.text, whole, language))
    )
    texts = Texts(
        chunk.embedded_text(document, passage, loose.text), tuple(span.of(loose.text) for span in passage.sentences)
    )
    return Draft(document, [Page(1, loose.text)], [passage], [texts], SourceRecord(loose.id, ""))
