"""What Discord sends (docs.discord.com, "Receiving and Responding"), as far as rules need it."""

import logging
from enum import IntEnum

from pydantic import BaseModel, Field


class Kind(IntEnum):
    """What a user did."""

    PING = 1
    COMMAND = 2
    COMPONENT = 3
    AUTOCOMPLETE = 4


class Callback(IntEnum):
    """What is done about it."""

    PONG = 1
    MESSAGE = 4
    DEFERRED_MESSAGE = 5
    DEFERRED_UPDATE = 6
    UPDATE = 7
    CHOICES = 8


EPHEMERAL = 64
"""The flag of a message that only its asker sees."""


class Option(BaseModel):
    """One value of a command; ``focused`` while it is being typed."""

    name: str
    value: str | int | float | bool | None = None
    focused: bool = False


class Data(BaseModel):
    """The command or component that was used."""

    name: str = ""
    options: list[Option] = []
    custom_id: str = ""
    values: list[str] = []

    def value(self, name: str) -> str | None:
        """Return an option's text, None where it was left out or left blank."""
        given = next((option.value for option in self.options if option.name == name), None)
        return str(given) if given is not None and str(given).strip() else None

    @property
    def focused(self) -> str | None:
        """The name of the option being typed."""
        return next((option.name for option in self.options if option.focused), None)


class User(BaseModel):
    """Who did it."""

    id: str


class Member(BaseModel):
    """Who did it, on a server."""

    user: User


class Message(BaseModel):
    """The message that a component sits on: one of ours."""

    content: str = ""


class Interaction(BaseModel):
    """One thing that one user did."""

    id: str = Field(max_length=32)
    application_id: str = Field(max_length=32)
    type: int
    token: str = Field("", max_length=1000)
    locale: str = "en-US"
    data: Data = Data()
    member: Member | None = None
    user: User | None = None
    message: Message | None = None

    @property
    def asker(self) -> str:
        """The user's id, on a server or in a private message."""
        who = self.user or (self.member.user if self.member else None)
        return who.id if who else ""


def silence_addresses() -> None:
    """Keep httpx from writing addresses to the log: Discord's hold tokens."""
    for name in ("httpx", "httpcore"):
        logging.getLogger(name).setLevel(logging.WARNING)
