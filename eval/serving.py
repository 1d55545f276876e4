"""A real ``lexludo serve`` in a process of its own, on the loopback interface, for as long as it is needed."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from corpus.errors import LexludoError

PATIENCE = 240.0
"""Seconds that a service may take to be ready; it may have to unpack its model first."""

PAUSE = 0.1
LOOPBACK = "127.0.0.1"


class ServingError(LexludoError):
    """A service that did not start, or did not answer."""


class Client:
    """Asks a service over one kept-alive connection."""

    def __init__(self, port: int, ready_seconds: float, pid: int) -> None:
        self.port, self.ready_seconds, self.pid = port, ready_seconds, pid
        self._connection = http.client.HTTPConnection(LOOPBACK, port, timeout=60)

    def ask(self, question: str, game: str | None) -> dict[str, Any]:
        """Return the answer as the service's JSON. Raises ServingError for anything but an answer."""
        body = json.dumps({"question": question, "game": game}).encode()
        self._connection.request("POST", "/v1/ask", body, {"content-type": "application/json"})
        response = self._connection.getresponse()
        content = response.read()
        if response.status != 200:
            raise ServingError(f"{question!r}: the service answered {response.status}: {content[:200]!r}")
        answer: dict[str, Any] = json.loads(content)
        return answer

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


@contextmanager
def served(index: Path | None, model: str | None, options: Sequence[str] = ()) -> Iterator[Client]:
    """Serve an index while the context lasts, with more ``options``; entered once the service says that it is ready.

    Raises ServingError with the end of what the service printed where it does not come up.
    """
    with tempfile.TemporaryFile() as log, socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        port = taken.getsockname()[1]
        taken.close()
        started = time.perf_counter()
        process = subprocess.Popen([*_command(index, port), *options], stdout=log, stderr=log, env=_environment(model))
        try:
            _wait_until_ready(process, port, log)
            client = Client(port, time.perf_counter() - started, process.pid)
            yield client
            client.close()
        finally:
            _stop(process)


def _command(index: Path | None, port: int) -> list[str]:
    where = ["--index", str(index)] if index else []
    return [sys.executable, "-m", "eval.cli", "serve", *where, "--host", LOOPBACK, "--port", str(port)]


def _environment(model: str | None) -> dict[str, str]:
    return {**os.environ, "LEXLUDO_MODEL": model} if model else dict(os.environ)


def _wait_until_ready(process: subprocess.Popen[bytes], port: int, log: IO[bytes]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not _ready(port):
        if process.poll() is not None or time.monotonic() > deadline:
            log.seek(0)
            said = log.read().decode(errors="replace").strip()
            raise ServingError(f"lexludo serve did not get ready; it said: {said[-500:] or 'nothing'}")
        time.sleep(PAUSE)


def _ready(port: int) -> bool:
    connection = http.client.HTTPConnection(LOOPBACK, port, timeout=2)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGTERM)
    try:
        process.wait(15)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
