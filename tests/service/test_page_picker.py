"""Choosing a game and its expansions: a combobox as the ARIA Authoring Practices describe it, and toggles."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browsing import ASKED, ask, chat_page, pick, wait_for_games
from tests.service.page_states import BOATS
from tests.service.scripted import Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser

GAME = "#game"


@pytest.fixture
def chat(browser: Browser, address: str) -> Iterator[Page]:
    with chat_page(browser, address) as page:
        yield page


def shown(page: Page) -> list[str]:
    return page.locator("#games [role=option] > :first-child").all_inner_texts()


def test_the_keyboard_opens_moves_and_chooses(chat: Page) -> None:
    box = chat.get_by_role("combobox", name="Game")
    chat.focus(GAME)
    expect(box).to_have_attribute("aria-expanded", "false")
    chat.keyboard.press("ArrowDown")
    expect(box).to_have_attribute("aria-expanded", "true")
    assert shown(chat) == ["All games", "Castillo & Corona", "Harbour of Winds"]
    expect(box).to_have_attribute("aria-activedescendant", "games-0")
    chat.keyboard.press("ArrowUp")
    expect(box).to_have_attribute("aria-activedescendant", "games-2")
    expect(chat.locator("#games-2")).to_have_text("Harbour of WindsEnglish, Brazilian Portuguese")
    chat.keyboard.press("Enter")
    expect(box).to_have_attribute("aria-expanded", "false")
    expect(box).to_have_value("Harbour of Winds")
    expect(box).to_be_focused()
    assert box.get_attribute("aria-activedescendant") is None
    chat.keyboard.press("ArrowDown")
    expect(chat.locator("#games [aria-selected=true]")).to_contain_text("Harbour of Winds")


def test_typing_narrows_down_without_case_and_accents(chat: Page) -> None:
    chat.focus(GAME)
    chat.keyboard.type("CORÓNA")
    assert shown(chat) == ["Castillo & Corona"]
    chat.keyboard.press("Enter")
    expect(chat.locator(GAME)).to_have_value("Castillo & Corona")
    chat.keyboard.press("Escape")
    expect(chat.locator(GAME)).to_have_value("")


def test_what_is_typed_and_not_chosen_leaves_everything_as_it_was(chat: Page) -> None:
    pick(chat, "Harbour of Winds")
    chat.keyboard.type("cast")
    chat.keyboard.press("Escape")
    expect(chat.locator(GAME)).to_have_value("Harbour of Winds")
    chat.fill(GAME, "no such thing")
    expect(chat.locator("#games [aria-disabled=true]")).to_have_text("No game of that name")
    expect(chat.locator("#spoken")).to_have_text("No game of that name")
    chat.keyboard.press("Enter")
    chat.keyboard.press("Tab")
    expect(chat.locator("#games")).to_be_hidden()
    expect(chat.locator(GAME)).to_have_value("Harbour of Winds")


def test_a_pointer_opens_and_chooses(chat: Page) -> None:
    chat.get_by_role("button", name="Show the games").click()
    chat.get_by_role("option", name="Castillo & Corona").click()
    expect(chat.locator(GAME)).to_have_value("Castillo & Corona")
    expect(chat.locator("#expansions")).to_be_hidden()
    chat.click(GAME)
    expect(chat.locator("#games")).to_be_visible()
    chat.click("main", position={"x": 5, "y": 400})
    expect(chat.locator("#games")).to_be_hidden()


def test_expansions_that_are_put_aside_stay_out_of_questions_and_are_remembered(browser: Browser) -> None:
    scripted = Scripted()
    with served(scripted) as address, chat_page(browser, address) as page:
        pick(page, "Harbour of Winds")
        ask(page, BOATS, "answered")
        page.click("#expansions summary")
        page.get_by_role("checkbox", name="storms").uncheck()
        expect(page.locator("#expansions summary")).to_have_text("Expansions 1 of 2")
        ask(page, BOATS, "answered")
        page.get_by_role("checkbox", name="tides").uncheck()
        page.reload()
        wait_for_games(page)
        page.click("#expansions summary")
        expect(page.get_by_role("group", name="Expansions in play").get_by_role("checkbox")).to_have_count(2)
        expect(page.get_by_role("checkbox", name="tides")).not_to_be_checked()
        ask(page, BOATS, "answered")
        page.locator("#toSearch").click()
        page.fill("#words", "boat")
        with page.expect_response("**/v1/search?*") as searched:
            page.keyboard.press("Enter")
    assert [question.expansions for question in scripted.asked] == [None, ("tides",), ()]
    assert "base_only=true" in searched.value.url


def test_a_hundred_games_and_more_stay_quick_to_find(browser: Browser, address: str) -> None:
    document = {"id": "d", "title": "t", "language": "en", "kind": "rulebook", "expansion": None}
    games = [
        {"id": f"g{n}", "title": f"Game {n:03}", "languages": ["en"], "expansions": [], "documents": [document]}
        for n in range(400)
    ]
    for game in games:
        game["documents"] = [{**document, "title": game["title"]}]
    context = browser.new_context(service_workers="block", locale="en-GB")
    page = context.new_page()
    page.route("**/v1/games", lambda route: route.fulfill(json={"games": games}))
    page.goto(address)
    wait_for_games(page)
    assert len(shown(page)) <= 100
    pick(page, "Game 399")
    expect(page.locator(ASKED)).to_be_visible()
    context.close()
