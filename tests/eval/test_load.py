"""The askers over a real socket, and what is made of their calls."""

import asyncio
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import pytest

from eval import load, processes
from eval.askers import Taken, ask_all
from eval.processes import Memory
from eval.questions import JudgedQuestion, shipped
from eval.questions import load as read
from service.workers.crew import Crew
from tests.service.crews import Openings
from tests.service.scripted import Scripted
from tests.service.serving import served


def questions() -> tuple[JudgedQuestion, ...]:
    return read(shipped()).questions[:5]


def asked(address: str, askers: int, seconds: float) -> list[Taken]:
    mixed = [each.model_copy(update={"game": None}) for each in questions()]
    return asyncio.run(ask_all(int(address.rpartition(":")[2]), mixed, askers, seconds))


def test_each_asker_asks_its_next_question_once_the_last_is_answered() -> None:
    scripted = Scripted(delay=0.05)
    with served(scripted) as address:
        taken = asked(address, 4, 1.0)
    assert {each.status for each in taken} == {200}
    assert 4 < len(taken) <= 24
    assert len(taken) == len(scripted.asked)
    assert {each.text for each in scripted.asked} == {each.question for each in questions()}
    later = sorted(each.seconds for each in taken)[len(taken) // 2]
    assert later > 0.15  # four share one thread that takes 50 ms


def test_who_is_turned_away_comes_back_when_told_to() -> None:
    with served(Scripted(delay=0.1), waiting=2) as address:
        taken = asked(address, 20, 1.5)
    statuses = Counter(each.status for each in taken)
    assert set(statuses) == {200, 503}
    away = [each for each in taken if each.status == 503]
    assert {each.retry_after for each in away} == {1.0}
    assert median(each.seconds for each in away) < min(each.seconds for each in taken if each.status == 200)
    assert statuses[503] <= 3 * 17


def test_a_service_that_is_not_there_is_an_error_and_no_answer() -> None:
    with served(Scripted()) as address:
        pass
    assert {each.status for each in asked(address, 1, 0.05)} == {0}


def test_figures_are_of_answers_and_refusals_apart() -> None:
    taken = [Taken(0.0, each / 1000, 200) for each in range(1, 101)]
    taken += [Taken(1.0, 0.002, 503, 1.0), Taken(1.0, 0.004, 429), Taken(3.9, 0.1, 0), Taken(2.0, 0.1, 500)]
    found = load._load((50, 2, 4.0), taken, (Memory(100, 90, 5), Memory(104, 91, 5)), 50.0, 100.0)
    assert (found.p50, found.p99, found.p99_over_p50) == (50.0, 99.0, 1.98)
    assert (found.errors, found.statuses) == (2, {0: 1, 200: 100, 429: 1, 500: 1, 503: 1})
    assert (found.turned_away_p99, found.turned_away_without_retry_after) == (4.0, 1)
    assert (found.answers_per_second, found.of_encoder, found.of_encoders) == (25.0, 0.5, 0.25)
    assert found.memory_growth == 0.04


def test_memory_is_that_of_a_process_and_its_children(tmp_path: Path) -> None:
    (tmp_path / "generation").write_text("000001")
    alone = processes.memory(os.getpid())
    assert alone.rss >= alone.pss > 10
    crew = Crew(Openings(tmp_path), 1)
    try:
        with_worker = processes.memory(os.getpid())
    finally:
        crew.close()
    assert with_worker.rss > alone.rss + 10
    assert with_worker.shared > 1


@pytest.mark.parametrize("options", [["--askers", "0"], ["--seconds", "601"], ["--workers", "65"]])
def test_the_load_is_bounded(options: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "eval.load", *options], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Invalid value" in done.stderr
