"""Any Sentence Transformers model through that library: on torch, or a graph of its own making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from corpus.graph_model import int8_graph, pooled, session_options
from corpus.types import Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Backend = Literal["onnx", "torch"]


def opened(folder: Path, backend: Backend, threads: int = 0) -> SentenceTransformer:
    """Open a folder; for "onnx" it must hold an int8 graph, which gets ``threads`` (0: one a core)."""
    from sentence_transformers import SentenceTransformer

    options: dict[str, Any] = {"local_files_only": True, "model_kwargs": {"add_pooling_layer": False}}
    if backend == "onnx":
        options["backend"], options["device"] = "onnx", "cpu"
        options["model_kwargs"] = {
            "file_name": int8_graph(folder),
            "provider": "CPUExecutionProvider",
            "session_options": session_options(threads),
        }
    model: SentenceTransformer = SentenceTransformer(str(folder), **options)
    return model


class LibraryModel:
    """A model as Sentence Transformers runs it."""

    def __init__(self, model: SentenceTransformer) -> None:
        self.model = model
        dimension = model.get_embedding_dimension()
        if not dimension:
            raise ValueError("it does not say its embedding dimension")
        self.dimension, self.max_tokens = int(dimension), int(model.max_seq_length or 512)
        self.prompts: Mapping[str, str | None] = model.prompts
        self._session = _plain_session(model)

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's tokens, special ones included, however many they are."""
        return list(self.model.tokenizer(list(texts), truncation=False, verbose=False)["input_ids"])

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return a unit vector for each text, shape (len(texts), dimension); of longer texts, what the model reads."""
        if self._session is not None:
            return self._through_session(list(texts))
        vectors = self.model.encode(
            list(texts),
            prompt="",
            batch_size=len(texts),
            show_progress_bar=False,
            convert_to_numpy=True,
            normalize_embeddings=True,
        )
        return np.asarray(vectors, np.float32)

    def _through_session(self, texts: list[str]) -> Vectors:
        """Do what the model's modules do (transformer, mean pooling, unit length) without a detour through torch.

        The detour takes as long again as a question does in the graph, and more from another thread than the main one.
        """
        tokens = self.model.tokenizer(
            texts, padding=True, truncation=True, max_length=self.max_tokens, return_tensors="np"
        )
        return pooled(self._session, {name: values.astype(np.int64) for name, values in tokens.items()})


def _plain_session(model: SentenceTransformer) -> Any:
    """Return the ONNX session of a model that is a transformer, mean pooling and unit length; None for any other."""
    kinds = [type(module).__name__ for module in model]
    if kinds != ["Transformer", "Pooling", "Normalize"] or getattr(model[1], "pooling_mode", None) != "mean":
        return None
    session = getattr(model[0].auto_model, "model", None)
    return session if type(session).__name__ == "InferenceSession" else None
