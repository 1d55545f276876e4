"""Editions from files or from the index: sentences, headings and items with their places and vectors."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from corpus.errors import LexludoError, UnreadableFileError
from corpus.languages import canonical_tag, is_known_language
from corpus.types import Encoder, Page, Progress, Vectors
from ingest import readers
from ingest.sentences import sentences
from ingest.structure import Role, lines
from service.translation.originals import Original, traced
from service.translation.types import Edition, Segment

if TYPE_CHECKING:
    from corpus.index import Index

BETWEEN_PAGES = "\n\n"
WHOLE_TEXT = readers.TEXT_SUFFIXES | readers.MARKDOWN_SUFFIXES
"""Files without pages of their own: their page is 1 and offsets run over the whole file."""


class LanguageUnknownError(LexludoError):
    """An edition whose language is neither given nor to be told from its name or its words."""


@dataclass(frozen=True, slots=True)
class Script:
    """An edition as read, before it is embedded. ``original`` is the file behind a text without pages."""

    name: str
    language: str
    segments: tuple[Segment, ...]
    original: Original | None = None


def from_file(path: Path, language: str | None = None) -> Script:
    """Read an edition from a file.

    ``language`` None takes the tag in its name (``rules.pt-BR.md``), else detects it. Raises UnreadableFileError, or
    LanguageUnknownError where there is too little text to tell.
    """
    told = language or _language_in(path.name)
    reading = readers.read(path, language=told)
    pages, original = reading.pages, None
    if path.suffix.lower() in WHOLE_TEXT and not path.read_bytes().lstrip().startswith(b"%PDF-"):
        pages = (_joined(pages),)
        original = traced(pages[0].text, _decoded(path, told))
    told = told or _detected(path.name, pages)
    segments = tuple(_segments(pages, told))
    if not segments:
        raise UnreadableFileError(path, "holds no sentences", "give a file with text")
    return Script(path.name, told, segments, original)


def from_index(index: "Index", document: str, language: str | None = None) -> Script:
    """Read an edition from the index by its document id. Raises UnknownNameError."""
    told = language or index.document(document).language
    return Script(document, told, tuple(_segments(index.pages(document), told)))


def embedded(script: Script, encoder: Encoder, progress: Progress | None = None) -> Edition:
    """Return the edition with a vector for each segment; ``progress`` counts segments."""
    vectors = encoder.encode_passages([segment.text for segment in script.segments], progress)
    return Edition(script.name, script.language, script.segments, vectors)


def reembedded(index: "Index", script: Script, encoder: Encoder) -> Edition:
    """Return a document of the index as an edition; ``encoder`` is needed only for what has no vector there."""
    known = dict(_known_vectors(index, script.name))
    places = [(segment.page, segment.start, segment.end) for segment in script.segments]
    fresh = [segment.text for segment, place in zip(script.segments, places, strict=True) if place not in known]
    made = iter(encoder.encode_passages(fresh)) if fresh else iter(())
    vectors = [known[place] if place in known else next(made) for place in places]
    return Edition(script.name, script.language, script.segments, np.array(vectors, np.float32))


def _known_vectors(index: "Index", document: str) -> Iterator[tuple[tuple[int, int, int], Vectors]]:
    """Yield page, start and end of the sentences whose vectors the index has."""
    for row in index.document_rows(document):
        passage = index.passages[row]
        for sentence, vector in zip(passage.sentences, index.sentence_vectors(row), strict=True):
            yield (passage.page, *sentence), vector


def _language_in(name: str) -> str | None:
    parts = name.split(".")
    tag = canonical_tag(parts[-2]) if len(parts) > 2 else None
    return tag if tag and is_known_language(tag) else None


def _detected(name: str, pages: Sequence[Page]) -> str:
    from ingest.detection import language_of

    found = language_of("\n".join(page.text for page in pages))
    if found is None:
        raise LanguageUnknownError(f"{name}: its language cannot be told; give --source-language or --target-language")
    return found


def _decoded(path: Path, language: str | None) -> str:
    from ingest.readers.text import decoded

    return decoded(path, path.read_bytes(), language)[0]


def _joined(pages: Sequence[Page]) -> Page:
    """Return the pages as one, their headings at their new places."""
    text, headings = "", []
    for page in pages:
        text += BETWEEN_PAGES if text else ""
        headings += [(start + len(text), end + len(text), level) for start, end, level in page.headings]
        text += page.text
    return Page(1, text, headings=tuple(headings))


def _segments(pages: Sequence[Page], language: str) -> Iterator[Segment]:
    block = 0
    for page in pages:
        for line in lines(page):
            whole = line.role is Role.HEADING
            for span in [line.span] if whole else sentences(page.text, line.span, language):
                yield Segment(span.of(page.text), page.number, *span, block, line.role.value, line.level)
            block += 1
