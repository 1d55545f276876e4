"""``/mcp``, streamable HTTP for assistants. Their SDK is loaded for the first of them: most services start without."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from service.api.limits import replayed
from service.api.problems import problem
from service.channels.asking import Asking
from service.channels.links import Link


class HttpDoor:
    """Answers calls of the tools.

    A browser's page may only call from ``origins`` (the specification's guard against DNS rebinding); programs send
    no Origin.
    """

    def __init__(self, asking: Asking, link: Link, origins: frozenset[str]) -> None:
        self._asking, self._link, self._origins = asking, link, origins
        self._opening, self._stop = asyncio.Lock(), asyncio.Event()
        self._serving: asyncio.Task[None] | None = None
        self._answers: ASGIApp | None = None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve while inside; once only."""
        yield
        self._stop.set()
        if self._serving is not None:
            await self._serving

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as an ASGI app."""
        origin = Headers(scope=scope).get("origin")
        if origin is not None and origin not in self._origins:
            detail = "pages of this origin may not call the tools; see LEXLUDO_CORS_ORIGINS"
            await problem(403, detail)(scope, receive, send)
        elif scope["method"] != "POST":
            # there is nothing to listen for and no session to end, which the specification lets a server say so
            await problem(405, "send calls with POST", headers={"Allow": "POST"})(scope, receive, send)
        else:
            await self._posted(scope, receive, send)

    async def _posted(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = await Request(scope, receive).body()
        try:
            json.loads(body)
        except (ValueError, RecursionError):  # bytes that are no UTF-8 and endless nesting fail inside the SDK
            await problem(400, "the body cannot be read as JSON", "not-json")(scope, receive, send)
        else:
            answers = await self._opened()
            await answers(scope, replayed(body, receive), send)

    async def _opened(self) -> ASGIApp:
        async with self._opening:
            if self._answers is None:
                self._answers = await self._open()
            return self._answers

    async def _open(self) -> ASGIApp:
        await asyncio.to_thread(import_module, "service.channels.mcp.server")
        from service.channels.mcp.server import serve_http
        from service.channels.mcp.tools import Tools

        ready: asyncio.Future[ASGIApp] = asyncio.get_running_loop().create_future()
        self._serving = asyncio.create_task(serve_http(Tools(self._asking, self._link), ready, self._stop))
        return await ready
