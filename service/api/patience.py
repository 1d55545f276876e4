"""How long a connection may take to say what it wants: uvicorn alone would wait for a request line for ever."""

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

PATIENCE = 10.0
"""Seconds in which the head of a request must have arrived whole."""


class Patient(AutoHTTPProtocol):  # type: ignore[misc, valid-type]
    """Closes a connection on which no request begins in time ("slowloris"); bodies have a limit of their own."""

    patience = PATIENCE
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Wait for the rest of a request's head, from its first byte on."""
        former = self.cycle
        super().data_received(data)
        if self.cycle is not former:
            self._wait_no_more()
        elif self._deadline is None and (former is None or former.response_complete):
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._deadline = self.loop.call_later(self.patience, self.transport.close)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
