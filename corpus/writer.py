"""Writes generations: one writer at a time, complete on disk before one atomic step makes a generation current."""

import json
import os
import secrets
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path

import faiss
import filelock
import numpy as np
from numpy.typing import NDArray

from corpus.boxes import write_boxes
from corpus.errors import LexludoError
from corpus.files import sync, sync_tree
from corpus.generation import (
    FILES,
    FORMAT,
    LAYOUT,
    LEXICAL_SETTINGS,
    Manifest,
    content_problems,
    current_generation,
    file_records,
    generation_folder,
    generation_names,
    size_problems,
)
from corpus.icons import named
from corpus.lexical import LexicalIndex
from corpus.records import IngestedDocument, json_lines, page_fields
from corpus.sources import drop_unneeded, keep_sources
from corpus.types import ModelCard, Vectors


@contextmanager
def writing(index: Path, on_wait: Callable[[str], None] = lambda _line: None) -> Iterator[None]:
    """Hold the index for writing, and clear away what writers that died left behind.

    While another process writes, ``on_wait`` gets one line and this one waits for its turn.
    """
    try:
        index.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(index / LAYOUT.lock)
        _acquire(lock, index, on_wait)
    except OSError as error:
        raise LexludoError(
            f"{index}: cannot be written ({_reason(error)}); choose another folder for the index"
        ) from error
    try:
        _clear_away(index)
        yield
    finally:
        lock.release()


def write_generation(
    index: Path, documents: Sequence[IngestedDocument], model: ModelCard, settings: str, created: datetime | None = None
) -> str:
    """Write a generation that holds ``documents``, make it current and return its name.

    The caller holds the index (``writing``). Where the disk is full or anything else fails, LexludoError says so, the
    unfinished files are gone and the generation before is still current.
    """
    ordered = sorted(documents, key=lambda each: (each.document.game, each.document.language, each.document.id))
    partial = index / LAYOUT.generations / f"{LAYOUT.partial}{secrets.token_hex(4)}"
    try:
        partial.mkdir(parents=True)
        keep_sources(index, (each.source for each in ordered))
        _write_files(partial, ordered, model, settings, created or datetime.now(UTC))
        return _publish(index, partial)
    except OSError as error:
        _clear_away(index)
        raise LexludoError(
            f"{index}: the index could not be written ({_reason(error)}); make room there and ingest again. "
            "What was in the index before is unchanged"
        ) from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _acquire(lock: filelock.BaseFileLock, index: Path, on_wait: Callable[[str], None]) -> None:
    try:
        lock.acquire(timeout=0)
    except filelock.Timeout:
        on_wait(f"{index}: another ingest is writing; waiting until it is done")
        lock.acquire()


def _write_files(
    folder: Path, documents: Sequence[IngestedDocument], model: ModelCard, settings: str, created: datetime
) -> None:
    _write_records(folder, documents)
    _write_vectors(folder, documents, model.dimension)
    _lexical_of(documents).save(folder / FILES.lexical)
    manifest = Manifest(
        FORMAT,
        model,
        settings,
        LEXICAL_SETTINGS,
        created.isoformat(timespec="seconds"),
        _counts(documents),
        {each.document.id: each.source for each in documents},
    )
    whole = replace(manifest, files=file_records(folder))
    (folder / FILES.manifest).write_text(whole.to_json(), "utf-8")
    sync_tree(folder)


def _write_records(folder: Path, documents: Sequence[IngestedDocument]) -> None:
    listed = [asdict(each.document) for each in documents]
    (folder / FILES.documents).write_text(json.dumps(listed, ensure_ascii=False, indent=1), "utf-8", newline="\n")
    pages = ({"document": each.document.id, **page_fields(page)} for each in documents for page in each.pages)
    (folder / FILES.pages).write_text(json_lines(pages), "utf-8", newline="\n")
    boxes = (page.boxes for each in documents for page in each.pages)
    write_boxes(folder / FILES.boxes, folder / FILES.box_offsets, boxes)
    passages = (
        {"embedded": embedded, **asdict(passage)}
        for each in documents
        for passage, embedded in zip(each.passages, each.embedded, strict=True)
    )
    (folder / FILES.passages).write_text(json_lines(passages), "utf-8", newline="\n")


