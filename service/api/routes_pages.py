"""What a person opens in a browser: the chat page, and a document's page with the quoted words marked."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Query
from fastapi.responses import FileResponse, HTMLResponse

import service.pages
from service.api.documents import is_illustrated, look_up, neighbours
from service.api.library import Library
from service.api.page_of_document import render
from service.api.routes import PageNumber
from service.api.routes_operating import BOTH
from service.api.words import choose_language

FILES = Path(service.pages.__file__).parent
"""The chat page's own files."""

Offset = Annotated[int, Query(ge=0)]


def pages(library: Library) -> APIRouter:
    """Return the routes that answer with HTML."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/", methods=BOTH)
    async def chat() -> FileResponse:
        """Return the chat page."""
        return FileResponse(FILES / "index.html", headers={"Cache-Control": "no-cache"})

    @router.api_route("/documents/{document:path}/pages/{page}", methods=BOTH)
    def page_of_document(
        document: str,
        page: PageNumber,
        start: Offset = 0,
        end: Offset = 0,
        accept_language: Annotated[str, Header()] = "",
    ) -> HTMLResponse:
        """Show a page's text as it was read, with ``start``..``end`` marked."""
        answering = library.answering
        held, shown, count = look_up(answering, document, page)
        beside = neighbours(answering, held.id, page, count)
        illustrated = is_illustrated(answering, held.id, page)
        html = render(held, shown, beside, (start, end), choose_language(accept_language), illustrated)
        return HTMLResponse(html, headers={"Vary": "Accept-Language", "Cache-Control": "no-cache"})

    return router
