"""The page as something to keep: its manifest, its icons, and what it is without a connection."""

import re
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

import service.pages
from service.app_icons import PAPER, app_icon
from tests.service.browsing import PHONE, ask, wait_for_games
from tests.service.page_states import BOATS

FILES = Path(service.pages.__file__).parent


KEPT = """async () => (await (await caches.open("lexludo-shell-1")).keys()).map((one) => new URL(one.url).pathname)"""

ALL_KEPT = f"""async (wanted) => {{
  const kept = await ({KEPT})();
  const used = performance.getEntriesByType("resource").map((one) => new URL(one.name).pathname);
  return ["/", ...wanted, ...used.filter((one) => one.startsWith("/static/"))].every((one) => kept.includes(one));
}}"""


def _kept(page: Page, *wanted: str) -> set[str]:
    """Wait until the files that the page uses are kept on the device and return the paths of all that is kept."""
    for _ in range(100):
        if page.evaluate(ALL_KEPT, list(wanted)):
            break
        page.wait_for_timeout(100)  # wait_for_function does not wait for what a function promises
    return set(page.evaluate(KEPT))


@pytest.mark.browser
def test_it_opens_without_a_connection_says_so_and_goes_on_with_one(browser: Browser, address: str) -> None:
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page = context.new_page()
    page.goto(address)
    wait_for_games(page)
    kept = _kept(page, "/static/strings/de.js")
    assert {"/", "/static/chat.js", "/static/strings/de.js", "/static/chat.css", "/static/theme.js"} <= kept
    assert [path for path in kept if path.startswith(("/v1", "/documents"))] == []
    context.set_offline(True)
    page.reload()
    expect(page.locator("#connection")).to_contain_text("Keine Verbindung")
    expect(page.locator("#title")).to_have_text("Was sagt die Spielregel?")
    expect(page.get_by_role("button", name="Noch einmal versuchen")).to_be_visible()
    ask(page, BOATS, "troubled")
    expect(page.locator(".reply .trouble")).to_contain_text("Deine Frage ist nicht verloren")
    context.set_offline(False)
    expect(page.locator(".answered .first blockquote")).to_contain_text("boat of another player")
    expect(page.locator("#connection")).to_be_empty()
    wait_for_games(page)
    context.close()


@pytest.mark.browser
def test_a_changed_page_replaces_the_kept_one_at_once(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    page.goto(address)
    _kept(page)
    page.evaluate(
        """async () => (await caches.open("lexludo-shell-1")).put(location.origin + "/static/strings/en.js",
          new Response("export default { stale: true }", { headers: { "Content-Type": "text/javascript" } }))"""
    )
    page.reload()
    expect(page.locator("#title")).to_have_text("What does the rulebook say?")
    context.close()


@pytest.mark.browser
def test_a_browser_finds_nothing_amiss_with_installing_it(browser: Browser, address: str) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(address)
    wait_for_games(page)
    _kept(page)
    session = context.new_cdp_session(page)
    manifest = session.send("Page.getAppManifest")
    assert manifest["url"] == f"{address}/manifest.webmanifest"
    assert manifest["errors"] == []
    complaints = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [one["errorId"] for one in complaints if one["errorId"] != "in-incognito"] == []
    context.close()


def test_the_manifest_names_icons_that_are_there_and_as_large_as_it_says(client: httpx.Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        found = client.get(icon["src"])
        assert found.headers["content-type"].split(";")[0] == icon["type"]
        if icon["type"] == "image/png":
            side = int(icon["sizes"].split("x")[0])
            assert Image.open(BytesIO(found.content)).size == (side, side)
    assert client.get("/icons/9999.png").status_code == 404
    assert client.get("/icons/..%2flogo.png").status_code == 404


def test_an_icon_is_the_logo_and_a_mask_may_cut_its_edges() -> None:
    plain = Image.open(BytesIO(app_icon(192))).convert("RGBA")
    assert plain.getpixel((0, 0)) == (0, 0, 0, 0)
    assert _near(plain.getpixel((96, 30)), (28, 107, 88))  # the die
    assert _near(plain.getpixel((46, 58)), (243, 201, 139))  # one of its pips
    masked = Image.open(BytesIO(app_icon(512, maskable=True))).convert("RGB")
    paper = tuple(int(PAPER[at : at + 2], 16) for at in (1, 3, 5))
    assert all(_near(masked.getpixel(corner), paper) for corner in ((0, 0), (511, 0), (0, 511), (51, 256), (256, 51)))


def _near(colour: object, wanted: tuple[int, ...]) -> bool:
    assert isinstance(colour, tuple)
    return all(abs(one - other) <= 4 for one, other in zip(colour, wanted, strict=False))


def test_the_worker_lies_at_the_root_and_is_asked_for_each_time(client: httpx.Client) -> None:
    worker = client.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert worker.headers["cache-control"] == "no-cache"
    assert "worker-src 'self'" in worker.headers["content-security-policy"]


def test_every_module_that_the_page_imports_is_fetched_ahead_and_small() -> None:
    html = (FILES / "index.html").read_text("utf-8")
    imported: set[str] = set()
    waiting = {"chat.js"}
    while waiting:
        name = waiting.pop()
        text = (FILES / name).read_text("utf-8")
        assert len(text.splitlines()) <= 250, name
        found = set(re.findall(r'from "/static/([\w.]+)"', text))
        waiting |= found - imported
        imported |= found
    assert set(re.findall(r'rel="modulepreload" href="/static/([\w.]+)"', html)) == imported