def _write_vectors(folder: Path, documents: Sequence[IngestedDocument], dimension: int) -> None:
    flat = faiss.IndexFlatIP(dimension)
    flat.add(_stacked([each.vectors for each in documents], dimension))
    (folder / FILES.vectors).write_bytes(faiss.serialize_index(flat).data)
    sentences = [part for each in documents for part in each.sentence_vectors]
    offsets = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
    np.save(folder / FILES.sentence_vectors, _stacked(sentences, dimension).astype(np.float16))
    np.save(folder / FILES.sentence_offsets, offsets)


def _stacked(parts: Sequence[Vectors], dimension: int) -> NDArray[np.float32]:
    empty = np.zeros((0, dimension), np.float32)
    return np.ascontiguousarray(np.concatenate([empty, *parts]), np.float32)


def _lexical_of(documents: Sequence[IngestedDocument]) -> LexicalIndex:
    texts, languages = [], []
    for each in documents:
        pages = {page.number: page.text for page in each.pages}
        texts += [named(passage.span.of(pages[passage.page]), each.document.icons) for passage in each.passages]
        languages += [each.document.language] * len(each.passages)
    return LexicalIndex.build(texts, languages)


def _counts(documents: Sequence[IngestedDocument]) -> dict[str, int]:
    return {
        "documents": len(documents),
        "pages": sum(len(each.pages) for each in documents),
        "passages": sum(len(each.passages) for each in documents),
        "sentences": sum(len(passage.sentences) for each in documents for passage in each.passages),
    }


def _publish(index: Path, partial: Path) -> str:
    """Give a complete generation its number, point to it, and drop those that nobody needs any more."""
    name = f"{max(_numbers(index), default=0) + 1:06d}"
    partial.rename(generation_folder(index, name))
    sync(index / LAYOUT.generations)
    _point_to(index, name)
    _clear_away(index)
    return name


def _point_to(index: Path, name: str) -> None:
    pointer = index / f"{LAYOUT.partial}{secrets.token_hex(4)}"
    try:
        pointer.write_text(f"{name}\n", "ascii")
        sync(pointer)
        pointer.replace(index / LAYOUT.current)
    finally:
        pointer.unlink(missing_ok=True)
    sync(index)


def _clear_away(index: Path) -> None:
    """Remove what unfinished writers left, and all generations but the current one and the one before it.

    The one before stays for readers that are still opening it.
    """
    for folder in (index, index / LAYOUT.generations, index / LAYOUT.sources):
        for path in folder.glob(f"{LAYOUT.partial}*"):
            _remove(path)
    for number in _superseded(_numbers(index), current_generation(index)):
        _remove(generation_folder(index, f"{number:06d}"))
    drop_unneeded(index, generation_names(index))


def _superseded(numbers: Sequence[int], current: str | None) -> set[int]:
    if current is not None and not current.isdecimal():
        return set()  # a damaged pointer is no reason to throw anything away
    until_current = sorted(number for number in numbers if current is not None and number <= int(current))
    return set(numbers) - set(until_current[-2:])


def _numbers(index: Path) -> list[int]:
    return [int(name) for name in generation_names(index)]


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def _reason(error: OSError) -> str:
    return error.strerror or f"{error}; the disk may be full"


def republish(index: Path) -> tuple[str, str]:
    """Make what the generation before the current one holds current again, under a new number.

    Return the new number and the one it repeats. The caller holds the index (``writing``). Raises LexludoError where
    there is no generation before, or it is damaged.
    """
    current = current_generation(index)
    before = [name for name in generation_names(index) if current is not None and name < current]
    if not before:
        raise LexludoError(f"{index}: holds no earlier generation to go back to")
    _refuse_damage(generation_folder(index, before[-1]))
    partial = index / LAYOUT.generations / f"{LAYOUT.partial}{secrets.token_hex(4)}"
    try:
        shutil.copytree(generation_folder(index, before[-1]), partial, copy_function=_link)
        sync_tree(partial)
        return _publish(index, partial), before[-1]
    except OSError as error:
        raise LexludoError(f"{index}: the index could not be written ({_reason(error)}); nothing changed") from error
    finally:
        shutil.rmtree(partial, ignore_errors=True)


def _refuse_damage(folder: Path) -> None:
    manifest = Manifest.read(folder)
    if problems := [*size_problems(folder, manifest), *content_problems(folder, manifest)]:
        raise LexludoError(f"{folder}: is damaged ({'; '.join(problems)}); it cannot be gone back to")


def _link(source: str, target: str) -> None:
    """A generation's files are never written again, so two generations may share them."""
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
