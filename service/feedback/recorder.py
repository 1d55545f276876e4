"""Takes entries without ever holding up an answer, and writes them in a thread of its own."""

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from service.channels.votes import Vote
from service.contract import Answer, Question
from service.feedback.entries import Entry, Forget, Words, asked_entry, visitor_of, vote_entry
from service.feedback.errors import FeedbackDatabaseError

if TYPE_CHECKING:
    from service.feedback.database import Database
    from service.feedback.store import Store

log = logging.getLogger(__name__)

MOST_WAITING = 1_000
"""Entries that may wait to be written; while the database is down, more are dropped and counted."""

LINGER = 0.5
"""Seconds for which entries are gathered before they are written together."""

PAUSE = 5.0
"""Seconds after which a database that failed is tried again."""

FAREWELL = 3.0
"""Seconds at a stop in which what waits is written."""

SWEEP = 3_600.0
"""Seconds between two looks for entries past their time."""

DAY = 86_400

Observe = Callable[[str, int], None]
"""Told of each fate of entries ("kept", "dropped") and how many met it."""


class Recorder:
    """Keeps what was asked and voted. Its methods only queue: they are quick, never wait and never raise."""

    def __init__(self, url: str, words: Words, days: int, observe: Observe, pause: float = PAUSE) -> None:
        """Keep entries for ``days`` (0: for good) in the database at ``url``; an empty one keeps nothing."""
        self._url, self._words, self._days, self._observe, self._pause = url, words, days, observe, pause
        self._waiting: deque[Entry] = deque()
        self._lock = threading.Lock()
        self._some, self._ending = threading.Event(), threading.Event()
        self._down = False

    @property
    def on(self) -> bool:
        """Whether feedback is kept at all."""
        return bool(self._url)

    def asked(self, channel: str, question: Question, answer: Answer, site: str = "") -> None:
        """Keep how ``question`` ended, with its words where the settings say so; one from a site came by its embed."""
        if self.on:
            through = "embed" if site else channel
            self._take(asked_entry(int(time.time()), through, site, question, answer, self._words))

    def voted(self, vote: Vote) -> bool:
        """Keep ``vote``; return False where it had to be dropped."""
        return self.on and self._take(vote_entry(int(time.time()), vote))

    def forget(self, conversation_id: str) -> bool:
        """Remove what was asked and voted in a conversation; return False where the order had to be dropped."""
        return self.on and self._take(Forget(visitor_of(conversation_id)))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Write while the ``with`` block lasts, and what still waits at its end for as long as ``FAREWELL``."""
        if not self.on:
            yield
            return
        writer = threading.Thread(target=self._write, name="lexludo-feedback", daemon=True)
        writer.start()
        try:
            yield
        finally:
            self._ending.set()
            self._some.set()
            writer.join(FAREWELL)

    def _take(self, entry: Entry) -> bool:
        with self._lock:
            taken = len(self._waiting) < MOST_WAITING
            if taken:
                self._waiting.append(entry)
        if taken:
            self._some.set()
        else:
            self._observe("dropped", 1)
        return taken

    def _write(self) -> None:
        from service.feedback.database import Database

        database = Database(self._url)
        due = 0.0
        while not self._ending.is_set():
            if time.monotonic() >= due and self._swept(database):
                due = time.monotonic() + SWEEP
            self._some.wait(SWEEP)
            self._ending.wait(LINGER)
            if not self._written(database):
                self._ending.wait(self._pause)
        self._written(database)
        self._drop_rest()
        database.close()

    def _swept(self, database: "Database") -> bool:
        before = int(time.time()) - self._days * DAY if self._days else 0
        return self._tried(database, lambda store: store.purge(before))

    def _written(self, database: "Database") -> bool:
        """Write what waits, in the order in which it came; return False where the database fails."""
        self._some.clear()
        with self._lock:
            batch = list(self._waiting)
        if not batch:
            return True
        if not self._tried(database, lambda store: store.put(batch)):
            self._some.set()
            return False
        with self._lock:
            for _ in batch:
                self._waiting.popleft()
        self._observe("kept", sum(not isinstance(entry, Forget) for entry in batch))
        return True

    def _tried(self, database: "Database", call: "Callable[[Store], object]") -> bool:
        """Call with the store; say in the log, once, that it fails, and once that it works again."""
        try:
            with database.store() as store:
                call(store)
        except FeedbackDatabaseError as error:
            if not self._down:
                log.error("%s; answers go on, feedback waits for it", error)
            self._down = True
            return False
        if self._down:
            log.warning("the feedback database works again")
        self._down = False
        return True

    def _drop_rest(self) -> None:
        with self._lock:
            left = len(self._waiting)
        if left:
            self._observe("dropped", left)
            log.error("the feedback database did not take the last %d entries", left)
