"""Editing the reply that Discord was promised, through the webhook of the interaction's token."""

import asyncio
import logging
import time
from collections.abc import Callable

import httpx

from service.channels.discord.replies import Reply, edit_with
from service.channels.discord.shapes import silence_addresses

log = logging.getLogger(__name__)

TOKEN_LIVES = 15 * 60.0
"""Seconds that Discord takes a token for."""

SETTLING = 5.0
"""Seconds in which an unknown webhook may still be one that Discord is about to know: our promise is on its way."""

MOST_TRIES = 8
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 30.0
TIMEOUT = 10.0


class GivenUpError(Exception):
    """Another try would change nothing."""


class Webhook:
    """Edits replies at ``api``, Discord's base address with its version."""

    def __init__(self, api: str, clock: Callable[[], float] = time.monotonic) -> None:
        silence_addresses()
        self._client = httpx.AsyncClient(base_url=api, timeout=TIMEOUT)
        self._clock = clock

    async def edit(self, application: str, token: str, reply: Reply, since: float) -> bool:
        """Set the promised reply; return whether Discord took it. ``since`` is when the promise was made.

        Waits as long as a rate limit says, and longer each time after a failure of the network or of Discord's, until
        the token has expired. An expired token is nobody's error and is passed over.
        """
        address = f"/webhooks/{application}/{token}/messages/@original"
        for attempt in range(MOST_TRIES):
            pause = min(FIRST_PAUSE * 2**attempt, LONGEST_PAUSE)
            response = await self._tried(address, reply)
            if response is not None and response.is_success:
                return True
            if response is not None and reply.picture and response.status_code in (400, 413):
                reply = reply.without_picture()
            elif not await self._wait(response, since, pause):
                return False
        log.warning("discord: an edit was given up after %d tries", MOST_TRIES)
        return False

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.aclose()

    async def _tried(self, address: str, reply: Reply) -> httpx.Response | None:
        try:
            return await self._client.patch(address, **edit_with(reply))
        except httpx.TransportError as error:
            log.warning("discord: an edit did not get through (%s)", type(error).__name__)
            return None

    async def _wait(self, response: httpx.Response | None, since: float, pause: float) -> bool:
        """Wait until another try makes sense; return False where none does."""
        try:
            pause = self._pause_after(response, self._clock() - since, pause)
        except GivenUpError as why:
            log.log(logging.INFO if _expired(response) else logging.ERROR, "discord: %s", why)
            return False
        await asyncio.sleep(pause)
        return True

    def _pause_after(self, response: httpx.Response | None, age: float, pause: float) -> float:
        """Return the seconds until another try; raises GivenUpError. ``age`` is the token's, in seconds."""
        if response is not None:
            if response.status_code == httpx.codes.TOO_MANY_REQUESTS:
                pause = _retry_after(response)
            elif _expired(response) and (response.status_code != httpx.codes.NOT_FOUND or age >= SETTLING):
                raise GivenUpError("a token is no longer good")
            elif not response.is_server_error and not _expired(response):
                raise GivenUpError(f"an edit was refused ({response.status_code}): {_reason(response)}")
        if age + pause > TOKEN_LIVES:
            raise GivenUpError("a token expires before its edit may be tried again")
        return pause


def _expired(response: httpx.Response | None) -> bool:
    return response is not None and response.status_code in (httpx.codes.UNAUTHORIZED, httpx.codes.NOT_FOUND)


def _retry_after(response: httpx.Response) -> float:
    """Return the wait that Discord asks for in seconds, from the body, else from the header."""
    try:
        return max(0.0, float(response.json()["retry_after"]))
    except (ValueError, KeyError, TypeError):
        header = response.headers.get("Retry-After", "")
        return float(header) if header.replace(".", "", 1).isdigit() else 1.0


def _reason(response: httpx.Response) -> str:
    """Return Discord's own words on what is wrong, which hold neither token nor question."""
    try:
        body = response.json()
    except ValueError:
        return response.reason_phrase
    return str(body.get("message", ""))[:200] if isinstance(body, dict) else ""
