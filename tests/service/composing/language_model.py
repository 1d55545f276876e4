"""A local server that speaks OpenAI's protocol, well or in one of the ways in which such servers go wrong."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Behaviour = Callable[["Speaker", str], None]
"""Sends a response, given what the model would say."""


def sentence(text: str, quote: str, passage: int = 1) -> str:
    """Return one line of a reply in the form that is asked for."""
    return json.dumps({"sentence": text, "passage": passage, "quote": quote}, ensure_ascii=False)


@dataclass
class LanguageModel:
    """``says`` is the reply; ``behaves`` how it is sent; ``asked`` holds the requests' bodies, ``keys`` their keys."""

    url: str = ""
    says: str | Callable[[dict[str, Any]], str] = ""
    behaves: Behaviour = lambda speaker, said: speaker.stream(said)
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)

    def reply(self) -> str:
        """Return what it says to the last request."""
        return self.says if isinstance(self.says, str) else self.says(self.asked[-1])


class Speaker(BaseHTTPRequestHandler):
    """Answers one request as the model behaves."""

    protocol_version = "HTTP/1.1"
    model: LanguageModel

    def do_POST(self) -> None:
        self.model.asked.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.model.keys.append(self.headers["Authorization"])
        self.close_connection = True
        try:
            self.model.behaves(self, self.model.reply())
        except (BrokenPipeError, ConnectionResetError):
            return  # the client had enough, which is what some tests want

    def begin(self, media_type: str = "text/event-stream", status: int = 200) -> None:
        self.send_response(status)
        self.send_header("Content-Type", media_type)
        self.send_header("Connection", "close")
        self.end_headers()

    def send(self, text: str) -> None:
        self.wfile.write(text.encode())
        self.wfile.flush()

    def chunk(self, text: str, reason: str | None = None) -> None:
        choice = {"index": 0, "delta": {"content": text} if text else {}, "finish_reason": reason}
        self.send(f"data: {json.dumps({'object': 'chat.completion.chunk', 'choices': [choice]})}\n\n")

    def stream(self, text: str, pause: float = 0.0) -> None:
        """Send ``text`` in small pieces, then end as the protocol asks."""
        self.begin()
        for start in range(0, len(text), 7):
            self.chunk(text[start : start + 7])
            self.model.stopping.wait(pause)
        self.chunk("", "stop")
        self.send("data: [DONE]\n\n")

    def whole(self, text: str) -> None:
        """Send ``text`` at once, as a server does that cannot stream."""
        self.begin("application/json")
        self.send(json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}))

    def wait(self, seconds: float) -> None:
        """Say nothing for a while, or until the test ends."""
        self.model.stopping.wait(seconds)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        return


@contextmanager
def language_model(
    says: str | Callable[[dict[str, Any]], str] = "", behaves: Behaviour | None = None
) -> Iterator[LanguageModel]:
    """Run a model on a free port."""
    model = LanguageModel(says=says)
    if behaves is not None:
        model.behaves = behaves
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("ThisSpeaker", (Speaker,), {"model": model}))
    server.daemon_threads = True
    model.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield model
    finally:
        model.stopping.set()
        server.shutdown()
        thread.join(10)
        server.server_close()


def slow(seconds: float) -> Behaviour:
    """Begin to speak only after a while."""

    def behave(speaker: Speaker, said: str) -> None:
        speaker.wait(seconds)
        speaker.stream(said)

    return behave


def refuse(status: int) -> Behaviour:
    """Answer with an HTTP error."""

    def behave(speaker: Speaker, said: str) -> None:
        speaker.begin("application/json", status)
        speaker.send('{"error": {"message": "no"}}')

    return behave


def garbage(speaker: Speaker, said: str) -> None:
    """Stream what is no JSON."""
    speaker.begin()
    speaker.send("data: <html>\x00\xff</html>\n\ndata: {{{\n\n")


def strange_json(speaker: Speaker, said: str) -> None:
    """Stream JSON of another protocol."""
    speaker.begin()
    speaker.send('data: {"choices": {"text": 7}}\n\ndata: [1, 2]\n\ndata: [DONE]\n\n')


def break_off(speaker: Speaker, said: str) -> None:
    """Stop after the first whole sentence, without saying that this is all."""
    speaker.begin()
    speaker.chunk(said.split("\n")[0] + "\n")


def error_midway(speaker: Speaker, said: str) -> None:
    """Report an error inside the stream, as servers do that run out of memory while they speak."""
    speaker.begin()
    speaker.chunk(said.split("\n")[0] + "\n")
    speaker.send('data: {"error": {"message": "out of memory"}}\n\ndata: [DONE]\n\n')


def never_end(speaker: Speaker, said: str) -> None:
    """Go on speaking, quickly, until hung up on."""
    speaker.begin()
    until = time.monotonic() + 30
    while time.monotonic() < until and not speaker.model.stopping.is_set():
        speaker.chunk("and so on " * 50)


def drip(speaker: Speaker, said: str) -> None:
    """Keep the line open with comments and say nothing, until hung up on."""
    speaker.begin()
    while not speaker.model.stopping.wait(0.05):
        speaker.send(": thinking\n\n")


def one_endless_line(speaker: Speaker, said: str) -> None:
    """Send bytes that never end a line."""
    speaker.begin()
    until = time.monotonic() + 30
    while time.monotonic() < until and not speaker.model.stopping.is_set():
        speaker.send("x" * 5000)
