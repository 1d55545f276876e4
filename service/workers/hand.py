"""One worker process as the serving process sees it: called over a pipe, made anew where it died."""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from typing import Any

from corpus.errors import LexludoError
from service.workers.lines import Call, Reply, Standing, Told
from service.workers.worker import Open, run

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a worker that died is made anew; doubled each time it does not come to open."""

FAREWELL = 5.0
"""Seconds in which a worker may finish at a stop."""

FORK_FREE = get_context("spawn")
"""A copy of a process with threads may inherit locks that nobody will ever open again."""


class GoneError(LexludoError):
    """A worker that died before it replied."""


class Hand:
    """Keeps one worker alive until ``close``. ``stands`` is told what it answers from, whenever that changes."""

    def __init__(self, make: Open, stands: Callable[[Standing], None], name: str) -> None:
        self._make, self._stands, self.name = make, stands, name
        self._numbers = count()
        self._lock = threading.Lock()
        self._waiting: dict[int, Future[Any]] = {}
        self._line: Connection | None = None
        self._process: SpawnProcess | None = None
        self._closing = threading.Event()
        self._opened: Future[None] = Future()
        self._keeper = threading.Thread(target=self._keep, name=f"lexludo-{name}", daemon=True)
        self._keeper.start()

    @property
    def open(self) -> bool:
        """Whether it takes calls."""
        return self._line is not None

    @property
    def busy(self) -> int:
        """How many calls it has not replied to."""
        return len(self._waiting)

    @property
    def pid(self) -> int | None:
        """The process id of the worker."""
        return self._process.pid if self._process else None

    def wait_until_open(self) -> None:
        """Return once it has opened for the first time; raises what it could not be opened for, and is then closed."""
        self._opened.result()

    def call(self, method: str, *arguments: Any) -> "Future[Any]":
        """Send a call and return what will hold its result; that, or this, raises GoneError where the worker died."""
        call, reply = Call(next(self._numbers), method, arguments), Future[Any]()
        with self._lock:
            if self._line is None:
                raise GoneError(f"{self.name} is not there")
            self._waiting[call.number] = reply
            try:
                self._line.send(call)
            except OSError as error:
                del self._waiting[call.number]
                raise GoneError(f"{self.name} has ended") from error
        return reply

    def kill(self) -> None:
        """End a worker that hangs; it is made anew."""
        if self._process:
            self._process.kill()

    def close(self) -> None:
        """End the worker once it has replied to what it was asked, or after ``FAREWELL``."""
        self._closing.set()
        process = self._process
        if not self._take_leave() and process:
            process.kill()
        if process:
            process.join(FAREWELL)
            process.kill()
        self._keeper.join(FAREWELL)

    def _take_leave(self) -> bool:
        with self._lock:
            line, self._line = self._line, None
            if line is None:
                return False
            with suppress(OSError):
                line.send(None)
            return True

    def _keep(self) -> None:
        pause = FIRST_PAUSE
        while not self._closing.is_set():
            came_to_open = self._live()
            if self._closing.is_set() or not self._opened.done():
                return
            pause = FIRST_PAUSE if came_to_open else min(2 * pause, LONGEST_PAUSE)
            log.error("%s ended; it is made anew in %g s", self.name, pause)
            self._closing.wait(pause)

    def _live(self) -> bool:
        """Make a worker and hear it out until it ends; return whether it came to open the library."""
        line, other_end = FORK_FREE.Pipe()
        process = FORK_FREE.Process(target=run, args=(other_end, self._make), name=self.name, daemon=True)
        process.start()
        other_end.close()
        self._process = process
        try:
            return self._heard(line)
        finally:
            self._hang_up()
            line.close()
            process.join(FAREWELL)

    def _heard(self, line: Connection) -> bool:
        came_to_open = False
        try:
            while True:
                told: Told = line.recv()
                if isinstance(told, Reply):
                    self._settle(told)
                elif isinstance(told, Standing):
                    came_to_open = True
                    self._stand(line, told)
                else:
                    self._give_up(told.failure)
        except (EOFError, OSError):
            if not self._opened.done():
                self._give_up(GoneError(f"{self.name} ended while it opened the library"))
            return came_to_open

    def _stand(self, line: Connection, standing: Standing) -> None:
        self._stands(standing)
        with self._lock:
            self._line = None if self._closing.is_set() else line
        if not self._opened.done():
            self._opened.set_result(None)

    def _give_up(self, failure: Exception) -> None:
        if self._opened.done():
            log.error("%s cannot open the library: %s", self.name, failure)
        else:
            self._closing.set()
            self._opened.set_exception(failure)

    def _settle(self, reply: Reply) -> None:
        with self._lock:
            waiting = self._waiting.pop(reply.number, None)
        if waiting is None:
            return
        if reply.failure is None:
            waiting.set_result(reply.result)
        else:
            waiting.set_exception(reply.failure)

    def _hang_up(self) -> None:
        """Take no more calls; whoever waits is told that nothing will come."""
        with self._lock:
            self._line = None
            left, self._waiting = self._waiting, {}
        for waiting in left.values():
            waiting.set_exception(GoneError(f"{self.name} ended before it answered"))
