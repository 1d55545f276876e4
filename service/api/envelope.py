"""What goes around every request: its id, how long it took, security headers, and the last word on a failure."""

import logging
import re
import time
import uuid
from collections.abc import Callable

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service import logs
from service.api.problems import problem
from service.api.security import secure

log = logging.getLogger(__name__)

REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)

Observe = Callable[[Scope, int], None]
"""Told the scope and status of every response that begins."""


class Envelope:
    """Outermost: gives each response ``X-Request-ID``, ``Server-Timing`` and the security headers, and logs it."""

    def __init__(self, app: ASGIApp, observe: Observe) -> None:
        self._app, self._observe = app, observe

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and dress its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        request_id = _request_id(Headers(scope=scope))
        scope.setdefault("state", {})["request_id"] = request_id
        status = 0

        async def send_dressed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = request_id
                headers.append("Server-Timing", f"total;dur={(time.perf_counter() - started) * 1000:.1f}")
                secure(headers)
                self._observe(scope, status)
            await send(message)

        token = logs.REQUEST.set(request_id)
        try:
            await self._app(scope, receive, send_dressed)
        finally:
            seconds, client = time.perf_counter() - started, (scope.get("client") or ("",))[0]
            logs.log_response(scope["method"], scope["path"], status, seconds, client)
            logs.REQUEST.reset(token)


def _request_id(headers: Headers) -> str:
    given = headers.get("x-request-id", "")
    return given if REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


class Unexpected:
    """Turns an exception that nobody expected into a problem with status 500, and logs it with the request's id."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; answer for it where that fails before the response began."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = False

        async def send_watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_watched)
        except Exception:  # the edge of the program: what passes here would reach the client as plain text
            request_id = scope["state"]["request_id"]
            log.exception("request %s: %s %s failed", request_id, scope["method"], scope["path"])
            if begun:
                raise
            response = problem(500, "something went wrong here; quote the request id", request_id=request_id)
            await response(scope, receive, send)
