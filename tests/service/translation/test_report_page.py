"""The HTML report in a real browser: filters, keys, marks, plot, hostile text, nothing fetched."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, sync_playwright

from service.translation.report_html import page as html
from tests import chromium
from tests.service.translation.reports import report

pytestmark = pytest.mark.browser


@pytest.fixture
def page(tmp_path: Path) -> Iterator[Page]:
    path = chromium.find()
    if path is None:
        pytest.skip(chromium.MISSING)
    file = tmp_path / "report.html"
    file.write_text(html(report()), encoding="utf-8")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=chromium.FLAGS)
        opened = browser.new_page()
        problems: list[str] = []
        opened.on("pageerror", lambda error: problems.append(str(error)))
        opened.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        opened.on("dialog", lambda dialog: problems.append(dialog.message))
        opened.goto(file.as_uri())
        yield opened
        assert problems == []
        browser.close()


def test_text_of_the_books_is_text_and_the_words_in_question_are_marked(page: Page) -> None:
    assert page.locator("mark.high").all_inner_texts() == ["3", "4"]
    assert "<script>alert(1)</script>" in page.locator("#p0-1").inner_text()
    assert page.locator("main script").count() == 0


def test_filters_by_severity_kind_and_words(page: Page) -> None:
    count = page.locator("#count")
    assert count.inner_text() == "2 of 2 findings"
    page.get_by_label("high").uncheck()
    assert count.inner_text() == "1 of 2 findings"
    page.get_by_label("high").check()
    page.get_by_label("Kind").select_option("number")
    assert page.locator(".finding:visible").count() == 1
    page.get_by_label("sentences without findings").uncheck()
    assert page.locator(".pair:visible").count() == 1
    page.get_by_label("Kind").select_option("")
    page.get_by_label("Search").fill("UNTUACION")
    page.get_by_label("sentences without findings").check()
    assert page.locator(".pair:visible").count() == 1


def test_keys_lead_from_finding_to_finding(page: Page) -> None:
    page.keyboard.press("n")
    assert page.locator(":focus").get_attribute("id") == "number-1"
    page.keyboard.press("n")
    assert page.locator(":focus").get_attribute("id") == "missing-1"
    assert page.locator("#count").inner_text() == "2 of 2"
    page.keyboard.press("p")
    assert page.locator(":focus").get_attribute("id") == "number-1"
    page.keyboard.press("/")
    page.keyboard.type("np")
    assert page.get_by_label("Search").input_value() == "np"


def test_the_plot_leads_to_the_pairs(page: Page) -> None:
    page.locator("svg a").first.dispatch_event("click")
    assert page.url.endswith("#p0-1")
    assert page.locator("svg path.moved").get_attribute("d")


def test_an_entry_for_the_accepted_can_be_copied(page: Page) -> None:
    import tomllib

    entry = page.locator("#number-1 .copy").get_attribute("data-entry")
    assert entry
    assert tomllib.loads(entry) == {"accepted": [{"kind": "number", "source": "3", "target": "4", "reason": ""}]}


@pytest.mark.parametrize("width", [360, 1200])
def test_nothing_reaches_beyond_the_page(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
