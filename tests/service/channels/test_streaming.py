import asyncio
import socket
import time

import httpx
import pytest

from corpus.errors import IndexUnusableError
from service.contract import Question
from tests.service.channels.listening import Event, events
from tests.service.scripted import Scripted
from tests.service.serving import served

BOAT = "Can I use the boat of another player?"


def streamed(client: httpx.Client, method: str = "POST", **call: object) -> tuple[httpx.Response, list[Event]]:
    with client.stream(method, "/v1/ask/stream", **call) as response:  # type: ignore[arg-type]
        return response, list(events(response.iter_lines()))


def test_events_come_in_order_and_the_answer_is_the_one_that_ask_gives(client: httpx.Client) -> None:
    asked = {"question": BOAT, "game": "harbour", "conversation_id": "c9"}
    response, told = streamed(client, json=asked)
    assert response.headers["Content-Type"] == "text/event-stream; charset=utf-8"
    assert response.headers["Cache-Control"] == "no-store"
    assert [event.name for event in told] == ["status", "status", *["citation"] * 3, "answer", "done"]
    assert [event.data["status"] for event in told[:2]] == ["searching", "answered"]
    whole = told[-2].data
    assert whole == client.post("/v1/ask", json=asked).json()
    assert [event.data for event in told if event.name == "citation"] == whole["citations"]
    assert whole["answer"].startswith("You may use the boat of another player")


def test_a_get_asks_the_same_as_a_post(client: httpx.Client) -> None:
    by_get = streamed(client, "GET", params={"question": BOAT, "game": "harbour", "top_k": "2", "language": "en"})[1]
    by_post = streamed(client, json={"question": BOAT, "game": "harbour", "top_k": 2, "language": "en"})[1]
    assert by_get == by_post
    assert len([event for event in by_get if event.name == "citation"]) == 2


def test_a_get_may_name_several_expansions() -> None:
    scripted = Scripted()
    with served(scripted) as base, httpx.Client(base_url=base) as client:
        streamed(client, "GET", params={"question": BOAT, "game": "harbour", "expansions": ["storms", "TIDES"]})
    assert scripted.asked == [Question(BOAT, "harbour", ("storms", "tides"))]


@pytest.mark.parametrize(
    ("question", "status"),
    [("zebra quantum", "not_found"), ("Who wins in a tie with most towers?", "answered"), ("In a tie", "not_found")],
)
def test_every_outcome_ends_with_done(client: httpx.Client, question: str, status: str) -> None:
    told = streamed(client, json={"question": question, "game": "castle"})[1]
    assert told[-2].data["status"] == status
    assert told[-1] == Event("done", {})


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"question": ""}, 422),
        ({"question": "a" * 1001}, 422),
        ({"question": BOAT, "game": "harbor of windz"}, 404),
        ({"question": BOAT, "gmae": "harbour"}, 422),
    ],
)
def test_a_refusal_is_a_problem_and_no_stream(client: httpx.Client, body: dict[str, str], status: int) -> None:
    refused = client.post("/v1/ask/stream", json=body)
    assert refused.status_code == status
    assert refused.headers["Content-Type"] == "application/problem+json"


def test_a_full_queue_is_503_before_the_stream_begins() -> None:
    with served(Scripted(delay=1.0), threads=1, waiting=1) as base, httpx.Client(base_url=base) as client:
        asyncio.run(_fill(base))
        answers = [client.get("/healthz").status_code]
    assert answers == [200]


async def _fill(base: str) -> None:
    async with httpx.AsyncClient(base_url=base, timeout=10) as client:
        calls = [client.post("/v1/ask/stream", json={"question": BOAT}) for _ in range(4)]
        answers = await asyncio.gather(*calls)
    assert sorted(answer.status_code for answer in answers) == [200, 200, 503, 503]
    refused = next(answer for answer in answers if answer.status_code == 503)
    assert refused.json()["type"] == "urn:lexludo:busy"
    assert refused.headers["Retry-After"] == "1"


def test_a_silent_wait_is_filled_with_heartbeats() -> None:
    with (
        served(Scripted(delay=1.3), stream_heartbeat=0.4) as base,
        httpx.stream("POST", f"{base}/v1/ask/stream", json={"question": BOAT}) as response,
    ):
        lines = list(response.iter_lines())
    assert lines.count(": still here") in (2, 3)
    assert list(events(lines))[-1].name == "done"


@pytest.mark.parametrize("failure", [RuntimeError("secret detail"), IndexUnusableError("/private/path is damaged")])
def test_a_failure_after_the_stream_began_is_told_in_it(failure: Exception) -> None:
    with (
        served(Scripted(delay=0.3, failure=failure)) as base,
        httpx.stream("POST", f"{base}/v1/ask/stream", json={"question": BOAT}) as response,
    ):
        told = list(events(response.iter_lines()))
    assert [event.name for event in told] == ["status", "error"]
    assert told[-1].data["status"] == 500
    assert "secret" not in str(told)
    assert "private" not in str(told)


def test_work_stops_when_the_listener_leaves() -> None:
    scripted = Scripted(delay=0.8)
    with served(scripted, threads=1) as base:
        _ask_and_leave(base)
        _ask_and_leave(base)
        time.sleep(1.3)
        # the first was under way and could not be stopped; the second was still waiting and never began
        assert len(scripted.asked) == 1
        assert httpx.post(f"{base}/v1/ask", json={"question": BOAT}).status_code == 200


def _ask_and_leave(base: str) -> None:
    host, port = base.removeprefix("http://").split(":")
    body = b'{"question": "Can I use the boat?"}'
    head = f"POST /v1/ask/stream HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    with socket.create_connection((host, int(port))) as line:
        line.sendall(head.encode() + b"\r\n\r\n" + body)
        assert b"200 OK" in line.recv(1000)


def test_markup_and_line_ends_in_a_rulebook_cannot_forge_an_event(client: httpx.Client) -> None:
    told = streamed(client, json={"question": "Una torre alta vale tres puntos?", "game": "castle"})[1]
    quote = told[-2].data["answer"]
    assert "<script>" in quote
    assert [event.name for event in told].count("done") == 1
