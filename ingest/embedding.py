"""Vectors for the passages of documents, taken over where their texts were embedded before."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from corpus.records import IngestedDocument, SourceRecord
from corpus.types import Document, Encoder, Page, Passage, Progress, Vectors

ShowProgress = Callable[[str, int], AbstractContextManager[Progress]]
"""Given what is done and how many items there are, shows progress while the context is open."""


def no_progress(_what: str, _total: int) -> AbstractContextManager[Progress]:
    """Show nothing."""
    return nullcontext(lambda _done: None)


class Texts(NamedTuple):
    """What is embedded for a passage: all of it with what it leans on, and each quotable sentence alone."""

    whole: str
    sentences: tuple[str, ...]

    @property
    def key(self) -> str:
        """A hash that names these texts."""
        return hashlib.sha256("\x00".join((self.whole, *self.sentences)).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Draft:
    """A document that is read and cut, and not yet embedded; ``texts`` has an item for each passage.

    ``file`` is the file as it was named, for reports.
    """

    document: Document
    pages: Sequence[Page]
    passages: Sequence[Passage]
    texts: Sequence[Texts]
    source: SourceRecord
    file: str = ""
    remarks: tuple[str, ...] = ()


class _Known(NamedTuple):
    whole: Vectors
    sentences: Vectors


class Embedded(NamedTuple):
    """Documents ready to be written, and for each how many of its passages the encoder was needed for."""

    documents: list[IngestedDocument]
    fresh: list[int]


def embed(
    drafts: Sequence[Draft], before: Mapping[str, IngestedDocument], encoder: Encoder, progress: ShowProgress
) -> Embedded:
    """Return the drafts with vectors.

    ``before`` holds what the index has of each document, made with the same encoder; a passage with the same texts
    keeps its vectors. Texts that occur more than once are encoded once.
    """
    known = {draft.document.id: _vectors_by_key(before.get(draft.document.id)) for draft in drafts}
    missing = [[texts for texts in draft.texts if texts.key not in known[draft.document.id]] for draft in drafts]
    vectors = _encoded([texts for per_draft in missing for texts in per_draft], encoder, progress)
    for draft, fresh in zip(drafts, missing, strict=True):
        known[draft.document.id].update({texts.key: _assembled(texts, vectors, encoder) for texts in fresh})
    documents = [_with_vectors(draft, known[draft.document.id], encoder.card.dimension) for draft in drafts]
    return Embedded(documents, list(map(len, missing)))


def _vectors_by_key(document: IngestedDocument | None) -> dict[str, _Known]:
    if document is None:
        return {}
    rows = zip(document.embedded, document.vectors, document.sentence_vectors, strict=True)
    return {key: _Known(whole, sentences) for key, whole, sentences in rows}


def _encoded(missing: Sequence[Texts], encoder: Encoder, progress: ShowProgress) -> dict[str, Vectors]:
    unique = list(dict.fromkeys(text for texts in missing for text in (texts.whole, *texts.sentences)))
    if not unique:
        return {}
    with progress("embedding", len(unique)) as advance:
        return dict(zip(unique, encoder.encode_passages(unique, advance), strict=True))


def _assembled(texts: Texts, vectors: Mapping[str, Vectors], encoder: Encoder) -> _Known:
    sentences = [vectors[sentence] for sentence in texts.sentences]
    return _Known(vectors[texts.whole], _stacked(sentences, encoder.card.dimension))


def _with_vectors(draft: Draft, known: Mapping[str, _Known], dimension: int) -> IngestedDocument:
    found = [known[texts.key] for texts in draft.texts]
    return IngestedDocument(
        draft.document,
        draft.pages,
        draft.passages,
        _stacked([each.whole for each in found], dimension),
        [each.sentences for each in found],
        [texts.key for texts in draft.texts],
        draft.source,
    )


def _stacked(rows: Sequence[Vectors], dimension: int) -> Vectors:
    return np.stack(rows) if rows else np.zeros((0, dimension), np.float32)
