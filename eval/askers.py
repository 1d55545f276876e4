"""Many who ask a service at once, each its next question as soon as the last is answered.

The client is bare (prepared requests over kept-alive connections, only the head of a response is read closely), so that
it takes little of the cores that it shares with the service.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from typing import NamedTuple

from eval.questions import JudgedQuestion

PATIENCE = 60.0
"""Seconds after which a response that has not come is an error."""

TURNED_AWAY = (429, 503)


class Taken(NamedTuple):
    """One call: when it began (seconds since the start), how long it took, its status (0: no response)."""

    began: float
    seconds: float
    status: int
    retry_after: float | None = None


async def ask_all(port: int, questions: Sequence[JudgedQuestion], askers: int, seconds: float) -> list[Taken]:
    """Let ``askers`` ask a service on this machine for ``seconds``, and return all calls."""
    requests = [_request(each) for each in questions]
    turns, started = count(), time.perf_counter()
    asking = [_Asker(port, requests, turns, started, seconds).ask() for _ in range(askers)]
    return [taken for one in await asyncio.gather(*asking) for taken in one]


def _request(question: JudgedQuestion) -> bytes:
    body = json.dumps({"question": question.question, "game": question.game}).encode()
    head = f"POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    return head.encode() + b"\r\n\r\n" + body


class _Asker:
    def __init__(self, port: int, requests: Sequence[bytes], turns: "count[int]", started: float, last: float) -> None:
        self._port, self._requests, self._turns, self._started, self._last = port, requests, turns, started, last
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self) -> list[Taken]:
        """Ask until the time is over; who is turned away comes back when told to."""
        taken = []
        while (began := time.perf_counter() - self._started) < self._last:
            status, retry_after = await self._call(self._requests[next(self._turns) % len(self._requests)])
            took = time.perf_counter() - self._started - began
            taken.append(Taken(began, took, status, retry_after))
            if status in TURNED_AWAY:
                await asyncio.sleep(min(retry_after or 1.0, self._last))
        await self._hang_up()
        return taken

    async def _call(self, request: bytes) -> tuple[int, float | None]:
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._answered(request)
        except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
            await self._hang_up()
            return 0, None

    async def _answered(self, request: bytes) -> tuple[int, float | None]:
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writer.write(request)
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        await self._reader.readexactly(int(fields["content-length"]))
        if fields.get("connection") == "close":
            await self._hang_up()
        return int(head.split(" ", 2)[1]), float(fields["retry-after"]) if "retry-after" in fields else None

    async def _hang_up(self) -> None:
        writer, self._reader, self._writer = self._writer, None, None
        if writer is not None:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()
