"""Links to an exact answer, copying, and the rules beside a rule."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browsing import DESKTOP, ask, chat_page, pick
from tests.service.page_states import BOATS
from tests.service.scripted import TEXTS, Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser

BOAT_RULE = "You may use the boat of another player if you pay them one coin."
CLIPBOARD = ["clipboard-read", "clipboard-write"]


@pytest.fixture
def chat(browser: Browser, address: str) -> Iterator[Page]:
    with chat_page(browser, address, permissions=CLIPBOARD, viewport=DESKTOP) as page:
        yield page


def copied(page: Page, button: str) -> str:
    page.get_by_role("button", name=button, exact=True).click()
    expect(page.locator(".said")).to_have_text(re.compile("copied", re.IGNORECASE))
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


def shared_link(page: Page) -> str:
    pick(page, "Harbour of Winds")
    page.click("#expansions summary")
    page.get_by_role("checkbox", name="storms").uncheck()
    ask(page, BOATS, "answered")
    return copied(page, "Share")


def test_a_link_names_question_scope_and_place_and_tells_no_server(chat: Page, address: str) -> None:
    link = urlsplit(shared_link(chat))
    assert (f"{link.scheme}://{link.netloc}", link.path, link.query) == (address, "/", "")
    given = parse_qs(link.fragment)
    start = TEXTS["harbour.en"][1].index(BOAT_RULE)
    expected = {"q": BOATS, "game": "harbour", "expansions": "tides", "language": "en", "document": "harbour.en"}
    expected |= {"page": "2", "start": str(start), "end": str(start + len(BOAT_RULE))}
    assert {name: values[0] for name, values in given.items() if name != "sum"} == expected


def test_a_link_opens_the_same_quote_without_asking_again(browser: Browser) -> None:
    scripted = Scripted()
    with served(scripted) as address:
        with chat_page(browser, address, permissions=CLIPBOARD, viewport=DESKTOP) as page:
            link = shared_link(page)
        asked = len(scripted.asked)
        with chat_page(browser, address) as page:
            page.goto("about:blank")
            page.goto(link)
            expect(page.locator(".bubble")).to_have_text(BOATS)
            expect(page.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)
            expect(page.locator(".first .source")).to_contain_text("Harbour of Winds · Rulebook · page 2")
            expect(page.locator(".reply .note")).to_contain_text("the question was not asked again")
            expect(page.locator("#game")).to_have_value("Harbour of Winds")
            expect(page.locator("#expansionCount")).to_have_text("1 of 2")
            assert page.evaluate("localStorage.getItem('lexludo.game')") is None
            assert len(scripted.asked) == asked
            page.get_by_role("button", name="Ask again").click()
            expect(page.locator(".confidence")).to_be_visible()
        assert scripted.asked[-1].expansions == ("tides",)


def test_a_link_to_what_has_changed_since_says_so_and_asks_again(browser: Browser, address: str) -> None:
    with chat_page(browser, address, permissions=CLIPBOARD, viewport=DESKTOP) as page:
        link = shared_link(page)
    for changed in (
        link.replace("start=6", "start=7"),  # other words stand there now
        link.replace("page=2", "page=7"),
        link.replace("document=harbour.en", "document=harbour.xx"),
    ):
        assert changed != link
        with chat_page(browser, address, complains=True) as page:
            page.goto("about:blank")
            page.goto(changed)
            expect(page.locator(".missing h3")).to_have_text("The rulebook has changed since")
            expect(page.locator("blockquote")).to_have_count(0)
            page.get_by_role("button", name="Ask again").click()
            expect(page.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)


def test_a_link_with_a_question_alone_asks_it(chat: Page) -> None:
    chat.evaluate("location.hash = '#q=Can+I+use+the+boat+of+another+player%3F&game=harbour'")
    expect(chat.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)
    expect(chat.locator(".confidence")).to_be_visible()


@pytest.mark.parametrize("odd", ["#", "#q=", "#question", "#page=2&document=harbour.en", "#%", "#search", "#q=%F0%9F"])
def test_what_is_no_link_opens_the_page_as_ever(chat: Page, odd: str) -> None:
    chat.evaluate(f"location.hash = {odd!r}")
    chat.wait_for_timeout(100)
    expect(chat.locator("#title, #searchTitle").locator("visible=true")).to_have_count(1)


def test_a_copy_holds_the_words_the_place_and_the_link(chat: Page, address: str) -> None:
    ask(chat, BOATS, "answered")
    words, where, link = copied(chat, "Copy").splitlines()
    assert (words, where) == (f"“{BOAT_RULE}”", "Harbour of Winds, Rulebook, page 2")
    assert link.startswith(f"{address}/#q=Can+I+use")
    expect(chat.locator("#spoken")).to_have_text("Copied.")


def test_where_the_browser_keeps_its_clipboard_it_is_said(chat: Page) -> None:
    chat.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    chat.add_init_script("document.execCommand = () => false")
    chat.reload()
    chat.locator("#games [role=option]").nth(1).wait_for(state="attached")
    ask(chat, BOATS, "answered")
    chat.get_by_role("button", name="Copy").click()
    expect(chat.locator(".said")).to_have_text("The browser does not allow copying.")


def test_the_rules_beside_a_rule_open_one_after_the_other(chat: Page) -> None:
    ask(chat, BOATS, "answered")
    beside = chat.get_by_role("navigation", name="Beside it in the rulebook")
    expect(beside.get_by_role("button")).to_have_text(["Goal", "Storms", "Ties"])
    expect(beside.get_by_role("button").first).to_have_attribute("lang", "en")
    beside.get_by_role("button", name="Ties").click()
    second = chat.locator("article").nth(1)
    expect(second.locator(".bubble")).to_have_text("Ties")
    expect(second.locator(".first blockquote")).to_have_text("In a tie the youngest captain wins.")
    expect(second.locator(".source")).to_have_text("Harbour of Winds · Rulebook · page 2 (opens in a new tab) · Ties")
    second.get_by_role("button", name="Boats").click()
    expect(chat.locator("article").nth(2).locator("blockquote")).to_contain_text("boat")


def test_an_answer_is_whole_where_its_neighbours_do_not_come(browser: Browser, address: str) -> None:
    with chat_page(browser, address, complains=True) as page:
        page.route("**/place?*", lambda route: route.abort())
        ask(page, BOATS, "answered")
        page.wait_for_timeout(200)
        expect(page.locator(".beside")).to_have_count(0)
        expect(page.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)


def test_the_quote_of_a_link_is_the_slice_that_the_api_gives(client: httpx.Client, chat: Page) -> None:
    """Beyond the basic plane JavaScript and Python count differently; the page leaves the counting to the service."""
    text = client.get("/v1/documents/harbour.en/pages/1").json()["text"]
    chat.evaluate("location.hash = '#q=Who%3F&document=harbour.en&page=1&start=5&end=20'")
    expect(chat.locator(".answered .first blockquote")).to_have_text(text[5:20])
