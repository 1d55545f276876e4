"""The real app behind a real socket, for as long as a ``with`` block lasts."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from service.api.app import create_app
from service.api.serving import _config, address_of, listen
from service.contract import Answering
from service.settings import Settings


@contextmanager
def served(answering: Answering | Callable[[], Answering], wait: bool = True, **settings: Any) -> Iterator[str]:
    """Yield the address of a service over ``answering``; with ``wait``, once it is ready."""
    opened = threading.Event()
    chosen = Settings(**{"feedback_url": "off", **settings})
    app = create_app(chosen, answering, lambda failure: opened.set())
    listening = listen("127.0.0.1", 0)
    config = _config(chosen, app)
    config.timeout_graceful_shutdown = 2
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        _wait_for(lambda: server.started)
        assert not wait or opened.wait(10)
        yield address_of(listening).rstrip("/")
    finally:
        server.should_exit = True
        thread.join(10)
    assert not thread.is_alive()


def _wait_for(happened: Callable[[], bool], seconds: float = 10.0) -> None:
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.01)
