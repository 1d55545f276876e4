"""Who may knock: Discord's Ed25519 signature over timestamp and raw body, fresh, and once only."""

import re
import time
from collections import OrderedDict
from collections.abc import Callable

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

FRESH = 300.0
"""Seconds that a timestamp may be off, either way."""

MOST_REMEMBERED = 100_000
"""Interaction ids kept; many more than arrive while a timestamp stays fresh."""

_SECONDS = re.compile(r"\d{1,12}", re.ASCII)

Clock = Callable[[], float]
"""Seconds since 1970."""


class RefusedError(Exception):
    """A call that Discord did not make, or made long ago; which of these, its sender is not told."""


class Seal:
    """Checks that a body comes from Discord now."""

    def __init__(self, public_key: str, clock: Clock = time.time) -> None:
        self._key, self._clock = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)), clock

    def check(self, signature: str, timestamp: str, body: bytes) -> None:
        """Raise RefusedError unless ``body`` was signed, and lately; all three as they arrived."""
        try:
            self._key.verify(bytes.fromhex(signature), timestamp.encode("latin-1") + body)
        except (ValueError, InvalidSignature) as error:
            raise RefusedError("the signature does not hold") from error
        # only what Discord signed is read as a number
        if not _SECONDS.fullmatch(timestamp) or abs(self._clock() - int(timestamp)) > FRESH:
            raise RefusedError("the timestamp is stale")


class Seen:
    """Interaction ids of the last minutes, in one process.

    A copy of a signed call is refused while its timestamp is fresh, and by its timestamp after that.
    """

    def __init__(self, clock: Clock = time.time) -> None:
        self._clock = clock
        self._until: OrderedDict[str, float] = OrderedDict()

    def once(self, interaction: str) -> None:
        """Raise RefusedError where this id was seen before."""
        now = self._clock()
        while self._until and next(iter(self._until.values())) < now:
            self._until.popitem(last=False)
        if interaction in self._until:
            raise RefusedError("the interaction was seen before")
        # a timestamp may lie ahead by FRESH and stays good for as long again
        self._until[interaction] = now + 2 * FRESH
        if len(self._until) > MOST_REMEMBERED:
            self._until.popitem(last=False)
