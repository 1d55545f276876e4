"""Changes the library while it answers: each change runs in a process of its own, one after the other."""

import asyncio
import json
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import ingest
from corpus.errors import LexludoError

log = logging.getLogger(__name__)

COMMAND = (sys.executable, "-m", "ingest.orders")
MOST_WAITING = 8
"""Changes that may wait for their turn."""


class KeeperBusyError(LexludoError):
    """As many changes are waiting as may wait."""


class KeepingError(LexludoError):
    """A change that could not be made; nothing changed. ``status`` and ``kind`` tell clients why."""

    status, kind = 500, "library"


class GoneError(KeepingError):
    """A document that left the library meanwhile."""

    status, kind = 404, "unknown-name"


class TakenError(KeepingError):
    """A document that the library holds already."""

    status, kind = 409, "taken"


class UnreadableUploadError(KeepingError):
    """A file that was uploaded whole and cannot become a document."""

    status, kind = 422, "unreadable"


class LibraryKeeper:
    """Changes one index, on behalf of whoever may."""

    def __init__(self, index: Path, model: str | None, command: Sequence[str] = COMMAND) -> None:
        self._index, self._model, self._command = index, model, command
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def ingest(self, folder: Path) -> dict[str, Any]:
        """Ingest a folder; return ``generation`` and ``files``, as ``ingest.outcome`` reports. Raises KeepingError."""
        return await self._ordered({"index": str(self._index), "model": self._model, "paths": [str(folder)]})

    async def remove(self, names: Sequence[str]) -> dict[str, Any]:
        """Remove documents; return ``generation`` and ``removed``. Raises KeepingError."""
        return await self._ordered({"index": str(self._index), "remove": list(names)})

    async def _ordered(self, order: dict[str, Any]) -> dict[str, Any]:
        if self._waiting >= MOST_WAITING:
            raise KeeperBusyError("many changes to the library are waiting; try again in a minute")
        self._waiting += 1
        try:
            async with self._turn:
                return await self._obeyed(order)
        finally:
            self._waiting -= 1

    async def _obeyed(self, order: dict[str, Any]) -> dict[str, Any]:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *self._command, stdin=pipe, stdout=pipe, stderr=pipe, env=child_environment()
        )
        try:
            answer, said = await process.communicate(json.dumps(order).encode())
        finally:
            if process.returncode is None:  # this service is being stopped
                process.kill()
        if process.returncode:
            log.error("a change to the library ended with code %s: %s", process.returncode, said.decode()[-2000:])
            raise KeepingError("the library could not be changed; the service's log says why")
        return _result(answer)


def _result(answer: bytes) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(answer)
    if "error" in result:
        raise (GoneError if result["unknown"] else KeepingError)(result["error"])
    return result


def child_environment() -> dict[str, str]:
    """Let the child find the program where this process found it."""
    home = str(Path(next(iter(ingest.__path__))).parent)
    paths = [home, *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(path for path in paths if path))}
