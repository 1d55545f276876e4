"""Opens an index for answering: checks that the model and the settings are those it was made with."""

import threading
from functools import lru_cache
from pathlib import Path

from corpus import encoder
from corpus.embedded_model import Say
from corpus.index import Index
from corpus.types import Encoder
from ingest import chunk
from service.answering import Judge
from service.conversation import Conversations
from service.parallels import kept, prepared
from service.reranking import Reranker
from service.turns import InTurns


def open_service(
    index: Path,
    model: str | None = None,
    reranker: Reranker | None = None,
    align: bool = False,
    threads: int = 0,
) -> Judge:
    """Open the index's current generation with the encoder that it was made with.

    The encoder is kept for the next call, so that opening a newer generation is quick; it has ``threads``, 0 one a
    core. With ``align``, what its language editions have in common is worked out in the background, until the judge is
    closed; without, only what such a judge has left is used. Raises IndexUnusableError where the index is missing,
    damaged or of another making, ModelError where the model is not to be had.
    """
    loaded = loaded_encoder(model, threads=threads)
    opened = Index.open(index, card=loaded.card, settings=chunk.SETTINGS)
    parallels = (prepared if align else kept)(opened, loaded, index)
    judge = Judge(opened, loaded, _conversations(index), reranker, parallels)
    if align:
        threading.Thread(target=judge.foresee, name="lexludo-foreseeing", daemon=True).start()
    return judge


def loaded_encoder(model: str | None, say: Say = encoder.silent, threads: int = 0) -> Encoder:
    """Load an encoder, once for as long as the same one is asked for; several threads may use it.

    ``say`` is told what takes long the first time; ``threads`` 0 is one a core. Raises ModelError.
    """
    return _once(model or None, threads).loaded(say)


@lru_cache(maxsize=1)
def _once(model: str | None, threads: int) -> "_Once":
    return _Once(model, threads)


class _Once:
    def __init__(self, model: str | None, threads: int) -> None:
        self._model, self._threads = model, threads
        self._encoder: Encoder | None = None
        self._lock = threading.Lock()

    def loaded(self, say: Say) -> Encoder:
        with self._lock:
            if self._encoder is None:
                self._encoder = InTurns(encoder.load(self._model, say=say, threads=self._threads))
            return self._encoder


@lru_cache(maxsize=8)
def _conversations(_index: Path) -> Conversations:
    """Return an index's conversations, which outlive its generations."""
    return Conversations()
