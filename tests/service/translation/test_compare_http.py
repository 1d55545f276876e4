"""Comparing over HTTP: who may, what may be sent, one comparison from start to export, and jobs that misbehave."""

import asyncio
import csv
import io
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.translation import jobs
from service.translation.accepted import read_accepted
from service.translation.jobs import ComparingBusyError, Comparisons, State
from tests.service.scripted import Scripted
from tests.service.serving import served

COMPARISONS = "/v1/comparisons"
ENGLISH = "Take 3 coins from the bank.\n\nYou may not sell a card.\n\nThe player with the most coins wins the game.\n"
SPANISH = "Toma 4 monedas del banco.\n\nPuedes vender una carta.\n\nGana la partida quien tenga más monedas.\n"
FILES = {"source_file": ("a.en.txt", ENGLISH), "target_file": ("a.es.txt", SPANISH)}
SLEEPS = (sys.executable, "-c", "import time; time.sleep(60)")


def finished(client: httpx.Client, job: str) -> dict[str, Any]:
    until = time.monotonic() + 120
    while time.monotonic() < until:
        now: dict[str, Any] = client.get(f"{COMPARISONS}/{job}").json()
        if now["state"] in ("done", "failed"):
            return now
        time.sleep(0.2)
    raise AssertionError("waited in vain")


