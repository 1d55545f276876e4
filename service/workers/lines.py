"""What the serving process and a worker tell each other, over a pipe of their own."""

from dataclasses import dataclass
from typing import Any

from service.contract import Game


@dataclass(frozen=True, slots=True)
class Call:
    """A method of the answering to be called; the reply bears the same ``number``."""

    number: int
    method: str
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a call returned, or the ``failure`` that it ended in."""

    number: int
    result: Any = None
    failure: Exception | None = None


@dataclass(frozen=True, slots=True)
class Standing:
    """What a worker answers from now on: said when it has opened, and whenever a newer index took over."""

    games: tuple[Game, ...]
    signature: dict[str, str]


@dataclass(frozen=True, slots=True)
class Unopened:
    """Why a worker could not open the library."""

    failure: Exception


Told = Reply | Standing | Unopened
