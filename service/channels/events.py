"""Server-sent events (WHATWG HTML, 9.2): frames on the wire, and a wait that is told when the listener leaves."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable

from starlette.responses import StreamingResponse

HEARTBEAT = 10.0
"""Seconds of silence after which a comment goes out; proxies drop a connection that stays silent for longer."""

LOOK = 0.2
"""Seconds between two looks at whether the listener is still there."""

BEAT = ": still here\n\n"


class ListenerLeftError(Exception):
    """Nobody listens any more; what was being done for them is dropped."""


def frame(data: object, event: str | None = None) -> str:
    """Return one event with ``data`` as JSON on one line; JSON leaves no line break that could end it early."""
    named = f"event: {event}\n" if event else ""
    return f"{named}data: {json.dumps(data, ensure_ascii=False)}\n\n"


def event_stream(frames: AsyncIterator[str]) -> StreamingResponse:
    """Return a response that sends ``frames`` as they come, past caches and buffering proxies."""
    encoded = (one.encode("utf-8", "replace") async for one in frames)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(encoded, media_type="text/event-stream; charset=utf-8", headers=headers)


async def beats_until(
    task: "asyncio.Task[object]", left: Callable[[], Awaitable[bool]], heartbeat: float = HEARTBEAT
) -> AsyncIterator[str]:
    """Yield a comment for each ``heartbeat`` seconds until ``task`` is done; raises ListenerLeftError."""
    silent = 0.0
    while not (await asyncio.wait({task}, timeout=LOOK))[0]:
        if await left():
            raise ListenerLeftError
        silent += LOOK
        if silent >= heartbeat:
            silent = 0.0
            yield BEAT
