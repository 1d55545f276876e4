"""Another site: a server of its own on a port of its own, whose pages are given as text."""

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class _Pages(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, str] = {}
        self.headers: dict[str, str] = {}


class _Handler(BaseHTTPRequestHandler):
    server: _Pages

    def do_GET(self) -> None:
        page = self.server.pages.get(self.path.split("?")[0])
        body = (page or "").encode()
        self.send_response(204 if self.path == "/favicon.ico" else 404 if page is None else 200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        if self.path != "/favicon.ico":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class OtherSite:
    """A running site; ``origin`` is what browsers call it."""

    def __init__(self, server: _Pages) -> None:
        self._server = server
        self.origin = f"http://127.0.0.1:{server.server_address[1]}"

    def show(self, page: str, path: str = "/", headers: Mapping[str, str] | None = None) -> str:
        """Put ``page`` at ``path`` and return its address."""
        self._server.pages[path], self._server.headers = page, dict(headers or {})
        return self.origin + path


@contextmanager
def other_site() -> Iterator[OtherSite]:
    """Yield a site for as long as the block lasts."""
    with _Pages() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield OtherSite(server)
        finally:
            server.shutdown()
            thread.join(10)
