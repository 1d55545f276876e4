"""The unpacked default model with nothing but its tokenizer and its graphs: no torch, half the memory of a process.

Imports of torch, transformers and Sentence Transformers alone take 370 MB, and a graph that runs by itself needs none.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.onnx_export import ENDS, FIRST, LAST, MASK, STATES, WORDS
from corpus.packed_weights import TORCH_WEIGHTS
from corpus.types import States, Vectors
from corpus.word_table import WordTable


def int8_graph(folder: Path) -> str | None:
    """Return the file name of the folder's int8 graph, if it has one."""
    graphs = sorted(path.name for path in (folder / "onnx").glob("*int8*.onnx")) if (folder / "onnx").is_dir() else []
    return graphs[0] if graphs else None


def tokenizer_of(folder: Path) -> Any:
    """Return a folder's fast tokenizer; its quarter of a gigabyte is better not loaded twice."""
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(folder / "tokenizer.json"))


def session_options(threads: int) -> Any:
    """Return options with ``threads`` (0: one a core).

    Threads that spin while they wait for each other take more from whatever else runs on these cores than they gain:
    questions one by one took twice the processor time, and three times as long where the cores were shared.

    Sums and the normalization after them stay two steps: the runtime's one step for both sees to one number at a time
    and takes five times as long as the two, a sixth of all time where texts have 64 tokens.
    """
    from onnxruntime import SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("optimization.disable_specified_optimizers", "SkipLayerNormFusion")
    return options


def padded(rows: Sequence[Sequence[int]], pad: int = 0) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return tokens of texts of several lengths in one array, shape (texts, tokens), and 1 where they are."""
    held = np.arange(max(map(len, rows))) < np.array([len(row) for row in rows])[:, None]
    tokens = np.full(held.shape, pad, np.int64)
    tokens[held] = list(chain.from_iterable(rows))
    return tokens, held.astype(np.int64)


def _session(graph: Path, threads: int) -> Any:
    from onnxruntime import InferenceSession

    return InferenceSession(str(graph), session_options(threads), providers=["CPUExecutionProvider"])


def mean_of(states: NDArray[np.float32], mask: NDArray[np.int64]) -> Vectors:
    """Return the unit mean of tokens' states, shape (texts, tokens, dimension), where ``mask`` is 1, a row a text."""
    sums = (states * mask[:, :, None]).sum(axis=1)
    return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), np.float32)


class GraphModel:
    """A folder that ``embedded_model.unpack`` wrote: a fast tokenizer, words, two graphs, mean pooling, unit length.

    ``words`` are the vectors of tokens before the first layer, with the same tokenizer, which takes 250 MB.
    """

    def __init__(self, folder: Path, threads: int = 0) -> None:
        self.tokenizer = tokenizer_of(folder)
        self.words = WordTable(self.tokenizer, folder / TORCH_WEIGHTS)
        self.first, self.last = (_session(folder / "onnx" / part, threads) for part in (FIRST, LAST))
        self.dimension = int(_read(folder, "config.json")["hidden_size"])
        self.max_tokens = int(_read(folder, "sentence_bert_config.json")["max_seq_length"])
        self.prompts: Mapping[str, str | None] = _read(folder, "config_sentence_transformers.json")["prompts"]
        self._pad = int(self.tokenizer.token_to_id(_read(folder, "tokenizer_config.json")["pad_token"]))

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's tokens, special ones included, however many they are."""
        return [each.ids for each in self.tokenizer.encode_batch_fast(list(texts))]

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return a unit vector for each text, shape (len(texts), dimension); of longer texts, what the model reads."""
        states, mask = self._states(texts)
        (ends,) = self.last.run([ENDS], {STATES: states, MASK: mask.astype(np.float32)})
        return mean_of(ends, mask)

    def states(self, text: str) -> States | None:
        """Return the states of one text's tokens on the way, as far as the model reads."""
        states, _ = self._states([text])
        return np.asarray(states[0], np.float32)

    def _states(self, texts: Sequence[str]) -> tuple[NDArray[np.float32], NDArray[np.int64]]:
        """Return the states of texts' tokens on the way, shape (texts, tokens, dimension), and 1 where tokens are."""
        tokens, mask = padded([self._within_reach(ids) for ids in self.ids(texts)], self._pad)
        (states,) = self.first.run([STATES], {WORDS: self.words.of(tokens), MASK: mask.astype(np.float32)})
        return states, mask

    def _within_reach(self, ids: list[int]) -> list[int]:
        """Cut a text that is too long, but not the token that ends it."""
        return ids if len(ids) <= self.max_tokens else ids[: self.max_tokens - 1] + ids[-1:]


def _read(folder: Path, name: str) -> Any:
    return json.loads((folder / name).read_text("utf-8"))
