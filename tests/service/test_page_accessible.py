"""axe-core on every state of the page, in both themes, on a phone and on a desk."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.service.accessibility import low_contrasts, violations
from tests.service.browsing import DESKTOP, PHONE, SCROLLS_SIDEWAYS, chat_page
from tests.service.illustrated import typeset_harbour
from tests.service.page_states import COMPLAIN, STATES, Furnished
from tests.service.serving import served

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(Furnished(file=typeset_harbour(tmp_path_factory.mktemp("harbour")))) as address:
        yield address


@pytest.mark.parametrize("state", STATES)
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESKTOP, "dark")], ids=["phone-light", "desk-dark"])
def test_no_state_breaks_a_rule(browser: Browser, furnished: str, state: str, size: object, scheme: str) -> None:
    with chat_page(browser, furnished, complains=state in COMPLAIN, viewport=size, color_scheme=scheme) as page:
        STATES[state](page)
        assert violations(page) == []
        assert page.evaluate(SCROLLS_SIDEWAYS) is False
        page.emulate_media(color_scheme="dark" if scheme == "light" else "light")
        assert low_contrasts(page) == []  # in the other theme: only colours differ


def test_a_broken_rule_is_noticed(browser: Browser, furnished: str) -> None:
    with chat_page(browser, furnished) as page:
        page.evaluate("document.getElementById('openPreferences').removeAttribute('aria-label')")
        page.evaluate("document.body.style.color = '#999'")
        assert [one.split(":")[0] for one in violations(page)] == ["button-name", "color-contrast"]
        assert low_contrasts(page)
