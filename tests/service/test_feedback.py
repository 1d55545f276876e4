"""``/v1/feedback``: votes and questions reach the database, and never hold up or fail an answer."""

import json
import logging
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.channels.votes import Place, Vote
from service.contract import Question
from service.feedback import recorder as recording
from service.feedback.database import Database
from service.feedback.entries import Words, visitor_of
from service.feedback.recorder import Recorder
from service.feedback.store import Chosen
from service.settings import Settings
from tests.service.scripted import Scripted
from tests.service.serving import served

BOATS = "May I use the boat of another player?"
UNKNOWN = "How many dragons are there?"
TIED = "Who wins most?"
VOTE = {
    "question": BOATS,
    "game": "harbour",
    "language": "en-GB",
    "passage_id": "harbour.en:2:6",
    "document": "harbour.en",
    "page": 2,
    "start": 6,
    "end": 70,
    "right": False,
    "reason": "The <b>errata</b> say otherwise.",
    "conversation_id": "c1",
}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    return tmp_path / "a folder" / "50% kept.sqlite3"


@pytest.fixture
def service(kept: Path) -> Iterator[httpx.Client]:
    with served(Scripted(), feedback_url=f"sqlite:///{kept}") as address, httpx.Client(base_url=address) as client:
        yield client


def rows(kept: Path, table: str, at_least: int = 1, seconds: float = 10.0) -> list[dict[str, Any]]:
    """Return the rows of ``table`` once there are as many, oldest first."""
    until = time.monotonic() + seconds
    found: list[dict[str, Any]] = []
    while time.monotonic() < until:
        found = _rows(kept, table)
        if len(found) >= at_least:
            return found
        time.sleep(0.05)
    raise AssertionError(f"{table} holds {len(found)} of {at_least} rows")


def _rows(kept: Path, table: str) -> list[dict[str, Any]]:
    if not kept.exists():
        return []
    connection = sqlite3.connect(kept)
    connection.row_factory = sqlite3.Row
    try:
        return [dict(row) for row in connection.execute(f"SELECT * FROM {table} ORDER BY id")]
    except sqlite3.OperationalError:  # the tables are being made
        return []
    finally:
        connection.close()


def test_a_vote_is_kept_with_its_words_and_place(service: httpx.Client, kept: Path) -> None:
    answer = service.post("/v1/feedback", json=VOTE)
    assert (answer.status_code, answer.content) == (204, b"")
    [row] = rows(kept, "votes")
    assert abs(row.pop("at") - time.time()) < 30
    assert row == {
        "id": 1,
        "channel": "web",
        "site": "",
        "game": "harbour",
        "language": "en",
        "passage_id": "harbour.en:2:6",
        "document": "harbour.en",
        "page": 2,
        "starts": 6,
        "ends": 70,
        "visitor": visitor_of("c1"),
        "is_right": 0,
        "reason": "The <b>errata</b> say otherwise.",
        "question": BOATS,
    }
    assert "c1" not in row["visitor"]


def test_questions_are_kept_with_how_they_ended_and_their_words_where_unanswered(
    service: httpx.Client, kept: Path
) -> None:
    service.post("/v1/ask", json={"question": BOATS, "game": "harbour", "conversation_id": "mine"})
    service.post("/v1/ask", json={"question": UNKNOWN, "game": "harbour"})
    service.post("/v1/ask/stream", json={"question": TIED, "conversation_id": "mine"})
    answered, missing, tied = rows(kept, "asked", 3)
    assert [one["outcome"] for one in (answered, missing, tied)] == ["answered", "not_found", "which_game"]
    assert [one["question"] for one in (answered, missing, tied)] == [None, UNKNOWN, TIED]
    assert (answered["document"], answered["page"], answered["starts"], answered["ends"]) == ("harbour.en", 2, 6, 70)
    assert (answered["game"], tied["game"], tied["document"]) == ("harbour", "", None)
    assert answered["visitor"] == tied["visitor"] == visitor_of("mine") != missing["visitor"]
    assert (answered["confidence"], answered["took_ms"], answered["language"]) == (0.97, 1.5, "en")


