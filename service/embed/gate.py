"""Lets other sites' pages call the few addresses that the embed needs, and nobody else's.

A call says ``?site=ID``: so does a browser's preflight, which shows no header of ours. Calls without it pass as before.
"""

import json
import math
from collections.abc import Mapping
from urllib.parse import unquote_plus, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.limits import Buckets, replayed, visitor_of
from service.api.problems import problem
from service.embed.sites import Site, Sites

PATHS = frozenset(("/v1/site", "/v1/ask", "/v1/ask/stream", "/v1/feedback"))
"""What a site's pages may call."""

OF_A_GAME = PATHS - {"/v1/site"}
"""Where the game must be one of the site's."""

METHODS, HEADERS = ("GET", "POST"), frozenset(("content-type", "x-request-id"))

TOLD = "X-Request-ID, Server-Timing, Retry-After"

BURST = 1 / 3
"""Minutes' worth of calls that may come at once."""


class SiteGate:
    """Refuses a site's call from an origin that is not its own, or beyond its caps; lets browsers read the others."""

    def __init__(self, app: ASGIApp, sites: Sites, public_url: str) -> None:
        self._app, self._sites = app, sites
        self._own_host = urlsplit(public_url).netloc
        self._of_origins = {name: _buckets(site.per_minute) for name, site in sites.items()}
        self._of_visitors = {name: _buckets(site.visitor_per_minute) for name, site in sites.items()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the call on, answer its preflight, or refuse it."""
        if scope["type"] != "http" or scope["path"] not in PATHS or (name := _query(scope, "site")) is None:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin, site = headers.get("origin", ""), self._sites.get(name)
        if site is None:
            await _refused("unknown-site", "no site of this id may use this service")(scope, receive, send)
        elif not self._is_own(origin, headers) and origin not in site.origins:
            detail = f"pages of this origin may not use this service as site {site.id}"
            await _refused("origin", detail)(scope, receive, send)
        else:
            await self._answered(site, origin, scope, receive, _readable_by(origin, send))

    async def _answered(self, site: Site, origin: str, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "OPTIONS":
            await _preflight(Headers(scope=scope))(scope, receive, send)
            return
        wait = self._of_visitors[site.id].take(visitor_of(scope)) or self._of_origins[site.id].take(origin)
        if wait:
            seconds = math.ceil(wait)
            detail = f"too many requests; ask again in {seconds} s"
            await problem(429, detail, "rate-limit", {"Retry-After": str(seconds)})(scope, receive, send)
            return
        scope.setdefault("state", {}).update(site=site.id, site_games=site)
        await self._app(scope, receive, send)

    def _is_own(self, origin: str, headers: Mapping[str, str]) -> bool:
        """Say whether the call comes from our own page in a frame, or from no page at all."""
        return not origin or urlsplit(origin).netloc in (headers.get("host", ""), self._own_host or None)


class SiteGames:
    """Refuses a site's question about a game that is not the site's; stands where bodies are read and small."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the call on, or refuse it."""
        site = scope.get("state", {}).get("site_games") if scope["type"] == "http" else None
        if site is None or not _is_of_a_game(scope):
            await self._app(scope, receive, send)
            return
        game = _query(scope, "game")
        if scope["method"] == "POST":
            body = (await receive()).get("body", b"")
            game, receive = _game_in(body), replayed(body, receive)
        if site.has(game or ""):
            await self._app(scope, receive, send)
            return
        detail = f"site {site.id} answers about {', '.join(sorted(site.games))}; name one of them as the game"
        await problem(403, detail, "site-game", games=sorted(site.games))(scope, receive, send)


def _is_of_a_game(scope: Scope) -> bool:
    return scope["path"] in OF_A_GAME and (scope["path"], scope["method"]) != ("/v1/feedback", "GET")


def _buckets(per_minute: float) -> Buckets:
    return Buckets(per_minute / 60, max(1, math.ceil(per_minute * BURST)))


def _query(scope: Scope, name: str) -> str | None:
    """Return the first value under a name in the query string, however many others there are."""
    for field in scope["query_string"].decode("ascii", "replace").split("&"):
        key, _, value = field.partition("=")
        if unquote_plus(key) == name:
            return unquote_plus(value)
    return None


def _game_in(body: bytes) -> str | None:
    """Return the game that a body names; what is no JSON is refused further in, where it would be anyway."""
    try:
        game = json.loads(body)["game"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return game if isinstance(game, str) else None


def _refused(kind: str, detail: str) -> Response:
    return problem(403, f"{detail}; its operator lists sites and origins in LEXLUDO_SITES", kind, {"Vary": "Origin"})


def _preflight(headers: Mapping[str, str]) -> Response:
    """Return what a browser may send (WHATWG Fetch, CORS-preflight); no header that could carry a secret of ours."""
    wanted = {one.strip().lower() for one in headers.get("access-control-request-headers", "").split(",")} - {""}
    if headers.get("access-control-request-method") not in METHODS or wanted - HEADERS:
        return problem(403, f"a site may {' and '.join(METHODS)}, with {' and '.join(sorted(HEADERS))}", "cors")
    allowed = {
        "Access-Control-Allow-Methods": ", ".join(METHODS),
        "Access-Control-Allow-Headers": ", ".join(sorted(HEADERS)),
        "Access-Control-Max-Age": "600",
    }
    return Response(status_code=204, headers=allowed)


def _readable_by(origin: str, send: Send) -> Send:
    async def send_readable(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.add_vary_header("Origin")
            if origin:
                headers["Access-Control-Allow-Origin"] = origin
                headers["Access-Control-Expose-Headers"] = TOLD
        await send(message)

    return send_readable
