"""How much a client may send: calls per minute, bytes per call, seconds per body."""

import asyncio
import ipaddress
import math
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.api.problems import problem
from service.settings import Settings

ADMIN = "/v1/admin/"
"""Below it lies what changes the library; its gate bounds what is sent there."""

COMPARISONS = "/v1/comparisons"
"""What is sent there holds whole editions; the admin gate bounds it."""

LARGEST_BODY = 16 * 1024
"""Bytes: the longest question, in the widest escapes, with its scope, many times over."""

LARGER_BODIES = {
    "/v1/chat/completions": 512 * 1024,  # a whole conversation, with what other programs put in front of it
    "/v1/discord/interactions": 128 * 1024,  # the message that a button sits on comes along, in escapes
}
"""Bytes, where a body holds more than one question."""

UNCOUNTED = "/v1/discord/interactions"
"""Every call comes from Discord's few addresses; its users are counted one by one instead."""

SLOWEST_BODY = 10.0
"""Seconds in which a body must have arrived."""

MOST_CLIENTS = 10_000
"""Buckets that are kept; the client unseen for longest starts afresh beyond that."""


class Buckets:
    """Token buckets, one a client, that fill at ``per_second`` up to ``burst``."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second, self._burst, self._clock = per_second, burst, clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Take a token; return 0.0, or the seconds until there is one."""
        now = self._clock()
        tokens, since = self._kept.pop(client, (float(self._burst), now))
        tokens = min(self._burst, tokens + (now - since) * self._per_second)
        allowed = tokens >= 1
        self._kept[client] = (tokens - 1 if allowed else tokens, now)
        if len(self._kept) > MOST_CLIENTS:
            self._kept.popitem(last=False)
        return 0.0 if allowed else (1 - tokens) / self._per_second


class RateLimit:
    """Answers 429 with ``Retry-After`` to a client that calls ``/v1/`` more often than the settings allow."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app, self._exempt = app, settings.rate_exempt
        per_second = settings.rate_per_minute / 60
        self._buckets = Buckets(per_second, settings.rate_burst) if per_second else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it."""
        wait = self._wait(scope)
        if wait == 0:
            await self._app(scope, receive, send)
            return
        seconds = math.ceil(wait)
        detail = f"too many requests; ask again in {seconds} s"
        await problem(429, detail, "rate-limit", {"Retry-After": str(seconds)})(scope, receive, send)

    def _wait(self, scope: Scope) -> float:
        if self._buckets is None or scope["type"] != "http" or not scope["path"].startswith(("/v1/", "/mcp")):
            return 0.0
        if scope["path"] == UNCOUNTED:
            return 0.0
        client = scope["client"][0] if scope.get("client") else ""
        try:
            address = ipaddress.ip_address(client)
        except ValueError:  # a local socket has no address
            return self._buckets.take(client)
        if any(address in network for network in self._exempt):
            return 0.0
        return self._buckets.take(_household(address))


def visitor_of(scope: Scope) -> str:
    """Return what stands for the client of a request."""
    client = scope["client"][0] if scope.get("client") else ""
    try:
        return _household(ipaddress.ip_address(client))
    except ValueError:  # a local socket has no address
        return client


def _household(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> str:
    """Return what stands for one client: a whole /64 in IPv6, of which every home has one to itself."""
    if isinstance(address, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class BodyLimit:
    """Answers 413 to a body over what its route may take, announced or not, and 408 to one that does not come."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole (small) body, then pass the request on with it."""
        if scope["type"] != "http" or scope["method"] in ("GET", "HEAD", "OPTIONS") or _is_bounded_elsewhere(scope):
            await self._app(scope, receive, send)
            return
        try:
            body = await _read(scope, receive)
        except _TooLargeError:
            detail = f"the body is over {_largest(scope) // 1024} kB"
            await problem(413, detail, "body-too-large", {"Connection": "close"})(scope, receive, send)
        except TimeoutError:
            await problem(408, "the body did not arrive in time", headers={"Connection": "close"})(scope, receive, send)
        else:
            await self._app(scope, replayed(body, receive), send)


def _is_bounded_elsewhere(scope: Scope) -> bool:
    path: str = scope["path"]
    return path.startswith(ADMIN) or path == COMPARISONS


class _TooLargeError(Exception):
    pass


def _largest(scope: Scope) -> int:
    return LARGER_BODIES.get(scope["path"], LARGEST_BODY)


async def _read(scope: Scope, receive: Receive) -> bytes:
    """Return the body; raises _TooLargeError, before reading it where its length is announced, and TimeoutError."""
    announced, largest = Headers(scope=scope).get("content-length", "0"), _largest(scope)
    if len(announced) > 9 or int(announced) > largest:
        raise _TooLargeError
    body = bytearray()
    async with asyncio.timeout(SLOWEST_BODY):
        while True:
            message = await receive()
            body += message.get("body", b"")
            if len(body) > largest:
                raise _TooLargeError
            if not message.get("more_body"):
                return bytes(body)


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives ``body`` anew, and after it what ``receive`` gives."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Message:
        return waiting.pop() if waiting else await receive()

    return replay