@pytest.mark.parametrize(("words", "expected"), [("none", [None, None]), ("all", [BOATS, UNKNOWN])])
def test_the_operator_says_which_words_are_kept(kept: Path, words: str, expected: list[str | None]) -> None:
    with served(Scripted(), feedback_url=f"sqlite:///{kept}", feedback_words=words) as address:
        for question in (BOATS, UNKNOWN):
            httpx.post(f"{address}/v1/ask", json={"question": question})
        assert [row["question"] for row in rows(kept, "asked", 2)] == expected


def test_a_visitor_can_have_all_of_a_conversation_removed(service: httpx.Client, kept: Path) -> None:
    service.post("/v1/ask", json={"question": UNKNOWN, "conversation_id": "mine"})
    service.post("/v1/ask", json={"question": UNKNOWN, "conversation_id": "another's"})
    service.post("/v1/feedback", json={**VOTE, "conversation_id": "mine"})
    assert service.post("/v1/feedback/forget", json={"conversation_id": "mine"}).status_code == 204
    service.post("/v1/feedback", json={**VOTE, "conversation_id": "mine", "reason": "after"})
    assert [row["reason"] for row in rows(kept, "votes")] == ["after"]
    assert [row["visitor"] for row in rows(kept, "asked")] == [visitor_of("another's")]


@pytest.mark.parametrize(
    ("change", "status", "kind"),
    [
        ({"question": " "}, 422, "question"),
        ({"question": "x" * 1001}, 422, "question"),
        ({"reason": "x" * 1001}, 422, "invalid-request"),
        ({"reason": "\ud800"}, 422, "invalid-request"),
        ({"right": "no"}, 422, "invalid-request"),
        ({"start": 71}, 422, "invalid-request"),
        ({"end": None}, 422, "invalid-request"),
        ({"document": None}, 422, "invalid-request"),
        ({"game": "harbor"}, 404, "unknown-name"),
        ({"document": "harbour"}, 404, "unknown-name"),
        ({"start": 10**30, "end": 10**31}, 422, "invalid-request"),
        ({"extra": 1}, 422, "invalid-request"),
    ],
)
def test_what_is_no_vote_is_refused(service: httpx.Client, change: dict[str, Any], status: int, kind: str) -> None:
    body = json.dumps({**VOTE, **change})
    answer = service.post("/v1/feedback", content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["type"]) == (status, f"urn:lexludo:{kind}")


def test_control_characters_of_a_reason_become_spaces(service: httpx.Client, kept: Path) -> None:
    service.post("/v1/feedback", json={**VOTE, "reason": " a\0b\x1bc\nd "})
    assert rows(kept, "votes")[0]["reason"] == "a b c\nd"


def test_a_visitor_may_send_only_so_much_feedback(kept: Path) -> None:
    options: dict[str, Any] = {"feedback_url": f"sqlite:///{kept}", "rate_exempt": ()}
    with served(Scripted(), **options) as address, httpx.Client(base_url=address) as client:
        codes = [client.post("/v1/feedback", json=VOTE).status_code for _ in range(21)]
        refused = client.post("/v1/feedback/forget", json={"conversation_id": "c1"})
        assert client.post("/v1/ask", json={"question": BOATS}).status_code == 200
    assert codes == [204] * 20 + [429]
    assert refused.status_code == 429
    assert 0 < int(refused.headers["retry-after"]) <= 3


def test_the_service_tells_what_it_keeps(service: httpx.Client) -> None:
    assert service.get("/v1/feedback").json() == {"on": True, "words": "unanswered", "days": 180}
    with served(Scripted()) as address:
        assert httpx.get(f"{address}/v1/feedback").json()["on"] is False
        refused = httpx.post(f"{address}/v1/feedback", json=VOTE)
        assert (refused.status_code, refused.json()["type"]) == (404, "urn:lexludo:feedback-off")
        assert httpx.post(f"{address}/v1/ask", json={"question": BOATS}).json()["status"] == "answered"


