"""A writer that dies, at whatever moment, leaves a whole generation in service, and the next one cleans up."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from corpus.index import Index
from ingest.build import ingest
from tests.fakes import FakeEncoder
from tests.ingest.books import BARCOS, BOATS, COINS, SCORE, write_book

ROOT = Path(__file__).parents[2]
MOMENTS = 30
Order = Callable[..., dict[str, Any]]


@pytest.fixture(scope="module")
def order() -> Iterator[Order]:
    command = [sys.executable, "-W", "error", "-m", "tests.ingest.crash_driver"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as driver:
        sent, answered = driver.stdin, driver.stdout
        assert sent is not None
        assert answered is not None

        def give(**order: object) -> dict[str, Any]:
            print(json.dumps(order, default=str), file=sent, flush=True)
            answer: dict[str, Any] = json.loads(answered.readline())
            return answer

        yield give
        sent.close()


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index whose second generation is current."""
    folder = tmp_path_factory.mktemp("before")
    book = write_book(folder / "canals" / "rules.en.txt", BOATS)
    ingest([book], folder / "index", FakeEncoder())
    write_book(book, BOATS, COINS)
    ingest([book], folder / "index", FakeEncoder())
    return folder / "index"


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("books")
    return [
        write_book(folder / "canals" / "rules.en.txt", BOATS, SCORE),
        write_book(folder / "canals" / "rules.pt-BR.txt", *(f"{number} {BARCOS}" for number in range(60))),
        write_book(folder / "arena" / "arena.en.txt", *(f"{number} {SCORE}" for number in range(60))),
    ]


def check_and_go_on(index: Path, books: list[Path]) -> str:
    """Return the generation in service after it was found whole and an ingest went through."""
    encoder = FakeEncoder()
    found = Index.open(index, card=encoder.card)
    found.verify()
    assert found.generation in ("000002", "000003")
    second = COINS if found.generation == "000002" else SCORE
    rows, _ = found.nearest(encoder.encode_queries([second])[0], found.document_rows("rules.en"), 1)
    assert found.text(int(rows[0])) == second
    assert found.lexical.scores(second, "en", found.rows()).max() > 0
    assert not ingest(books, index, encoder).failed
    after = Index.open(index, card=encoder.card)
    after.verify()
    assert [document.id for document in after.documents] == ["arena.en", "rules.en", "rules.pt-BR"]
    assert sorted(path.name for path in index.iterdir()) == [".lock", "CURRENT", "generations", "sources"]
    kept = sorted(path.name for path in (index / "generations").iterdir())
    assert kept == sorted({"000002", after.generation})
    return found.generation


def test_killed_before_any_touch_of_the_disk(order: Order, before: Path, books: list[Path], tmp_path: Path) -> None:
    shutil.copytree(before, tmp_path / "whole")
    whole = order(index=tmp_path / "whole", paths=books)
    touches = int(whole["touches"])
    assert not whole["killed"]
    moments = sorted({*range(1, touches, max(1, touches // MOMENTS)), *range(touches - 25, touches + 1)})
    assert len(moments) >= MOMENTS
    served = []
    for moment in moments:
        index = tmp_path / f"killed-{moment}"
        shutil.copytree(before, index)
        assert order(index=index, paths=books, kill_at=moment)["killed"]
        served.append(check_and_go_on(index, books))
        shutil.rmtree(index)
    assert served == sorted(served)  # the old one up to some moment, the new one ever after
    assert set(served) == {"000002", "000003"}


def seconds_of_a_run(order: Order, before: Path, books: list[Path], index: Path) -> float:
    shutil.copytree(before, index)
    return float(order(index=index, paths=books)["seconds"])


def test_killed_at_moments_spread_over_the_run(order: Order, before: Path, books: list[Path], tmp_path: Path) -> None:
    seconds = min(seconds_of_a_run(order, before, books, tmp_path / f"whole-{number}") for number in range(3))
    killed = 0
    for moment in range(MOMENTS):
        index = tmp_path / f"killed-{moment}"
        shutil.copytree(before, index)
        killed += order(index=index, paths=books, kill_after=seconds * moment / MOMENTS)["killed"]
        check_and_go_on(index, books)
        shutil.rmtree(index)
    assert killed >= MOMENTS * 2 // 3  # a run may be quicker than the one that was timed


def test_a_first_ingest_that_is_killed_leaves_an_empty_index(order: Order, books: list[Path], tmp_path: Path) -> None:
    touches = int(order(index=tmp_path / "whole", paths=books)["touches"])
    for moment in range(1, touches, max(1, touches // 8)):
        index = tmp_path / f"killed-{moment}"
        assert order(index=index, paths=books, kill_at=moment)["killed"]
        if Index.current_generation(index) is not None:
            Index.open(index).verify()
        assert ingest(books, index, FakeEncoder()).documents == 3
        Index.open(index).verify()
        assert len(list((index / "generations").iterdir())) == 1


def test_two_ingests_in_two_processes(order: Order, before: Path, books: list[Path], tmp_path: Path) -> None:
    index = tmp_path / "index"
    shutil.copytree(before, index)
    command = [sys.executable, "-m", "tests.ingest.crash_driver"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdin is not None
        print(json.dumps({"index": str(index), "paths": [str(books[1])]}), file=other.stdin, flush=True)
        answer = order(index=index, paths=[books[2]])
        said, _ = other.communicate(timeout=60)
    assert not answer["killed"]
    assert not json.loads(said)["killed"]
    found = Index.open(index)
    found.verify()
    assert (found.generation, [document.id for document in found.documents]) == (
        "000004",
        ["arena.en", "rules.en", "rules.pt-BR"],
    )
