"""The search view: passages of all rulebooks, their words marked, page by page, with an address of its own."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browsing import DESKTOP, chat_page, pick
from tests.service.scripted import Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser


@pytest.fixture
def chat(browser: Browser, address: str) -> Iterator[Page]:
    with chat_page(browser, address) as page:
        yield page


def look_for(page: Page, words: str) -> None:
    page.locator("#toSearch").click()
    expect(page.locator("#words")).to_be_focused()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    page.locator("#results li").first.wait_for()


def test_it_lists_passages_with_the_words_marked_and_where_they_stand(chat: Page) -> None:
    look_for(chat, "BOATS, barrels")
    expect(chat.locator("#composer")).to_be_hidden()
    first = chat.locator("#results li").first
    expect(first.locator("blockquote")).to_have_text("A boat carries two barrels.")
    expect(first.locator("mark")).to_have_text(["boat", "barrels"])
    expect(first.locator(".source")).to_have_text("Harbour of Winds · Rulebook · page 2 (opens in a new tab) · Boats")
    assert set(chat.locator("#results mark").all_inner_texts()) == {"boat", "barrels"}
    expect(chat.locator("#found")).to_have_text("Passages 1 to 10, nearest first")
    expect(chat.locator("#spoken")).to_have_text("Passages 1 to 10, nearest first")
    assert chat.url.endswith("/#search=BOATS%2C+barrels")


def test_it_goes_on_and_back_and_the_address_tells_where(chat: Page, address: str) -> None:
    look_for(chat, "boat")
    first = chat.locator("#results blockquote").all_inner_texts()
    chat.get_by_role("button", name="Further passages").click()
    expect(chat.locator("#found")).to_have_text("Passages 11 to 12, nearest first")
    expect(chat.locator("#found")).to_be_focused()
    second = chat.locator("#results blockquote").all_inner_texts()
    assert not set(first) & set(second)
    expect(chat.get_by_role("button", name="Further passages")).to_have_count(0)
    chat.go_back()
    expect(chat.locator("#found")).to_have_text("Passages 1 to 10, nearest first")
    assert chat.locator("#results blockquote").all_inner_texts() == first
    chat.goto("about:blank")
    chat.goto(f"{address}/#search=boat&page=2")
    expect(chat.locator("#found")).to_have_text("Passages 11 to 12, nearest first")
    expect(chat.locator("#words")).to_have_value("boat")


TYPE_AS_SOON_AS_SHOWN = """() => new MutationObserver(() => {
  if (!document.getElementById("search").hidden) document.getElementById("words").value ||= "boat";
}).observe(document.getElementById("search"), { attributeFilter: ["hidden"] })"""


def test_what_is_typed_as_soon_as_the_view_is_there_stays(chat: Page) -> None:
    chat.evaluate(TYPE_AS_SOON_AS_SHOWN)
    chat.locator("#toSearch").click()
    expect(chat.locator("#words")).to_be_focused()
    expect(chat.locator("#words")).to_have_value("boat")


def test_the_game_narrows_it_at_once(browser: Browser, address: str) -> None:
    with chat_page(browser, address, viewport=DESKTOP) as page:
        look_for(page, "tie wins")
        pick(page, "Castillo & Corona")
        expect(page.locator("#found")).to_contain_text("Passages 1 to 4")
        assert {one.split(" · ")[0] for one in page.locator("#results .source").all_inner_texts()} == {
            "Castillo & Corona"
        }
        expect(page.get_by_role("link", name="Search")).to_have_attribute("aria-current", "page")
        page.get_by_role("link", name="Ask").click()
        expect(page.locator("#question")).to_be_focused()
        expect(page.locator("#search")).to_be_hidden()
        assert page.url == f"{address}/"


def test_a_conversation_is_there_again_after_a_search(chat: Page) -> None:
    chat.fill("#question", "Can I use the boat of another player?")
    chat.press("#question", "Enter")
    chat.locator(".answered").wait_for()
    look_for(chat, "boat")
    expect(chat.locator("#log")).to_be_hidden()
    chat.go_back()
    chat.go_back()
    expect(chat.locator(".answered .first blockquote")).to_be_visible()
    expect(chat.locator("article")).to_have_count(1)


def test_trouble_is_said_and_can_be_tried_again(browser: Browser) -> None:
    with served(Scripted()) as address, chat_page(browser, address, complains=True) as page:
        body = '{"type": "urn:lexludo:rate-limit"}'
        page.route(
            "**/v1/search?*",
            lambda route: route.fulfill(status=429, headers={"Retry-After": "1"}, body=body),
            times=1,
        )
        look_for(page, "boat")
        expect(page.locator("#results .trouble")).to_contain_text("many questions at once")
        expect(page.get_by_role("button", name="Try again")).to_be_enabled()
        page.get_by_role("button", name="Try again").click()
        expect(page.locator("#results mark").first).to_have_text("boat")
