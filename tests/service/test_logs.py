"""What reaches the log: lines for people or for programs, with request ids, and questions only where asked for."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from service import logs
from service.settings import Settings
from tests.service.scripted import Scripted
from tests.service.serving import served

QUESTION = "Can I use the boat of another player?"


@pytest.fixture
def kept() -> Iterator[None]:
    """Put the logging back as pytest has it."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    levels = {name: logging.getLogger(name).level for name in ("service", "lexludo.access", "lexludo.questions")}
    yield
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, each in levels.items():
        logging.getLogger(name).setLevel(each)


def logged(monkeypatch: pytest.MonkeyPatch, **settings: Any) -> list[str]:
    told = io.StringIO()
    monkeypatch.setattr("sys.stderr", told)
    logs.configure(Settings.model_validate({"feedback_url": "off", **settings}))
    with served(Scripted(), **settings) as address, httpx.Client(base_url=address) as client:
        client.post("/v1/ask", json={"question": QUESTION}, headers={"X-Request-ID": "of-mine"})
        client.get("/v1/search", params={"q": QUESTION})
        client.get("/v1/ask/stream", params={"question": QUESTION})
        client.get("/nothing%0A2026 ERROR forged")
    return told.getvalue().splitlines()


@pytest.mark.usefixtures("kept")
def test_nothing_is_logged_of_calls_unless_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert logged(monkeypatch) == []


@pytest.mark.usefixtures("kept")
def test_a_line_a_request_says_nothing_of_what_was_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = logged(monkeypatch, access_log=True)
    assert len(lines) == 4
    assert "INFO lexludo.access: POST /v1/ask 200" in lines[0]
    assert lines[0].endswith("ms 127.0.0.1 [of-mine]")
    assert "GET /v1/ask/stream 200" in lines[2]
    assert r"GET /nothing\n2026 ERROR forged 404" in lines[3]
    assert not [line for line in lines if "boat" in line]


@pytest.mark.usefixtures("kept")
def test_json_lines_carry_the_same_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.loads(line) for line in logged(monkeypatch, access_log=True, log_format="json")]
    assert [(each["method"], each["path"], each["status"]) for each in lines[:1]] == [("POST", "/v1/ask", 200)]
    assert (lines[0]["request"], lines[0]["level"], lines[0]["logger"]) == ("of-mine", "info", "lexludo.access")
    assert lines[0]["ms"] > 0
    assert lines[3]["path"] == "/nothing\n2026 ERROR forged"


@pytest.mark.usefixtures("kept")
def test_questions_are_logged_where_the_operator_asks_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [json.loads(line) for line in logged(monkeypatch, log_questions=True, log_format="json")]
    assert {each["logger"] for each in lines} == {"lexludo.questions"}
    assert [each["question"] for each in lines] == [QUESTION, QUESTION]
    assert (lines[0]["request"], lines[0]["outcome"], lines[0]["language"]) == ("of-mine", "answered", "en")


@pytest.mark.usefixtures("kept")
def test_a_failure_is_one_json_line_with_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()
    monkeypatch.setattr("sys.stderr", told)
    logs.configure(Settings.model_validate({"log_format": "json"}))
    with served(Scripted(failure=ZeroDivisionError("of no use"))) as address:
        httpx.post(f"{address}/v1/ask", json={"question": QUESTION}, headers={"X-Request-ID": "of-mine"})
    (line,) = [json.loads(each) for each in told.getvalue().splitlines()]
    assert (line["level"], line["request"]) == ("error", "of-mine")
    assert "ZeroDivisionError: of no use" in line["error"]
    assert QUESTION not in told.getvalue()
