"""What a button carries: enough, within Discord's 100 characters, to ask the same question again.

Nothing is kept here between two presses, so buttons outlive restarts and work in whichever process gets them. The
question itself is read from the message that Discord sends along; names are carried as digests, however long they are.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import blake2b
from typing import Self

VERSION = "1"
_FORM = re.compile(r"1:(more|wrong|game):(\d{1,2}):([0-9a-f]{12})?:([0-9a-f]{12})?")


class OutdatedError(Exception):
    """A button that this version did not make, or whose game is no longer held."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """``action`` is more, wrong or game; ``seen`` counts the citations shown; ``game``, ``expansion`` are digests."""

    action: str
    seen: int = 0
    game: str = ""
    expansion: str = ""

    @classmethod
    def read(cls, custom_id: str) -> Self:
        """Return what a button carries; raises OutdatedError."""
        found = _FORM.fullmatch(custom_id)
        if found is None:
            raise OutdatedError
        return cls(found[1], int(found[2]), found[3] or "", found[4] or "")

    @property
    def custom_id(self) -> str:
        """The ticket as Discord carries it."""
        return f"{VERSION}:{self.action}:{self.seen}:{self.game}:{self.expansion}"


def digest(name: str | None) -> str:
    """Return 12 hexadecimal digits that stand for a name; "" for none."""
    return blake2b(name.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest() if name else ""


def named(wanted: str, names: Iterable[str]) -> str | None:
    """Return which of ``names`` a digest stands for, None for none; raises OutdatedError where it is not held."""
    if not wanted:
        return None
    for name in names:
        if digest(name) == wanted:
            return name
    raise OutdatedError
