"""The vectors that stand for a model's tokens before its first layer, read where they lie in the weights' file."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.types import States

VECTORS = "embeddings.word_embeddings.weight"
FIRST, LAST = "<s>", "</s>"
"""The tokens that open a text and end it."""


class WordTable:
    """A model's tokenizer and the vectors of its tokens; of the file only what is asked for comes into memory.

    The tokenizer is of the package ``tokenizers``, and is shared with the model, since it takes a quarter of a
    gigabyte. ``first`` and ``last`` are the tokens that open a text and end it. Raises OSError, ValueError or KeyError
    where the weights, a safetensors file, do not hold the vectors.
    """

    def __init__(self, tokenizer: Any, weights: Path) -> None:
        self._tokenizer = tokenizer
        self._vectors = _mapped(weights, VECTORS)
        self.first, self.last = (int(self._tokenizer.token_to_id(name)) for name in (FIRST, LAST))
        self.dimension = self._vectors.shape[1]

    def pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's tokens, without those that open it and end it."""
        return [each.ids for each in self._tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]

    def of(self, tokens: NDArray[np.int64]) -> States:
        """Return the tokens' vectors, shape (*tokens.shape, dimension)."""
        return np.asarray(self._vectors[tokens], np.float32)


def _mapped(file: Path, name: str) -> NDArray[np.float32]:
    """Map one float32 tensor of a safetensors file: a length in eight bytes, a JSON header, then the numbers."""
    with file.open("rb") as opened:
        size = int.from_bytes(opened.read(8), "little")
        entry = json.loads(opened.read(size))[name]
    if entry["dtype"] != "F32":
        raise ValueError(f"{file}: {name} is {entry['dtype']}, not float32")
    return np.memmap(file, "<f4", "r", 8 + size + entry["data_offsets"][0], tuple(entry["shape"]))
