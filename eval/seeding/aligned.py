"""Alignments by the product itself instead of by ids, for the benchmark end to end."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from corpus.types import Encoder, Vectors
from eval.seeding.parallel import Book, edition
from service.translation.alignment import align
from service.translation.types import Alignment, Edition


class ProductAlignment:
    """Aligns books as ``lexludo compare`` does; a sentence is embedded once, however many copies have it."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: dict[str, Vectors] = {}

    def __call__(self, book: Book) -> Alignment:
        """Return the alignment of both editions of the book."""
        return align(self._embedded(edition(book, 0)), self._embedded(edition(book, 1)))

    def _embedded(self, bare: Edition) -> Edition:
        texts = [segment.text for segment in bare.segments]
        self._learn([text for text in dict.fromkeys(texts) if text not in self._known])
        return replace(bare, vectors=np.stack([self._known[text] for text in texts]))

    def _learn(self, texts: Sequence[str]) -> None:
        if texts:
            self._known.update(zip(texts, self._encoder.encode_passages(texts), strict=True))
