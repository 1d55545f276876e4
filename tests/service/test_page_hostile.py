"""Markup in everything that others wrote (rules, titles, headings, names, links) is shown and never run."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, expect

from corpus.types import Document
from service.contract import Answer, Citation, Composed, Game, Parallel, Question, Translation
from service.neighbours import Neighbour, Place
from tests.service.browsing import ask, chat_page, pick
from tests.service.page_states import BOATS, TIED, UNKNOWN
from tests.service.scripted import Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror='window.hacked=1'><script>window.hacked=1</script>"
QUERIES = """() => [
  document.querySelectorAll("img[src=x]").length, document.querySelectorAll("body script").length, window.hacked,
]"""


class Hostile(Scripted):
    """A library whose every name, title, heading, rule and address is out to harm its reader."""

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        return [self._spoiled(one) for one in super().search(question, limit)]

    def ask(self, question: Question) -> Answer:
        return replace(super().ask(question), composed=Composed(EVIL, (), EVIL))

    def place(self, document: str, page: int, start: int) -> Place:
        return Place(EVIL, (EVIL,), (Neighbour(EVIL[:60], 1, 0, 4),))

    def games(self) -> list[Game]:
        return [replace(one, title=f"{one.title}{EVIL}", documents=self._documents(one)) for one in super().games()]

    @staticmethod
    def _documents(game: Game) -> tuple[Document, ...]:
        icons = (("b", EVIL),)
        return tuple(replace(one, title=f"{one.title}{EVIL}", icons=icons) for one in game.documents)

    @staticmethod
    def _spoiled(citation: Citation) -> Citation:
        return replace(
            citation,
            title=EVIL,
            kind=EVIL,
            language='en" onmouseover="window.hacked=1',
            section=(EVIL,),
            quote=f"{citation.quote} {EVIL}",
            page_url=citation.page_url + '" onclick="window.hacked=1',
            parallel=Parallel(citation.document, "x<b>", 1, EVIL, title=EVIL, page_url="/documents/'\"><img src=x>"),
            translation=Translation(EVIL, "<b>", EVIL),
        )


@pytest.fixture(scope="module")
def hostile() -> Iterator[str]:
    with served(Hostile()) as address:
        yield address


@pytest.fixture
def chat(browser: Browser, hostile: str) -> Iterator[Page]:
    with chat_page(browser, hostile) as page:
        yield page
        assert page.evaluate(QUERIES) == [0, 0, None]


def test_an_answer_out_of_a_hostile_rulebook(chat: Page) -> None:
    ask(chat, BOATS, "answered")
    expect(chat.locator(".first blockquote").first).to_contain_text("<script>window.hacked=1</script>")
    expect(chat.locator(".first cite").first).to_have_text(EVIL)
    expect(chat.locator(".aid").last).to_contain_text(EVIL)
    for summary in chat.locator(".reply summary").all():
        summary.click()
    chat.locator(".beside button").first.click()
    expect(chat.locator("article")).to_have_count(2)


def test_refusals_and_games_with_hostile_names(chat: Page) -> None:
    ask(chat, f"{UNKNOWN} {EVIL}", "missing")
    expect(chat.locator(".bubble")).to_have_text(f"{UNKNOWN} {EVIL}")
    chat.locator(".missing summary").click()
    expect(chat.locator(".topics li").first).to_contain_text("<script>")
    ask(chat, TIED, "which")
    expect(chat.locator(".which button").first).to_contain_text("<script>")
    pick(chat, f"Harbour of Winds{EVIL}")


def test_a_search_for_markup_among_markup(chat: Page) -> None:
    chat.locator("#toSearch").click()
    chat.fill("#words", f"boat script {EVIL}")
    chat.keyboard.press("Enter")
    chat.locator("#results mark").first.wait_for()
    expect(chat.locator("#results blockquote").first).to_contain_text("<img src=x")


@pytest.mark.parametrize(
    "link",
    [
        "q=<img src=x onerror=window.hacked=1>&game=<b>&expansions=<b>,x&language=<b>",
        "q=x&document=..%2F..%2Fv1%2Fgames%3F&page=1&start=0&end=4",
        "q=x&document=javascript:alert(1)&page=1&start=0&end=99999999",
        "search=<svg onload=window.hacked=1>&page=-3",
        "q=x&document=harbour.en&page=1e9&start=0&end=4",
        "__proto__=x&q=constructor&game=__proto__",
    ],
)
def test_a_link_that_someone_made_up(browser: Browser, hostile: str, link: str) -> None:
    with chat_page(browser, hostile, complains=True) as page:
        page.evaluate("(link) => { location.hash = link; }", link)
        page.wait_for_function("() => !document.querySelector('.waiting')")
        page.wait_for_timeout(150)
        assert page.evaluate(QUERIES) == [0, 0, None]
        assert page.url.startswith(hostile)


def test_storage_that_someone_else_filled(browser: Browser, address: str) -> None:
    spoil = """() => {
      for (const name of ["game", "expansionsOff", "theme", "language"])
        localStorage.setItem(`lexludo.${name}`, "[<b>{");
    }"""
    with chat_page(browser, address) as page:
        page.evaluate(spoil)
        page.reload()
        page.locator("#games [role=option]").nth(1).wait_for(state="attached")
        ask(page, BOATS, "answered")
        assert page.locator("html").get_attribute("data-theme") is None


def test_the_policy_stops_what_gets_in_all_the_same(browser: Browser, address: str) -> None:
    """The last line of defence: even markup that became an element runs nothing and fetches nothing from elsewhere."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(address)
    fetched: list[str] = []
    page.on("response", lambda response: fetched.append(response.url))
    page.evaluate(
        """() => {
          document.body.insertAdjacentHTML("beforeend", "<img src=x onerror='window.hacked=1'>");
          const script = document.createElement("script");
          script.textContent = "window.hacked = 1";
          document.body.append(script);
          const far = document.createElement("script");
          far.src = "https://elsewhere.example/evil.js";
          document.body.append(far);
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("window.hacked") is None
    assert [url for url in fetched if "elsewhere" in url] == []
    context.close()
