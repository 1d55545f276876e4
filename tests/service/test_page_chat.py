import re
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from service.contract import Answer, Game, Question
from tests.service.browsing import (
    ASKED,
    CONTRASTS,
    NAMELESS,
    PHONE,
    SCROLLS_SIDEWAYS,
    SMALL,
    ask,
    chat_page,
    pick,
    wait_for_games,
)
from tests.service.scripted import Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser

BOATS = "Can I use the boat of another player?"
BOAT_RULE = "You may use the boat of another player if you pay them one coin."
BARCOS = "Posso usar os barcos de outro jogador?"
UNKNOWN = "Is there a bonus for purple dragons?"
TOWERS = "¿Cuántos puntos vale una torre alta?"
GLYPH = "\ue012"
TIED = "Who wins most?"


@pytest.fixture
def chat(browser: Browser, address: str) -> Iterator[Page]:
    with chat_page(browser, address) as page:
        yield page


def test_a_question_by_keyboard_gets_the_rules_own_words_and_a_link_to_them(chat: Page) -> None:
    ask(chat, BOATS, "answered")
    quote = chat.locator(".answered .first blockquote")
    expect(quote).to_have_text(BOAT_RULE)
    expect(quote).to_have_attribute("lang", "en")
    expect(quote).to_have_attribute("dir", "auto")
    source = chat.locator(".answered .first .source")
    expect(source).to_have_text("Harbour of Winds · Rulebook · page 2 (opens in a new tab) · Boats")
    with chat.context.expect_page() as opened:
        source.locator("a").click()
    opened.value.wait_for_load_state()
    expect(opened.value.locator("mark")).to_have_text(
        "You may use the boat of another player if you pay them one coin."
    )
    expect(opened.value.locator("mark")).to_be_in_viewport()
    expect(chat.locator(".bubble")).to_have_text(BOATS)


def test_enter_sends_and_shift_enter_breaks_the_line(chat: Page) -> None:
    chat.focus(ASKED)
    chat.keyboard.type("first")
    chat.keyboard.press("Shift+Enter")
    chat.keyboard.type("second")
    assert chat.input_value(ASKED) == "first\nsecond"
    expect(chat.locator("article")).to_have_count(0)
    chat.keyboard.press("Enter")
    expect(chat.locator(".bubble")).to_have_text("first\nsecond", use_inner_text=True)
    assert chat.input_value(ASKED) == ""
    expect(chat.locator(ASKED)).to_be_focused()


def test_everything_is_reached_by_tab_in_reading_order(chat: Page) -> None:
    ask(chat, BOATS, "answered")
    chat.evaluate("document.activeElement.blur(); document.body.tabIndex = -1; document.body.focus()")
    reached = []
    chat.get_by_role("navigation", name="Beside it in the rulebook").wait_for()
    for _ in range(16):
        chat.keyboard.press("Tab")
        reached.append(chat.evaluate("document.activeElement.id || document.activeElement.textContent.trim()"))
    assert reached == [
        *("skip", "Lexludo", "game", "toSearch", "openPreferences"),
        *("page 2 (opens in a new tab)", "2 more passages", "Copy", "Share", "Right", "Wrong"),
        *("Goal", "Storms", "Ties"),
        *("question", ""),
    ]
    chat.locator(".reply summary").focus()
    chat.keyboard.press("Enter")
    expect(chat.locator("details .cited")).to_have_count(2)
    expect(chat.locator("details .cited").first).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "language", "question", "says", "source", "empty"),
    [
        ("pt-PT", "pt-BR", BARCOS, "O manual diz", "Harbour of Winds · Manual · página 2", "O que diz o manual?"),
        ("es-MX", "es", TOWERS, "El reglamento dice", "Castillo & Corona · Reglamento · página 1", "¿Qué dice"),
        ("fr-CA", "fr", BOATS, "La règle dit", "Harbour of Winds · Règle du jeu · page 2", "Que dit la règle du jeu ?"),
        ("de-AT", "de", BOATS, "Die Spielregel sagt", "Harbour of Winds · Spielregel · Seite 2", "Was sagt die"),
        ("it-IT", "it", BOATS, "Il regolamento dice", "Harbour of Winds · Regolamento · pagina 2", "Che cosa dice il"),
        ("fi-FI", "en", BOATS, "The rulebook says", "Harbour of Winds · Rulebook · page 2", "What does the"),
    ],
)
def test_the_interface_speaks_the_browsers_language(
    browser: Browser, address: str, locale: str, language: str, question: str, says: str, source: str, empty: str
) -> None:
    with chat_page(browser, address, locale) as page:
        expect(page.locator("html")).to_have_attribute("lang", language)
        expect(page.locator("#title")).to_contain_text(empty)
        expect(page.locator("#examples button")).to_have_count(3)
        ask(page, question, "answered")
        expect(page.locator(".answered h3")).to_contain_text(says)
        expect(page.locator(".first .source")).to_contain_text(source)


