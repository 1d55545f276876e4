from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from service.contract import Answering
from tests.service.channels.discord.playing import Discord, playing
from tests.service.scripted import Scripted
from tests.service.serving import served

Connect = Callable[..., AbstractContextManager[str]]
"""Serves an answering that is connected to the Discord of the tests."""


@pytest.fixture(scope="session")
def discord() -> Iterator[Discord]:
    with playing() as one:
        yield one
    assert one.script == []


@pytest.fixture(scope="session")
def connect(discord: Discord) -> Connect:
    def connected(answering: Answering | None = None, **settings: Any) -> AbstractContextManager[str]:
        connection = {"discord_public_key": discord.public_key, "discord_api": discord.api}
        return served(answering or Scripted(), **{**connection, **settings})

    return connected


@pytest.fixture(scope="session")
def base(connect: Connect) -> Iterator[str]:
    with connect(discord_rate_per_minute=0) as address:
        yield address
