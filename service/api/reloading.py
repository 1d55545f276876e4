"""Answers from the newest complete index: a new generation is opened beside the old one and then takes its place."""

import logging
import threading
import time
from collections.abc import Callable
from typing import Protocol, runtime_checkable

from corpus.types import Page
from service.contract import Answer, Answering, Citation, Game, Question
from service.neighbours import Place, Placing
from service.page_images import Illustrated, Sheet

log = logging.getLogger(__name__)

CHECK_EVERY = 2.0
"""Seconds between two looks at the version."""

RETRY_AFTER = 30.0
"""Seconds before a version that did not open is tried again."""


class Reloading:
    """An Answering over whatever ``make`` opens, made anew when ``version`` changes.

    The old one answers while the new one opens, and goes on answering where the new one cannot be opened or the
    version is None (nothing complete there). A daemon thread looks every ``check_every`` seconds, until ``close``.
    """

    def __init__(
        self, make: Callable[[], Answering], version: Callable[[], str | None], check_every: float = CHECK_EVERY
    ) -> None:
        self._make, self._version, self._check_every = make, version, check_every
        # read before opening: a generation that arrives meanwhile is then opened once too often, never missed
        self._opened_version = version()
        self._answering = make()
        self._failed: tuple[str, float] | None = None
        self._refreshing = threading.Lock()
        self._closed = threading.Event()
        threading.Thread(target=self._watch, name="lexludo-reloading", daemon=True).start()

    def ask(self, question: Question) -> Answer:
        """Answer from the newest index."""
        return self._answering.ask(question)

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        """Rank passages of the newest index."""
        return self._answering.search(question, limit)

    def games(self) -> list[Game]:
        """Return the newest index's games."""
        return self._answering.games()

    def page(self, document: str, number: int) -> Page:
        """Return a page from the newest index."""
        return self._answering.page(document, number)

    def page_count(self, document: str) -> int:
        """Return how many pages a document of the newest index has."""
        return self._answering.page_count(document)

    def sheet(self, document: str, number: int) -> Sheet:
        """Return a page of the newest index as it is to be drawn; without a file where it knows no images."""
        answering = self._answering
        return answering.sheet(document, number) if isinstance(answering, Illustrated) else Sheet(None, number)

    def place(self, document: str, page: int, start: int) -> Place | None:
        """Return where words of the newest index stand; None where it knows no places."""
        answering = self._answering
        return answering.place(document, page, start) if isinstance(answering, Placing) else None

    def signature(self) -> dict[str, str]:
        """Return what makes the answers now."""
        return self._answering.signature()

    def close(self) -> None:
        """Look no more; the index that is open stays so, and nothing goes on behind it."""
        self._closed.set()
        _close(self._answering)

    def refresh(self) -> bool:
        """Open the newest version if it is another than the one in use; return whether it took over."""
        with self._refreshing:
            return self._refresh()

    def _refresh(self) -> bool:
        newest = self._version()
        if newest is None or newest == self._opened_version or self._failed_lately(newest):
            return False
        former, self._answering = self._answering, self._make()
        self._opened_version, self._failed = newest, None
        _close(former)
        log.info("index %s is in service", newest)
        return True

    def _failed_lately(self, version: str) -> bool:
        return self._failed is not None and self._failed[0] == version and time.monotonic() < self._failed[1]

    def _watch(self) -> None:
        while not self._closed.wait(self._check_every):
            try:
                self.refresh()
            except Exception:  # whatever is wrong with the new one, the old one must go on answering
                log.exception("a newer index could not be opened; the one in service stays")
                self._failed = (self._version() or "", time.monotonic() + RETRY_AFTER)


@runtime_checkable
class _Closable(Protocol):
    def close(self) -> None: ...


def _close(answering: Answering) -> None:
    """End what an answering does in the background; one under way still gets its answer."""
    if isinstance(answering, _Closable):
        answering.close()