def test_the_same_rule_in_another_edition_is_offered(browser: Browser, address: str) -> None:
    with chat_page(browser, address, "pt-BR") as page:
        ask(page, BARCOS, "answered")
        page.get_by_text("A mesma regra em inglês").click()
        other = page.locator(".pair details[open] blockquote")
        expect(other).to_have_text(BOAT_RULE)
        expect(other).to_have_attribute("lang", "en")
        expect(page.locator(".pair details[open] a")).to_have_attribute("href", "/documents/harbour.en/pages/2")


def test_what_the_rulebook_does_not_say_is_not_dressed_as_an_answer(chat: Page) -> None:
    ask(chat, UNKNOWN, "missing")
    reply = chat.locator(".missing")
    expect(reply.locator("h3")).to_have_text("The rulebook does not say")
    expect(reply.locator(".first")).to_have_count(0)
    expect(reply.locator("summary")).to_have_text("Nearest passages, not an answer")
    expect(reply.locator("blockquote").first).not_to_be_visible()
    reply.locator("summary").click()
    expect(reply.locator("blockquote").first).to_be_visible()


def test_choosing_a_game_asks_again_and_is_remembered(browser: Browser) -> None:
    scripted = Scripted()
    with served(scripted) as address, chat_page(browser, address) as page:
        ask(page, TIED, "which")
        expect(page.locator(".which .chip")).to_have_text(["Castillo & Corona", "Harbour of Winds"])
        page.get_by_role("button", name="Harbour of Winds").click()
        expect(page.locator(".answered .first .source")).to_contain_text("Harbour of Winds")
        assert [question.game for question in scripted.asked] == [None, "harbour"]
        assert page.input_value("#game") == "Harbour of Winds"
        page.reload()
        expect(page.locator("#game")).to_have_value("Harbour of Winds")


def test_a_conversation_goes_on_until_another_game_is_picked(browser: Browser) -> None:
    scripted = Scripted()
    with served(scripted) as address, chat_page(browser, address) as page:
        ask(page, BOATS, "answered")
        ask(page, BOATS, "answered")
        pick(page, "Harbour of Winds")
        ask(page, BOATS, "answered")
    assert [question.conversation_id for question in scripted.asked] == [None, "c1", None]


def test_markup_is_shown_and_never_run(chat: Page) -> None:
    ask(chat, TOWERS, "answered")
    quote = chat.locator(".first blockquote")
    expect(quote).to_contain_text("<b>alta</b> vale tres puntos <script>window.hacked = true</script>")
    assert quote.locator("b, script").count() == 0
    ask(chat, "<img src=x onerror='window.hacked = true'>", "answered")
    expect(chat.locator(".bubble").last).to_have_text("<img src=x onerror='window.hacked = true'>")
    assert chat.evaluate("window.hacked") is None


