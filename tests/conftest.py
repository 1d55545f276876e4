"""Fixtures that every room's tests share."""

import os

import pytest

from tests.fakes import FakeEncoder

os.environ["LEXLUDO_FEEDBACK_URL"] = "off"  # no test, and no program that one starts, writes to the user's own data


@pytest.fixture
def encoder() -> FakeEncoder:
    return FakeEncoder()
