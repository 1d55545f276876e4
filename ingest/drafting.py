"""From a file to a draft: its pages, its passages, and the texts to embed."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

from corpus.catalog import Source
from corpus.errors import UnreadableFileError
from corpus.files import sha256_of
from corpus.records import SourceRecord
from corpus.types import Document, Encoder, Page, Passage, Reading
from ingest.detection import language_of
from ingest.embedding import Draft, Texts


class Read(Protocol):
    """Turns a file into pages; raises UnreadableFileError."""

    def __call__(self, path: Path, *, language: str | None = None) -> Reading:
        """Return the pages of ``path``, which is in ``language`` if that is known."""
        ...


class Chunking(Protocol):
    """Cuts pages into passages. ``SETTINGS`` changes whenever the same file would give other pages or passages."""

    SETTINGS: str

    def passages(
        self,
        document: Document,
        pages: Sequence[Page],
        count_tokens: Callable[[Sequence[str]], list[int]],
        max_tokens: int,
    ) -> list[Passage]:
        """Return a document's passages in reading order."""
        ...

    def embedded_text(self, document: Document, passage: Passage, page_text: str) -> str:
        """Return what stands for a passage when it is embedded."""
        ...


@dataclass(frozen=True, slots=True)
class Drafting:
    """How files become drafts."""

    read: Read
    chunking: Chunking
    encoder: Encoder

    def record(self, source: Source) -> SourceRecord:
        """Return what tells whether a document has to be read again. Raises UnreadableFileError."""
        said = json.dumps([self.chunking.SETTINGS, asdict(source.document)], sort_keys=True)
        try:
            content = sha256_of(source.path)
        except OSError as error:
            raise UnreadableFileError(source.path, f"cannot be read ({error.strerror})", "make it readable") from error
        fingerprint = hashlib.sha256(f"{said}\n{content}".encode()).hexdigest()
        return SourceRecord(str(source.path.resolve()), fingerprint, content)

    def draft(self, source: Source, record: SourceRecord) -> Draft:
        """Read a document's file. Raises UnreadableFileError."""
        return self.drafted(source, record, self.read(source.path, language=source.document.language or None))

    def drafted(self, source: Source, record: SourceRecord, reading: Reading) -> Draft:
        """Return the draft of a document whose file was read. Raises UnreadableFileError."""
        document = _with_language(source, reading.pages)
        draft = replace(self.cut(document, reading.pages, record), file=str(source.path), remarks=reading.remarks)
        if not draft.passages:
            raise UnreadableFileError(source.path, "holds no sentence to quote", "check that it is a rulebook")
        return draft

    def cut(self, document: Document, pages: Sequence[Page], record: SourceRecord) -> Draft:
        """Cut pages that were read, now or when they came into the index."""
        card = self.encoder.card
        passages = self.chunking.passages(document, pages, self.encoder.count_tokens, card.max_tokens)
        by_number = {page.number: page.text for page in pages}
        texts = [self._texts(document, passage, by_number[passage.page]) for passage in passages]
        return Draft(document, pages, passages, texts, record)

    def _texts(self, document: Document, passage: Passage, page_text: str) -> Texts:
        whole = self.chunking.embedded_text(document, passage, page_text)
        return Texts(whole, tuple(span.of(page_text) for span in passage.sentences))


def _with_language(source: Source, pages: Sequence[Page]) -> Document:
    if source.document.language:
        return source.document
    found = language_of("\n".join(page.text for page in pages))
    if found is None:
        remedy = "name the file <document>.<language>.<ext>, for example rules.en.pdf"
        raise UnreadableFileError(source.path, "is in a language that could not be told", remedy)
    return replace(source.document, language=found)
