"""What the chat page weighs and how soon it is there; ``python -m tests.service.page_figures`` reports it.

Times are those of this machine with its processor slowed down four times, as Lighthouse does for a phone: they are
told and never asserted. Interactive is when the games are listed and the page would take a question.
"""

import sys
from dataclasses import dataclass

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.chromium import FLAGS, MISSING, find
from tests.service.browsing import PHONE, wait_for_games
from tests.service.scripted import Scripted
from tests.service.serving import served

SLOWER = 4
"""Times that the processor is slowed down (Lighthouse's mobile setting)."""

PAINTS = """() => Object.fromEntries(performance.getEntriesByType("paint").map((one) => [one.name, one.startTime]))"""

LONG_TASKS = """() => new Promise((resolve) => {
  new PerformanceObserver((list) => resolve(list.getEntries().map((one) => one.duration)))
    .observe({ type: "longtask", buffered: true });
  setTimeout(() => resolve([]), 500);
})"""


@dataclass(frozen=True, slots=True)
class Figures:
    """Milliseconds after navigation began, and kilobytes over the wire (headers included), of the first visit.

    ``blocked`` is what tasks took beyond 50 ms each: the time in which a tap would have had to wait.
    """

    first_paint: float
    interactive: float
    blocked: float
    kilobytes: float
    image_kilobytes: float
    requests: int

    def lines(self) -> list[str]:
        """Return the figures as they are reported."""
        return [
            f"first contentful paint   {self.first_paint:7.0f} ms (processor {SLOWER} times slower)",
            f"interactive              {self.interactive:7.0f} ms",
            f"blocked beyond 50 ms     {self.blocked:7.0f} ms",
            f"weight without images    {self.kilobytes:7.1f} kB in {self.requests} requests",
            f"images                   {self.image_kilobytes:7.1f} kB",
        ]


class Wire:
    """Counts what arrives, by whether it is an image."""

    def __init__(self, session: CDPSession) -> None:
        self._images: set[str] = set()
        self.bytes = {True: 0.0, False: 0.0}
        self.requests = 0
        session.send("Network.enable")
        session.on("Network.responseReceived", self._received)
        session.on("Network.loadingFinished", self._finished)

    def _received(self, event: dict[str, object]) -> None:
        if event["type"] == "Image":
            self._images.add(str(event["requestId"]))

    def _finished(self, event: dict[str, object]) -> None:
        self.requests += 1
        self.bytes[event["requestId"] in self._images] += float(str(event["encodedDataLength"]))


def measure(browser: Browser, address: str, locale: str = "en-GB") -> Figures:
    """Return the figures of a first visit to the chat page at ``address``."""
    context = browser.new_context(viewport=PHONE, locale=locale, service_workers="block")
    page = context.new_page()
    session = context.new_cdp_session(page)
    wire = Wire(session)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address)
    wait_for_games(page)
    interactive = float(page.evaluate("performance.now()"))
    page.wait_for_load_state("networkidle")
    figures = Figures(
        _first_paint(page),
        interactive,
        sum(max(0.0, task - 50) for task in page.evaluate(LONG_TASKS)),
        wire.bytes[False] / 1000,
        wire.bytes[True] / 1000,
        wire.requests,
    )
    context.close()
    return figures


def _first_paint(page: Page) -> float:
    return float(page.evaluate(PAINTS)["first-contentful-paint"])


def main() -> int:
    """Report the figures of the page over a small library, or over the service whose address is given."""
    path = find()
    if path is None:
        print(MISSING, file=sys.stderr)
        return 1
    with served(Scripted()) as small, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        measure(browser, small)  # once for the browser itself to warm up
        print("\n".join(measure(browser, sys.argv[1] if len(sys.argv) > 1 else small).lines()))
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
