"""Language editions of one text: a question is answered from one of them, the asker's where there is it."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

from corpus.languages import primary
from corpus.types import Document

Family = tuple[str, str, str | None, str | None, str]


def family(document: Document) -> Family:
    """Return what a document shares with its translations: all but the language, which ends their ids."""
    stem = _without_language(document.id, document.language)
    return (document.game, document.kind.value, document.expansion, document.edition, stem)


@lru_cache(maxsize=4096)
def _without_language(name: str, tag: str) -> str:
    return re.sub(rf"[._-]{re.escape(tag)}$", "", name, flags=re.IGNORECASE)


def families(documents: Iterable[Document]) -> dict[Family, list[Document]]:
    """Return the language editions of each text among documents, in the documents' order."""
    found: dict[Family, list[Document]] = defaultdict(list)
    for document in documents:
        found[family(document)].append(document)
    return found


def in_other_languages(documents: Iterable[Document], language: str) -> Iterator[Document]:
    """Yield the documents that have an edition in ``language`` (a primary subtag) and are not it."""
    for editions in families(documents).values():
        if any(primary(edition.language) == language for edition in editions):
            yield from (edition for edition in editions if primary(edition.language) != language)