def test_answers_go_on_while_the_database_is_down_and_nothing_is_lost_by_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recording, "LINGER", 0.01)
    monkeypatch.setattr(Recorder.__init__, "__defaults__", (0.1,))
    blocked = tmp_path / "folder"
    blocked.write_text("a file where the folder should be")
    kept = blocked / "kept.sqlite3"
    with served(Scripted(), feedback_url=f"sqlite:///{kept}") as address, httpx.Client(base_url=address) as client:
        for _ in range(3):
            assert client.post("/v1/ask", json={"question": BOATS}).json()["status"] == "answered"
            time.sleep(0.3)
        assert client.post("/v1/feedback", json=VOTE).status_code == 204
        blocked.unlink()
        assert len(rows(kept, "asked", 3)) == 3
        assert len(rows(kept, "votes")) == 1
        assert 'lexludo_feedback_entries_total{fate="kept"} 4.0' in client.get("/metrics").text
    said = [one.getMessage() for one in caplog.records if one.name.startswith("service.feedback")]
    assert len(said) == 2
    assert said[0].startswith("the feedback database: ")
    assert said[0].endswith("answers go on, feedback waits for it")
    assert said[1] == "the feedback database works again"


def test_what_waits_is_bounded_and_what_is_dropped_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording, "MOST_WAITING", 2)
    fates: list[tuple[str, int]] = []
    recorder = Recorder("sqlite:///nowhere", Words.ALL, 0, lambda fate, count: fates.append((fate, count)))
    vote = Vote("web", True, Question(BOATS))
    assert [recorder.voted(vote) for _ in range(4)] == [True, True, False, False]
    recorder.asked("web", Question(BOATS), Scripted().ask(Question(BOATS)))
    assert fates == [("dropped", 1)] * 3


def test_what_waits_at_the_end_is_written(kept: Path) -> None:
    with served(Scripted(), feedback_url=f"sqlite:///{kept}") as address:
        httpx.post(f"{address}/v1/feedback", json=VOTE)
    assert len(_rows(kept, "votes")) == 1


def test_entries_past_their_time_are_removed_at_the_start(kept: Path) -> None:
    url = f"sqlite:///{kept}"
    with Recorder(url, Words.ALL, 0, lambda *_: None).running():
        pass
    database = Database(url)
    with database.store() as store:
        from service.feedback.entries import vote_entry

        now = int(time.time())
        ages = (31 * 86_400, 29 * 86_400)
        store.put([vote_entry(now - age, Vote("web", True, Question(str(age)))) for age in ages])
    recorder = Recorder(url, Words.ALL, 30, lambda *_: None)
    with recorder.running():
        recorder.voted(Vote("web", True, Question("new"), Place()))
    with database.store() as store:
        assert [row["question"] for row in store.votes(Chosen(), None, None, 10)] == ["new", str(29 * 86_400)]
    database.close()


def test_a_password_is_never_told(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> None:
    secret = "hunter2-and-more"
    url = f"postgresql://someone:{secret}@127.0.0.1:9/none"
    settings = Settings.model_validate({"feedback_url": url, "admin_token": "another-secret"})
    assert secret not in repr(settings) + str(settings.model_dump()) + settings.model_dump_json()
    caplog.set_level(logging.DEBUG)
    recorder = Recorder(settings.feedback_address, Words.ALL, 30, lambda *_: None, pause=0.05)
    monkeypatch.setattr(recording, "LINGER", 0.01)
    with recorder.running():
        recorder.voted(Vote("web", True, Question(BOATS)))
        time.sleep(0.5)
    assert "the feedback database" in caplog.text
    assert secret not in caplog.text
    assert BOATS not in caplog.text


@pytest.mark.parametrize("given", ["mysql://somewhere/x", "file.sqlite3", "http://x"])
def test_an_address_that_is_no_database_is_refused_before_anything_starts(given: str) -> None:
    with pytest.raises(ValueError, match="write postgresql://USER:PASSWORD@HOST/NAME"):
        Settings.model_validate({"feedback_url": given})
