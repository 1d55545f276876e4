"""Page images over HTTP: the quoted words marked, and asked for again only where they changed."""

from typing import Annotated

from fastapi import APIRouter, Header, Query, Response

from corpus.types import Span
from service.api.documents import look_up
from service.api.library import Library
from service.api.routes import PageNumber
from service.page_images import (
    DEFAULT_WIDTH,
    LARGEST_WIDTH,
    SMALLEST_WIDTH,
    Illustrated,
    NoImageError,
    PageImages,
    Sheet,
    Wanted,
)

PATH = "/documents/{document:path}/pages/{page}.png"

Offset = Annotated[int, Query(ge=0, le=10_000_000)]
Width = Annotated[int, Query(ge=SMALLEST_WIDTH, le=LARGEST_WIDTH, description="pixels")]


def images(library: Library, drawn: PageImages) -> APIRouter:
    """Return the routes of page images."""
    router = APIRouter(prefix="/v1")

    @router.head(PATH, response_class=Response, include_in_schema=False)
    @router.get(
        PATH,
        response_class=Response,
        responses={200: {"content": {"image/png": {}}}, 304: {"description": "the image did not change"}},
        operation_id="page_image",
    )
    def page_image(
        document: str,
        page: PageNumber,
        start: Offset = 0,
        end: Offset = 0,
        width: Width = DEFAULT_WIDTH,
        if_none_match: Annotated[str, Header(max_length=2000)] = "",
    ) -> Response:
        """Draw a page of a PDF with the words ``start``..``end`` of its text marked."""
        wanted = Wanted(_sheet(library, document, page), Span(start, end), width)
        headers = {"ETag": f'"{wanted.tag}"', "Cache-Control": "no-cache"}
        if wanted.tag in _tags(if_none_match):
            return Response(status_code=304, headers=headers)
        return Response(drawn.png(wanted), media_type="image/png", headers=headers)

    return router


def _sheet(library: Library, document: str, number: int) -> Sheet:
    answering = library.answering
    held, page, _ = look_up(answering, document, number)
    if not isinstance(answering, Illustrated):
        raise NoImageError("this library has no page images")
    sheet = answering.sheet(held.id, page.number)
    if sheet.file is None:
        raise NoImageError(f"{held.id} has no page images: its file is not kept")
    return sheet


def _tags(if_none_match: str) -> set[str]:
    """Return the tags of an If-None-Match header (RFC 9110), compared weakly."""
    return {tag.strip().removeprefix("W/").strip('"') for tag in if_none_match.split(",")}
