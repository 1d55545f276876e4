import pytest
from playwright.sync_api import Browser

from tests.service.page_figures import measure

pytestmark = pytest.mark.browser

HEAVIEST = 100.0
"""Kilobytes over the wire, without images."""


@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_page_is_light(browser: Browser, address: str, locale: str) -> None:
    figures = measure(browser, address, locale)
    assert 10 < figures.kilobytes < HEAVIEST, figures.lines()
    assert figures.image_kilobytes > 0
    assert figures.interactive >= figures.first_paint > 0
