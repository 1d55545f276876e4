"""The states of the chat page, each with what brings it about; and a service that has something for all of them."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from playwright.sync_api import Page, Route, expect

from service.contract import Answer, Citation, Composed, ComposedSentence, Question, Status, Translation
from tests.service.browsing import ask, pick
from tests.service.illustrated import Illustrated

BOATS = "Can I use the boat of another player?"
BARCOS = "Posso usar os barcos de outro jogador?"
TOWERS = "¿Cuántos puntos vale una torre alta?"
UNKNOWN = "Is there a bonus for purple dragons?"
TIED = "Who wins most?"


@dataclass
class Furnished(Illustrated):
    """Answers as ``Illustrated`` does; the castle's Spanish pages are scans, with a machine's English beside them."""

    def search(self, question: Question, limit: int = 10) -> list[Citation]:
        return [self._scanned(one) for one in super().search(question, limit)]

    def ask(self, question: Question) -> Answer:
        answer = super().ask(question)
        if answer.status is not Status.ANSWERED or answer.citations[0].document != "castle.es":
            return answer
        first = answer.citations[0]
        sentence = ComposedSentence("It is worth three points.", 0, first.start, first.end)
        return replace(answer, composed=Composed(sentence.text, (sentence,), "a small model"))

    @staticmethod
    def _scanned(citation: Citation) -> Citation:
        if citation.document != "castle.es":
            return citation
        return replace(citation, ocr=True, translation=Translation("A <b>tall</b> tower …", "en", "a translator"))


def take_votes(page: Page) -> list[dict[str, object]]:
    """Let the page believe that votes are taken; return those that it sends, as they come."""
    sent: list[dict[str, object]] = []

    def keep(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(json={"on": True, "words": "unanswered", "days": 180})
            return
        sent.append(json.loads(route.request.post_data or "null"))
        route.fulfill(status=204)

    page.route("**/v1/feedback", keep)
    page.reload()
    page.locator("#games [role=option]").nth(1).wait_for(state="attached")
    return sent


def refuse(page: Page, status: int, kind: str = "", headers: dict[str, str] | None = None) -> None:
    """Let the service refuse the next question."""
    body = f'{{"type": "urn:lexludo:{kind}"}}'
    page.route(
        "**/v1/ask/stream",
        lambda route: route.fulfill(
            status=status, headers=headers or {}, content_type="application/problem+json", body=body
        ),
        times=1,
    )


def _welcome(page: Page) -> None:
    expect(page.locator("#examples button")).to_have_count(3)


def _picking(page: Page) -> None:
    page.click("#game")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#games .active")).to_be_visible()


def _no_such_game(page: Page) -> None:
    page.fill("#game", "ludo maximus")
    expect(page.locator("#games [aria-disabled]")).to_be_visible()


def _expansions(page: Page) -> None:
    pick(page, "Harbour of Winds")
    page.click("#expansions summary")
    page.locator("#expansions label").first.click()
    expect(page.locator("#expansionCount")).to_have_text("1 of 2")


def _answered(page: Page) -> None:
    take_votes(page)
    ask(page, BOATS, "answered")
    page.locator(".beside").wait_for()
    page.locator(".reply summary").click()


def _side_by_side(page: Page) -> None:
    ask(page, BARCOS, "answered")
    if not page.locator(".pair details[open]").count():
        page.locator(".pair summary").click()
    page.locator(".beside").wait_for()


def _with_aids(page: Page) -> None:
    ask(page, TOWERS, "answered")
    expect(page.locator(".aid")).to_have_count(2)


def _reason(page: Page) -> None:
    take_votes(page)
    ask(page, BOATS, "answered")
    page.get_by_role("button", name="Wrong").click()
    page.locator(".reason").wait_for()
    page.locator(".reason label.chip").first.click()


def _missing(page: Page) -> None:
    ask(page, UNKNOWN, "missing")
    page.locator(".missing summary").click()


def _which(page: Page) -> None:
    ask(page, TIED, "which")


def _limited(page: Page) -> None:
    refuse(page, 429, "rate-limit", {"Retry-After": "60"})
    ask(page, BOATS, "troubled")


def _offline(page: Page) -> None:
    page.context.set_offline(True)
    ask(page, BOATS, "troubled")
    expect(page.locator("#connection")).not_to_be_empty()


def _found(page: Page) -> None:
    page.locator("#toSearch").click()
    page.fill("#words", "boat captain")
    page.keyboard.press("Enter")
    page.locator("#results mark").first.wait_for()


def _nothing_found(page: Page) -> None:
    page.evaluate("location.hash = '#search=boat&page=9'")
    expect(page.locator("#found")).to_have_text("Nothing more was found.")


def _enlarged(page: Page) -> None:
    ask(page, BOATS, "answered")
    page.locator(".first .thumbnail").click()
    page.wait_for_function("() => document.querySelector('dialog.enlarged img').naturalWidth > 0")


def _preferences(page: Page) -> None:
    page.click("#openPreferences")
    expect(page.locator("#preferences")).to_be_visible()


def _shared(page: Page) -> None:
    page.evaluate("location.hash = '#q=Whose+boat%3F&game=harbour&document=harbour.en&page=2&start=6&end=70'")
    page.locator(".answered .beside").wait_for()


def _changed_since(page: Page) -> None:
    page.evaluate("location.hash = '#q=Whose+boat%3F&document=harbour.en&page=2&start=6&end=70&sum=x'")
    page.locator(".missing").wait_for()


def _page_of_document(page: Page) -> None:
    page.goto(page.url.split("#")[0].rstrip("/") + "/documents/harbour.en/pages/2?start=6&end=70#quote")
    page.locator("mark").wait_for()


STATES: dict[str, Callable[[Page], None]] = {
    "welcome": _welcome,
    "picking": _picking,
    "no such game": _no_such_game,
    "expansions": _expansions,
    "answered": _answered,
    "side by side": _side_by_side,
    "with aids": _with_aids,
    "reason": _reason,
    "missing": _missing,
    "which": _which,
    "limited": _limited,
    "offline": _offline,
    "found": _found,
    "nothing found": _nothing_found,
    "enlarged": _enlarged,
    "preferences": _preferences,
    "shared": _shared,
    "changed since": _changed_since,
    "page of document": _page_of_document,
}
"""Each brought about on the chat page as it opens, in English."""

COMPLAIN = {"limited", "offline"}
"""States in which a browser rightly logs that a request failed."""
