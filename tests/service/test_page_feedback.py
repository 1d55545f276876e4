"""Thumbs: offered where the service keeps votes, sent with what they are about, and honest where they fail."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import create_engine, text

from tests.service.browsing import ask, chat_page, pick
from tests.service.page_states import BOATS, UNKNOWN
from tests.service.scripted import TEXTS, Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser


@pytest.fixture
def kept(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'feedback.sqlite3'}"


@pytest.fixture
def chat(browser: Browser, kept: str) -> Iterator[Page]:
    with served(Scripted(), feedback_url=kept) as address, chat_page(browser, address) as page:
        yield page


def votes(address: str, count: int) -> list[dict[str, object]]:
    engine = create_engine(address)
    with engine.connect() as connection:
        found = [dict(row._mapping) for row in connection.execute(text("select * from votes order by id"))]
    engine.dispose()
    assert len(found) == count
    return found


def test_a_thumb_up_is_kept_with_the_question_and_the_place(browser: Browser, kept: str) -> None:
    with served(Scripted(), feedback_url=kept) as address, chat_page(browser, address) as page:
        pick(page, "Harbour of Winds")
        ask(page, BOATS, "answered")
        page.get_by_role("button", name="Right", exact=True).click()
        expect(page.locator(".said")).to_contain_text("Thank you.")
        expect(page.locator("#spoken")).to_contain_text("Thank you.")
        expect(page.get_by_role("button", name="Wrong")).to_be_disabled()
    (vote,) = votes(kept, 1)
    start = TEXTS["harbour.en"][1].index("You may")
    assert (vote["question"], vote["game"], vote["language"], vote["reason"]) == (BOATS, "harbour", "en", "")
    assert (vote["document"], vote["page"], vote["starts"]) == ("harbour.en", 2, start)
    assert vote["is_right"]


def test_a_thumb_down_asks_why_and_sends_the_reason(browser: Browser, kept: str) -> None:
    with served(Scripted(), feedback_url=kept) as address, chat_page(browser, address) as page:
        ask(page, BOATS, "answered")
        page.get_by_role("button", name="Wrong").focus()
        page.keyboard.press("Enter")
        group = page.get_by_role("group", name="What is wrong?")
        expect(group.get_by_role("radio").first).to_be_focused()
        group.get_by_role("radio", name="Something is missing").check()
        page.get_by_role("textbox", name="More about it").fill("what of <b>two</b> boats?")
        page.locator(".reason button").click()
        expect(page.locator(".said")).to_contain_text("Thank you.")
        expect(page.locator(".reason")).to_have_count(0)
        ask(page, UNKNOWN, "missing")
        page.locator(".missing").get_by_role("button", name="Wrong").click()
        page.locator(".reason button").click()
        expect(page.locator(".missing .said")).to_contain_text("Thank you.")
    first, second = votes(kept, 2)
    assert (first["is_right"], first["reason"]) == (0, "incomplete: what of <b>two</b> boats?")
    assert (second["is_right"], second["reason"], second["document"]) == (0, "", None)
    assert second["question"] == UNKNOWN


def test_a_vote_that_fails_can_be_cast_again(browser: Browser, kept: str) -> None:
    with served(Scripted(), feedback_url=kept) as address, chat_page(browser, address, complains=True) as page:
        page.route("**/v1/feedback", lambda route: route.fulfill(status=503), times=1)
        ask(page, BOATS, "answered")
        page.get_by_role("button", name="Right", exact=True).click()
        expect(page.locator(".said")).to_contain_text("could not be sent")
        page.get_by_role("button", name="Right", exact=True).click()
        expect(page.locator(".said")).to_contain_text("Thank you.")
    votes(kept, 1)


def test_where_no_votes_are_kept_there_are_no_thumbs(browser: Browser) -> None:
    with served(Scripted(), feedback_url="") as address, chat_page(browser, address) as page:
        ask(page, BOATS, "answered")
        expect(page.get_by_role("button", name="Copy")).to_be_visible()
        expect(page.get_by_role("button", name="Wrong")).to_have_count(0)
