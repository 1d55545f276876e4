"""Opens an index for answering: checks that the model and the settings are those it was made with."""

from functools import lru_cache
from pathlib import Path

from corpus import encoder
from corpus.index import Index
from corpus.types import Encoder
from ingest import chunk
from service.answering import Judge
from service.conversation import Conversations
from service.parallels import kept, prepared
from service.reranking import Reranker
from service.turns import InTurns


def open_service(index: Path, model: str | None = None, reranker: Reranker | None = None, align: bool = False) -> Judge:
    """Open the index's current generation with the encoder that it was made with.

    The encoder is kept for the next call, so that opening a newer generation is quick. With ``align``, what its
    language editions have in common is worked out in the background, until the judge is closed; without, only what
    such a judge has left is used. Raises IndexUnusableError where the index is missing, damaged or of another making,
    ModelError where the model is not to be had.
    """
    loaded = loaded_encoder(model)
    opened = Index.open(index, card=loaded.card, settings=chunk.SETTINGS)
    parallels = (prepared if align else kept)(opened, loaded, index)
    return Judge(opened, loaded, _conversations(index), reranker, parallels)


@lru_cache(maxsize=1)
def loaded_encoder(model: str | None) -> Encoder:
    """Load an encoder, once for as long as the same one is asked for; several threads may use it."""
    return InTurns(encoder.load(model))


@lru_cache(maxsize=8)
def _conversations(_index: Path) -> Conversations:
    """Return an index's conversations, which outlive its generations."""
    return Conversations()
