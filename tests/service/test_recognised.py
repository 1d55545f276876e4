"""A page that came through text recognition says so at every door."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect, sync_playwright

from corpus.index import Index
from corpus.types import Page, Reading
from ingest.build import ingest
from service.answering import Judge
from service.contract import Answer, Citation, Question
from service.telling import tell_answer
from tests.chromium import FLAGS, MISSING, find
from tests.fakes import FakeEncoder
from tests.ingest.books import BOATS, COINS
from tests.service.browsing import ask, chat_page
from tests.service.scripted import Scripted
from tests.service.serving import served

ASKED = Question("Can I use the boat of another player?", game="harbour")


class Scanned(Scripted):
    """A library whose pages are scans."""

    def ask(self, question: Question) -> Answer:
        answer = super().ask(question)
        return replace(answer, citations=tuple(replace(each, ocr=True) for each in answer.citations))

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        return [replace(each, ocr=True) for each in super().search(question, limit)]

    def page(self, document: str, number: int) -> Page:
        return replace(super().page(document, number), ocr=True)


@pytest.fixture
def scanned() -> Iterator[str]:
    with served(Scanned()) as address:
        yield address


def test_a_citation_knows_its_page(tmp_path: Path, encoder: FakeEncoder) -> None:
    def read(path: Path, *, language: str | None = None) -> Reading:
        return Reading((Page(1, BOATS), Page(2, COINS, ocr=True)))

    (tmp_path / "rules.en.txt").write_text("any", "utf-8")
    ingest([tmp_path / "rules.en.txt"], tmp_path / "index", encoder, read=read)
    found = Judge(Index.open(tmp_path / "index"), encoder).search(Question("boats and coins"))
    assert {each.page: each.ocr for each in found} == {1: False, 2: True}


def test_the_api_says_so(scanned: str) -> None:
    answer = httpx.post(f"{scanned}/v1/ask", json={"question": ASKED.text, "game": "harbour"}).json()
    assert [each["ocr"] for each in answer["citations"]] == [True] * len(answer["citations"])
    page = httpx.get(f"{scanned}{answer['citations'][0]['page_url']}", headers={"Accept-Language": "pt"}).text
    assert "as palavras foram reconhecidas (OCR) e podem conter erros." in page


def test_the_terminal_says_so() -> None:
    assert "p. 2 · Boats · read from a scan" in tell_answer(Scanned().ask(ASKED), [], 80)


@pytest.mark.browser
@pytest.mark.skipif(find() is None, reason=MISSING)
def test_the_chat_page_says_so(scanned: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=FLAGS)
        with chat_page(browser, scanned) as page:
            ask(page, ASKED.text, "answered")
            note = page.locator(".answered .first .ocr")
            expect(note).to_have_text("read from a scan")
            expect(note).to_have_attribute(
                "title", "This page is a picture: its words were recognised by a program (OCR) and may be misread."
            )
        browser.close()
