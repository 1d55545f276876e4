"""Real worker processes over the scripted library: shared out, made anew, ended."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from corpus.errors import IndexUnusableError, LexludoError, UnknownNameError
from service.api.library import NotReadyError
from service.contract import Question
from service.workers import hand
from service.workers.crew import Crew
from service.workers.worker import _sendable
from tests.service.crews import Openings
from tests.service.scripted import Scripted
from tests.service.serving import served

BOATS = Question("Can I use the boat of another player?", "harbour")
RULE = "You may use the boat of another player if you pay them one coin."


def until(happened: Callable[[], object], seconds: float = 20.0) -> None:
    last = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < last, "waited in vain"
        time.sleep(0.02)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "generation").write_text("000001")
    return tmp_path


@pytest.fixture
def crew(folder: Path) -> Iterator[Crew]:
    one = Crew(Openings(folder), 2)
    try:
        until(lambda: one.workers() == 2)
        yield one
    finally:
        one.close()


def who(crew: Crew, text: str = BOATS.text, conversation: str | None = None) -> int:
    return int(crew.ask(Question(text, "harbour", conversation_id=conversation)).conversation_id or 0)


def test_workers_answer_as_the_library_does_in_processes_of_their_own(crew: Crew) -> None:
    answer, alone = crew.ask(BOATS), Scripted()
    assert answer.answer == RULE
    assert answer.citations == alone.ask(BOATS).citations
    assert int(answer.conversation_id or 0) != os.getpid()
    assert crew.search(BOATS, 2) == alone.search(BOATS, 2)
    assert crew.games() == alone.games()
    assert crew.page("harbour.en", 2) == alone.page("harbour.en", 2)
    assert crew.page_count("harbour.en") == alone.page_count("harbour.en")
    assert crew.place("harbour.en", 2, 6) == alone.place("harbour.en", 2, 6)


def test_questions_go_to_whoever_is_free_and_follow_ups_to_who_knows_them(crew: Crew) -> None:
    with ThreadPoolExecutor(2) as asking:
        at_once = {asking.submit(who, crew, "wait a moment") for _ in range(2)}
        pids = {each.result() for each in at_once}
    assert len(pids) == 2
    for pid in pids:
        assert [who(crew, conversation=str(pid)) for _ in range(3)] == [pid] * 3


def test_a_look_at_a_page_does_not_wait_behind_questions(crew: Crew, folder: Path) -> None:
    with ThreadPoolExecutor(2) as asking:
        slow = [asking.submit(who, crew, "wait a moment") for _ in range(2)]
        until((folder / "waiting").exists)
        assert crew.page("harbour.en", 2).number == 2
        assert not all(each.done() for each in slow)


def test_failures_arrive_as_they_were_raised(crew: Crew) -> None:
    with pytest.raises(UnknownNameError):
        crew.page("harbour.en", 99)
    with pytest.raises(ZeroDivisionError, match="of no use"):
        crew.ask(Question("fail"))
    assert crew.ask(BOATS).answer == RULE


def test_a_failure_that_cannot_be_sent_is_told_in_words() -> None:
    class LocalError(LexludoError):
        pass

    class TwoWordsError(Exception):
        def __init__(self, one: str, other: str) -> None:
            super().__init__(f"{one} {other}")

    assert (type(_sendable(LocalError("lost"))), str(_sendable(LocalError("lost")))) == (LexludoError, "lost")
    assert repr(_sendable(TwoWordsError("quite", "lost"))) == "RuntimeError('quite lost')"


def test_a_question_whose_worker_dies_is_answered_by_another_and_the_dead_one_made_anew(
    crew: Crew, caplog: pytest.LogCaptureFixture
) -> None:
    former = {one.pid for one in crew._hands}
    survivor = who(crew, "die once")
    assert survivor in former
    assert crew.workers() == 1
    assert who(crew) == survivor
    until(lambda: crew.workers() == 2)
    assert len({one.pid for one in crew._hands} - former) == 1
    assert "ended; it is made anew in 0.5 s" in caplog.text


def test_a_killed_worker_loses_no_answer(crew: Crew, folder: Path) -> None:
    with ThreadPoolExecutor(2) as asking:
        under_way = [asking.submit(who, crew, "wait a moment") for _ in range(2)]
        until((folder / "waiting").exists)
        killed = crew._hands[0].pid
        os.kill(killed or 0, signal.SIGKILL)
        answered = [each.result() for each in under_way]
    assert killed not in answered


def test_while_no_worker_is_there_nothing_is_ready(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand, "FIRST_PAUSE", 60.0)
    for one in crew._hands:
        one.kill()
    until(lambda: crew.workers() == 0)
    with pytest.raises(NotReadyError):
        crew.ask(BOATS)


def test_what_cannot_be_opened_is_said_at_once(tmp_path: Path) -> None:
    with pytest.raises(IndexUnusableError, match="there is no index here"):
        Crew(Openings(tmp_path), 2)


def test_a_newer_index_is_told_without_being_asked(crew: Crew, folder: Path) -> None:
    assert crew.signature() == {"index": "000001"}
    (folder / "generation").write_text("000002")
    until(lambda: crew.signature() == {"index": "000002"})


def test_close_lets_workers_finish_and_leaves_none(crew: Crew, folder: Path) -> None:
    pids = [one.pid or 0 for one in crew._hands]
    with ThreadPoolExecutor(1) as asking:
        under_way = asking.submit(who, crew, "wait a moment")
        until((folder / "waiting").exists)
        crew.close()
        assert under_way.result(0.1) in pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_a_worker_that_hangs_is_ended_and_its_question_goes_to_another(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.workers.crew.LONGEST", 0.3)
    former = {one.pid for one in crew._hands}
    with pytest.raises(NotReadyError):
        who(crew, "wait a moment")
    until(lambda: crew.workers() == 2 and not former & {one.pid for one in crew._hands})
    monkeypatch.setattr("service.workers.crew.LONGEST", 10.0)
    assert crew.ask(BOATS).answer == RULE


def test_served_by_workers_all_measures_stand_in_one_place(folder: Path) -> None:
    made: list[Crew] = []

    def make() -> Crew:
        made.append(Crew(Openings(folder), 2))
        return made[0]

    with served(make, workers=2) as address, httpx.Client(base_url=address) as client:
        until(
            lambda: client.get("/readyz").json() == {"status": "ready", "signature": {"index": "000001"}, "workers": 2}
        )
        body = {"question": BOATS.text, "game": "harbour"}
        with ThreadPoolExecutor(3) as asking:
            answers = list(asking.map(lambda _: httpx.post(f"{address}/v1/ask", json=body).json(), range(6)))
        assert [answer["answer"] for answer in answers] == [RULE] * 6
        measured = client.get("/metrics").text
    assert 'lexludo_questions_total{game="harbour",language="en",outcome="answered"} 6.0' in measured
    assert "lexludo_workers 2.0" in measured
    assert made[0].workers() == 0
