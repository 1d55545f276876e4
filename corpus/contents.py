"""What a generation's files hold, read into memory or mapped."""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from corpus.boxes import BoxFiles, read_boxes
from corpus.generation import FILES, damaged, reading
from corpus.records import document_from, page_from, parse_lines, passage_from
from corpus.types import Document, Page, Passage, Vectors


@dataclass(frozen=True, slots=True)
class Records:
    """The texts. ``pages`` are by document and number; ``embedded`` names what each passage's vectors were made of.

    ``boxes`` holds the places of the pages' words, the pages in the order of ``places``: (document, number).
    """

    documents: tuple[Document, ...]
    pages: dict[str, dict[int, Page]]
    passages: tuple[Passage, ...]
    embedded: tuple[str, ...]
    places: dict[tuple[str, int], int]
    boxes: BoxFiles


@dataclass(frozen=True, slots=True)
class VectorFiles:
    """The vectors: ``flat`` searches ``passages``; row r's sentences lie at ``offsets[r]`` to ``offsets[r + 1]``."""

    flat: Any
    passages: Vectors
    sentences: NDArray[np.float16]
    offsets: NDArray[np.int64]


def read_records(folder: Path) -> Records:
    """Read documents, pages and passages. Raises IndexUnusableError."""
    pages: dict[str, dict[int, Page]] = defaultdict(dict)
    with reading(folder, FILES.documents) as text:
        documents = tuple(map(document_from, json.loads(text)))
    with reading(folder, FILES.pages) as text:
        for fields in parse_lines(text):
            document = fields.pop("document")
            pages[document][fields["number"]] = page_from(fields)
    with reading(folder, FILES.passages) as text:
        lines = list(parse_lines(text))
        embedded = tuple(fields.pop("embedded") for fields in lines)
        passages = tuple(map(passage_from, lines))
    keys = ((document, number) for document, numbered in pages.items() for number in numbered)
    places = {key: place for place, key in enumerate(keys)}
    boxes = read_boxes(folder / FILES.boxes, folder / FILES.box_offsets, len(places))
    return Records(documents, dict(pages), passages, embedded, places, boxes)


def read_vectors(folder: Path, dimension: int, passages: int) -> VectorFiles:
    """Map the vectors of ``passages`` passages and of their sentences: processes that open a generation share one copy.

    Raises IndexUnusableError.
    """
    try:
        flat: Any = faiss.read_index(str(folder / FILES.vectors), faiss.IO_FLAG_MMAP_IFC)
        mapped = np.load(folder / FILES.sentence_vectors, mmap_mode="r", allow_pickle=False)
        sentences = np.asarray(mapped)  # the same map, without what memmap adds to each slice
        offsets = np.load(folder / FILES.sentence_offsets, allow_pickle=False)
    except (OSError, RuntimeError, ValueError) as error:
        raise damaged(folder, str(error)) from error
    shapes = (flat.d, flat.ntotal, len(offsets), sentences.shape)
    if shapes != (dimension, passages, passages + 1, (offsets[-1], dimension)):
        raise damaged(folder, "the vectors do not fit the passages")
    values = faiss.rev_swig_ptr(flat.get_xb(), passages * dimension) if passages else np.zeros(0, np.float32)
    values.flags.writeable = False  # a write into the map would end the process
    return VectorFiles(flat, values.reshape(passages, dimension), sentences, offsets)
