"""A service evaluated over HTTP: the real app behind a real socket, and the whole as processes of their own."""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import pytest

from corpus.errors import UnknownNameError
from eval.evaluate import evaluate
from eval.holdings import WrongLibraryError, strayed
from eval.remote import LONGEST_WAIT, RefusedCallError, RemoteAnswering, ServiceError
from eval.report import as_data, of_answers
from eval.serving import served as served_process
from service.contract import Question
from tests.eval.scripted import ScriptedAnswering, asked, cite, question
from tests.eval.test_cli import lexludo
from tests.eval.test_evaluate import BOATS, QUESTIONS, SCRIPT
from tests.eval.test_whole import index, questions  # noqa: F401  fixtures
from tests.service.serving import served

RANKED = {"usar barco?": [cite("Barcos não transportam eletricidade."), cite("Um jogador pode usar os barcos")]}


@contextmanager
def service(**settings: Any) -> Iterator[str]:
    with served(ScriptedAnswering(dict(SCRIPT), RANKED), **settings) as url:
        yield url


def test_figures_over_http_are_those_of_the_service_itself() -> None:
    with service() as url, RemoteAnswering(f"{url}/") as remote:
        over_http = of_answers(remote, asked(*QUESTIONS), evaluate(remote, asked(*QUESTIONS), clock=remote.clock))
    itself = ScriptedAnswering(dict(SCRIPT), RANKED)
    directly = of_answers(itself, asked(*QUESTIONS), evaluate(itself, asked(*QUESTIONS)))
    assert over_http.figures == directly.figures
    assert over_http.verdicts == directly.verdicts
    assert over_http.groups == directly.groups
    assert over_http.signature["service"] == url
    assert over_http.signature["model"] == "scripted"
    error = over_http.outcomes[-1].error or ""
    assert re.fullmatch(r"RefusedCallError: /v1/ask answered 500: .+ \(request [0-9a-f]{32}\)", error)
    taken = as_data(over_http)["milliseconds"]
    assert taken["all"]["n"] == 6
    assert 0 < taken["answered"]["p50"] <= taken["answered"]["p99"] <= taken["answered"]["longest"]


def test_scope_and_conversation_reach_the_service() -> None:
    answering = ScriptedAnswering(dict(SCRIPT), RANKED)
    with served(answering) as url, RemoteAnswering(url) as remote:
        remote.ask(Question("usar barco?", "boats", (), "pt", "c-1", 5))
        assert len(remote.search(Question("usar barco?", "boats", ()), limit=1)) == 1
        assert remote.page_count("boats.pt-BR") == 2
        assert remote.page("boats.pt-BR", 2).text.startswith("Fim de jogo")
        with pytest.raises(UnknownNameError, match="fr"):
            remote.page("boats.fr", 1)
    assert answering.asked == [Question("usar barco?", "boats", (), "pt", "c-1", 5)]


def test_waiting_as_told_costs_time_but_is_no_latency() -> None:
    slept: list[float] = []
    limits = {"rate_per_minute": 60.0, "rate_burst": 3, "rate_exempt": ()}

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        time.sleep(seconds)

    with service(**limits) as url, RemoteAnswering(url, sleep=sleep) as remote:
        outcomes = evaluate(remote, asked(*QUESTIONS[:2]), clock=remote.clock)
    assert slept
    assert {outcome.error for outcome in outcomes} == {None}
    assert max(outcome.milliseconds for outcome in outcomes) < 1000 * min(slept)


class Closed(BaseHTTPRequestHandler):
    """Ready, and then answers everything with the status and the Retry-After that a test sets."""

    status: ClassVar[int]
    retry_after: ClassVar[str]
    ready: ClassVar[tuple[int, object]] = (200, {"status": "ready", "signature": {"model": "m"}})

    def do_GET(self) -> None:
        status, body = self.ready if self.path == "/readyz" else (self.status, {"detail": "closed"})
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("retry-after", self.retry_after)
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        return


@contextmanager
def closed(status: int = 429, retry_after: str = "", ready: tuple[int, object] | None = None) -> Iterator[str]:
    made = type("Made", (Closed,), {"status": status, "retry_after": retry_after} | ({"ready": ready} if ready else {}))
    server = HTTPServer(("127.0.0.1", 0), made)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.mark.parametrize(
    ("status", "retry_after", "first", "remedy"),
    [
        (429, "100", 100.0, "LEXLUDO_RATE_EXEMPT"),
        (429, "soon", 1.0, "LEXLUDO_RATE_PER_MINUTE"),
        (503, "30", 30.0, "what keeps it busy"),
    ],
)
def test_a_service_that_stays_closed_is_given_up(status: int, retry_after: str, first: float, remedy: str) -> None:
    slept: list[float] = []
    with (
        closed(status, retry_after) as url,
        RemoteAnswering(url, sleep=slept.append) as remote,
        pytest.raises(ServiceError, match=rf"answered {status} after \d+ s of waiting as told; .*{remedy}"),
    ):
        remote.games()
    assert slept[0] == first
    assert LONGEST_WAIT - first < sum(slept) <= LONGEST_WAIT


