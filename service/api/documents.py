"""Documents and their pages, looked up for whoever shows them."""

from typing import NamedTuple

from corpus.errors import UnknownNameError
from corpus.types import Document, Page
from service.contract import Answering
from service.names import NoSuchPageError, find_document
from service.page_images import Illustrated, is_pictured


def look_up(answering: Answering, document: str, number: int) -> tuple[Document, Page, int]:
    """Return the document, its page, and how many pages it has; raises NoSuchNameError."""
    found = find_document(document, answering.games())
    pages = answering.page_count(found.id)
    try:
        return found, answering.page(found.id, number), pages
    except UnknownNameError:
        raise NoSuchPageError(found.id, number, pages) from None


class Neighbours(NamedTuple):
    """The pages beside a page, None at either end, and how many there are, where they are numbered from 1 on.

    A document that shares its file with other languages has the numbers that its pages have in the file.
    """

    before: int | None
    after: int | None
    pages: int | None


def neighbours(answering: Answering, document: str, number: int, pages: int) -> Neighbours:
    """Return what lies beside a page of a document that has so many ``pages``."""
    before, after = (beside if _has(answering, document, beside) else None for beside in (number - 1, number + 1))
    whole = _has(answering, document, 1) and _has(answering, document, pages)
    return Neighbours(before, after, pages if whole else None)


def is_illustrated(answering: Answering, document: str, number: int) -> bool:
    """Say whether a page has an image."""
    return isinstance(answering, Illustrated) and is_pictured(answering.sheet(document, number).file)


def _has(answering: Answering, document: str, number: int) -> bool:
    try:
        answering.page(document, number)
    except UnknownNameError:
        return False
    return True
