"""A circuit breaker: what failed several times in a row is left alone for a while, then tried once."""

import threading
import time
from collections.abc import Callable

FAILURES = 3
"""Failures in a row that open the circuit."""
REST = 30.0
"""Seconds that it stays open before one call may probe."""


class Breaker:
    """Closed, open or half-open (Nygard, "Release It!", 2007). Safe to use from several threads.

    Whoever is let through says afterwards how it went: ``succeeded``, ``failed``, or ``undecided`` where the call was
    dropped before it could tell.
    """

    def __init__(self, failures: int = FAILURES, rest: float = REST, now: Callable[[], float] = time.monotonic) -> None:
        self._most, self._rest, self._now = failures, rest, now
        self._failures = 0
        self._opened: float | None = None
        self._probing = False
        self._lock = threading.Lock()

    def lets_through(self) -> bool:
        """Tell whether a call may be made now; while the circuit is open, only one probe at a time after a rest."""
        with self._lock:
            if self._opened is None:
                return True
            if self._probing or self._now() - self._opened < self._rest:
                return False
            self._probing = True
            return True

    def succeeded(self) -> None:
        """Close the circuit."""
        with self._lock:
            self._failures, self._opened, self._probing = 0, None, False

    def failed(self) -> None:
        """Count a failure; the last one bearable, or that of a probe, opens the circuit."""
        with self._lock:
            self._failures += 1
            if self._probing or self._failures >= self._most:
                self._opened, self._probing = self._now(), False

    def undecided(self) -> None:
        """Let another probe try."""
        with self._lock:
            self._probing = False
