"""What the reader saw, as lines for a terminal."""

import textwrap
from collections.abc import Iterator

from corpus.icons import labelled
from corpus.types import Passage
from ingest.inspecting import Seen, SeenDocument, SeenPage

INDENT = 17


def lines(seen: Seen, width: int, only: int | None = None) -> Iterator[str]:
    """Yield the lines of all pages, or of page ``only``; control characters become spaces."""
    yield _safe(seen.line)
    for remark in seen.remarks:
        yield f"remark: {_safe(remark)}"
    for number in seen.numbers:
        if only in (None, number):
            yield from _page(seen, number, width)


def _page(seen: Seen, number: int, width: int) -> Iterator[str]:
    pages = [(document, page) for document in seen.documents for page in document.pages if page.page.number == number]
    yield ""
    yield _ruled(_name(pages[0][1]), width)
    for text in (text for where, text in seen.dropped if where == number):
        yield from _wrapped("  - left out", text, width)
    for document, page in pages:
        if page.blocks and len(seen.documents) > 1:
            yield f"  in {document.document.language}:"
        yield from _blocks(document, page, width)
    if not any(page.blocks for _, page in pages):
        yield "  no text"


def _name(page: SeenPage) -> str:
    label = page.page.label
    printed = f' (printed as "{_safe(label)}")' if label and label != str(page.page.number) else ""
    return f"page {page.page.number}{printed}{', recognised (OCR)' if page.page.ocr else ''}"


def _ruled(title: str, width: int) -> str:
    return f"── {title} ".ljust(width, "─")


def _blocks(document: SeenDocument, page: SeenPage, width: int) -> Iterator[str]:
    icons = document.document.icons
    for block in page.blocks:
        label, at = f"{block.number:>4} {block.role}", block.line.span.start
        for passage in page.passages:
            if at <= passage.start < block.line.span.end:
                yield from _piece(label, labelled(page.page.text[at : passage.start], icons), width)
                yield from _passage(document, passage, width)
                label, at = label if at == passage.start else "", passage.start
        yield from _piece(label, labelled(page.page.text[at : block.line.span.end], icons), width)


def _piece(label: str, text: str, width: int) -> list[str]:
    return _wrapped(label, text, width) if text.strip() else []


def _passage(document: SeenDocument, passage: Passage, width: int) -> Iterator[str]:
    number = passage.id.removeprefix(f"{document.document.id}#")
    said = " · ".join([f"passage {number}", passage.kind.value, *filter(None, [" › ".join(passage.section)])])
    yield f"     ┌ {_safe(said)}"
    if passage.context:
        yield from _wrapped("     │ leans on", passage.context, width)


def _wrapped(label: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(
        _safe(text), max(width, 40), initial_indent=label.ljust(INDENT) + " ", subsequent_indent=" " * (INDENT + 1)
    ) or [label]


def _safe(text: str) -> str:
    return "".join(character if character.isprintable() else " " for character in text)
