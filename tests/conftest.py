"""Fixtures that every room's tests share."""

import pytest

from tests.fakes import FakeEncoder


@pytest.fixture
def encoder() -> FakeEncoder:
    return FakeEncoder()
