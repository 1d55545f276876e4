"""A worker process: opens the library, and answers what comes over its pipe until that is closed."""

import logging
import os
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import connection, parent_process
from multiprocessing.connection import Connection
from typing import Any

from corpus.errors import LexludoError
from service.contract import Answering
from service.workers.lines import Call, Reply, Standing, Told, Unopened

log = logging.getLogger(__name__)

QUEUED = frozenset(("ask", "search"))
"""What encodes, and is done one after the other; anything else is a quick look that does not wait behind it."""

LOOK_EVERY = 1.0
"""Seconds between two looks at what the library has become."""

Open = Callable[[], Answering]


def run(line: Connection, make: Open) -> None:
    """Serve ``make``'s library over ``line``: the main function of a worker, which can be pickled if ``make`` can."""
    for number in (signal.SIGINT, signal.SIGTERM):  # a terminal and a service manager tell all; the parent says when
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, name="lexludo-orphan", daemon=True).start()
    try:
        answering = make()
    except Exception as failure:  # it is the serving process that tells whoever waits
        line.send(Unopened(_sendable(failure)))
        return
    _Desk(line, answering).serve()


def _leave_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(0)  # whatever is being loaded or answered, nobody waits for it any more


class _Desk:
    """Takes calls off the pipe and puts replies on it."""

    def __init__(self, line: Connection, answering: Answering) -> None:
        self._line, self._answering = line, answering
        self._sending = threading.Lock()
        self._queue = ThreadPoolExecutor(1, thread_name_prefix="lexludo-work")
        self._signature: dict[str, str] = {}

    def serve(self) -> None:
        """Answer until told that nothing more will come, then what was asked before that."""
        while True:
            self._tell_what_stands()
            if self._line.poll(LOOK_EVERY):
                call: Call | None = self._line.recv()
                if call is None:
                    break
                self._take(call)
        self._queue.shutdown(wait=True)

    def _take(self, call: Call) -> None:
        if call.method in QUEUED:
            self._queue.submit(self._answer, call)
        else:
            self._answer(call)

    def _answer(self, call: Call) -> None:
        try:
            result = getattr(self._answering, call.method)(*call.arguments)
        except Exception as failure:  # raised again where it was asked; its traceback stays here
            if not isinstance(failure, LexludoError):
                log.exception("%s failed", call.method)
            self._send(Reply(call.number, failure=_sendable(failure)))
        else:
            self._send(Reply(call.number, result))

    def _tell_what_stands(self) -> None:
        signature = self._answering.signature()
        if signature != self._signature:
            self._signature = signature
            self._send(Standing(tuple(self._answering.games()), signature))

    def _send(self, told: Told) -> None:
        with self._sending:
            self._line.send(told)


def _sendable(failure: Exception) -> Exception:
    """Return a failure that arrives as it left, or what can be said of it."""
    try:
        returned: Any = pickle.loads(pickle.dumps(failure))
    except Exception:  # whatever its own making raises
        returned = None
    if type(returned) is type(failure) and str(returned) == str(failure):
        return failure
    kind = LexludoError if isinstance(failure, LexludoError) else RuntimeError
    return kind(f"{failure}")
