"""What a person opens in a browser: the chat page, what installs it, and a document's page with the quote marked."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import FileResponse, HTMLResponse
from starlette.exceptions import HTTPException

import service.pages
from service.api.documents import is_illustrated, look_up, neighbours
from service.api.files import compressed
from service.api.library import Library
from service.api.page_of_document import render
from service.api.routes import PageNumber
from service.api.routes_operating import BOTH
from service.api.words import WORDS, choose_language
from service.app_icons import SIZES, app_icon

FILES = Path(service.pages.__file__).parent
"""The chat page's own files."""

Offset = Annotated[int, Query(ge=0)]

UNCHANGED_FOR_A_DAY = {"Cache-Control": "public, max-age=86400"}
ASKED_FOR_EACH_TIME = {"Cache-Control": "no-cache"}


def pages(library: Library) -> APIRouter:
    """Return the routes that answer with HTML."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/", methods=BOTH)
    async def chat(request: Request) -> Response:
        """Return the chat page."""
        return compressed(FileResponse(FILES / "index.html", headers=ASKED_FOR_EACH_TIME), request.headers)

    @router.api_route("/sw.js", methods=BOTH)
    async def worker() -> FileResponse:
        """Return the service worker, from the root: it may only serve pages below where it lies itself."""
        return FileResponse(FILES / "sw.js", media_type="text/javascript", headers=ASKED_FOR_EACH_TIME)

    @router.api_route("/manifest.webmanifest", methods=BOTH)
    async def manifest() -> FileResponse:
        """Return what a device needs to install the page."""
        return FileResponse(FILES / "manifest.webmanifest", media_type="application/manifest+json")

    @router.api_route("/icons/{name}.png", methods=BOTH)
    def icon(name: str) -> Response:
        """Return an icon: ``192``, or ``maskable-512`` with room around it."""
        icons = {f"{kind}{size}": (size, kind != "") for size in SIZES for kind in ("", "maskable-")}
        if name not in icons:
            raise HTTPException(404)
        return Response(app_icon(*icons[name]), media_type="image/png", headers=UNCHANGED_FOR_A_DAY)

    @router.api_route("/documents/{document:path}/pages/{page}", methods=BOTH)
    def page_of_document(
        document: str,
        page: PageNumber,
        start: Offset = 0,
        end: Offset = 0,
        language: str = "",
        accept_language: Annotated[str, Header()] = "",
    ) -> HTMLResponse:
        """Show a page's text as it was read, with ``start``..``end`` marked, in the browser's language or another."""
        answering = library.answering
        held, shown, count = look_up(answering, document, page)
        beside = neighbours(answering, held.id, page, count)
        illustrated = is_illustrated(answering, held.id, page)
        spoken = language if language in WORDS else choose_language(accept_language)
        html = render(held, shown, beside, (start, end), spoken, illustrated)
        return HTMLResponse(html, headers={"Vary": "Accept-Language", **ASKED_FOR_EACH_TIME})

    return router