@pytest.fixture(scope="module")
def everyone() -> Iterator[httpx.Client]:
    with (
        served(Scripted(), allow_compare=True, upload_megabytes=0.1) as base,
        httpx.Client(base_url=base, timeout=20) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def done(everyone: httpx.Client) -> str:
    started = everyone.post(COMPARISONS, files=FILES)
    assert started.status_code == 202
    assert started.json()["names"] == ["a.en.txt", "a.es.txt"]
    job: str = started.json()["id"]
    assert everyone.get(f"{COMPARISONS}/{job}/findings").status_code == 409
    assert finished(everyone, job)["state"] == "done"
    return job


@pytest.mark.model
def test_what_differs_is_found_and_stands_in_its_sentence(everyone: httpx.Client, done: str) -> None:
    report = everyone.get(f"{COMPARISONS}/{done}/findings").json()
    assert (report["related"], report["pairs"], report["source"]["language"]) == (True, 3, "en")
    by_kind = {found["kind"]: found for found in report["findings"]}
    assert {"number", "negation"} <= set(by_kind)
    number = by_kind["number"]
    place = {"page": 1, "line": 1}
    assert number["source"] == {**place, "before": "Take ", "quote": "3", "after": " coins from the bank."}
    assert number["target"]["quote"] == "4"
    assert number["verdict"] == ""


@pytest.mark.model
def test_decisions_are_in_every_export(everyone: httpx.Client, done: str, tmp_path: Path) -> None:
    report = everyone.get(f"{COMPARISONS}/{done}/findings").json()
    ids = {found["kind"]: found["id"] for found in report["findings"]}
    at = f"{COMPARISONS}/{done}/findings"
    refused = everyone.put(f"{at}/{ids['number']}", json={"verdict": "accepted", "reason": " "})
    assert (refused.status_code, refused.json()["detail"]) == (422, "reason: say why it is right as it is")
    assert everyone.put(f"{at}/nothing", json={"verdict": "rejected"}).status_code == 404
    accepted = {"verdict": "accepted", "reason": "another coin"}
    assert everyone.put(f"{at}/{ids['number']}", json=accepted).status_code == 204
    assert everyone.put(f"{at}/{ids['negation']}", json={"verdict": "rejected", "reason": "ask"}).status_code == 204

    exported = f"{COMPARISONS}/{done}/export"
    file = tmp_path / "accepted.toml"
    file.write_text(everyone.get(f"{exported}/accepted.toml").text)
    assert [(one.kind, one.source, one.target, one.reason) for one in read_accepted(file)] == [
        ("number", "3", "4", "another coin")
    ]
    data = everyone.get(f"{exported}/findings.json").json()
    assert data["rejected"] == {ids["negation"]: "ask"}
    assert [one["reason"] for one in data["accepted"]] == ["another coin"]
    rows = list(csv.DictReader(io.StringIO(everyone.get(f"{exported}/findings.csv").text)))
    assert {(row["kind"], row["status"]) for row in rows} >= {("number", "accepted"), ("negation", "rejected")}
    assert "<tmx" in everyone.get(f"{exported}/pairs.tmx").text
    assert "<xliff" in everyone.get(f"{exported}/pairs.xliff").text
    page = everyone.get(f"{exported}/report.html")
    assert "unsafe-inline" in page.headers["content-security-policy"]
    assert "script-src 'sha256-" in page.headers["content-security-policy"]
    assert everyone.get(f"{exported}/other.exe").status_code == 404

    assert everyone.delete(f"{at}/{ids['number']}").status_code == 204
    assert everyone.get(f"{exported}/accepted.toml").text == ""


@pytest.mark.parametrize(
    ("sent", "status", "said"),
    [
        ({"files": {"source_file": ("a.txt", ENGLISH)}}, 422, "target: choose a document"),
        ({"data": {"source": "castle.en", "target": "castle.xx"}}, 404, "castle.xx"),
        ({"files": {**FILES, "target_file": ("a.exe", "x")}}, 422, "a kind that is not read"),
        ({"files": FILES, "data": {"source_language": "english!"}}, 422, "is not a language tag"),
        ({"files": {**FILES, "target_file": ("a.txt", "x" * 200_000)}}, 413, "LEXLUDO_UPLOAD_MEGABYTES"),
    ],
)
def test_what_cannot_be_compared_is_refused_in_words(
    everyone: httpx.Client, sent: dict[str, Any], status: int, said: str
) -> None:
    answer = everyone.post(COMPARISONS, **sent)
    assert answer.status_code == status
    assert said in answer.json()["detail"]


@pytest.mark.model
def test_a_file_that_cannot_be_read_says_so_without_its_folder(everyone: httpx.Client) -> None:
    broken = {"source_file": ("a.en.txt", ENGLISH), "target_file": ("b.es.pdf", "not a pdf")}
    now = finished(everyone, everyone.post(COMPARISONS, files=broken).json()["id"])
    assert now["state"] == "failed"
    assert "b.es.pdf" in now["problem"]
    assert "/tmp" not in now["problem"]


def test_a_comparison_that_is_not_kept_is_named(everyone: httpx.Client) -> None:
    answer = everyone.get(f"{COMPARISONS}/gone")
    assert (answer.status_code, answer.json()["detail"]) == (
        404,
        "this comparison is not kept any more; start it again",
    )


def test_without_token_or_leave_nobody_compares() -> None:
    with served(Scripted()) as base:
        assert httpx.get(base + COMPARISONS).json()["allowed"] == "nobody"
        assert httpx.post(base + COMPARISONS, files=FILES).status_code == 404


def test_with_a_token_whoever_knows_it_compares() -> None:
    with served(Scripted(), admin_token="open sesame") as base:
        assert httpx.get(base + COMPARISONS).json()["allowed"] == "token"
        assert httpx.post(base + COMPARISONS, files=FILES).status_code == 401
        known = {"Authorization": "Bearer open sesame"}
        started = httpx.post(base + COMPARISONS, files=FILES, headers=known)
        assert started.status_code == 202
        assert httpx.delete(f"{base}{COMPARISONS}/{started.json()['id']}").status_code == 204
        assert httpx.get(f"{base}{COMPARISONS}/{started.json()['id']}").status_code == 404


def begun(comparisons: Comparisons) -> jobs.Job:
    comparisons.make_room()
    return comparisons.start(comparisons.folder(), [{"document": "a"}, {"document": "b"}], ("a", "b"))


def test_one_runs_the_others_wait_and_only_so_many(tmp_path: Path) -> None:
    async def scenario() -> None:
        comparisons = Comparisons(tmp_path, None, SLEEPS)
        async with comparisons.running():
            held = [begun(comparisons) for _ in range(1 + jobs.MOST_WAITING)]
            await asyncio.sleep(0.2)
            assert [job.state for job in held] == [State.RUNNING] + [State.WAITING] * jobs.MOST_WAITING
            assert [comparisons.ahead(job) for job in held] == [0, 1, 2, 3, 4]
            with pytest.raises(ComparingBusyError):
                comparisons.make_room()
            await comparisons.forget(held[0].id)
            await asyncio.sleep(0.2)
            assert held[1].state is State.RUNNING
            assert not held[0].folder.exists()
        assert not any(job.folder.exists() for job in held)

    asyncio.run(scenario())


def test_a_forgotten_comparison_has_ended_when_its_folder_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begin, processes = asyncio.create_subprocess_exec, list[asyncio.subprocess.Process]()

    async def noted(*command: str, **how: Any) -> asyncio.subprocess.Process:
        processes.append(await begin(*command, **how))
        return processes[-1]

    monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)

    async def scenario() -> None:
        comparisons = Comparisons(tmp_path, None, SLEEPS)
        async with comparisons.running():
            job = begun(comparisons)
            while not processes:
                await asyncio.sleep(0.05)
            await comparisons.forget(job.id)
            assert [process.returncode for process in processes] == [-signal.SIGKILL]

    asyncio.run(scenario())


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("raise SystemExit(3)", "ended unexpectedly"),
        ('print(\'{"error": "no such language"}\')', "no such language"),
        ("import time; time.sleep(60)", "took too long"),
    ],
)
def test_a_process_that_fails_fails_the_comparison(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, problem: str
) -> None:
    monkeypatch.setattr(jobs, "LONGEST", 2.0)

    async def scenario() -> None:
        comparisons = Comparisons(tmp_path, None, (sys.executable, "-c", program))
        async with comparisons.running():
            job = begun(comparisons)
            while job.state in (State.WAITING, State.RUNNING):
                await asyncio.sleep(0.05)
            assert job.state is State.FAILED
            assert problem in job.problem

    asyncio.run(scenario())


def test_what_nobody_looks_at_expires(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        comparisons = Comparisons(tmp_path, None, (sys.executable, "-c", "raise SystemExit(3)"))
        async with comparisons.running():
            job = begun(comparisons)
            while job.state in (State.WAITING, State.RUNNING):
                await asyncio.sleep(0.05)
            comparisons.make_room()
            assert job.folder.exists()
            monkeypatch.setattr(jobs, "KEPT_FOR", 0.0)
            comparisons.make_room()
            assert not job.folder.exists()

    asyncio.run(scenario())
