"""What goes around every route: readiness, limits, headers, problems, measures."""

import re
import socket
import threading
import time
from collections.abc import Iterator

import httpx
import pytest

from service.api.limits import Buckets
from service.api.serving import AddressError, address_of, listen
from tests.service.scripted import Scripted
from tests.service.serving import served

BOATS = {"question": "Can I use the boat of another player?"}
UNLIMITED: dict[str, object] = {"rate_exempt": ()}


def test_health_answers_at_once_and_readiness_when_the_library_is_open() -> None:
    opened = threading.Event()

    def make() -> Scripted:
        opened.wait(10)
        return Scripted()

    with served(make, wait=False) as address, httpx.Client(base_url=address) as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        for answer in (client.get("/readyz"), client.post("/v1/ask", json=BOATS), client.get("/v1/games")):
            assert (answer.status_code, answer.json()["type"]) == (503, "urn:lexludo:not-ready")
            assert answer.headers["retry-after"] == "2"
        assert "lexludo_ready 0.0" in client.get("/metrics").text
        opened.set()
        until = time.monotonic() + 5
        while client.get("/readyz").status_code != 200:
            assert time.monotonic() < until
        assert client.get("/readyz").json()["signature"]["index generation"] == "g1"
        assert client.post("/v1/ask", json=BOATS).json()["status"] == "answered"


def test_a_library_that_cannot_be_opened_is_never_ready_and_gives_no_path_away() -> None:
    def make() -> Scripted:
        raise OSError("/home/operator/secret: damaged")

    with served(make) as address:
        answer = httpx.get(f"{address}/readyz")
        assert answer.status_code == 503
        assert "secret" not in answer.text
        assert httpx.get(f"{address}/healthz").status_code == 200


