"""From opening the page to a shared answer, by keyboard alone and by touch; and what can befall on the way."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browsing import ASKED, DESKTOP, PHONE, ask, chat_page
from tests.service.page_states import BOATS, UNKNOWN, refuse
from tests.service.scripted import Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser

BOAT_RULE = "You may use the boat of another player if you pay them one coin."
FOCUSED = "document.activeElement.id || document.activeElement.textContent.trim()"

IN_SIGHT = """() => {
  const focused = document.activeElement;
  const { left, top, width, height } = focused.getBoundingClientRect();
  return focused.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether the middle of what has the focus lies on the screen, and under nothing else (WCAG 2.2, 2.4.11)."""


def tab_to(page: Page, wanted: str, key: str = "Tab") -> None:
    """Press Tab until what has this id or text has the focus, which must be seen."""
    for _ in range(40):
        page.keyboard.press(key)
        if page.evaluate(FOCUSED) == wanted:
            break
    assert page.evaluate(FOCUSED) == wanted
    page.wait_for_function(IN_SIGHT)  # once it has been scrolled to


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_by_keyboard_alone(browser: Browser, size: object, scheme: str) -> None:
    scripted = Scripted()
    options: dict[str, Any] = {
        "viewport": size,
        "color_scheme": scheme,
        "permissions": ["clipboard-read", "clipboard-write"],
    }
    with served(scripted) as address, chat_page(browser, address, **options) as page:
        page.keyboard.press("Tab")
        expect(page.locator("#skip")).to_be_in_viewport()
        tab_to(page, "game")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("End")
        page.keyboard.type("wind")
        page.keyboard.press("Enter")
        expect(page.locator("#game")).to_have_value("Harbour of Winds")
        tab_to(page, "Expansions 2 of 2")
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        page.keyboard.press("Space")
        expect(page.locator("#expansionCount")).to_have_text("1 of 2")
        tab_to(page, "question")
        page.keyboard.type(BOATS)
        page.keyboard.press("Enter")
        page.locator(".beside").wait_for()
        expect(page.locator(ASKED)).to_be_focused()
        tab_to(page, "Share", "Shift+Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".said")).to_have_text("Link copied.")
        tab_to(page, "Ties")
        page.keyboard.press("Enter")
        expect(page.locator("article").nth(1).locator("blockquote")).to_have_text("In a tie the youngest captain wins.")
        expect(page.locator(ASKED)).to_be_focused()
        tab_to(page, "openPreferences", "Shift+Tab")
        page.keyboard.press("Enter")
        expect(page.locator("#preferences")).to_be_visible()
        page.keyboard.press("Escape")
        expect(page.locator("#openPreferences")).to_be_focused()
        assert scripted.asked[0].expansions == ("tides",)


def test_the_skip_link_leads_to_the_field_of_the_view(browser: Browser, address: str) -> None:
    with chat_page(browser, address) as page:
        page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(ASKED)).to_be_focused()
        assert page.url == f"{address}/"
        page.locator("#toSearch").click()
        page.locator("#skip").focus()
        page.keyboard.press("Enter")
        expect(page.locator("#words")).to_be_focused()


def test_by_touch_on_a_phone(browser: Browser, address: str) -> None:
    with chat_page(browser, address, has_touch=True, is_mobile=True) as page:
        page.locator("#game").tap()
        page.get_by_role("option", name="Harbour of Winds").tap()
        page.locator(ASKED).fill(BOATS)
        page.get_by_role("button", name="Send").tap()
        expect(page.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)
        expect(page.locator(".bubble")).to_be_in_viewport()
        page.get_by_role("button", name="Storms").tap()
        expect(page.locator("article").nth(1).locator("blockquote")).to_contain_text("sinks every boat")
        page.locator("#toSearch").tap()
        page.locator("#words").fill("storm")
        page.get_by_role("button", name="Search").tap()
        expect(page.locator("#results mark").first).to_have_text("storm", ignore_case=True)
        page.locator("#toAsk").tap()
        expect(page.locator("article")).to_have_count(2)


def test_too_many_questions_count_down_until_the_next_may_be_asked(browser: Browser, address: str) -> None:
    with chat_page(browser, address, complains=True) as page:
        refuse(page, 429, "rate-limit", {"Retry-After": "2"})
        ask(page, BOATS, "troubled")
        retry = page.get_by_role("button", name="Try again")
        expect(page.locator(".trouble")).to_have_text("That was many questions at once. Try again in 2 s.")
        expect(retry).to_be_disabled()
        expect(page.locator(".trouble")).to_have_text("That was many questions at once. Try again in 1 s.")
        expect(page.locator(".trouble")).to_have_text("That was many questions at once. You can try again now.")
        retry.click()
        expect(page.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)


def test_a_real_limit_is_told_as_such(browser: Browser) -> None:
    # the games, what becomes of feedback and the first question take three; nothing comes back within the test
    with (
        served(Scripted(), rate_per_minute=1, rate_burst=3, rate_exempt="") as address,
        chat_page(browser, address, complains=True) as page,
    ):
        ask(page, BOATS, "answered")
        ask(page, BOATS, "troubled")
        expect(page.locator(".trouble")).to_have_text(re.compile(r"Try again in [1-9]\d+ s\."))


def test_what_is_not_found_says_what_the_nearest_rules_are_about(browser: Browser, address: str) -> None:
    with chat_page(browser, address) as page:
        ask(page, UNKNOWN, "missing")
        expect(page.locator(".topics > p")).to_have_text("The nearest rules are about:")
        expect(page.locator(".topics li").first).to_have_text("Towers (Castillo & Corona, page 1)")


@pytest.mark.parametrize(
    ("frames", "outcome"),
    [
        ('event: error\ndata: {"status": 500, "type": "about:blank"}\n\n', "Something went wrong on our side."),
        ('event: status\ndata: {"status": "searching"}\n\n', "No connection to the library."),
        ('event: status\ndata: {"status"', "No connection to the library."),
    ],
)
def test_a_stream_that_ends_badly_is_told(browser: Browser, address: str, frames: str, outcome: str) -> None:
    with chat_page(browser, address) as page:
        page.route(
            "**/v1/ask/stream", lambda route: route.fulfill(content_type="text/event-stream", body=frames), times=1
        )
        ask(page, BOATS, "troubled")
        expect(page.locator(".trouble")).to_contain_text(outcome)
        page.get_by_role("button", name="Try again").click()
        expect(page.locator(".answered .first blockquote")).to_have_text(BOAT_RULE)


def test_what_changed_a_rule_is_said_beside_it(browser: Browser, address: str) -> None:
    with chat_page(browser, address) as page:
        body = {"question": BOATS, "game": "harbour"}
        answer = page.request.post(f"{address}/v1/ask", data=body).json()
        answer["citations"][0]["changed_by"] = {
            "title": "Errata of <b>May</b>",
            "page_url": "/documents/harbour.en/pages/1",
        }
        frames = f"event: answer\ndata: {json.dumps(answer)}\n\n"
        page.route("**/v1/ask/stream", lambda route: route.fulfill(content_type="text/event-stream", body=frames))
        ask(page, BOATS, "answered")
        expect(page.locator(".first .changed")).to_have_text("Changed by: Errata of <b>May</b> (opens in a new tab)")
        expect(page.locator(".first .changed a")).to_have_attribute("href", "/documents/harbour.en/pages/1")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_the_edition_in_the_askers_language_leads_and_the_original_stands_beside_it(
    browser: Browser, address: str, size: object
) -> None:
    with chat_page(browser, address, viewport=size) as page:
        answer = page.request.post(f"{address}/v1/ask", data={"question": BOATS, "game": "harbour"}).json()
        portuguese = {"document": "harbour.pt-BR", "language": "pt-BR", "page": 2, "quote": "Você pode usar os barcos."}
        answer["question_language"] = "pt"
        answer["citations"][0]["parallel"] = {
            **portuguese,
            "title": "Porto",
            "page_url": "/documents/harbour.pt-BR/pages/2",
        }
        frames = f"event: answer\ndata: {json.dumps(answer)}\n\n"
        page.route("**/v1/ask/stream", lambda route: route.fulfill(content_type="text/event-stream", body=frames))
        ask(page, BOATS, "answered")
        expect(page.locator(".pair > .first blockquote")).to_have_text("Você pode usar os barcos.")
        expect(page.locator(".pair > .first .source")).to_contain_text("Porto · Rulebook · page 2")
        expect(page.locator(".pair summary")).to_have_text("The same rule in English")
        if size == PHONE:
            expect(page.locator(".pair details blockquote")).to_be_hidden()
            page.locator(".pair summary").click()
        beside = page.locator(".pair details blockquote")
        expect(beside).to_have_text(BOAT_RULE)
        first, second = page.locator(".pair > .first").bounding_box(), beside.bounding_box()
        assert first is not None
        assert second is not None
        assert (second["x"] >= first["x"] + first["width"]) is (size == DESKTOP)
        assert (second["y"] >= first["y"] + first["height"]) is (size == PHONE)
