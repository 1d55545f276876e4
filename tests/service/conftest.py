from collections.abc import Iterator

import httpx
import pytest

from tests.service.scripted import Scripted
from tests.service.serving import served


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    with served(Scripted()) as base:
        yield base


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=10) as one:
        yield one
