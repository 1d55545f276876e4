"""Secrets are compared in constant time and reach no log, no page and no error."""

import hmac
import logging
from pathlib import Path

import httpx
import pytest

from service.api import admin_gate
from service.settings import Settings
from tests.service.scripted import Scripted
from tests.service.serving import served

TOKEN = "the-operators-own-token"
PASSWORD = "the-databases-own-password"
QUESTION = "Does the grey heron swim?"
DATABASE = f"postgresql://someone:{PASSWORD}@127.0.0.1:9/none"
ADDRESSES = ("/v1/admin/feedback/summary", "/v1/admin/documents", "/operator", "/metrics", "/openapi.json", "/readyz")


@pytest.mark.parametrize("given", [TOKEN, TOKEN[:-1], "x" + TOKEN[1:], TOKEN[:-1] + "x", "x", "é" * len(TOKEN)])
def test_every_token_is_compared_whole_whatever_it_begins_with(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    compared: list[tuple[bytes, bytes]] = []

    class Watched:
        @staticmethod
        def compare_digest(one: bytes, other: bytes) -> bool:
            compared.append((one, other))
            return hmac.compare_digest(one, other)

    monkeypatch.setattr(admin_gate, "hmac", Watched)
    with served(Scripted(), admin_token=TOKEN) as base:
        headers = [(b"Authorization", b"Bearer " + given.encode("latin-1"))]
        answer = httpx.request("GET", f"{base}/v1/admin/documents", headers=headers)
    assert (answer.status_code == 401) == (given != TOKEN)
    assert [other for _, other in compared] == [TOKEN.encode()]


@pytest.mark.parametrize("token", [TOKEN, f"{TOKEN}x"])
def test_no_secret_and_no_question_reaches_a_log_or_an_answer(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str], token: str
) -> None:
    caplog.set_level(logging.DEBUG)
    shown = []
    with (
        served(Scripted(), admin_token=TOKEN, feedback_url=DATABASE, access_log=True) as base,
        httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"}) as client,
    ):
        shown += [client.get(address).text for address in ADDRESSES]
        shown += [client.get("/v1/admin/feedback/asked?outcome=x").text]
        client.post("/v1/ask", json={"question": QUESTION})
        client.post("/v1/ask", json={"question": QUESTION, "game": "none"})
        client.post("/v1/feedback", json={"question": QUESTION, "right": False, "reason": QUESTION})
    ours = "\n".join(one.getMessage() for one in caplog.records if not one.name.startswith(("httpx", "httpcore")))
    told = "\n".join([*shown, ours, *capfd.readouterr()])
    assert "the feedback database" in told
    assert not [secret for secret in (TOKEN, PASSWORD, QUESTION) if secret in told]


def test_settings_show_no_secret_and_a_wrong_one_is_not_told_back(tmp_path: Path) -> None:
    settings = Settings.model_validate({"admin_token": TOKEN, "feedback_url": DATABASE})
    for shown in (repr(settings), str(settings), settings.model_dump_json()):
        assert not [secret for secret in (TOKEN, PASSWORD) if secret in shown]
    with pytest.raises(ValueError, match="feedback_url") as told:
        Settings.model_validate({"feedback_url": f"mysql://{PASSWORD}"})
    assert PASSWORD not in str(told.value)
