"""A phone-sized browser on the chat page, and measurements that its tests need."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, ViewportSize

ASKED = "#question"

CONTRASTS = """() => {
  const channel = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const parse = (colour) => {
    const [r, g, b, a = 1] = colour.match(/[\\d.]+/g).map(Number);
    return [r / 255, g / 255, b / 255, a];
  };
  const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour[3] === 1) return colour;
    }
    return [1, 1, 1, 1];
  };
  const shown = [...document.querySelectorAll("body *")].filter((one) =>
    one.checkVisibility() && !one.closest(".unseen")
    && (one.matches("textarea, select, input")
      || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())));
  return shown.map((one) => {
    const [light, dark] = [luminance(parse(getComputedStyle(one).color)), luminance(behind(one))].sort((a, b) => b - a);
    return [`${one.tagName}.${one.className}: ${one.textContent.slice(0, 30)}`, (light + 0.05) / (dark + 0.05)];
  });
}"""
"""Of every visible text: what it is and its contrast ratio with what lies behind it (WCAG 2.2, 1.4.3)."""

NAMELESS = """() => [...document.querySelectorAll("a, button, select, textarea, input, img, summary")]
  .filter((one) => one.checkVisibility())
  .filter((one) => !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length || one.alt === ""))
  .map((one) => one.outerHTML)"""
"""Controls that a screen reader could not name."""

SMALL = """() => [...document.querySelectorAll("button, select, textarea, summary, .brand")]
  .filter((one) => one.checkVisibility() && !one.closest(".unseen"))
  .map((one) => [one.outerHTML.slice(0, 60), one.getBoundingClientRect().height])
  .filter(([, height]) => height < 44)"""
"""Controls lower than a fingertip, 44 pixels."""

SCROLLS_SIDEWAYS = "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"


PHONE: ViewportSize = {"width": 360, "height": 640}
DESKTOP: ViewportSize = {"width": 1280, "height": 800}


@contextmanager
def chat_page(
    browser: Browser, address: str, locale: str = "en-GB", complains: bool = False, **options: Any
) -> Iterator[Page]:
    """Yield the open chat page with its games loaded; any console error or exception in it fails the test.

    ``complains`` allows what a browser logs of requests that fail.
    """
    context = browser.new_context(**{"viewport": PHONE, "service_workers": "block", **options}, locale=locale)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if _is_complaint(message) else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    wait_for_games(page)
    yield page
    context.close()
    assert complaints == [] or (complains and all("Failed to load" in one for one in complaints)), complaints


def _is_complaint(message: ConsoleMessage) -> bool:
    return message.type in ("error", "warning") and "registration blocked by Playwright" not in message.text


def wait_for_games(page: Page) -> None:
    page.locator("#games [role=option]").nth(1).wait_for(state="attached")


def pick(page: Page, title: str) -> None:
    """Choose a game by typing its title, as a person with a keyboard does."""
    page.focus("#game")
    page.keyboard.type(title)
    page.keyboard.press("Enter")
    assert page.input_value("#game") == title


def ask(page: Page, question: str, outcome: str) -> None:
    """Type a question, press Enter and wait for an exchange that ends in ``outcome`` (a class of the reply)."""
    before = page.locator(f".reply.{outcome}").count()
    page.focus(ASKED)
    page.keyboard.type(question)
    page.keyboard.press("Enter")
    page.locator(f".reply.{outcome}").nth(before).wait_for()
