"""From a file to a draft: its pages, its passages, and the texts to embed."""

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Protocol

from corpus.boxes import PackedBoxes
from corpus.catalog import Source
from corpus.errors import UnreadableFileError
from corpus.files import sha256_of
from corpus.icons import named
from corpus.languages import SEVERAL
from corpus.records import SourceRecord
from corpus.types import Document, Encoder, Page, Passage, Reading
from ingest.detection import language_of
from ingest.embedding import Draft, Texts
from ingest.languages_apart import languages_apart


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

    def drafted(self, source: Source, record: SourceRecord, reading: Reading) -> list[Draft]:
        """Return the draft of each language in a file that was read; mostly one. Raises UnreadableFileError."""
        apart = documents_of(source, reading.pages)
        drafts = [self.cut(document, pages, record) for document, pages in apart]
        drafts = [replace(draft, file=str(source.path)) for draft in drafts if draft.passages]
        if not drafts:
            raise UnreadableFileError(source.path, "holds no sentence to quote", "check that it is a rulebook")
        return [replace(drafts[0], remarks=(*reading.remarks, *_told_apart(source, drafts))), *drafts[1:]]

    def cut(self, document: Document, pages: Sequence[Page], record: SourceRecord) -> Draft:
        """Cut pages that were read, now or when they came into the index."""
        card = self.encoder.card
        passages = self.chunking.passages(document, pages, self.encoder.count_tokens, card.max_tokens)
        by_number = {page.number: page.text for page in pages}
        texts = [self._texts(document, passage, by_number[passage.page]) for passage in passages]
        return Draft(document, [_with_few_objects(page) for page in pages], passages, texts, record)

    def _texts(self, document: Document, passage: Passage, page_text: str) -> Texts:
        whole = self.chunking.embedded_text(document, passage, page_text)
        return Texts(whole, tuple(named(span.of(page_text), document.icons) for span in passage.sentences))


def _with_few_objects(page: Page) -> Page:
    return page if isinstance(page.boxes, PackedBoxes) else replace(page, boxes=PackedBoxes(page.boxes))


def documents_of(source: Source, pages: Sequence[Page]) -> list[tuple[Document, Sequence[Page]]]:
    """Return the documents of a file: one, or one for each language where nothing says that it is in one.

    Raises UnreadableFileError where the language cannot be told.
    """
    if source.language:
        return [(source.document, pages)]
    apart = languages_apart(pages)
    if len(apart) > 1:
        base = source.document.id.removesuffix(f".{SEVERAL}")
        named = {language: replace(source.document, id=f"{base}.{language}", language=language) for language in apart}
        return [(named[language], own) for language, own in apart.items()]
    found = next(iter(apart), None) or language_of("\n".join(page.text for page in pages))
    if found is None:
        remedy = "name the file <document>.<language>.<ext>, for example rules.en.pdf"
        raise UnreadableFileError(source.path, "is in a language that could not be told", remedy)
    return [(replace(source.document, language=found), pages)]


def _told_apart(source: Source, drafts: Sequence[Draft]) -> tuple[str, ...]:
    if len(drafts) < 2:
        return ()
    languages = ", ".join(draft.document.language for draft in drafts)
    return (f"{source.path}: holds {len(drafts)} languages ({languages}), a document each",)
