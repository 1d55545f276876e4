"""The comparing page in a browser: from two files to decided findings and exports, by keyboard, on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.service.browsing import CONTRASTS, NAMELESS, PHONE, SCROLLS_SIDEWAYS
from tests.service.scripted import Scripted
from tests.service.serving import served
from tests.service.translation.test_compare_http import ENGLISH, SPANISH

pytestmark = [pytest.mark.browser, pytest.mark.model]
LONG = 120_000
"""Milliseconds that a comparison may take on a busy machine."""


@pytest.fixture(scope="module")
def open_to_all() -> Iterator[str]:
    with served(Scripted(), allow_compare=True) as base:
        yield base


@contextmanager
def compare_page(browser: Browser, address: str, locale: str, complains: bool = False) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, locale=locale, service_workers="block")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{address}/compare")
    yield page
    context.close()
    assert complaints == [] or (complains and all("Failed to load" in one for one in complaints)), complaints


def choose_files(page: Page, folder: Path) -> None:
    for side, name, text in (("source", "a.en.txt", ENGLISH), ("target", "a.es.txt", SPANISH)):
        (folder / name).write_text(text)
        page.check(f"#{side} [value=file]")
        page.set_input_files(f"#{side}-file", folder / name)


def test_the_whole_path(browser: Browser, open_to_all: str, tmp_path: Path) -> None:
    with compare_page(browser, open_to_all, "pt-BR") as page:
        page.locator("#choose").wait_for()
        assert page.inner_text("h1") == "Comparar duas edições"
        choose_files(page, tmp_path)
        assert page.evaluate(NAMELESS) == []
        page.focus("#begin")
        page.keyboard.press("Enter")
        page.locator("#report").wait_for(timeout=LONG)
        assert page.inner_text("#report-title") == "a.en.txt → a.es.txt"
        assert page.evaluate("document.activeElement.id") == "report-title"
        number = page.locator(".finding", has=page.locator("h3", has_text="Número"))
        assert number.locator("mark").all_inner_texts() == ["3", "4"]
        assert number.locator(".page").all_inner_texts() == [f"a.{tag}.txt · linha 1" for tag in ("en", "es")]
        with page.expect_popup() as beside:
            number.get_by_role("link", name="No contexto").click()
        assert beside.value.locator(".pair:target mark").all_inner_texts() == ["3", "4"]
        beside.value.close()

        number.get_by_role("button", name="Certo assim").click()
        assert page.inner_text("#trouble") == "Diga por que está certo assim."
        number.get_by_role("textbox").fill("outra moeda")
        number.get_by_role("button", name="Certo assim").press("Enter")
        number.get_by_text("Certo assim: outra moeda").wait_for()
        assert page.inner_text("#trouble") == ""
        page.select_option("#verdict", "accepted")
        assert page.locator(".finding").count() == 1
        with page.expect_download() as download:
            page.click("a[download='accepted.toml']")
        assert 'reason = "outra moeda"' in Path(download.value.path()).read_text()

        assert page.evaluate(SCROLLS_SIDEWAYS) is False
        assert [what for what in page.evaluate(CONTRASTS) if what[1] < 4.5] == []
        assert page.evaluate(NAMELESS) == []
        page.reload()
        page.locator("#report").wait_for()
        number.get_by_role("button", name="Desfazer").click()
        number.get_by_role("button", name="A corrigir").click()
        number.locator("strong", has_text="A corrigir").wait_for()
        with page.expect_popup() as report:
            page.click("#exports a[target]")
        assert report.value.locator(".finding").count() >= 2


def test_two_documents_of_the_library_can_be_chosen_in_each_language(browser: Browser, open_to_all: str) -> None:
    with compare_page(browser, open_to_all, "de-DE") as page:
        page.locator("#choose").wait_for()
        assert page.locator("#source-document option").count() == 4
        page.select_option("#target-document", page.input_value("#source-document"))
        page.click("#begin")
        assert page.inner_text("#trouble") == "Wähle zwei verschiedene Dokumente."
        for code, title in (
            ("fr", "Comparer deux éditions"),
            ("it", "Confronta due edizioni"),
            ("en", "Compare two editions"),
        ):
            page.select_option("#spoken", code)
            assert page.inner_text("h1") == title
            untold = "[...document.querySelectorAll('[data-say]')].filter((one) => !one.textContent.trim()).length"
            assert page.evaluate(untold) == 0


def test_a_wrong_token_is_told_and_a_comparison_can_be_stopped(browser: Browser, tmp_path: Path) -> None:
    with (
        served(Scripted(), admin_token="open sesame") as base,
        compare_page(browser, base, "en-GB", complains=True) as page,
    ):
        page.locator("#choose").wait_for()
        choose_files(page, tmp_path)
        page.fill("#token", "guess")
        page.click("#begin")
        page.get_by_text("This is not the service's admin token.").wait_for()
        page.fill("#token", "open sesame")
        page.click("#begin")
        page.locator("#going").wait_for()
        page.click("#stop")
        page.locator("#choose").wait_for()


def test_where_nobody_may_the_page_says_who_can_change_it(browser: Browser) -> None:
    with served(Scripted()) as base, compare_page(browser, base, "es-ES") as page:
        page.get_by_text("LEXLUDO_ALLOW_COMPARE=true").wait_for()
        assert page.locator("#choose").is_hidden()


def test_a_comparison_that_is_gone_leads_back_to_the_choice(browser: Browser, open_to_all: str) -> None:
    with compare_page(browser, f"{open_to_all}/", "it-IT", complains=True) as page:
        page.goto(f"{open_to_all}/compare#nothing-of-that-name")
        page.reload()
        page.get_by_text("Questo confronto non è più conservato.").wait_for()
        assert page.locator("#choose").is_visible()
