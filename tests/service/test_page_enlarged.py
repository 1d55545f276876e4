"""The image of a page on the chat page: small beside the answer, enlarged on a tap, by keyboard, with words for all."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browsing import CONTRASTS, NAMELESS, PHONE, SCROLLS_SIDEWAYS, SMALL, ask, chat_page, wait_for_games
from tests.service.illustrated import Illustrated, typeset_harbour
from tests.service.serving import served

pytestmark = pytest.mark.browser

BOATS = "Can I use the boat of another player?"
LOADED = "(image) => image.complete && image.naturalWidth"


@pytest.fixture(scope="module")
def illustrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Illustrated(file=typeset_harbour(tmp_path_factory.mktemp("harbour")))) as address:
        yield address


@pytest.fixture
def chat(browser: Browser, illustrated: str) -> Iterator[Page]:
    with chat_page(browser, illustrated) as page:
        ask(page, BOATS, "answered")
        yield page


def wait_loaded(page: Page, selector: str) -> int:
    page.wait_for_function(f"() => ({LOADED})(document.querySelector('{selector}'))")
    width: int = page.locator(selector).evaluate("(image) => image.naturalWidth")
    return width


def test_a_tap_enlarges_the_page_and_another_zooms_in(chat: Page) -> None:
    assert wait_loaded(chat, ".first .thumbnail img") == 320
    chat.locator(".first .thumbnail").click()
    dialog = chat.locator("dialog.enlarged")
    expect(dialog).to_be_visible()
    assert wait_loaded(chat, "dialog img") == 1200
    expect(dialog.locator("img")).to_have_attribute("alt", "Page 2 of Harbour of Winds, with the quoted words marked")
    fitted = dialog.locator("img").bounding_box()
    assert fitted is not None
    assert fitted["width"] == pytest.approx(360, abs=20)
    dialog.locator("img").click(position={"x": fitted["width"] * 0.9, "y": 40})
    expect(dialog.locator(".sheet")).to_have_attribute("aria-pressed", "true")
    zoomed = dialog.locator("img").bounding_box()
    assert zoomed is not None
    assert zoomed["width"] >= 2 * fitted["width"]
    assert zoomed["x"] < -fitted["width"] / 2  # what was tapped at the right is in view
    dialog.locator("img").click(position={"x": zoomed["width"] * 0.9, "y": 60})
    expect(dialog.locator(".sheet")).to_have_attribute("aria-pressed", "false")


def test_by_keyboard_it_opens_zooms_closes_and_focus_returns(chat: Page) -> None:
    chat.locator(".first .source .picture:not(.thumbnail)").focus()
    chat.keyboard.press("Enter")
    expect(chat.get_by_role("button", name="Close")).to_be_focused()
    chat.keyboard.press("Tab")
    chat.keyboard.press("Enter")
    expect(chat.locator(".sheet")).to_have_attribute("aria-pressed", "true")
    expect(chat.locator(".sheet")).to_have_accessible_name(
        "Page 2 of Harbour of Winds, with the quoted words marked. Show the whole page"
    )
    chat.keyboard.press("Escape")
    expect(chat.locator("dialog.enlarged")).to_be_hidden()
    expect(chat.locator(".first .source .picture:not(.thumbnail)")).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_legible_named_and_as_large_as_a_finger(browser: Browser, illustrated: str, scheme: str) -> None:
    with chat_page(browser, illustrated, color_scheme=scheme) as chat:
        ask(chat, BOATS, "answered")
        wait_loaded(chat, ".first .thumbnail img")
        assert chat.evaluate(SCROLLS_SIDEWAYS) is False
        assert [one for one in chat.evaluate(NAMELESS) if ' alt="Page 2' not in one] == []
        chat.locator(".first .thumbnail").click()
        wait_loaded(chat, "dialog img")
        assert chat.evaluate(SMALL) == []
        assert all(ratio >= 4.5 for _, ratio in chat.evaluate(CONTRASTS))
        chat.get_by_role("button", name="Close").click()
        expect(chat.locator("dialog.enlarged")).to_be_hidden()


def test_an_image_that_does_not_come_is_said(browser: Browser, illustrated: str) -> None:
    context = browser.new_context(viewport=PHONE, service_workers="block", locale="pt-BR")
    page = context.new_page()
    page.route("**/*.png*", lambda route: route.abort())
    page.goto(illustrated)
    wait_for_games(page)
    ask(page, BOATS, "answered")
    expect(page.locator(".thumbnail")).to_have_count(0)
    page.locator(".first .source .picture:not(.thumbnail)").click()
    expect(page.locator("dialog .failure")).to_have_text("Não foi possível carregar a imagem da página.")
    context.close()


def test_what_has_no_image_offers_none(browser: Browser, illustrated: str) -> None:
    with chat_page(browser, illustrated) as chat:
        ask(chat, "¿Cuántos puntos vale una torre alta?", "answered")
        expect(chat.locator(".first blockquote")).to_be_visible()
        expect(chat.locator(".first .picture")).to_have_count(0)
