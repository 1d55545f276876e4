"""Serves a scripted answering over HTTP as ``lexludo serve --index SCRIPT --host H --port P`` would.

SCRIPT is a JSON file: question text to an answer's JSON, or to null for an error of the service.
"""

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from tests.eval.scripted import PAGES


class Handler(BaseHTTPRequestHandler):
    script: dict[str, Any]

    def do_GET(self) -> None:
        parts = [unquote(part) for part in self.path.split("/")]
        if parts[1] == "readyz":
            self._send(200, {})
        else:  # /v1/documents/{id}/pages/{n}
            self._send(200, {"text": PAGES[parts[3], int(parts[5])]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        answer = self.script[asked["question"]]
        self._send(500 if answer is None else 200, answer)

    def _send(self, status: int, content: object) -> None:
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        return


def main() -> None:
    given = dict(zip(sys.argv[2::2], sys.argv[3::2], strict=True))
    Handler.script = json.loads(Path(given["--index"]).read_text(encoding="utf-8"))
    HTTPServer((given["--host"], int(given["--port"])), Handler).serve_forever()


if __name__ == "__main__":
    main()
