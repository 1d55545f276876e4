"""Documents and their pages, looked up for whoever shows them."""

from corpus.errors import UnknownNameError
from corpus.types import Document, Page
from service.contract import Answering
from service.names import NoSuchPageError, find_document


def look_up(answering: Answering, document: str, number: int) -> tuple[Document, Page, int]:
    """Return the document, its page, and how many pages it has; raises NoSuchNameError."""
    found = find_document(document, answering.games())
    pages = answering.page_count(found.id)
    try:
        return found, answering.page(found.id, number), pages
    except UnknownNameError:
        raise NoSuchPageError(found.id, number, pages) from None
