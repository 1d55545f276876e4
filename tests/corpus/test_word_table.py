"""Tokens by themselves, and the vectors that stand for them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from corpus import encoder
from corpus.graph_model import GraphModel, tokenizer_of
from corpus.packed_weights import TORCH_WEIGHTS
from corpus.word_table import VECTORS, WordTable


@pytest.fixture
def folder() -> Path:
    from corpus import embedded_model

    return embedded_model.unpacked(encoder.default_cache(), encoder.silent)


@pytest.mark.model
def test_vectors_are_those_that_torch_has(folder: Path) -> None:
    words = WordTable(tokenizer_of(folder), folder / TORCH_WEIGHTS)
    tokens = np.array([words.pieces(["Wer zieht zuerst?"])[0]], np.int64)
    transformer: Any = encoder.sentence_transformer()[0].auto_model
    torch_words = transformer.embeddings.word_embeddings.weight
    assert np.array_equal(words.of(tokens)[0], torch_words[tokens[0]].detach().numpy())
    assert words.of(tokens).shape == (1, len(tokens[0]), words.dimension)


@pytest.mark.model
def test_pieces_stand_between_the_tokens_that_open_and_end_a_text(folder: Path) -> None:
    words, text = WordTable(tokenizer_of(folder), folder / TORCH_WEIGHTS), "Draw two cards, then discard one."
    whole = encoder.sentence_transformer().tokenizer(text)["input_ids"]
    assert [words.first, *words.pieces([text])[0], words.last] == whole


@pytest.mark.model
def test_the_embedded_model_shows_its_words_through_its_own_tokenizer() -> None:
    loaded = encoder.load()
    words = loaded.words
    assert words is not None
    assert isinstance(loaded.model, GraphModel)
    assert words._tokenizer is loaded.model.tokenizer
    assert words.pieces(["a boat"]) != words.pieces(["a goat"])


@pytest.mark.model
def test_weights_of_another_precision_are_refused(folder: Path, tmp_path: Path) -> None:
    header = json.dumps({VECTORS: {"dtype": "F16", "shape": [2, 2], "data_offsets": [0, 8]}}).encode()
    (tmp_path / "w.safetensors").write_bytes(len(header).to_bytes(8, "little") + header + b"\0" * 8)
    with pytest.raises(ValueError, match="is F16, not float32"):
        WordTable(tokenizer_of(folder), tmp_path / "w.safetensors")
