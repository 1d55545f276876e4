"""The records of the index's text files, and a document with everything the index holds of it."""

import dataclasses
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

from corpus.types import Document, DocumentKind, Page, Passage, PassageKind, Span, Vectors


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """Where a document came from.

    ``fingerprint`` covers the file's bytes and all that shaped its passages, ``sha256`` the bytes alone ("": unknown).
    """

    path: str
    fingerprint: str
    sha256: str = ""

    @property
    def kept(self) -> str:
        """The name under which the index keeps the file, "" where it cannot."""
        return f"{self.sha256}{PurePath(self.path).suffix.lower()}" if self.sha256 else ""


@dataclass(frozen=True, slots=True)
class IngestedDocument:
    """A document as the index holds it.

    ``vectors`` has a row for each passage, shape (passages, dimension); ``sentence_vectors`` has for each passage one
    row a sentence; ``embedded`` names for each passage, by hash, the texts that these vectors were made of.
    """

    document: Document
    pages: Sequence[Page]
    passages: Sequence[Passage]
    vectors: Vectors
    sentence_vectors: Sequence[Vectors]
    embedded: Sequence[str]
    source: SourceRecord


def document_from(fields: dict[str, Any]) -> Document:
    """Return the document whose fields JSON holds."""
    icons = tuple((glyph, name) for glyph, name in fields.get("icons", ()))
    told = {"kind": DocumentKind(fields["kind"]), "icons": icons, "aliases": tuple(fields.get("aliases", ()))}
    return Document(**{**fields, **told, "synonyms": tuple(map(tuple, fields.get("synonyms", ())))})


def page_fields(page: Page) -> dict[str, object]:
    """Return what JSON holds of a page: all but its boxes, which lie packed beside it."""
    return {each.name: getattr(page, each.name) for each in dataclasses.fields(page) if each.name != "boxes"}


def page_from(fields: dict[str, Any]) -> Page:
    """Return the page whose fields JSON holds, without its boxes."""
    places = {name: tuple(map(tuple, fields.get(name, ()))) for name in ("headings", "cells", "depths")}
    return Page(**{**fields, **places, "parts": tuple(fields.get("parts", ()))})


def passage_from(fields: dict[str, Any]) -> Passage:
    """Return the passage whose fields JSON holds."""
    parts = {
        "section": tuple(fields["section"]),
        "kind": PassageKind(fields["kind"]),
        "sentences": tuple(Span(*span) for span in fields["sentences"]),
        "references": tuple(fields.get("references", ())),
    }
    return Passage(**{**fields, **parts})


def json_lines(records: Iterable[Mapping[str, object]]) -> str:
    """Return one line of JSON for each record; line separators inside a text stay escaped."""
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def parse_lines(text: str) -> Iterator[dict[str, Any]]:
    """Yield the records that ``json_lines`` wrote."""
    return (json.loads(line) for line in text.split("\n") if line)
