"""Clients that mean harm, or do some: slow ones, oversized ones, ones that write headers and paths for us."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx
import pytest
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from service.api import limits, patience
from service.api.patience import Patient
from service.api.serving import _config
from service.settings import Settings
from tests.service.scripted import Scripted
from tests.service.serving import served

BOATS = {"question": "Can I use the boat of another player?"}
DRIPS, PAUSE = 100, 0.1
"""Lines of a head, and the seconds between two, from a client that only means to hold a connection."""


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """A service with the limits of the real one, only that its patience is short."""
    monkeypatch.setattr(Patient, "patience", 0.6)
    monkeypatch.setattr(limits, "SLOWEST_BODY", 0.6)
    with served(Scripted()) as address:
        yield "127.0.0.1", int(address.rpartition(":")[2])


def closed_after(connection: socket.socket, most: float = 5.0) -> float:
    """Return the seconds until the other side closes."""
    connection.settimeout(most)
    started = time.monotonic()
    while connection.recv(4096):
        pass
    return time.monotonic() - started


def drip(connection: socket.socket) -> None:
    for _ in range(DRIPS):
        connection.sendall(b"X-Slow: a\r\n")
        time.sleep(PAUSE)


def test_the_service_runs_with_this_patience() -> None:
    assert issubclass(Patient, AutoHTTPProtocol)
    assert patience.PATIENCE == Patient.patience == 10.0
    config = _config(Settings.model_validate({}), Scripted())
    assert config.http is Patient
    assert not config.access_log


def test_a_connection_on_which_nothing_comes_is_closed(impatient: tuple[str, int]) -> None:
    with socket.create_connection(impatient) as connection:
        assert closed_after(connection) > 0.3


def test_a_head_that_drips_is_cut_off_however_steadily(impatient: tuple[str, int]) -> None:
    started = time.monotonic()
    with socket.create_connection(impatient) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        with pytest.raises(OSError):  # noqa: PT011 - reset or broken pipe, as the system has it
            drip(connection)
    assert time.monotonic() - started < DRIPS * PAUSE


def test_a_second_head_on_a_connection_must_not_drip_either(impatient: tuple[str, int]) -> None:
    with socket.create_connection(impatient) as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert connection.recv(4096).startswith(b"HTTP/1.1 200")
        connection.sendall(b"GET /healthz HT")
        assert closed_after(connection)


def test_a_body_that_drips_is_408_and_the_connection_closed(impatient: tuple[str, int]) -> None:
    with socket.create_connection(impatient) as connection:
        connection.sendall(
            b"POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b'Content-Length: 60\r\n\r\n{"question'
        )
        connection.settimeout(5)
        answer = connection.recv(65536)
        assert answer.startswith(b"HTTP/1.1 408")
        assert b"connection: close" in answer.lower()


def test_an_answer_that_takes_longer_than_a_head_may_is_not_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Patient, "patience", 0.3)
    with served(Scripted(delay=0.9)) as address:
        assert httpx.post(f"{address}/v1/ask", json=BOATS).json()["status"] == "answered"


def test_many_slow_connections_hold_nobody_else_up() -> None:
    with served(Scripted()) as address, ExitStack() as open_ones:
        host, port = address.removeprefix("http://").split(":")
        slow = [open_ones.enter_context(socket.create_connection((host, int(port)))) for _ in range(200)]
        for connection in slow:
            connection.sendall(b"POST /v1/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{")
        answer = httpx.post(f"{address}/v1/ask", json=BOATS)
        slow[-1].setblocking(False)
        with pytest.raises(BlockingIOError):  # it is still open: the answer did not wait for its end
            slow[-1].recv(1)
    assert (answer.status_code, answer.json()["status"]) == (200, "answered")


@pytest.mark.parametrize(
    "given", ["a\r\nX-Evil: 1", "a b", "a;b", "é", "x" * 65, "<script>", "", "../x", "a\x00", "a\tb"]
)
def test_a_request_id_that_is_not_well_formed_is_made_anew(client: httpx.Client, given: str) -> None:
    try:
        answer = client.request("GET", "/healthz", headers=[(b"X-Request-ID", given.encode("latin-1"))])
    except httpx.LocalProtocolError:  # no client can send this
        return
    if answer.status_code == 400:  # nor any server read it
        assert "x-evil" not in answer.headers
        return
    assert "x-evil" not in answer.headers
    assert len(answer.headers["x-request-id"]) == 32
    assert answer.headers["x-request-id"] != given


@pytest.mark.parametrize(
    "path",
    [
        "/v1/documents/harbour.en%0d%0aX-Evil:%201/pages/1",
        "/documents/harbour.en%0d%0aSet-Cookie:%20a=b/pages/1",
        "/v1/games?x=%0d%0aX-Evil:%201",
        "/%0d%0aX-Evil:%201",
        "/embed?site=a%0d%0aX-Evil:%201",
        "/v1/ask?site=a%0d%0aX-Evil:%201",
    ],
)
def test_no_address_becomes_a_header(client: httpx.Client, path: str) -> None:
    answer = client.get(path, headers={"Origin": "https://a.example"})
    assert answer.status_code < 500
    assert not {"x-evil", "set-cookie"} & set(answer.headers)


@pytest.mark.parametrize(
    "path",
    [
        "/static/../settings.py",
        "/static/..%2f..%2fsettings.py",
        "/static/%2e%2e/%2e%2e/settings.py",
        "/static/....//settings.py",
        "/static//etc/passwd",
        "/static/..\\settings.py",
        "/v1/documents/..%2f..%2fetc%2fpasswd/pages/1",
        "/v1/documents/%2fetc%2fpasswd/pages/1.png",
        "/v1/documents/../../etc/passwd/pages/1/place",
        "/documents/..%2f..%2f..%2fetc%2fpasswd/pages/1",
        "/v1/documents/harbour.en%00.png/pages/1",
    ],
)
def test_no_path_leads_out(client: httpx.Client, path: str) -> None:
    with socket.create_connection((client.base_url.host, client.base_url.port or 80)) as connection:
        # by hand: a client library would tidy the path up before it sends it
        connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: connection.recv(65536), b"")).decode(errors="replace")
    assert int(answer.split()[1]) in (400, 404, 422)
    assert "root:" not in answer
    assert "class Settings" not in answer


def test_a_thousand_fields_in_an_address_are_no_failure(client: httpx.Client) -> None:
    many = "&".join(f"a{number}=1" for number in range(1000))
    for path in (f"/v1/ask/stream?{many}&question=boat", f"/v1/ask/stream?{many}&site=nobodys&question=boat"):
        assert client.get(path).status_code == (403 if "site" in path else 200)


def test_no_page_may_be_framed_or_read_by_others(client: httpx.Client) -> None:
    for path in ("/", "/documents/harbour.en/pages/1", "/docs", "/v1/games", "/compare", "/nothing"):
        headers = client.get(path, headers={"Origin": "https://evil.example"}).headers
        assert headers["x-frame-options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "access-control-allow-origin" not in headers
        assert "access-control-allow-credentials" not in headers


@pytest.mark.parametrize("trusted", ["192.0.2.7", "10.0.0.0/8"])
def test_who_is_not_the_proxy_cannot_say_for_whom_it_asks(trusted: str) -> None:
    limited: dict[str, Any] = {"rate_per_minute": 6, "rate_burst": 1, "rate_exempt": "", "trusted_proxies": trusted}
    with served(Scripted(), **limited) as address:
        statuses = [
            httpx.get(f"{address}/v1/games", headers={"X-Forwarded-For": f"198.51.100.{each}"}).status_code
            for each in (1, 2, 3)
        ]
    assert statuses == [200, 429, 429]


def test_a_trusted_proxys_word_counts_and_only_its_last_ones() -> None:
    limited: dict[str, Any] = {"rate_per_minute": 6, "rate_burst": 1, "rate_exempt": "", "trusted_proxies": "127.0.0.1"}
    with served(Scripted(), **limited) as address:

        def status(forwarded: str) -> int:
            return httpx.get(f"{address}/v1/games", headers={"X-Forwarded-For": forwarded}).status_code

        # what a client wrote itself stands before what the proxy added
        assert [status("203.0.113.1, 198.51.100.1"), status("203.0.113.2, 198.51.100.1")] == [200, 429]
        assert status("203.0.113.2, 198.51.100.2") == 200
