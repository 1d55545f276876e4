"""An operator's own reranker: a cross-encoder that reads question and passage together and re-orders the best few.

Nogueira & Cho, "Passage Re-ranking with BERT", 2019. Off unless ``LEXLUDO_RERANKER`` names a model.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corpus.errors import ModelError
from corpus.index import Index
from ingest import chunk

if TYPE_CHECKING:
    from sentence_transformers import CrossEncoder

log = logging.getLogger(__name__)

WEIGHT = 0.5
"""The cross-encoder's say in the fused score; the other half is the score that the candidates came with."""
BATCH = 16
HEADLESS = ("Model", "ForMaskedLM")
"""How architectures end that have no head to judge with; one with random weights would be put on."""

Score = Callable[[Sequence[tuple[str, str]]], NDArray[np.float32]]
"""Returns for each pair of question and passage how well they fit, shape (pairs,), on any scale."""


class Reranker:
    """Re-orders the ``candidates`` best passages by a fusion of their score and that of ``score``."""

    def __init__(self, name: str, score: Score, candidates: int) -> None:
        self.name, self.candidates = name, candidates
        self._score = score

    def fused(
        self, index: Index, question: str, rows: NDArray[np.int64], scores: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return new scores for passages that are in order, best first, shape (n,), on the scale of the old ones.

        The model's scores are brought to the mean and the spread of those they join, so that distances between
        passages, by which confidence is judged, keep their size. Passages below the best ``candidates`` stay below.
        """
        top = min(self.candidates, len(rows))
        if top < 2:
            return scores
        read = self._score([(question, _read_text(index, int(row))) for row in rows[:top]])
        if not np.isfinite(read).all():
            log.warning("reranker %s gave scores that are no numbers; the order stays", self.name)
            return scores
        best = (1 - WEIGHT) * scores[:top] + WEIGHT * _on_the_scale_of(scores[:top], read)
        return np.concatenate([best, np.minimum(scores[top:], best.min())]).astype(np.float32)


def _read_text(index: Index, row: int) -> str:
    """Return a passage under its headings, as it was embedded."""
    passage = index.passages[row]
    page = index.page(passage.document, passage.page).text
    return chunk.embedded_text(index.document(passage.document), passage, page)


@lru_cache(maxsize=1)
def load(name: str, candidates: int) -> Reranker:
    """Load a Sentence Transformers CrossEncoder by name or folder, once. Raises ModelError, which says what to do."""
    model = _opened(name, _folder_of(name))
    if any(each.endswith(HEADLESS) for each in getattr(model.config, "architectures", None) or ()):
        raise _unusable(name, "it makes vectors or fills gaps and was never trained to judge a pair")
    if model.num_labels != 1:
        raise _unusable(name, f"it gives {model.num_labels} scores for a pair, where one is needed")

    def score(pairs: Sequence[tuple[str, str]]) -> NDArray[np.float32]:
        read: Any = list(pairs)  # the libraries' type lists pictures and sounds too
        found = model.predict(read, batch_size=BATCH, show_progress_bar=False, convert_to_numpy=True)
        return np.asarray(found, np.float32).reshape(-1)

    return Reranker(name, score, candidates)


def _folder_of(name: str) -> Path:
    """Return a model's folder: the one named, or the hub's copy."""
    folder = Path(name).expanduser()
    if folder.is_dir():
        return folder
    if folder.is_absolute() or name.startswith((".", "~")) or name.count("/") > 1:
        raise _unusable(name, "there is no such folder")
    from huggingface_hub import snapshot_download

    try:
        return Path(snapshot_download(name, allow_patterns=["*.json", "*.txt", "*.model", "*.safetensors"]))
    except Exception as problem:  # the hub's client raises whatever its transport raises
        why = f"there is no such folder, and the model hub does not give it ({type(problem).__name__})"
        raise _unusable(name, why) from problem


def _opened(name: str, folder: Path) -> CrossEncoder:
    from sentence_transformers import CrossEncoder
    from torch.nn import Identity

    try:
        model: CrossEncoder = CrossEncoder(str(folder), activation_fn=Identity(), local_files_only=True)
        return model
    except Exception as problem:  # what the libraries and a model's own code raise is theirs to choose
        why = (str(problem).strip().splitlines() or [type(problem).__name__])[0]
        raise _unusable(name, f"it is no CrossEncoder: {why[:200]}") from problem


def _unusable(name: str, why: str) -> ModelError:
    remedy = "set LEXLUDO_RERANKER to a Sentence Transformers CrossEncoder, by name or folder, or leave it unset"
    return ModelError(f"reranker {name} cannot be loaded: {why}; {remedy}")


def _on_the_scale_of(scores: NDArray[np.float32], read: NDArray[np.float32]) -> NDArray[np.float32]:
    spread = float(read.std())
    if spread == 0:
        return scores
    return np.asarray(scores.mean() + (read - read.mean()) / spread * scores.std(), np.float32)
