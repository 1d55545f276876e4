"""Who may change the library and compare editions: whoever knows the token; and how much may be sent."""

import asyncio
import hmac

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.limits import ADMIN, COMPARISONS
from service.api.problems import problem
from service.settings import Settings

SLOWEST_PART = 30.0
"""Seconds that the next part of an upload may take."""


class AdminGate:
    """Lets requests below ``ADMIN`` through with the token, before a byte of their bodies is read.

    Comparisons are started likewise, or by everybody where the settings allow it. Without a token in the settings,
    there is nothing at these addresses.
    """

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._token = settings.admin_token.get_secret_value() if settings.admin_token else ""
        self._is_open = settings.allow_compare
        self._largest = int(settings.upload_megabytes * 1_000_000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        if scope["type"] != "http" or not _is_guarded(scope):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self._is_open and scope["path"] == COMPARISONS:
            await self._bounded(scope, receive, send)
        elif not self._token:
            await problem(404, "there is nothing at this address")(scope, receive, send)
        elif not self._is_known(headers.get("authorization", "")):
            challenge = {"WWW-Authenticate": "Bearer", "Connection": "close"}
            detail = "send the header Authorization: Bearer, with the service's admin token"
            await problem(401, detail, "unauthorized", challenge)(scope, receive, send)
        else:
            await self._bounded(scope, receive, send)

    async def _bounded(self, scope: Scope, receive: Receive, send: Send) -> None:
        if int(Headers(scope=scope).get("content-length", "0")[:18]) > self._largest:
            await problem(413, self._too_large(), "body-too-large", {"Connection": "close"})(scope, receive, send)
        else:
            await self._app(scope, self._limited(receive), send)

    def _is_known(self, authorization: str) -> bool:
        scheme, _, given = authorization.partition(" ")
        same = hmac.compare_digest(given.strip().encode(), self._token.encode())
        return same and scheme.lower() == "bearer"

    def _too_large(self) -> str:
        return f"the upload is over {self._largest / 1_000_000:g} MB; LEXLUDO_UPLOAD_MEGABYTES allows more"

    def _limited(self, receive: Receive) -> Receive:
        read, complete = 0, False

        async def limited() -> Message:
            nonlocal read, complete
            if complete:
                return await receive()
            message = await self._part(receive)
            read += len(message.get("body", b""))
            complete = not message.get("more_body")
            if read > self._largest:
                raise HTTPException(413, self._too_large(), {"Connection": "close"})
            return message

        return limited

    async def _part(self, receive: Receive) -> Message:
        try:
            return await asyncio.wait_for(receive(), SLOWEST_PART)
        except TimeoutError:
            raise HTTPException(408, "the upload did not arrive in time", {"Connection": "close"}) from None


def _is_guarded(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith(ADMIN) or (path == COMPARISONS and scope["method"] == "POST")
