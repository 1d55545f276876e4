"""Runs the app on a socket until it is told to stop."""

import os
import signal
import socket
from collections.abc import Callable

import uvicorn

from corpus.errors import LexludoError
from service.api.app import create_app
from service.api.patience import Patient
from service.contract import Answering
from service.settings import Settings

GRACE = 5
"""Seconds that answers under way are given after a stop signal."""


class AddressError(LexludoError):
    """An address that cannot be listened on."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket bound to ``host`` and ``port`` (0: a free one). Raises AddressError."""
    try:
        return _bound(host, port)
    except OSError as error:
        remedy = "stop what uses it, or choose another with --port and --host"
        raise AddressError(f"cannot listen on {host} port {port}: {error.strerror}; {remedy}") from error


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    # naming the protocol matters: asyncio turns Nagle's delay (40 ms an answer) off only where it says TCP
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
    except OSError:
        listening.close()
        raise
    return listening


def address_of(listening: socket.socket) -> str:
    """Return the URL at which a browser on this machine reaches a listening socket."""
    host, port = listening.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def serve(settings: Settings, make: Callable[[], Answering], announce: Callable[[str], None]) -> None:
    """Serve what ``make`` opens until SIGTERM or Ctrl+C; ``announce`` gets the address once questions are answered.

    Raises AddressError, or what ``make`` raised.
    """
    outcome: list[Exception | None] = []

    def opened(failure: Exception | None) -> None:
        outcome.append(failure)
        if failure is None:
            announce(address)
        else:
            server.should_exit = True

    with listen(settings.host, settings.port) as listening:
        address = address_of(listening)
        server = uvicorn.Server(_config(settings, create_app(settings, make, opened)))
        _stop_without_dying()
        server.run([listening])
    if not outcome:
        # told to stop while a model loads, in native code that must not see the interpreter end around it
        os._exit(0)
    if outcome[0] is not None:
        raise outcome[0]


def _config(settings: Settings, app: object) -> uvicorn.Config:
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        log_config=None,
        access_log=False,  # it would tell what stands behind the question mark: the envelope logs
        http=Patient,
        server_header=False,
        ws="none",
        forwarded_allow_ips=settings.trusted_proxies,
        timeout_graceful_shutdown=GRACE,
    )


def _stop_without_dying() -> None:
    """Uvicorn raises a signal again after its graceful end; that must not turn a clean stop into a failure."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
