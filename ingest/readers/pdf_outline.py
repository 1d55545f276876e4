"""The outline of a PDF (its bookmarks), as far as it can be read."""

from collections.abc import Iterator, Sequence
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError

from ingest.outlines import Entry

MOST_ENTRIES = 2_000
DEEPEST = 6


def outline_of(reader: PdfReader) -> list[Entry]:
    """Return the outline's entries, in order; none where the file has none or has a broken one."""
    try:
        return list(_entries(reader, reader.outline, 1))[:MOST_ENTRIES]
    except (PyPdfError, AttributeError, LookupError, OSError, RecursionError, TypeError, ValueError):
        return []  # an outline is a help to reading, not what is read


def _entries(reader: PdfReader, outline: Sequence[Any], depth: int) -> Iterator[Entry]:
    for item in outline[:MOST_ENTRIES]:
        if isinstance(item, list):
            if depth < DEEPEST:
                yield from _entries(reader, item, depth + 1)
            continue
        page = reader.get_destination_page_number(item)
        if item.title and page is not None:
            yield Entry(str(item.title), page, depth)
