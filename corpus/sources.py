"""The files that documents were read from, kept in the index: page images need them after the originals moved.

A file lies under the hash of its bytes, once for all generations and documents that need it.
"""

import hashlib
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from corpus.errors import IndexUnusableError
from corpus.files import sync
from corpus.generation import LAYOUT, Manifest, generation_folder
from corpus.records import SourceRecord


def kept_file(index: Path, record: SourceRecord) -> Path | None:
    """Return where the index keeps a document's file, or None where it keeps none."""
    file = index / LAYOUT.sources / record.kept
    return file if record.kept and file.is_file() else None


def keep_sources(index: Path, records: Iterable[SourceRecord]) -> None:
    """Copy the files that the index does not keep yet.

    They are copied, not linked: a program that saves into the original would change what is kept with it. A file that
    changed or went since it was read is not kept, and its pages have no images. Raises OSError where the disk is full.
    """
    for record in records:
        if record.kept and kept_file(index, record) is None:
            _keep(index / LAYOUT.sources, record)


def drop_unneeded(index: Path, generations: Iterable[str]) -> None:
    """Remove every kept file that none of ``generations`` needs; where one cannot be read, all stay."""
    try:
        needed = needed_sources(index, generations)
    except IndexUnusableError:
        return
    for file in (index / LAYOUT.sources).glob("*"):
        if file.name not in needed:
            file.unlink(missing_ok=True)


def needed_sources(index: Path, generations: Iterable[str]) -> set[str]:
    """Return the names of the kept files that ``generations`` need. Raises IndexUnusableError."""
    manifests = (Manifest.read(generation_folder(index, name)) for name in generations)
    return {record.kept for manifest in manifests for record in manifest.sources.values()}


def _keep(folder: Path, record: SourceRecord) -> None:
    partial = folder / f"{LAYOUT.partial}{secrets.token_hex(4)}"
    try:
        original = Path(record.path).open("rb")  # noqa: SIM115 - what fails from here on is the copy's fault
    except OSError:
        return
    with original:
        folder.mkdir(exist_ok=True)
        try:
            if _copied(original.fileno(), partial) == record.sha256:
                sync(partial)
                partial.rename(folder / record.kept)
                sync(folder)
        finally:
            partial.unlink(missing_ok=True)


def _copied(original: int, target: Path) -> str:
    """Copy a file and return the hash of the copy; file systems that can, share the blocks until one side changes."""
    with target.open("xb+") as copy:
        try:
            for _ in iter(lambda: os.copy_file_range(original, copy.fileno(), 1 << 30), 0):
                pass
        except (AttributeError, OSError):
            _copy_bytes(original, copy.fileno())
        copy.seek(0)
        return hashlib.file_digest(copy, "sha256").hexdigest()


def _copy_bytes(original: int, copy: int) -> None:
    os.lseek(original, 0, os.SEEK_SET)
    os.lseek(copy, 0, os.SEEK_SET)
    os.ftruncate(copy, 0)
    with open(original, "rb", closefd=False) as source, open(copy, "wb", closefd=False) as target:
        shutil.copyfileobj(source, target, 1 << 20)


def stray_sources(index: Path, generations: Iterable[str]) -> Iterator[str]:
    """Yield the names of kept files that no generation needs. Raises IndexUnusableError."""
    needed = needed_sources(index, generations)
    return (file.name for file in sorted((index / LAYOUT.sources).glob("*")) if file.name not in needed)
