import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from corpus.errors import UnreadableFileError
from corpus.index import Index
from corpus.types import Page, Reading
from ingest import readers
from ingest.build import ingest
from ingest.working import (
    Bounds,
    BrokenWorkError,
    OverMemoryError,
    OverTimeError,
    Request,
    bounded,
    in_turn,
    in_workers,
)
from tests.fakes import FakeEncoder
from tests.ingest import children
from tests.ingest.books import BOATS, COINS, write_book

AMPLE = Bounds(30, 1_000_000_000)


def said(folder: Path, *words: str) -> list[Request]:
    return [Request(write_book(folder / f"{place}.txt", word), "en") for place, word in enumerate(words)]


def test_work_is_done_in_a_process_of_its_own_each_time() -> None:
    first, second = bounded(children.process_id, AMPLE), bounded(children.process_id, AMPLE)
    assert len({first, second, os.getpid()}) == 3
    for gone in (first, second):
        with pytest.raises(ProcessLookupError):
            os.kill(gone, 0)


def test_memory_is_bounded() -> None:
    assert bounded(children.eat, AMPLE, 500_000_000) == 500_000_000
    with pytest.raises(OverMemoryError):
        bounded(children.eat, AMPLE, 1_100_000_000)
    with pytest.raises(OverMemoryError):  # as the system does when its memory runs out
        bounded(children.killed, AMPLE)


def test_time_is_bounded_and_the_child_is_gone() -> None:
    with pytest.raises(OverTimeError):  # which would go on for ever
        bounded(children.spin, Bounds(0.5))
    with pytest.raises(OverTimeError):  # computing for too long ends before the clock does
        bounded(children.spin, Bounds(1))


def test_what_work_raises_comes_back_whole() -> None:
    with pytest.raises(UnreadableFileError) as caught:
        bounded(children.refuse, AMPLE, Path("some/file.pdf"))
    assert str(caught.value) == "some/file.pdf: is bad; mend it"
    assert (caught.value.problem, caught.value.remedy) == ("is bad", "mend it")


def test_a_crash_takes_nobody_along() -> None:
    with pytest.raises(BrokenWorkError, match="ended with code -11"):
        bounded(children.crash, AMPLE)
    with pytest.raises(BrokenWorkError, match="ZeroDivisionError: nobody foresaw this"):
        bounded(children.surprise, AMPLE)


def test_work_that_is_no_longer_wanted_ends() -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(BrokenWorkError, match="stopped"):  # rather than over time
        bounded(children.spin, AMPLE, stop=stop)


def test_hostile_files_get_one_line_each_and_the_others_are_read_in_order(tmp_path: Path) -> None:
    requests = said(tmp_path, "one", "sleep", "eat", "crash", "refuse", "child", "two")
    read_all = in_workers(children.read, Bounds(1, 1_500_000_000), workers=3)
    outcomes = list(read_all(requests))
    problems = [one.problem if isinstance(one, UnreadableFileError) else one.pages[0].text for one in outcomes]
    assert problems == [
        "one en",
        "takes longer than 1 s to read",
        "needs more than 1.5 GB of memory to read",
        "could not be read (its process ended with code -11)",
        "is bad",
        "child en",
        "two en",
    ]
    assert all(
        str(one).startswith(f"{request.path}: ")
        for request, one in zip(requests, outcomes, strict=True)
        if isinstance(one, UnreadableFileError)
    )


def test_files_are_read_side_by_side(tmp_path: Path) -> None:
    bounded(children.process_id, AMPLE)  # the server that forks is up
    requests = said(tmp_path, *["sleep"] * 4)
    took = []
    for workers in (1, 4):
        began = time.monotonic()
        assert len(list(in_workers(children.read, Bounds(1), workers=workers)(requests))) == 4
        took.append(time.monotonic() - began)
    one_by_one, side_by_side = took
    assert side_by_side < 0.8 * one_by_one


def test_whoever_stops_listening_waits_for_nobody(tmp_path: Path) -> None:
    outcomes = in_workers(children.read, AMPLE, workers=2)(said(tmp_path, "one", "sleep", "sleep"))
    assert isinstance(next(outcomes), Reading)
    began = time.monotonic()
    outcomes.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 30  # as long as the sleepers take


def test_nothing_to_read_starts_nothing() -> None:
    assert list(in_workers(children.read)([])) == []


def test_in_turn_reads_here(tmp_path: Path) -> None:
    first, second = in_turn(children.read)(said(tmp_path, "one", "refuse"))
    assert first == Reading((Page(1, "one en"),))
    assert isinstance(second, UnreadableFileError)


def test_an_ingest_in_workers_is_the_same_as_in_turn(tmp_path: Path) -> None:
    write_book(tmp_path / "books" / "canals" / "rules.en.txt", BOATS, COINS)
    (tmp_path / "books" / "canals" / "broken.en.pdf").write_bytes(b"%PDF-1.7 and nothing")
    indexes = []
    for name, read_all in (("turn", None), ("workers", in_workers(readers.read))):
        outcome = ingest([tmp_path / "books"], tmp_path / name, FakeEncoder(), read_all=read_all)
        assert [report.state for report in outcome.files] == ["failed", "added"]
        indexes.append(Index.open(tmp_path / name))
    assert indexes[0].passages == indexes[1].passages
    assert indexes[0].pages("rules.en") == indexes[1].pages("rules.en")


def test_children_end_with_the_program(tmp_path: Path) -> None:
    code = (
        "from ingest.working import Bounds, bounded\nfrom tests.ingest import children\n"
        "if __name__ == '__main__':\n    bounded(children.linger, Bounds(60), {!r})"
    )
    (tmp_path / "program.py").write_text(code.format(str(tmp_path / "id")), "utf-8")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, str(tmp_path / "program.py")], env=environment) as program:
        latest = time.monotonic() + 20
        while not (tmp_path / "id").exists():
            assert time.monotonic() < latest
            time.sleep(0.05)
        program.kill()
    child = int((tmp_path / "id").read_text())
    latest = time.monotonic() + 15
    while Path(f"/proc/{child}/cmdline").exists() and Path(f"/proc/{child}/cmdline").read_bytes():
        assert time.monotonic() < latest
        time.sleep(0.1)
