"""The operator's page, and the data behind it: who may see it, what it shows; what players wrote stays text."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from playwright.sync_api import Browser, Page, expect
from schemathesis.checks import not_a_server_error

from service.api.app import create_app
from service.channels.votes import Place
from service.feedback.database import Database
from service.feedback.entries import AskedEntry, VoteEntry
from service.feedback.store import DAY
from service.settings import Settings
from tests.service.accessibility import violations
from tests.service.browsing import CONTRASTS, NAMELESS, SCROLLS_SIDEWAYS
from tests.service.scripted import Scripted
from tests.service.serving import served

TOKEN = "a-token-of-its-own"
DATA = "/v1/admin/feedback"
HOSTILE = "<img src=x onerror='window.hacked = true'><script>window.hacked = true</script>"
KEPT = Place("p", "harbour.en", 2, 6, 70)


def asked(
    number: int, outcome: str, game: str = "harbour", words: str | None = None, visitor: str = "v1"
) -> AskedEntry:
    at = int(time.time()) - number * DAY
    return AskedEntry(at, "web", "", game, "en", outcome, 0.42, 31.0, KEPT, visitor, words)


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    url = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    database = Database(url)
    now = int(time.time())
    with database.store() as store:
        store.put([asked(number % 20, "answered") for number in range(40)])
        store.put([asked(3, "not_found", words=f"Is there a rule {number}?", visitor="v2") for number in range(35)])
        store.put([asked(0, "not_found", game="castle", words=HOSTILE), asked(0, "which_game", "", "Who wins?")])
        store.put([VoteEntry(now, "embed", "club", "harbour", "pt", False, HOSTILE, KEPT, "v1", "Posso usar o barco?")])
        store.put([VoteEntry(now, "web", "", "harbour", "en", True, "", Place(), "", "Can I use a boat?")])
    database.close()
    with served(Scripted(), feedback_url=url, admin_token=TOKEN) as base:
        yield base


@pytest.fixture
def data(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address}{DATA}", headers={"Authorization": f"Bearer {TOKEN}"}) as client:
        yield client


def test_nothing_is_shown_without_the_token(address: str) -> None:
    for path in ("/summary", "/asked", "/votes"):
        for headers in ({}, {"Authorization": "Bearer another"}, {"Authorization": TOKEN}):
            assert httpx.get(f"{address}{DATA}{path}", headers=headers).status_code == 401
        assert httpx.get(f"{address}{DATA}{path}", params={"token": TOKEN}).status_code == 401
    assert httpx.delete(f"{address}{DATA}/asked/1").status_code == 401
    page = httpx.get(f"{address}/operator")
    assert page.status_code == 200
    assert "script-src 'self'" in page.headers["content-security-policy"]
    assert "unsafe" not in page.headers["content-security-policy"]


@pytest.mark.parametrize("options", [{"admin_token": TOKEN, "feedback_url": "off"}, {"admin_token": None}])
def test_without_a_token_or_a_database_there_is_no_page(tmp_path: Path, options: dict[str, Any]) -> None:
    kept: dict[str, Any] = {"feedback_url": f"sqlite:///{tmp_path / 'kept.sqlite3'}", **options}
    with served(Scripted(), **kept) as base:
        for path in ("/operator", "/operator/operator.js", f"{DATA}/summary"):
            answer = httpx.get(base + path, headers={"Authorization": f"Bearer {TOKEN}"})
            assert (path, answer.status_code) == (path, 404)


def test_the_summary_counts_by_day_game_and_language(data: httpx.Client) -> None:
    summary = data.get("/summary", params={"days": 7}).json()
    assert len(summary["days"]) == 7
    assert summary["days"][-1] == {
        "day": time.strftime("%Y-%m-%d", time.gmtime()),
        "answered": 2,
        "not_found": 1,
        "which_game": 1,
    }
    assert summary["games"][0] == {
        "name": "harbour",
        "questions": 49,
        "answered": 14,
        "not_found": 35,
        "which_game": 0,
        "right": 1,
        "wrong": 1,
    }
    assert summary["languages"][-1] == {
        "name": "pt",
        "questions": 0,
        "answered": 0,
        "not_found": 0,
        "which_game": 0,
        "right": 0,
        "wrong": 1,
    }
    only = data.get("/summary", params={"days": 0, "game": "castle"}).json()
    assert [row["name"] for row in only["games"]] == ["castle"]
    assert only["known"] == {"games": ["", "castle", "harbour"], "languages": ["en", "pt"]}


@pytest.mark.parametrize(
    "query", ["days=-1", "days=99999999999", "outcome=x", "before=0", "limit=201", "token=x", f"before={10**30}"]
)
def test_an_odd_query_is_refused(data: httpx.Client, query: str) -> None:
    assert data.get(f"/asked?{query}").status_code == 422


def test_a_database_that_fails_is_told(tmp_path: Path) -> None:
    blocked = tmp_path / "folder"
    blocked.write_text("")
    with served(Scripted(), feedback_url=f"sqlite:///{blocked / 'x.sqlite3'}", admin_token=TOKEN) as base:
        answer = httpx.get(f"{base}{DATA}/summary", headers={"Authorization": f"Bearer {TOKEN}"})
    assert (answer.status_code, answer.json()["type"]) == (503, "urn:lexludo:feedback-down")


@pytest.fixture(params=["light", "dark"])
def page(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 360, "height": 740}, color_scheme=request.param, locale="en-GB")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda one: complaints.append(one.text) if one.type in ("error", "warning") else None)
    page.on("pageerror", lambda one: complaints.append(str(one)))
    page.goto(f"{address}/operator")
    yield page
    context.close()
    assert [one for one in complaints if "401" not in one] == []


def sign_in(page: Page, token: str = TOKEN) -> None:
    page.get_by_label("Admin token").fill(token)
    page.keyboard.press("Enter")


@pytest.mark.browser
def test_an_operator_signs_in_sees_and_signs_out(page: Page) -> None:
    sign_in(page, "a wrong one")
    expect(page.get_by_role("alert")).to_have_text("This is not the token.")
    expect(page.get_by_label("Admin token")).to_be_focused()
    sign_in(page)
    expect(page.locator("#trouble")).to_have_text("")
    expect(page.locator("#figures div").first).to_have_text("Questions77")
    assert TOKEN not in page.url
    page.reload()
    expect(page.locator("#figures div").first).to_have_text("Questions77")
    expect(page.get_by_role("img", name="Questions by day")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("#inside")).to_be_hidden()
    assert page.locator("#entries li").count() == 0
    page.reload()
    expect(page.get_by_label("Admin token")).to_be_visible()


@pytest.mark.browser
def test_what_players_wrote_stays_text(page: Page) -> None:
    sign_in(page)
    expect(page.locator(".words").first).to_have_text(HOSTILE)
    page.get_by_role("button", name="Disliked", exact=True).click()
    expect(page.locator(".reason")).to_have_text(HOSTILE)
    expect(page.locator("#entries .note")).to_contain_text("embed on club")
    expect(page.get_by_role("link", name="harbour.en, page 2")).to_have_attribute(
        "href", "/documents/harbour.en/pages/2?start=6&end=70#quote"
    )
    assert page.evaluate("window.hacked") is None
    assert page.locator("main img, main script").count() == 0


@pytest.mark.browser
def test_filters_stretches_and_deletion(page: Page, data: httpx.Client) -> None:
    sign_in(page)
    expect(page.locator("#entries li")).to_have_count(30)
    page.get_by_role("button", name="Show more").click()
    expect(page.locator("#entries li")).to_have_count(36)
    expect(page.locator("#more")).to_be_hidden()
    page.get_by_role("combobox", name="Game").select_option("castle")
    expect(page.locator("#entries li")).to_have_count(1)
    expect(page.locator("#figures div").first).to_have_text("Questions1")
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.locator("#said")).to_have_text("1 entry deleted.")
    expect(page.locator("#entries li")).to_have_count(0)
    page.get_by_role("combobox", name="Game").select_option("harbour")
    expect(page.locator("#entries li")).to_have_count(30)
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Delete all of this visitor").first.click()
    expect(page.locator("#said")).to_have_text("35 entries deleted.")
    expect(page.locator("#entries li")).to_have_count(0)
    assert data.get("/asked", params={"outcome": "not_found"}).json() == {"entries": []}


@pytest.mark.browser
def test_it_is_legible_on_a_phone_and_has_names_for_everything(page: Page) -> None:
    sign_in(page)
    expect(page.locator("#entries li")).to_have_count(30)
    contrasts = page.evaluate(CONTRASTS.replace('!one.closest(".unseen")', '!one.closest("svg")'))
    assert len(contrasts) > 40
    assert [one for one in contrasts if one[1] < 4.5] == []
    assert page.evaluate(NAMELESS) == []
    assert violations(page) == []
    assert page.evaluate(SCROLLS_SIDEWAYS) is False
    page.set_viewport_size({"width": 1280, "height": 900})
    assert page.evaluate(SCROLLS_SIDEWAYS) is False


def test_no_data_is_left_in_a_cache(data: httpx.Client) -> None:
    answer = data.get("/asked")
    assert "no-store" in answer.headers.get("cache-control", "")
    assert json.loads(answer.text)["entries"][0]["id"] == 77


ADMIN: dict[str, Any] = json.loads(
    json.dumps(
        create_app(
            Settings.model_validate({"admin_token": TOKEN, "feedback_url": "sqlite:///unused"}), Scripted()
        ).openapi()
    )
)
OPERATIONS = [(path, method) for path, one in ADMIN["paths"].items() if path.startswith(DATA) for method in one]


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_no_request_for_feedback_gets_a_500(address: str, path: str, method: str) -> None:
    schema = schemathesis.openapi.from_dict(ADMIN)[path][method.upper()]

    @settings(
        max_examples=20,
        deadline=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=schema.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE))
    def ask(case: Any) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        case.call_and_validate(base_url=address, headers=headers, checks=[not_a_server_error])

    assert len(OPERATIONS) == 5
    ask()
