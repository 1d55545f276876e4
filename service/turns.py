"""One encoder for several threads: questions, and the alignment of editions in the background, take turns."""

import threading
import time
from collections.abc import Sequence

import numpy as np

from corpus.types import Encoder, ModelCard, Progress, States, Vectors, Words

A_TURN = 8
"""Texts that are encoded before somebody else may have a turn: a question never waits for more than these."""
PAUSE = 0.001
"""Seconds between two turns of one thread: a lock goes to whoever asks next, and that would be itself again."""


class InTurns:
    """An encoder that lets one thread in at a time; tokenizers fail where two use them at once."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._turn = threading.Lock()

    @property
    def card(self) -> ModelCard:
        """Which model this is."""
        return self._encoder.card

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return vectors, shape (len(texts), dimension), for questions."""
        with self._turn:
            return self._encoder.encode_queries(texts)

    def query_states(self, text: str) -> States | None:
        """Return a question's tokens before the model's last layers, where it shows them."""
        with self._turn:
            return self._encoder.query_states(text)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return vectors, shape (len(texts), dimension), for text to be found; others may come in between."""
        parts = [np.zeros((0, self.card.dimension), np.float32)]
        for start in range(0, len(texts), A_TURN):
            with self._turn:
                parts.append(self._encoder.encode_passages(texts[start : start + A_TURN], progress))
            time.sleep(PAUSE)
        return np.concatenate(parts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return how many of the model's tokens each text has."""
        with self._turn:
            return self._encoder.count_tokens(texts)

    @property
    def threads(self) -> int:
        """How many threads a graph may use; 0 is one a core."""
        return self._encoder.threads

    @property
    def words(self) -> Words | None:
        """The model's tokens by themselves, which need no turn; None where they are not at hand."""
        return self._encoder.words
