import threading
import time

import httpx
import pytest

from service.api.reloading import Reloading
from service.api.urls import page_url
from service.contract import Question
from tests.service.scripted import Scripted
from tests.service.serving import served


class Folder:
    """A place where generations appear; ``broken`` ones cannot be opened."""

    def __init__(self) -> None:
        self.current: str | None = "g1"
        self.broken: set[str] = set()
        self.opened: list[str] = []

    def version(self) -> str | None:
        return self.current

    def open(self) -> Scripted:
        assert self.current is not None
        self.opened.append(self.current)
        if self.current in self.broken:
            raise OSError("damaged")
        return Scripted(generation=self.current)


def _generation(reloading: Reloading) -> str:
    return reloading.signature()["index generation"]


def test_a_new_version_takes_over_and_an_old_one_is_opened_once() -> None:
    folder = Folder()
    reloading = Reloading(folder.open, folder.version, check_every=3600)
    assert reloading.refresh() is False
    folder.current = "g2"
    assert reloading.refresh() is True
    assert (_generation(reloading), folder.opened) == ("g2", ["g1", "g2"])
    assert reloading.refresh() is False
    folder.current = None
    assert reloading.refresh() is False
    assert _generation(reloading) == "g2"
    reloading.close()


def test_it_answers_as_what_it_opened_does() -> None:
    folder = Folder()
    reloading = Reloading(folder.open, folder.version, check_every=3600)
    question = Question("Can I use the boat of another player?", game="harbour")
    assert reloading.ask(question) == Scripted().ask(question)
    assert reloading.search(question, 2) == Scripted().search(question, 2)
    assert reloading.games() == Scripted().games()
    assert reloading.page("harbour.en", 2) == Scripted().page("harbour.en", 2)
    reloading.close()


def test_a_version_that_does_not_open_leaves_the_old_one_in_service(caplog: pytest.LogCaptureFixture) -> None:
    folder = Folder()
    reloading = Reloading(folder.open, folder.version, check_every=0.01)
    folder.broken.add("g2")
    folder.current = "g2"
    _until(lambda: "g2" in folder.opened)
    time.sleep(0.1)
    assert folder.opened == ["g1", "g2"]
    assert _generation(reloading) == "g1"
    assert "the one in service stays" in caplog.text
    folder.current = "g3"
    _until(lambda: _generation(reloading) == "g3")
    reloading.close()


def test_a_running_service_picks_up_a_new_generation_and_stops_looking_when_it_ends() -> None:
    folder = Folder()
    with served(lambda: Reloading(folder.open, folder.version, check_every=0.02)) as address:
        folder.current = "g2"
        _until(lambda: httpx.get(f"{address}/readyz").json()["signature"]["index generation"] == "g2")
        assert 'index_generation="g2"' in httpx.get(f"{address}/metrics").text
    _until(lambda: not any(one.name == "lexludo-reloading" for one in threading.enumerate()))


def _until(happened: object, seconds: float = 5.0) -> None:
    assert callable(happened)
    until = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < until
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("document", "span", "url"),
    [
        ("a.pt-BR", (3, 9), "/documents/a.pt-BR/pages/2?start=3&end=9#quote"),
        ("a.pt-BR", (None, None), "/documents/a.pt-BR/pages/2"),
        ("a b/ç?#", (0, 1), "/documents/a%20b%2F%C3%A7%3F%23/pages/2?start=0&end=1#quote"),
    ],
)
def test_a_page_url_is_a_path_whatever_the_document_is_called(
    document: str, span: tuple[int | None, int | None], url: str
) -> None:
    assert page_url(document, 2, *span) == url