def test_a_document_page_shows_markup_as_text(chat: Page, address: str) -> None:
    chat.goto(f"{address}/documents/castle.es/pages/1?start=7&end=24#quote")
    expect(chat.locator(".page-text")).to_contain_text("<script>window.hacked = true</script>")
    expect(chat.locator("mark")).to_have_text("Una torre <b>alta")
    assert chat.evaluate("window.hacked") is None
    expect(chat.get_by_role("link", name="Next page →")).to_have_attribute("href", "/documents/castle.es/pages/2")


def test_too_long_or_empty_is_said_before_it_is_sent(chat: Page) -> None:
    chat.focus(ASKED)
    chat.keyboard.press("Enter")
    expect(chat.get_by_role("alert")).to_have_text("Write a question first.")
    chat.fill(ASKED, "🎲" * 1001)
    chat.keyboard.press("Enter")
    expect(chat.get_by_role("alert")).to_have_text("That is 1001 characters; ask in at most 1000.")
    assert chat.input_value(ASKED) == "🎲" * 1001
    expect(chat.locator("article")).to_have_count(0)
    chat.fill(ASKED, "🎲" * 1000)
    chat.keyboard.press("Enter")
    expect(chat.locator(".reply.missing")).to_have_count(1)


def _refuse(page: Page, status: int, kind: str, headers: dict[str, str]) -> None:
    def answer(route: Route) -> None:
        body = f'{{"type": "urn:lexludo:{kind}"}}'
        route.fulfill(status=status, headers=headers, content_type="application/problem+json", body=body)

    page.route("**/v1/ask/stream", answer, times=1)


@pytest.mark.parametrize(
    ("status", "kind", "headers", "words"),
    [
        (429, "rate-limit", {"Retry-After": "2"}, "That was many questions at once. Try again in 2 s."),
        (503, "busy", {}, "Many people are asking just now. Try again in a moment."),
        (500, "library", {"X-Request-ID": "abc"}, "Something went wrong on our side. Reference: abc"),
    ],
)
def test_trouble_is_put_in_words_and_the_question_can_be_asked_again(
    browser: Browser, address: str, status: int, kind: str, headers: dict[str, str], words: str
) -> None:
    context = browser.new_context(viewport=PHONE, service_workers="block", locale="en-GB")
    page = context.new_page()
    page.goto(address)
    _refuse(page, status, kind, headers)
    ask(page, BOATS, "troubled")
    expect(page.locator(".trouble")).to_have_text(words)
    page.get_by_role("button", name="Try again").click()
    expect(page.locator(".answered .first blockquote")).to_contain_text("boat of another player")
    context.close()


def test_a_lost_connection_keeps_the_question(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, service_workers="block", locale="en-GB")
    page = context.new_page()
    page.goto(address)
    wait_for_games(page)
    context.set_offline(True)
    ask(page, BOATS, "troubled")
    expect(page.locator(".trouble")).to_have_text("No connection to the library. Your question was not lost.")
    context.set_offline(False)
    expect(page.locator(".answered .first blockquote")).to_contain_text("boat of another player")
    context.close()


def test_a_question_asked_before_the_library_is_open_is_answered_when_it_is(browser: Browser) -> None:
    opened = threading.Event()

    def make() -> Scripted:
        opened.wait(10)
        return Scripted()

    with served(make, wait=False) as address:
        page = browser.new_page(locale="en-GB", service_workers="block")
        page.goto(address)
        expect(page.locator("#opening")).to_contain_text("The rulebooks are being opened")
        page.fill(ASKED, BOATS)
        page.press(ASKED, "Enter")
        expect(page.locator(".waiting")).to_contain_text("as soon as they are ready")
        opened.set()
        expect(page.locator(".answered .first blockquote")).to_contain_text("boat of another player")
        expect(page.locator("#games [role=option]")).to_have_count(3)
        page.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_legible_and_controls_have_names_and_room_for_a_finger(
    browser: Browser, address: str, scheme: str
) -> None:
    with chat_page(browser, address, color_scheme=scheme) as page:
        _inspect(page)
        page.keyboard.press("Tab")
        for question, outcome in ((BOATS, "answered"), (UNKNOWN, "missing"), (TIED, "which")):
            ask(page, question, outcome)
        for summary in page.locator(".reply summary").all():
            summary.click()
        _inspect(page)
        page.goto(f"{address}/documents/harbour.en/pages/2?start=6&end=70#quote")
        _inspect(page)


