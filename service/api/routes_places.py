"""The words at one place of a rulebook, without a question: what a shared link opens, and the rules beside a rule."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from corpus.errors import UnknownNameError
from corpus.types import Document, Page, Span
from service.api.documents import is_illustrated, look_up
from service.api.library import Library
from service.api.routes import PageNumber
from service.api.urls import image_url, page_url
from service.contract import Answering, Citation
from service.neighbours import Neighbour, Place, Placing

Offset = Annotated[int, Query(ge=0, le=10_000_000, description="code points")]


class PlaceShown(BaseModel):
    """The words ``start..end`` of a page as an answer would cite them, and rules beside them under other headings."""

    citation: Citation
    beside: list[Neighbour]


def places(library: Library) -> APIRouter:
    """Return the route of places in the library's documents."""
    router = APIRouter(prefix="/v1")

    @router.get("/documents/{document:path}/pages/{page}/place")
    def place(document: str, page: PageNumber, start: Offset, end: Offset) -> PlaceShown:
        """Return the words from ``start`` to ``end`` of a page, and the rules beside them."""
        answering = library.answering
        held, shown, _ = look_up(answering, document, page)
        span = _span(held, shown, start, end)
        found = answering.place(held.id, shown.number, start) if isinstance(answering, Placing) else None
        return PlaceShown(
            citation=_cited(answering, held, shown, span, found or Place("")),
            beside=list(found.beside) if found else [],
        )

    return router


def _span(document: Document, page: Page, start: int, end: int) -> Span:
    if not start < end <= len(page.text):
        raise UnknownNameError(f"page {page.number} of {document.id} has no text from {start} to {end}")
    return Span(start, end)


def _cited(answering: Answering, document: Document, page: Page, span: Span, place: Place) -> Citation:
    where = (document.id, page.number, *span)
    return Citation(
        passage_id=place.passage_id,
        document=document.id,
        title=document.title,
        game=document.game,
        kind=document.kind.value,
        language=document.language,
        page=page.number,
        section=place.section,
        quote=span.of(page.text),
        start=span.start,
        end=span.end,
        score=1.0,
        page_url=page_url(*where),
        image_url=image_url(*where) if is_illustrated(answering, document.id, page.number) else None,
        ocr=page.ocr,
    )
