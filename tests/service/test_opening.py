"""One model is loaded once, however many ask for it, and says to the first what it is at."""

from collections.abc import Iterator
from typing import Any

import pytest

from corpus import encoder
from service import opening
from tests.fakes import FakeEncoder


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[Any, int]]]:
    made: list[tuple[Any, int]] = []

    def load(name: str | None, say: Any, threads: int) -> FakeEncoder:
        made.append((name, threads))
        say(f"unpacking {name}")
        return FakeEncoder()

    opening._once.cache_clear()
    monkeypatch.setattr(encoder, "load", load)
    yield made
    opening._once.cache_clear()


def test_whoever_makes_the_first_index_leaves_its_encoder_to_who_opens_it(loads: list[tuple[Any, int]]) -> None:
    said: list[str] = []
    first = opening.loaded_encoder(None, said.append)
    assert opening.loaded_encoder(None) is first
    assert opening.loaded_encoder("") is first
    assert (loads, said) == ([(None, 0)], ["unpacking None"])


def test_another_model_or_number_of_threads_is_another_encoder(loads: list[tuple[Any, int]]) -> None:
    first = opening.loaded_encoder(None)
    assert opening.loaded_encoder("other") is not first
    assert opening.loaded_encoder("other", threads=1) is not opening.loaded_encoder("other")
    assert loads == [(None, 0), ("other", 0), ("other", 1), ("other", 0)]


def test_a_load_that_failed_is_tried_again(loads: list[tuple[Any, int]], monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: Any, **__: Any) -> FakeEncoder:
        raise OSError("no room")

    with monkeypatch.context() as patched:
        patched.setattr(encoder, "load", failing)
        with pytest.raises(OSError, match="no room"):
            opening.loaded_encoder(None)
    assert opening.loaded_encoder(None).card.name == "fake"
    assert loads == [(None, 0)]