def _inspect(page: Page) -> None:
    contrasts = page.evaluate(CONTRASTS)
    assert len(contrasts) > 5
    assert [one for one in contrasts if one[1] < 4.5] == []
    assert page.evaluate(NAMELESS) == []
    assert page.evaluate(SMALL) == []
    assert page.evaluate(SCROLLS_SIDEWAYS) is False


def test_answers_are_announced_and_headings_leave_no_level_out(chat: Page) -> None:
    log = chat.get_by_role("region", name="Conversation")
    ask(chat, BOATS, "answered")
    spoken = chat.locator("#spoken[role=status]")
    expect(spoken).to_have_text(f"The rulebook says: {BOAT_RULE} Harbour of Winds, page 2")
    ask(chat, UNKNOWN, "missing")
    expect(spoken).to_contain_text("The rulebook does not say. I found no rule")
    ask(chat, TIED, "which")
    expect(spoken).to_have_text("Which game is this about? Castillo & Corona, Harbour of Winds")
    expect(log.get_by_role("heading", level=2).first).to_have_text(f"You asked {BOATS}")
    expect(log.get_by_role("heading", level=3).first).to_contain_text("The rulebook says")
    expect(chat.get_by_role("textbox", name="Your question")).to_be_visible()
    expect(chat.get_by_role("combobox", name="Game")).to_be_visible()
    expect(chat.get_by_role("button", name="Send")).to_be_visible()


def test_on_a_touch_screen_the_keyboard_makes_way_for_the_answer(browser: Browser, address: str) -> None:
    with chat_page(browser, address, has_touch=True, is_mobile=True) as page:
        page.locator("#examples button").first.tap()
        page.locator(".reply:not(.waiting)").wait_for()
        expect(page.locator(ASKED)).not_to_be_focused()
        page.fill(ASKED, BOATS)
        page.get_by_role("button", name="Send").tap()
        expect(page.locator(".answered .first blockquote")).to_be_in_viewport()
        expect(page.locator(ASKED)).not_to_be_focused()


def test_nothing_is_fetched_from_elsewhere(browser: Browser, address: str) -> None:
    fetched: list[str] = []
    with chat_page(browser, address) as page:
        page.on("request", lambda request: fetched.append(request.url))
        page.reload()
        ask(page, BOATS, "answered")
    assert len(fetched) >= 7
    assert [url for url in fetched if not re.match(re.escape(address) + "/", url)] == []


def test_it_works_where_storage_is_forbidden(browser: Browser, address: str) -> None:
    forbid = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    with chat_page(browser, address) as page:
        page.add_init_script(forbid)
        page.reload()
        wait_for_games(page)
        pick(page, "Harbour of Winds")
        ask(page, BOATS, "answered")
        expect(page.locator(".about")).to_have_text("about Harbour of Winds")


class Iconic(Scripted):
    """Its rulebook has a glyph that only its font can draw; the catalogue names it."""

    def games(self) -> list[Game]:
        return [
            replace(game, documents=tuple(replace(each, icons=((GLYPH, "wood"),)) for each in game.documents))
            for game in super().games()
        ]

    def ask(self, question: Question) -> Answer:
        answer = super().ask(question)
        return replace(answer, citations=tuple(replace(each, quote=f"Pay 2{GLYPH}!") for each in answer.citations))


def test_an_icon_of_the_rulebook_is_shown_by_its_name(browser: Browser) -> None:
    with served(Iconic()) as address, chat_page(browser, address) as chat:
        ask(chat, BOATS, "answered")
        quote = chat.locator(".answered .first blockquote")
        expect(quote).to_have_text("Pay 2wood!")
        expect(quote.locator(".icon")).to_have_text("wood")
