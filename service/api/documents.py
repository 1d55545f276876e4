"""Documents and their pages, looked up for whoever shows them."""

from corpus.errors import UnknownNameError
from corpus.types import Document, Page
from service.contract import Answering
from service.names import NoSuchPageError, find_document


def look_up(answering: Answering, document: str, number: int) -> tuple[Document, Page, int]:
    """Return the document, its page, and how many pages it has; raises NoSuchNameError."""
    found = find_document(document, answering.games())
    try:
        page = answering.page(found.id, number)
    except UnknownNameError:
        raise NoSuchPageError(found.id, number, count_pages(answering, found.id)) from None
    return found, page, count_pages(answering, found.id, number)


def count_pages(answering: Answering, document: str, at_least: int = 0) -> int:
    """Return how many pages a document has, by doubling and halving: pages count from 1 and leave none out."""
    low, step = at_least, 1
    while _has(answering, document, low + step):
        low, step = low + step, step * 2
    missing = low + step
    while missing - low > 1:
        middle = (low + missing) // 2
        low, missing = (middle, missing) if _has(answering, document, middle) else (low, middle)
    return low


def _has(answering: Answering, document: str, number: int) -> bool:
    try:
        answering.page(document, number)
    except UnknownNameError:
        return False
    return True
