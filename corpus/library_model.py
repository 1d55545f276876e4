"""Any Sentence Transformers model through that library: on torch, or a graph of its own making."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from corpus.graph_model import int8_graph, mean_of, session_options
from corpus.onnx_export import STATES, STATES_AFTER
from corpus.types import States, Vectors

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
        self._is_plain = _is_plain(model)
        self._session: Any = _plain_session(model) if self._is_plain else None

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

    def states(self, text: str) -> States | None:
        """Return the states of one text's tokens on the way, where the model shows them."""
        if self._session is not None:
            return self._states_by_graph(text)
        return self._states_by_torch(text) if self._is_plain else None

    def _states_by_graph(self, text: str) -> States | None:
        if STATES not in {each.name for each in self._session.get_outputs()}:
            return None
        (states,) = self._run(STATES, self._tokens([text]))
        return np.asarray(states[0], np.float32)

    def _states_by_torch(self, text: str) -> States | None:
        tokens = self.model.preprocess([text])
        transformer: Any = self.model[0]
        held = transformer.auto_model(
            **{name: tokens[name].to(self.model.device) for name in ("input_ids", "attention_mask")},
            output_hidden_states=True,
        )
        layers = held.hidden_states
        return layers[STATES_AFTER][0].detach().cpu().numpy() if len(layers) > STATES_AFTER else None

    def _through_session(self, texts: list[str]) -> Vectors:
        """Do what the model's modules do (transformer, mean pooling, unit length) without a detour through torch.

        The detour takes as long again as a question does in the graph, and more from another thread than the main one.
        """
        tokens = self._tokens(texts)
        (states,) = self._run(self._session.get_outputs()[0].name, tokens)
        return mean_of(states, tokens["attention_mask"])

    def _run(self, output: str, tokens: Mapping[str, NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        offered = {"token_type_ids": np.zeros_like(tokens["attention_mask"]), **tokens}
        given = {each.name: offered[each.name] for each in self._session.get_inputs()}
        found: list[NDArray[np.float32]] = self._session.run([output], given)
        return found

    def _tokens(self, texts: list[str]) -> dict[str, NDArray[np.int64]]:
        tokens = self.model.tokenizer(
            texts, padding=True, truncation=True, max_length=self.max_tokens, return_tensors="np"
        )
        return {name: values.astype(np.int64) for name, values in tokens.items()}


def _is_plain(model: SentenceTransformer) -> bool:
    """Tell whether a model is a transformer, mean pooling and unit length."""
    kinds = [type(module).__name__ for module in model]
    return kinds == ["Transformer", "Pooling", "Normalize"] and getattr(model[1], "pooling_mode", None) == "mean"


def _plain_session(model: SentenceTransformer) -> Any:
    """Return the ONNX session that runs a plain model; None where torch does."""
    session = getattr(model[0].auto_model, "model", None)
    return session if type(session).__name__ == "InferenceSession" else None
