"""Stand-ins that are quick and always the same, for tests whose subject is not the model."""

import hashlib
from collections.abc import Sequence

import numpy as np

from corpus.types import ModelCard, Progress, States, Vectors, Words


class FakeEncoder:
    """Hashes character trigrams into a bag and scales it to unit length: texts that share letters lie close.

    ``batches`` holds the size of every call for passages, ``queries`` counts the questions.
    """

    def __init__(self, name: str = "fake", dimension: int = 64, max_tokens: int = 128) -> None:
        self._card = ModelCard(name, hashlib.sha256(name.encode()).hexdigest()[:16], dimension, max_tokens)
        self.threads = 0
        self.batches: list[int] = []
        self.queries = 0

    @property
    def card(self) -> ModelCard:
        return self._card

    @property
    def encoded(self) -> int:
        """How many texts were encoded as passages so far."""
        return sum(self.batches)

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        self.queries += len(texts)
        return self._vectors(texts)

    def query_states(self, text: str) -> States | None:
        return None

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        self.batches.append(len(texts))
        if progress is not None:
            progress(len(texts))
        return self._vectors(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(text.split()) + 2 for text in texts]

    @property
    def words(self) -> Words | None:
        return None

    def _vectors(self, texts: Sequence[str]) -> Vectors:
        bags = np.zeros((len(texts), self._card.dimension), np.float32)
        for bag, text in zip(bags, texts, strict=True):
            for trigram in _trigrams(text):
                bag[_bucket(trigram, self._card.dimension)] += 1
        lengths = np.linalg.norm(bags, axis=1, keepdims=True)
        vectors: Vectors = np.divide(bags, np.maximum(lengths, 1e-9), dtype=np.float32)
        return vectors


def _trigrams(text: str) -> list[str]:
    padded = f" {text.casefold()} "
    return [padded[start : start + 3] for start in range(len(padded) - 2)]


def _bucket(trigram: str, buckets: int) -> int:
    return int.from_bytes(hashlib.blake2b(trigram.encode(), digest_size=4).digest(), "little") % buckets
