from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.chromium import FLAGS, MISSING, find
from tests.service.scripted import Scripted
from tests.service.serving import served


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    kept = tmp_path_factory.mktemp("feedback") / "kept.sqlite3"
    with served(Scripted(), feedback_url=f"sqlite:///{kept}") as base:
        yield base


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=10) as one:
        yield one


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = find()
    if path is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()
