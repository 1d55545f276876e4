"""What the embed is made of over HTTP: its script, the page for frames, and what a site may ask about."""

from html import escape
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel

from service.api.library import Library
from service.api.problems import problem
from service.api.routes_operating import BOTH
from service.api.schemas import OptionalLanguage
from service.api.security import framed_by
from service.api.words import choose_language
from service.embed.script import script
from service.embed.sites import Site, Sites

PAGE = Path(__file__).with_name("frame.html")
STYLE = Path(__file__).with_name("frame.css")

KEPT = "public, max-age=600"

Name = Annotated[str, Query(max_length=200)]


class SiteGame(BaseModel):
    """A game that a site's pages may ask about."""

    id: str
    title: str


class SiteShown(BaseModel):
    """What the embed needs to know before the first question."""

    site: str
    games: list[SiteGame]
    feedback: bool


def embed(library: Library, sites: Sites, feedback: bool) -> APIRouter:
    """Return the routes; without sites there is nothing at any of them."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/embed.js", methods=BOTH)
    async def code() -> Response:
        """Return the script that defines <lexludo-chat>; pages that isolate themselves may load it, too."""
        headers = {"Cache-Control": KEPT, "Cross-Origin-Resource-Policy": "cross-origin"}
        return Response(script(), media_type="text/javascript", headers={**headers, "Access-Control-Allow-Origin": "*"})

    @router.api_route("/embed.css", methods=BOTH)
    async def style() -> Response:
        """Return the style of the page for frames."""
        return Response(STYLE.read_text("utf-8"), media_type="text/css", headers={"Cache-Control": KEPT})

    @router.api_route("/embed", methods=BOTH)
    async def frame(
        site: Name = "",
        game: Name = "",
        lang: OptionalLanguage = None,
        theme: Name = "",
        accept_language: Annotated[str, Header()] = "",
    ) -> Response:
        """Return the page that a site shows in a frame where it cannot run scripts of others."""
        if site not in sites:
            return problem(404, "no site of this id may use this service; its operator lists sites in LEXLUDO_SITES")
        shown = {"site": site, "game": game, "theme": theme, "lang": lang or choose_language(accept_language)}
        headers = {"Content-Security-Policy": framed_by(sites[site].origins), "Vary": "Accept-Language"}
        return HTMLResponse(_filled(shown), headers={**headers, "Cache-Control": "no-cache"})

    @router.get("/v1/site", response_model=None)
    async def told(request: Request) -> Response | SiteShown:
        """Tell a site's page which games it may ask about."""
        site: Site | None = getattr(request.state, "site_games", None)
        if site is None:
            return problem(422, "say which site: /v1/site?site=ID", "invalid-request")
        held = [SiteGame(id=game.id, title=game.title) for game in library.answering.games() if site.has(game.id)]
        return SiteShown(site=site.id, games=held, feedback=feedback)

    return router


def _filled(shown: dict[str, str]) -> str:
    attributes = " ".join(f'{name}="{escape(value)}"' for name, value in shown.items() if value)
    page = PAGE.read_text("utf-8").replace('lang="en"', f'lang="{escape(shown["lang"])}"', 1)
    return page.replace("<lexludo-chat>", f"<lexludo-chat {attributes}>")