def test_an_unexpected_failure_is_a_problem_with_a_request_id(caplog: pytest.LogCaptureFixture) -> None:
    with served(Scripted(failure=ZeroDivisionError("secret detail"))) as address:
        answer = httpx.post(f"{address}/v1/ask", json=BOATS, headers={"X-Request-ID": "here-1"})
        measured = httpx.get(f"{address}/metrics").text
    assert (answer.status_code, answer.headers["content-type"]) == (500, "application/problem+json")
    assert answer.json()["request_id"] == answer.headers["x-request-id"] == "here-1"
    assert "secret" not in answer.text
    assert "request here-1: POST /v1/ask failed" in caplog.text
    assert BOATS["question"] not in caplog.text
    assert 'lexludo_questions_total{game="all",language="unknown",outcome="failed"} 1.0' in measured


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing/here", 404),
        ("GET", "/v1/ask/", 404),
        ("GET", "/v1/ask", 405),
        ("DELETE", "/v1/games", 405),
        ("POST", "/", 405),
        ("GET", "/static/__init__.py", 404),
        ("GET", "/static/..%2fsettings.py", 404),
        ("GET", "/static/%00.js", 404),
        ("GET", "/static/", 404),
        ("GET", "/redoc", 404),
    ],
)
def test_wrong_addresses_and_methods_are_problems(client: httpx.Client, method: str, path: str, status: int) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["status"]) == (status, status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert ("allow" in answer.headers) == (status == 405)


def test_a_body_over_16_kb_is_refused_announced_or_not(client: httpx.Client) -> None:
    json = {"Content-Type": "application/json"}
    filling = b'{"question": "' + b"a" * 1000 + b'"' + b" " * (16 * 1024 - 1000 - 16) + b"}"
    assert len(filling) == 16 * 1024
    assert client.post("/v1/ask", content=filling, headers=json).status_code == 200
    announced = client.post("/v1/ask", content=filling + b" ", headers=json)

    def drops() -> Iterator[bytes]:
        for _ in range(17):
            yield b" " * 1024

    dripped = client.post("/v1/ask", content=drops(), headers=json)
    for answer in (announced, dripped):
        assert (answer.status_code, answer.json()["type"]) == (413, "urn:lexludo:body-too-large")


def test_every_response_carries_an_id_a_timing_and_the_security_headers(client: httpx.Client) -> None:
    for path in ("/", "/v1/games", "/nothing", "/static/chat.js", "/documents/harbour.en/pages/1"):
        headers = client.get(path, headers={"X-Request-ID": "abc.1"}).headers
        assert headers["x-request-id"] == "abc.1"
        assert headers["server-timing"].startswith("total;dur=")
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy
    timing = client.post("/v1/ask", json=BOATS).headers["server-timing"]
    assert timing.startswith("answer;dur=")
    odd = client.get("/", headers={"X-Request-ID": "not an id"}).headers["x-request-id"]
    assert len(odd) == 32


def test_html_has_no_script_or_style_of_its_own(client: httpx.Client) -> None:
    for path in ("/", "/documents/harbour.en/pages/2"):
        html = client.get(path).text
        assert "<style" not in html
        assert " style=" not in html
        assert " on" not in html.split("<body")[1].split("</main>")[0].replace(" one coin", "").replace(" one is", "")
        scripts = re.findall(r"<script[^>]*>[^<]*", html)
        assert scripts
        assert [
            one for one in scripts if not re.fullmatch(r'<script (type="module" )?src="/static/\w+\.js">', one)
        ] == []


def test_other_origins_may_call_only_where_the_operator_says_so(client: httpx.Client) -> None:
    origin = {"Origin": "https://games.example"}
    assert "access-control-allow-origin" not in client.post("/v1/ask", json=BOATS, headers=origin).headers
    with served(Scripted(), cors_origins="https://games.example, https://other.example") as address:
        allowed = httpx.post(f"{address}/v1/ask", json={"question": ""}, headers=origin)
        refused = httpx.post(f"{address}/v1/ask", json=BOATS, headers={"Origin": "https://evil.example"})
        asking = {**origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type"}
        preflight = httpx.options(f"{address}/v1/ask", headers=asking)
    assert allowed.headers["access-control-allow-origin"] == "https://games.example"
    assert "access-control-allow-origin" not in refused.headers
    assert (preflight.status_code, preflight.headers["access-control-allow-methods"]) == (200, "GET, POST")


def test_a_client_that_asks_too_often_is_told_when_to_come_back() -> None:
    with served(Scripted(), rate_per_minute=6, rate_burst=3, rate_exempt=()) as address:
        answers = [httpx.post(f"{address}/v1/ask", json=BOATS) for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert answers[3].json()["type"] == "urn:lexludo:rate-limit"
        assert 1 <= int(answers[3].headers["retry-after"]) <= 10
        assert httpx.get(f"{address}/healthz").status_code == 200
        assert httpx.get(f"{address}/").status_code == 200


def test_a_proxys_clients_are_told_apart() -> None:
    with served(Scripted(), rate_per_minute=6, rate_burst=1) as address:

        def status(client: str) -> int:
            return httpx.get(f"{address}/v1/games", headers={"X-Forwarded-For": client}).status_code

        assert [status("192.0.2.1"), status("192.0.2.1"), status("192.0.2.2")] == [200, 429, 200]
        assert [status("2001:db8::1"), status("2001:db8::2"), status("2001:db8:0:1::1")] == [200, 429, 200]
        assert [status("127.0.0.1"), status("127.0.0.1")] == [200, 200]


def test_buckets_fill_at_their_rate_and_no_further_than_the_burst() -> None:
    now = 0.0
    buckets = Buckets(per_second=2, burst=3, clock=lambda: now)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    now = 0.5
    assert [buckets.take("a"), buckets.take("a")] == [0, 0.5]
    now = 100.0
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0


def test_metrics_count_questions_by_what_the_library_knows_only() -> None:
    with served(Scripted()) as address, httpx.Client(base_url=address) as client:
        client.post("/v1/ask", json={**BOATS, "game": "harbour"})
        client.post("/v1/ask", json={"question": "purple dragons", "language": "tlh"})
        client.post("/v1/ask", json={**BOATS, "game": "made-up"})
        measured = client.get("/metrics").text
    assert 'lexludo_questions_total{game="harbour",language="en",outcome="answered"} 1.0' in measured
    assert 'lexludo_questions_total{game="all",language="other",outcome="not_found"} 1.0' in measured
    assert 'lexludo_questions_total{game="all",language="unknown",outcome="refused"} 1.0' in measured
    assert "made-up" not in measured
    assert 'lexludo_index_info{index_generation="g1",model="scripted"} 1.0' in measured
    bounds = [line.split('"')[1] for line in measured.splitlines() if line.startswith("lexludo_answer_seconds_bucket")]
    assert bounds == ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1.0", "2.5", "5.0", "10.0", "+Inf"]
    assert "lexludo_answer_seconds_count 2.0" in measured


def test_a_port_in_use_is_named_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(AddressError, match=rf"cannot listen on 127\.0\.0\.1 port {port}: .*--port"):
            listen("127.0.0.1", port)


def test_listening_names_tcp_so_that_answers_are_not_held_back() -> None:
    with listen("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
        assert address_of(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}/"
    with listen("0.0.0.0", 0) as everywhere:
        assert address_of(everywhere).startswith("http://localhost:")