def test_retry_after_may_be_a_date() -> None:
    slept: list[float] = []
    with (
        closed(429, formatdate(usegmt=True)) as url,
        RemoteAnswering(url, sleep=slept.append) as remote,
        pytest.raises(ServiceError),
    ):
        remote.games()
    assert slept[0] == 1.0


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("ftp://somewhere", "is no address of a service; write it like http://127.0.0.1:8000"),
        ("localhost:8000", "is no address of a service; write it like http://127.0.0.1:8000"),
        ("http://a:b", "is no address"),
    ],
)
def test_what_is_no_address_is_refused(url: str, message: str) -> None:
    with pytest.raises(ServiceError, match=re.escape(message)):
        RemoteAnswering(url)


def entered(url: str) -> None:
    with RemoteAnswering(url):
        pass


def test_a_service_that_is_not_there_not_ready_or_another_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        with pytest.raises(ServiceError, match=rf"{url}: no service answers there .*start it, or correct --url"):
            entered(url)
    with (
        closed(ready=(503, {"detail": "reading the rulebooks"})) as url,
        pytest.raises(ServiceError, match="is not ready yet \\(reading the rulebooks\\)"),
    ):
        entered(url)
    others: list[tuple[int, object]] = [(200, {"status": "up"}), (404, {}), (200, [])]
    for ready in others:
        with closed(ready=ready) as url, pytest.raises(ServiceError, match="/readyz: does not answer as Lexludo does"):
            entered(url)


def test_a_service_that_goes_away_ends_the_run_with_one_line() -> None:
    with ExitStack() as running:
        remote = RemoteAnswering(running.enter_context(service()))
        with remote:
            assert [game.id for game in remote.games()] == ["boats"]
            running.close()
            with pytest.raises(ServiceError, match="no service answers there"):
                evaluate(remote, asked(*QUESTIONS))


def test_answers_of_another_shape_are_told() -> None:
    another = pytest.raises(ServiceError, match="/v1/search: does not answer as Lexludo does")
    with closed(200) as url, RemoteAnswering(url) as remote, another:
        remote.search(Question("x"))
    refused = pytest.raises(RefusedCallError, match="answered 418: closed")
    with closed(418) as url, RemoteAnswering(url) as remote, refused:
        remote.games()


def test_another_library_is_refused_and_strayed_questions_are_named() -> None:
    answering = ScriptedAnswering({})
    gone = question("gone?", "words that stand nowhere")
    elsewhere = question("elsewhere?", BOATS, page=2)
    assert strayed(answering, asked(*QUESTIONS, gone, elsewhere)) == ("gone?", "elsewhere?")
    with pytest.raises(WrongLibraryError, match=r"the library \(boats\) holds none of the words .* of boats\.pt-BR"):
        strayed(answering, asked(gone, elsewhere))
    assert strayed(answering, asked(question("pizza?"))) == ()


@pytest.mark.model
def test_a_served_process_is_measured_as_its_index_is(index: Path, questions: Path, tmp_path: Path) -> None:  # noqa: F811
    directly = lexludo("eval", "--index", index, "--questions", questions, "--json", tmp_path / "before.json")
    assert directly.returncode == 0, directly.stderr
    with served_process(index, None) as client:
        url = f"http://127.0.0.1:{client.port}"
        done = lexludo("eval", "--url", url, questions, "--against", tmp_path / "before.json", "--json", "-")
        other = tmp_path / "other.jsonl"
        other.write_text(questions.read_text("utf-8").replace("harvest.en", "winter.en"), "utf-8")
        wrong = lexludo("eval", "--url", url, other)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    before = json.loads((tmp_path / "before.json").read_text("utf-8"))
    assert report["figures"] == before["figures"]
    assert report["signature"]["index"] == before["signature"]["index"]
    assert report["signature"]["service"] == url
    assert report["milliseconds"]["all"]["n"] == 3
    assert report["comparison"]["flips"] == []
    assert wrong.returncode == 1
    assert wrong.stdout == ""
    assert re.fullmatch(r"lexludo: the library \(harvest\) holds none of the words .*\n", wrong.stderr)
    gone = lexludo("eval", "--url", url, questions)
    assert gone.returncode == 1
    assert re.fullmatch(rf"lexludo: {url}: no service answers there .*\n", gone.stderr)
