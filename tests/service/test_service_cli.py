import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import httpx
import pytest

BOATS = "Can I use the boat of another player?"
RULE = "You may use the boat of another player if you pay them one coin."
COMMAND = [sys.executable, "-m", "tests.service.command"]


def _environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LEXLUDO_")}
    return {**kept, "COLUMNS": "60", "TERMINAL_WIDTH": "200", "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", **more}


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=_environment(**environment),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def test_ask_sets_the_quote_apart_and_says_where_it_stands() -> None:
    done = run("ask", BOATS, "--game", "harbour")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "  │ You may use the boat of another player if you pay them",
        "  │ one coin.",
        "  Harbour of Winds · Rulebook · p. 2 · Boats",
        "confidence 97%",
        "",
        "more: Harbour of Winds · Rulebook · p. 2 · Boats; Harbour of Winds · Rulebook · p. 3 · Storms",
    ]


def test_ask_as_json_prints_the_contract_and_nothing_else() -> None:
    done = run("ask", "Posso usar os barcos de outro jogador?", "--json", "--top-k", "1", "--language", "pt-BR")
    answer = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (answer["status"], answer["question_language"], len(answer["citations"])) == ("answered", "pt-BR", 1)
    assert "Você pode usar os barcos" in done.stdout


def test_an_unanswered_question_is_no_failure() -> None:
    missing = run("ask", "Is there a bonus for purple dragons?")
    assert (missing.returncode, missing.stdout.splitlines()[:3]) == (
        0,
        ["The rulebook does not say.", "", "Nearest passage, not an answer:"],
    )
    which = run("ask", "Who wins most?")
    assert which.returncode == 0
    assert "  --game castle  (Castillo & Corona)" in which.stdout


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (
            ["ask", BOATS, "--game", "harbor"],
            2,
            "lexludo: the library holds no game named harbor; did you mean harbour?",
        ),
        (["ask", BOATS, "--expansion", "storm"], 2, "did you mean storms?"),
        (["ask", "  "], 2, "lexludo: the question is empty; write what you want to know"),
        (["ask", "a" * 1001], 2, "lexludo: the question has 1,001 characters; ask in at most 1,000"),
        (["ask", os.fsdecode(b"boat \xff")], 2, "half of a surrogate pair"),
        (["ask", BOATS, "--language", "portuguese please"], 2, "write it like pt or pt-BR"),
        (["ask", BOATS, "--top-k", "11"], 2, "less than or equal to 10"),
        (["ask"], 2, "Missing argument"),
        (
            ["ask", BOATS, "--index", "nowhere"],
            1,
            "lexludo: nowhere: there is no index here; run `lexludo ingest` first",
        ),
        (["games", "--index", "nowhere"], 1, "nowhere: there is no index here"),
        (["serve", "--index", "nowhere", "--port", "0"], 1, "lexludo: nowhere: there is no index here"),
        (["serve", "--port", "65536"], 2, "less than or equal to 65535"),
    ],
)
def test_wrong_use_is_2_and_failure_1_each_with_its_reason(arguments: list[str], code: int, said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    assert said in done.stderr
    assert done.stderr.count(said) == 1
    assert "Traceback" not in done.stderr


def test_the_index_may_be_named_by_the_environment() -> None:
    assert "elsewhere: there is no index here" in run("games", LEXLUDO_INDEX="elsewhere").stderr


def test_a_setting_that_makes_no_sense_is_named() -> None:
    done = run("serve", LEXLUDO_RATE_BURST="many")
    assert done.returncode == 2
    assert "lexludo: LEXLUDO_RATE_BURST: Input should be a valid integer" in done.stderr


def test_games_are_listed_for_people_and_for_programs() -> None:
    assert run("games").stdout.splitlines() == [
        "castle   Castillo & Corona · es, en · 2 documents",
        "harbour  Harbour of Winds · en, pt-BR · 2 documents · expansions: storms, tides",
    ]
    games = json.loads(run("games", "--json").stdout)["games"]
    assert [game["id"] for game in games] == ["castle", "harbour"]
    assert "file" not in games[0]["documents"][0]


@contextmanager
def serving(*arguments: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [*COMMAND, "serve", "--port", "0", *arguments],
        env=_environment(**environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stderr is not None
    line = process.stderr.readline()
    assert line.startswith("Lexludo answers at http://127.0.0.1:")
    return line.split()[-1]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_serve_says_where_it_answers_and_stops_cleanly(number: signal.Signals) -> None:
    with serving() as process:
        address = _address(process)
        with httpx.Client(base_url=address) as client:
            assert client.post("/v1/ask", json={"question": BOATS, "game": "harbour"}).json()["answer"] == RULE
            process.send_signal(number)
            out, err = process.communicate(timeout=8)
    assert (process.returncode, out, err) == (0, "", "")


def test_serve_stops_at_once_while_the_library_is_still_being_opened() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with serving("--port", str(port), OPENING_TAKES="60") as process:
        _wait_until_alive(port)
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=30)  # half of what opening would take
    assert (process.returncode, err) == (0, "")


def _wait_until_alive(port: int) -> None:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with suppress(httpx.TransportError):
            assert httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
            return
        time.sleep(0.1)
    raise AssertionError("the service does not come up")


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("told", ["the service", "its whole group"])
def test_what_is_in_flight_at_a_stop_is_answered(workers: str, told: str) -> None:
    with serving("--workers", workers, ANSWERING_TAKES="1.5") as process, ThreadPoolExecutor(2) as asking:
        address = _address(process)
        ask = partial(httpx.post, f"{address}v1/ask", json={"question": BOATS, "game": "harbour"}, timeout=10)
        in_flight = [asking.submit(ask) for _ in range(2)]
        time.sleep(0.7)
        for pid in [process.pid, *(_children(process.pid) if told == "its whole group" else [])]:
            os.kill(pid, signal.SIGTERM)
        answers = [each.result().json()["answer"] for each in in_flight]
        _, err = process.communicate(timeout=15)
    assert answers == [RULE, RULE]
    assert (process.returncode, err) == (0, "")


def test_workers_leave_with_the_service_however_it_goes() -> None:
    with serving("--workers", "2") as process:
        _address(process)
        children = _children(process.pid)
        assert len(children) >= 2
        process.kill()
        process.wait()
        until = time.monotonic() + 10
        while any(Path(f"/proc/{pid}").exists() for pid in children):
            assert time.monotonic() < until
            time.sleep(0.05)


def test_workers_that_cannot_open_the_library_end_the_service() -> None:
    done = run("serve", "--index", "nowhere", "--port", "0", "--workers", "2")
    assert done.returncode == 1
    assert done.stderr == "lexludo: nowhere: there is no index here; run `lexludo ingest` first\n"


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()] + [
        int(child)
        for thread in Path(f"/proc/{pid}/task").iterdir()
        if thread.name != str(pid)
        for child in (thread / "children").read_text().split()
    ]


def test_a_port_in_use_fails_with_what_to_do() -> None:
    with serving() as process:
        port = _address(process).rstrip("/").rpartition(":")[2]
        done = run("serve", "--port", port)
    assert done.returncode == 1
    assert f"lexludo: cannot listen on 127.0.0.1 port {port}: Address already in use" in done.stderr


def test_registering_loads_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys, typer, service.cli; service.cli.register(typer.Typer());"
        "print([name for name in ('torch', 'faiss', 'fastapi', 'uvicorn', 'numpy', 'pydantic') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "[]\n"
