"""Themes and languages: by the device and the browser, chosen otherwise, remembered, and whole."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.service.browsing import DESKTOP, SCROLLS_SIDEWAYS, ask, chat_page, wait_for_games
from tests.service.page_states import BOATS, TIED, UNKNOWN, take_votes

pytestmark = pytest.mark.browser

LANGUAGES = ("en", "pt", "es", "fr", "de", "it")
DARK, LIGHT = "rgb(20, 25, 26)", "rgb(246, 241, 230)"

SHAPES = """async (language) => {
  const words = (await import(`/static/strings/${language}.js`)).default;
  const shape = (value) => {
    if (typeof value === "function") return value.length;
    if (Array.isArray(value)) return value.length;
    return typeof value === "object" ? Object.keys(value) : typeof value;
  };
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, shape(value)]));
}"""
"""Of each of a language's strings: what kind of thing it is, and how many parameters or parts it has."""

SPELLED = """async (language) => {
  const words = (await import(`/static/strings/${language}.js`)).default;
  const spell = (value) => {
    if (typeof value === "function") return value(7, 8);
    return typeof value === "object" ? Object.values(value).join(" / ") : value;
  };
  return Object.fromEntries(Object.entries(words).map(([name, value]) => [name, spell(value)]));
}"""


@pytest.fixture
def chat(browser: Browser, address: str) -> Iterator[Page]:
    with chat_page(browser, address) as page:
        yield page


def background(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


@pytest.mark.parametrize(("scheme", "own"), [("light", LIGHT), ("dark", DARK)])
def test_a_theme_is_the_devices_until_another_is_chosen_and_stays_chosen(
    browser: Browser, address: str, scheme: str, own: str
) -> None:
    with chat_page(browser, address, color_scheme=scheme) as page:
        assert background(page) == own
        for name, colour in (("Dark", DARK), ("Light", LIGHT)):
            page.get_by_role("button", name="Language and look").click()
            page.get_by_role("radio", name=name).check()
            assert background(page) == colour
            page.get_by_role("button", name="Close").click()
            page.reload()
            wait_for_games(page)
            assert background(page) == colour
            page.goto(f"{address}/documents/harbour.en/pages/2")
            assert background(page) == colour
            page.goto(address)
        page.get_by_role("button", name="Language and look").click()
        page.get_by_role("radio", name="As the device").check()
        assert background(page) == own
        assert page.evaluate("localStorage.getItem('lexludo.theme')") is None


def test_another_language_is_spoken_at_once_and_the_next_time(chat: Page, address: str) -> None:
    ask(chat, BOATS, "answered")
    chat.get_by_role("button", name="Language and look").click()
    chat.get_by_label("Language", exact=True).select_option(label="Deutsch")
    expect(chat.get_by_role("heading", name="Sprache und Aussehen")).to_be_visible()
    chat.get_by_role("button", name="Schließen").click()
    expect(chat.locator("html")).to_have_attribute("lang", "de")
    expect(chat.locator("article").first).to_have_attribute("lang", "en")  # what was shown stays as it was
    expect(chat.locator("#question")).to_have_attribute("placeholder", "Frag nach einer Regel")
    ask(chat, BOATS, "answered")
    expect(chat.locator("article").nth(1).locator("h3")).to_contain_text("Die Spielregel sagt")
    with chat.context.expect_page() as opened:
        chat.locator("article").nth(1).locator(".first .source a").click()
    expect(opened.value.locator("html")).to_have_attribute("lang", "de")
    expect(opened.value.locator(".place")).to_contain_text("Seite 2 von 3")
    chat.reload()
    expect(chat.locator("#title")).to_have_text("Was sagt die Spielregel?")
    chat.goto(f"{address}/documents/harbour.en/pages/2?language=xx")
    expect(chat.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_does_not_come_leaves_english_for_this_once(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="de-DE", service_workers="block")
    page = context.new_page()
    page.route("**/strings/de.js", lambda route: route.abort(), times=1)
    page.goto(address)
    wait_for_games(page)
    expect(page.locator("#title")).to_have_text("What does the rulebook say?")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.reload()
    expect(page.locator("#title")).to_have_text("Was sagt die Spielregel?")
    context.close()


def test_every_language_has_all_the_words_with_the_same_parts(chat: Page) -> None:
    shapes: dict[str, Any] = {language: chat.evaluate(SHAPES, language) for language in LANGUAGES}
    assert len(shapes["en"]) > 80
    for language in LANGUAGES[1:]:
        assert shapes[language] == shapes["en"], language


def test_no_words_are_left_in_english(chat: Page) -> None:
    spelled = {language: chat.evaluate(SPELLED, language) for language in LANGUAGES}
    alike = {"wrong", "conversation", "expansions", "kinds", "failed", "notSent", "page", "language", "ocr"}
    for language in LANGUAGES[1:]:
        same = {name for name, words in spelled[language].items() if words == spelled["en"][name]}
        assert same <= alike, (language, same - alike)
        for name, words in spelled[language].items():
            if "7" in str(spelled["en"][name]):
                assert "7" in str(words), f"{language}.{name} leaves its parameter out"


def test_every_word_that_the_page_looks_up_is_there(chat: Page, address: str) -> None:
    """``say.x`` of a module and ``data-say`` of the page, against the words of the page's language."""
    words = chat.evaluate(SHAPES, "en")
    texts = [chat.request.get(f"{address}{path}").text() for path in ("/", *_modules(chat, address))]
    used = {
        name
        for text in texts
        for name in re.findall(r"\bsay\.(\w+)|data-say(?:-\w+)?=\"(\w+)\"", text)
        for name in name
        if name
    }
    assert used - set(words) == set()
    problems = {"offline", "busy", "refused", "gone"}  # looked up by the kind of a problem
    assert set(words) - used == problems - used


def _modules(page: Page, address: str) -> list[str]:
    html = page.request.get(address).text()
    return ["/static/chat.js", *re.findall(r'modulepreload" href="([^"]+)"', html)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_language_breaks_the_page_on_a_small_phone(browser: Browser, address: str, language: str) -> None:
    with chat_page(browser, address, language, viewport={"width": 320, "height": 640}) as page:
        take_votes(page)
        for question, outcome in ((BOATS, "answered"), (UNKNOWN, "missing"), (TIED, "which")):
            ask(page, question, outcome)
        page.get_by_role("group").get_by_role("button").nth(3).click()
        page.locator(".reason").wait_for()
        assert page.evaluate(SCROLLS_SIDEWAYS) is False
        page.click("#openPreferences")
        assert page.evaluate(SCROLLS_SIDEWAYS) is False
        page.click("#closePreferences")
        page.click("#toSearch")
        page.fill("#words", "boat")
        page.keyboard.press("Enter")
        page.locator("#results mark").first.wait_for()
        assert page.evaluate(SCROLLS_SIDEWAYS) is False
        assert "undefined" not in page.locator("body").inner_text()


def test_the_interface_speaks_each_language_on_a_desk_too(browser: Browser, address: str) -> None:
    titles = set()
    for language in LANGUAGES:
        with chat_page(browser, address, language, viewport=DESKTOP) as page:
            assert page.evaluate(SCROLLS_SIDEWAYS) is False
            overlap = page.evaluate("() => document.querySelector('.top').getBoundingClientRect().height")
            assert overlap < 80, json.dumps([language, overlap])
            titles.add(page.locator("#title").inner_text())
    assert len(titles) == len(LANGUAGES)
