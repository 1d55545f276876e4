"""A generation of the index: the files of one complete state of the library, and what they say of themselves."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from corpus import lexical, terms
from corpus.errors import IndexUnusableError
from corpus.files import sha256_of
from corpus.records import SourceRecord
from corpus.types import ModelCard

FORMAT = 2
"""Raised when files of an older format can no longer be read."""

LEXICAL_SETTINGS = f"bm25 {lexical.METHOD} k1={lexical.K1} b={lexical.B}; {terms.SETTINGS}"


@dataclass(frozen=True, slots=True)
class Files:
    """The names of everything in a generation's folder."""

    manifest: str = "manifest.json"
    documents: str = "documents.json"
    pages: str = "pages.jsonl"
    boxes: str = "boxes.npy"
    box_offsets: str = "box_offsets.npy"
    passages: str = "passages.jsonl"
    vectors: str = "vectors.faiss"
    sentence_vectors: str = "sentences.npy"
    sentence_offsets: str = "sentence_offsets.npy"
    lexical: str = "lexical"


FILES = Files()


@dataclass(frozen=True, slots=True)
class Layout:
    """The names in an index folder: generations, which of them is current, the files that their
    documents were read from, and the writers' lock.

    What is being written carries ``partial`` in front of its name until it is whole.
    """

    generations: str = "generations"
    current: str = "CURRENT"
    sources: str = "sources"
    lock: str = ".lock"
    partial: str = ".partial-"


LAYOUT = Layout()


@dataclass(frozen=True, slots=True)
class FileRecord:
    """What a whole file looks like."""

    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What made a generation, and the size and checksum of each of its files but this one.

    ``settings`` is the version of the chunking, ``created`` an ISO 8601 time in UTC.
    """

    format: int
    model: ModelCard
    settings: str
    lexical_settings: str
    created: str
    counts: Mapping[str, int]
    sources: Mapping[str, SourceRecord]
    files: Mapping[str, FileRecord] = field(default_factory=dict)

    def to_json(self) -> str:
        """Return the manifest as the text of its file."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1)

    @classmethod
    def read(cls, folder: Path) -> "Manifest":
        """Read a generation's manifest; a missing or senseless one raises IndexUnusableError."""
        with reading(folder, FILES.manifest) as text:
            found = json.loads(text)
            if found["format"] != FORMAT:
                raise IndexUnusableError(
                    f"{folder}: the index has format {found['format']}, this program reads {FORMAT}; ingest again"
                )
            return cls(**{**found, **_manifest_parts(found)})


def _manifest_parts(found: dict[str, Any]) -> dict[str, Any]:
    return {
        "model": ModelCard(**found["model"]),
        "sources": {name: SourceRecord(**record) for name, record in found["sources"].items()},
        "files": {name: FileRecord(**record) for name, record in found["files"].items()},
    }


class reading:  # noqa: N801 - reads as a statement
    """Open a file of a generation as text; whatever is wrong with it raises IndexUnusableError with its name."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = folder / name

    def __enter__(self) -> str:
        try:
            return self._file.read_text("utf-8")
        except (OSError, ValueError) as error:
            raise damaged(self._file, str(error)) from error

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, (ValueError, KeyError, TypeError)):
            raise damaged(self._file, str(error)) from error


def damaged(file: Path, problem: str) -> IndexUnusableError:
    """Return the error for a file of the index that cannot be used."""
    return IndexUnusableError(f"{file}: missing or damaged ({problem}); ingest again")


def file_records(folder: Path) -> dict[str, FileRecord]:
    """Return size and checksum of every file below ``folder``, by its path there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        file.relative_to(folder).as_posix(): FileRecord(file.stat().st_size, sha256_of(file))
        for file in files
        if file.name != FILES.manifest
    }


def size_problems(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield a line for every file that is missing or has another length than it was written with."""
    for name, record in manifest.files.items():
        file = folder / name
        if not file.is_file():
            yield f"{name} is missing"
        elif file.stat().st_size != record.bytes:
            yield f"{name} has {file.stat().st_size} bytes, not {record.bytes}"


def content_problems(folder: Path, manifest: Manifest) -> Iterator[str]:
    """Yield a line for every file that is not byte for byte what was written."""
    for name, record in manifest.files.items():
        if (folder / name).is_file() and sha256_of(folder / name) != record.sha256:
            yield f"{name} was changed after it was written"


def current_generation(index: Path) -> str | None:
    """Return the name of the generation in service, or None where there is none yet."""
    try:
        return (index / LAYOUT.current).read_text("ascii", "replace").strip() or None
    except (FileNotFoundError, NotADirectoryError):
        return None


def generation_names(index: Path) -> list[str]:
    """Return the names of the generations on disk, oldest first."""
    return sorted(path.name for path in (index / LAYOUT.generations).glob("*") if path.name.isdecimal())


def generation_folder(index: Path, name: str) -> Path:
    """Return the folder of a generation."""
    return index / LAYOUT.generations / name
