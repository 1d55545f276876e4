"""The embed in a browser: on pages of other origins, twice on one, denied, framed, and under hostile styles."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from tests.service.accessibility import violations
from tests.service.browsing import SCROLLS_SIDEWAYS
from tests.service.other_site import OtherSite, other_site
from tests.service.scripted import Scripted
from tests.service.serving import served

pytestmark = pytest.mark.browser

BOATS = "Can I use the boat of another player?"
BARCOS = "Posso usar os barcos de outro jogador?"
TOWERS = "¿Cuántos puntos vale una torre alta?"
UNKNOWN = "Is there a bonus for purple dragons?"
TOKEN = "t"

HOST = """<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>A club</title>{head}
<meta name="viewport" content="width=device-width"></head><body><main><h1>A club</h1>{body}</main></body></html>"""

HOSTILE = """<style>
html { font-size: 60px; }
body { font: italic 60px/3 fantasy; color: #ff0; letter-spacing: 1em; text-transform: uppercase; direction: rtl;
  text-align: right; visibility: visible; cursor: wait; word-spacing: 2em; white-space: pre; }
main *, lexludo-chat, lexludo-chat * { all: unset; display: none !important; font-size: 60px !important;
  color: #ff0 !important; visibility: hidden !important; opacity: 0 !important; position: static !important; }
button, textarea, blockquote, .log, .first { display: none !important; }
</style>"""


class Sites:
    """Two other sites, of which one is listed, and the service."""

    def __init__(self, service: str, friend: OtherSite, stranger: OtherSite, scripted: Scripted) -> None:
        self.service, self.friend, self.stranger, self.scripted = service, friend, stranger, scripted

    def page(self, body: str, head: str = "", lang: str = "en") -> str:
        script = f'<script src="{self.service}/embed.js"></script>'
        return HOST.format(lang=lang, head=head + script, body=body)


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    folder: Path = tmp_path_factory.mktemp("sites")
    scripted = Scripted()
    with other_site() as friend, other_site() as stranger:
        file = folder / "sites.toml"
        caps = "visitor_per_minute = 6000\nper_minute = 6000\n"
        one = f'[[site]]\nid = "club"\norigins = ["{friend.origin}"]\ngames = ["harbour", "castle"]\n{caps}'
        few = f'[[site]]\nid = "few"\norigins = ["{friend.origin}"]\ngames = ["harbour"]\nvisitor_per_minute = 6\n'
        file.write_text(one + few)
        options: dict[str, Any] = {"sites": file, "feedback_url": f"sqlite:///{folder / 'kept.sqlite3'}"}
        with served(scripted, admin_token=TOKEN, **options) as service:
            yield Sites(service, friend, stranger, scripted)


@pytest.fixture
def opened(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 400, "height": 760}, locale="en-GB")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda one: complaints.append(str(one)))
    yield page
    context.close()
    assert complaints == []


def chat(page: Page | FrameLocator, number: int = 0) -> Locator:
    return page.locator("lexludo-chat").nth(number)


def ask(within: Locator, question: str, outcome: str) -> Locator:
    """Ask, and return the reply that this gets."""
    box = within.locator(".field textarea")
    box.fill(question)
    box.press("Enter")
    reply = within.locator(".reply").last
    expect(reply).to_have_class(f"reply {outcome}")
    return reply


def test_a_page_of_another_origin_asks_and_votes(opened: Page, sites: Sites) -> None:
    opened.goto(sites.friend.show(sites.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>')))
    within = chat(opened)
    expect(within.locator(".of")).to_have_text("Harbour of Winds")
    reply = ask(within, BOATS, "answered")
    expect(reply.locator(".first blockquote")).to_have_text(
        "You may use the boat of another player if you pay them one coin."
    )
    link = reply.locator("figcaption a").first
    expect(link).to_have_text("page 2 (opens in a new tab)")
    address = link.get_attribute("href") or ""
    assert address.startswith(f"{sites.service}/documents/harbour.en/pages/2?start=6&end=70")
    assert httpx.get(address).status_code == 200
    reply.get_by_role("button", name="Wrong").click()
    reply.get_by_label("What is wrong?").fill("<b>errata</b>")
    reply.get_by_role("button", name="Send").click()
    expect(reply.locator(".votes")).to_have_text("Thank you. The people who keep this library will see it.")
    reply = ask(within, UNKNOWN, "not_found")
    expect(reply.locator("h3")).to_have_text("The rulebook does not say")
    vote = _entries(sites, "votes")[0]
    expected = {"channel": "embed", "site": "club", "game": "harbour", "question": BOATS, "reason": "<b>errata</b>"}
    assert {**vote, **expected} == vote
    assert (vote["document"], vote["page"], vote["starts"], vote["ends"]) == ("harbour.en", 2, 6, 70)
    asked = _entries(sites, "asked")[0]
    assert (asked["site"], asked["question"], asked["visitor"]) == ("club", UNKNOWN, vote["visitor"])


def _entries(sites: Sites, kind: str) -> list[dict[str, Any]]:
    """Return what was kept, newest first, once the writer has had its time."""
    time.sleep(1.5)
    address = f"{sites.service}/v1/admin/feedback/{kind}"
    entries: list[dict[str, Any]] = httpx.get(address, headers={"Authorization": f"Bearer {TOKEN}"}).json()["entries"]
    return entries


def test_two_on_one_page_are_two_conversations(opened: Page, sites: Sites) -> None:
    two = '<lexludo-chat site="club" game="harbour"></lexludo-chat><lexludo-chat site="club" lang="es"></lexludo-chat>'
    opened.goto(sites.friend.show(sites.page(two)))
    sites.scripted.asked.clear()
    ask(chat(opened), BOATS, "answered")
    ask(chat(opened), BOATS, "answered")
    second = chat(opened, 1)
    expect(second.get_by_role("heading", name="Pregunta al reglamento")).to_be_visible()
    picker = second.get_by_role("combobox", name="Juego")
    assert picker.locator("option").all_text_contents() == ["Castillo & Corona", "Harbour of Winds"]
    reply = ask(second, TOWERS, "answered")
    expect(reply.locator(".first blockquote")).to_contain_text("<b>alta</b> vale tres puntos <script>window.hacked")
    assert opened.evaluate("window.hacked") is None
    assert [(one.game, one.conversation_id) for one in sites.scripted.asked] == [
        ("harbour", None),
        ("harbour", "c1"),
        ("castle", None),
    ]
    expect(chat(opened).locator(".reply")).to_have_count(2)


def test_a_page_that_changes_the_game_asks_about_that_one(opened: Page, sites: Sites) -> None:
    opened.goto(sites.friend.show(sites.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>')))
    ask(chat(opened), BOATS, "answered")
    sites.scripted.asked.clear()
    opened.evaluate("document.querySelector('lexludo-chat').setAttribute('game', 'castle')")
    expect(chat(opened).locator(".of")).to_have_text("Castillo & Corona")
    ask(chat(opened), TOWERS, "answered")
    opened.evaluate("document.querySelector('lexludo-chat').setAttribute('game', 'none')")
    expect(chat(opened).locator(".log > .trouble")).to_have_text("This chat names no game of this site.")
    opened.evaluate("document.querySelector('lexludo-chat').removeAttribute('game')")
    expect(chat(opened).get_by_role("combobox", name="Game")).to_be_visible()
    expect(chat(opened).locator(".log > .trouble")).to_be_hidden()
    assert [(one.game, one.conversation_id) for one in sites.scripted.asked] == [("castle", None)]


def test_without_feedback_there_is_nothing_to_vote_with(browser: Browser, tmp_path: Path) -> None:
    with other_site() as friend:
        file = tmp_path / "sites.toml"
        file.write_text(f'[[site]]\nid = "club"\norigins = ["{friend.origin}"]\ngames = ["*"]\n')
        with served(Scripted(), sites=file) as service:
            page = browser.new_page(locale="en-GB")
            own = Sites(service, friend, friend, Scripted())
            page.goto(friend.show(own.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>')))
            expect(ask(chat(page), BOATS, "answered").locator("figure").first).to_be_visible()
            expect(chat(page).locator(".votes")).to_have_count(0)
            page.close()


def test_the_rule_in_the_askers_language_comes_first_and_the_original_beside_it(opened: Page, sites: Sites) -> None:
    opened.goto(sites.friend.show(sites.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>', lang="pt-BR")))
    reply = ask(chat(opened), BARCOS, "answered")
    expect(reply.locator(".first blockquote")).to_have_attribute("lang", "pt-BR")
    reply.get_by_text("A mesma regra em inglês").click()
    expect(reply.locator("details[open] blockquote").first).to_have_text(
        "You may use the boat of another player if you pay them one coin."
    )


@pytest.mark.parametrize(
    ("lang", "title", "verdict"),
    [
        ("en", "Ask the rulebook", "The rulebook does not say"),
        ("pt", "Pergunte ao manual", "O manual não diz"),
        ("es", "Pregunta al reglamento", "El reglamento no lo dice"),
        ("fr", "Interrogez la règle", "La règle ne le dit pas"),
        ("de", "Frag die Spielregel", "Die Spielregel sagt es nicht"),
        ("it", "Chiedi al regolamento", "Il regolamento non lo dice"),
    ],
)
def test_it_speaks_the_language_of_its_page(opened: Page, sites: Sites, lang: str, title: str, verdict: str) -> None:
    opened.goto(sites.friend.show(sites.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>', lang=lang)))
    expect(chat(opened).get_by_role("region", name=title)).to_be_visible()
    expect(ask(chat(opened), UNKNOWN, "not_found").locator("h3")).to_have_text(verdict)
    assert "undefined" not in chat(opened).inner_text()


def test_an_origin_that_is_not_listed_is_told_so(browser: Browser, sites: Sites) -> None:
    page = browser.new_page(locale="en-GB")
    warnings: list[str] = []
    page.on("console", lambda one: warnings.append(one.text) if one.type == "warning" else None)
    page.goto(sites.stranger.show(sites.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>')))
    sites.scripted.asked.clear()
    expect(chat(page).locator(".reply .trouble")).to_have_text("The rules are not available on this page.")
    reply = ask(chat(page), BOATS, "troubled")
    expect(reply.locator(".trouble")).to_have_text("The rules are not available on this page.")
    assert sites.scripted.asked == []
    assert any(sites.stranger.origin in one and "LEXLUDO_SITES" in one for one in warnings)
    page.close()


@pytest.mark.parametrize(
    ("attributes", "words"),
    [
        ('site="none" game="harbour"', "The rules are not available on this page."),
        ('site="club" game="chess"', "This chat names no game of this site."),
    ],
)
def test_a_wrong_site_or_game_is_told(browser: Browser, sites: Sites, attributes: str, words: str) -> None:
    page = browser.new_page(locale="en-GB")
    page.goto(sites.friend.show(sites.page(f"<lexludo-chat {attributes}></lexludo-chat>")))
    expect(chat(page).locator(".trouble:not(:empty)")).to_have_text(words)
    page.close()


def test_a_lost_connection_and_a_cap_are_told_apart(browser: Browser, sites: Sites) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(sites.friend.show(sites.page('<lexludo-chat site="few" game="harbour"></lexludo-chat>')))
    expect(chat(page).locator(".of")).to_be_visible()
    context.set_offline(True)
    reply = ask(chat(page), BOATS, "troubled")
    expect(reply.locator(".trouble")).to_have_text("No connection to the library. Your question was not lost.")
    context.set_offline(False)
    reply.get_by_role("button", name="Try again").click()
    expect(reply.locator(".first blockquote")).to_contain_text("boat of another player")
    reply = ask(chat(page), BOATS, "troubled")
    expect(reply.locator(".trouble")).to_contain_text("That was many questions at once. Try again in")
    context.close()


def test_hostile_styles_of_the_page_do_not_reach_in(opened: Page, sites: Sites) -> None:
    embed = '<lexludo-chat site="club" game="harbour"></lexludo-chat>'
    places = {}
    for name, head in (("plain", ""), ("hostile", HOSTILE)):
        opened.goto(sites.friend.show(sites.page(embed, head)))
        reply = ask(chat(opened), BOATS, "answered")
        expect(reply.locator(".first blockquote")).to_be_visible()
        places[name] = opened.evaluate(LOOK)
    assert places["plain"]["fontSize"] == "17.6px"
    assert places["hostile"] == places["plain"]


LOOK = """() => {
  const root = document.querySelector("lexludo-chat").shadowRoot;
  const quote = getComputedStyle(root.querySelector(".first blockquote"));
  const names = ["fontSize", "fontStyle", "color", "letterSpacing", "textTransform", "direction", "textAlign",
    "display", "visibility", "opacity", "cursor", "wordSpacing"];
  return Object.fromEntries(names.map((name) => [name, quote[name]]));
}"""


def test_the_page_sets_colours_sizes_and_theme(opened: Page, sites: Sites) -> None:
    style = "<style>lexludo-chat { --lexludo-paper: rgb(1, 2, 3); --lexludo-height: 300px; width: 320px; }</style>"
    embed = '<lexludo-chat site="club" theme="dark" game="harbour"></lexludo-chat>'
    opened.goto(sites.friend.show(sites.page(embed, style)))
    root = chat(opened).locator(".root")
    expect(root).to_have_css("background-color", "rgb(1, 2, 3)")
    expect(root).to_have_css("color", "rgb(235, 230, 218)")
    assert chat(opened).bounding_box() == {**(chat(opened).bounding_box() or {}), "width": 320, "height": 300}
    opened.goto(sites.friend.show(sites.page(embed.replace("<lexludo-chat", "<lexludo-chat hidden"))))
    expect(chat(opened)).to_be_hidden()


def test_a_page_with_a_strict_policy_of_its_own_can_carry_it(opened: Page, sites: Sites) -> None:
    service = sites.service
    policy = f"default-src 'none'; script-src {service}; connect-src {service}; require-trusted-types-for 'script'"
    page = sites.page('<lexludo-chat site="club" game="harbour"></lexludo-chat>')
    opened.goto(sites.friend.show(page, "/strict", {"Content-Security-Policy": policy}))
    expect(ask(chat(opened), BOATS, "answered").locator(".first blockquote")).to_have_css("font-size", "17.6px")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_is_accessible_in_every_state(browser: Browser, sites: Sites, scheme: Any) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 760}, color_scheme=scheme, locale="en-GB")
    page = context.new_page()
    page.goto(sites.friend.show(sites.page('<lexludo-chat site="club"></lexludo-chat>')))
    within = chat(page)
    within.get_by_role("combobox", name="Game").select_option("harbour")
    ask(within, UNKNOWN, "not_found")
    reply = ask(within, BOATS, "answered")
    for summary in within.locator("summary").all():
        summary.click()
    reply.get_by_role("button", name="Wrong").click()
    assert violations(page) == []
    assert page.evaluate(SCROLLS_SIDEWAYS) is False
    within.locator(".field textarea").focus()
    page.keyboard.press("Tab")
    expect(within.get_by_role("button", name="Send", exact=True).last).to_be_focused()
    context.close()


def test_a_frame_is_shown_on_the_sites_pages_and_on_no_others(browser: Browser, sites: Sites) -> None:
    source = f"{sites.service}/embed?site=club&game=harbour&lang=de"
    frame = f'<iframe title="Rules" src="{source}" width="380" height="500"></iframe>'
    page = browser.new_page(locale="en-GB")
    page.goto(sites.friend.show(HOST.format(lang="en", head="", body=frame)))
    within = chat(page.frame_locator("iframe"))
    expect(within.get_by_role("region", name="Frag die Spielregel")).to_be_visible()
    reply = ask(within, BOATS, "answered")
    expect(reply.locator(".first blockquote")).to_contain_text("boat of another player")
    expect(within.locator(".root")).to_have_css("height", "500px")
    page.goto(sites.stranger.show(HOST.format(lang="en", head="", body=frame)))
    page.wait_for_load_state("networkidle")
    assert page.frames[1].url.startswith("chrome-error://")
    page.goto(sites.friend.show(HOST.format(lang="en", head="", body=frame.replace("/embed?", "/?"))))
    page.wait_for_load_state("networkidle")
    assert page.frames[1].url.startswith("chrome-error://")
    page.close()
