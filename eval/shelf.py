"""Where the pages stand that questions are checked against: in an index, or in the rulebooks that ship."""

from collections.abc import Mapping
from pathlib import Path

from corpus.catalog import Source, survey
from corpus.errors import UnknownNameError
from eval.checking import ReadPages


def of_index(folder: Path) -> ReadPages:
    """Return what reads the pages of an index; no model is needed. Raises IndexUnusableError."""
    from corpus.index import Index

    index = Index.open(folder)

    def pages(document: str) -> Mapping[int, str]:
        numbers = range(1, index.page_count(document) + 1)
        return {number: index.page(document, number).text for number in numbers}

    return pages


def of_rulebooks(folder: Path) -> ReadPages:
    """Return what reads the pages of the rulebooks of a folder, each from its file when it is first asked for."""
    from ingest import readers

    held = {source.document.id: source for source in survey(folder, readers.SUFFIXES).sources}

    def pages(document: str) -> Mapping[int, str]:
        source = _of(document, held)
        return {page.number: page.text for page in readers.read(source.path, language=source.language).pages}

    return pages


def _of(document: str, held: Mapping[str, Source]) -> Source:
    if document not in held:
        raise UnknownNameError(f"no document {document} among {len(held)} rulebooks")
    return held[document]
