"""The library behind the API: opened in the background, and asked without ever holding up the event loop."""

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from typing import Protocol, TypeVar, runtime_checkable

from corpus.errors import LexludoError
from service.aids import Aids
from service.contract import Answer, Answering, Question
from service.settings import Settings

log = logging.getLogger(__name__)

Result = TypeVar("Result")
Opened = Callable[[Exception | None], None]
"""Told once that the library is open (None) or why it could not be opened."""


def _log(failure: Exception | None) -> None:
    if failure is not None:
        log.error("the library could not be opened: %s", failure, exc_info=failure)


class NotReadyError(LexludoError):
    """The library is still being opened, or could not be."""


class BusyError(LexludoError):
    """As many questions are waiting as may wait."""


@runtime_checkable
class _Closable(Protocol):
    def close(self) -> None: ...


class Library:
    """Holds the one Answering of an app, and the few threads that may run it.

    Lookups that need no encoder do not queue behind questions. ``aids`` come beside its answers.
    """

    def __init__(
        self, settings: Settings, answering: Answering | Callable[[], Answering], opened: Opened | None = None
    ) -> None:
        self.aids = Aids.of(settings)
        self._opener = answering if callable(answering) else None
        self._answering = None if callable(answering) else answering
        self._failure: Exception | None = None
        self._told = opened or _log
        self._threads = settings.asking_threads
        self._most_pending = self._threads + settings.waiting
        self._pending = 0
        self._pool: ThreadPoolExecutor | None = None

    @property
    def answering(self) -> Answering:
        """The open library; raises NotReadyError before it is, and for good where opening failed."""
        if self._answering is not None:
            return self._answering
        if self._failure is not None:
            raise NotReadyError("the library could not be opened; the service's log says why")
        raise NotReadyError("the rulebooks are still being opened; ask again in a few seconds")

    @property
    def pending(self) -> int:
        """How many questions are under way or wait their turn."""
        return self._pending

    @property
    def ready(self) -> bool:
        """Whether questions can be answered."""
        return self._answering is not None

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Open on entering and stop on leaving, as an app's lifespan."""
        self.start()
        yield
        self.stop()
        await self.aids.close()

    def start(self) -> None:
        """Begin to open, in a daemon thread: a stop signal must not wait for a model to load."""
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="lexludo-ask")
        threading.Thread(target=self._open, name="lexludo-opening", daemon=True).start()

    def stop(self) -> None:
        """Drop the questions still waiting and let the one in hand finish."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
        if isinstance(self._answering, _Closable):
            self._answering.close()

    async def work(self, call: Callable[[Answering], Result]) -> Result:
        """Run ``call`` on the library in an asking thread; raises NotReadyError, BusyError, and what it raises."""
        answering = self.answering
        if self._pending >= self._most_pending:
            raise BusyError("many questions are waiting; ask again in a moment")
        self._pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._pool,
                copy_context().run,
                call,
                answering,  # what is logged there bears the request's id
            )
        finally:
            self._pending -= 1

    async def aided(self, question: Question, answer: Answer) -> Answer:
        """Return an answer with the aids that come within the time set for them."""
        return await self.aids.within(self.answering, question, answer)

    def _open(self) -> None:
        try:
            if self._opener is not None:
                self._answering = self._opener()
        except Exception as failure:  # nobody is above this thread to see it: it goes to /readyz and who asked
            self._failure = failure
        self._told(self._failure)
