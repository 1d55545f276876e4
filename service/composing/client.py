"""A chat completion from any server that speaks OpenAI's protocol, streamed, within a time and a size."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any

import httpx
from pydantic import SecretStr

from corpus.errors import LexludoError

MOST_CHARACTERS = 16_000
"""Of a reply; a short answer has a tenth of it."""
LONGEST_LINE = 64_000
"""Characters of one line of the stream."""
MOST_BYTES = 1_000_000
"""Of everything that is read for one reply, empty chunks included."""
CONNECT_WITHIN = 3.0
"""Seconds."""
PAUSE = 0.25
"""Seconds before the one retry."""
TRIES = 2
LIMITS = {"temperature": 0, "max_tokens": 700}
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})
"""HTTP statuses after which a second try may help."""

Message = dict[str, str]

_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)
"""What models write to themselves before they reply."""


class LLMError(LexludoError):
    """A language model that did not reply, or not in a form that can be read. Its text holds no secret."""


class PassingLLMError(LLMError):
    """A failure that may be over in a moment."""


class ChatClient:
    """Asks one model of one server. ``key`` goes into the request's header and nowhere else."""

    def __init__(self, url: str, model: str, key: SecretStr | None, within: float) -> None:
        self.model = model
        self._url, self._key, self._within = f"{url.rstrip('/')}/chat/completions", key, within
        self._http: httpx.AsyncClient | None = None
        self._choosy = False

    async def reply(self, messages: Sequence[Message]) -> str:
        """Return the whole reply, whole streams only; ``within`` seconds, a retry included. Raises LLMError."""
        try:
            async with asyncio.timeout(self._within):
                return _THOUGHTS.sub("", await self._tried(messages))
        except TimeoutError as late:
            raise PassingLLMError(f"{self.model} did not reply within {self._within:g} s") from late

    async def close(self) -> None:
        """Let go of the connections."""
        http, self._http = self._http, None
        if http is not None:
            await http.aclose()

    async def _tried(self, messages: Sequence[Message]) -> str:
        for attempt in range(1, TRIES + 1):
            try:
                return await self._once(messages)
            except PassingLLMError:
                if attempt == TRIES:
                    raise
                await asyncio.sleep(PAUSE)
        raise AssertionError("the last attempt returns or raises")

    async def _once(self, messages: Sequence[Message]) -> str:
        body = {"model": self.model, "messages": list(messages), "stream": True}
        limits = {} if self._choosy else LIMITS
        try:
            async with self._connections().stream(
                "POST", self._url, json={**body, **limits}, headers=self._headers()
            ) as response:
                self._learn(response)
                return await _read(response, self.model)
        except httpx.HTTPError as error:  # its text may hold what was sent
            raise PassingLLMError(f"{self.model} could not be reached ({type(error).__name__})") from None

    def _learn(self, response: httpx.Response) -> None:
        """Some models refuse a request that limits them; it is made again without the limits, and all later ones."""
        if response.status_code == 400 and not self._choosy:
            self._choosy = True
            raise PassingLLMError(f"{self.model} was refused with status 400")

    def _connections(self) -> httpx.AsyncClient:
        if self._http is None:
            self._http = httpx.AsyncClient(timeout=httpx.Timeout(self._within, connect=CONNECT_WITHIN))
        return self._http

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._key.get_secret_value()}"} if self._key else {}


async def _read(response: httpx.Response, model: str) -> str:
    if response.status_code != 200:
        kind = PassingLLMError if response.status_code in PASSING else LLMError
        raise kind(f"{model} was refused with status {response.status_code}")
    if response.headers.get("content-type", "").startswith("application/json"):  # a server that does not stream
        return _whole(b"".join([chunk async for chunk in _bounded(response)]), model)
    return await _streamed(response, model)


async def _streamed(response: httpx.Response, model: str) -> str:
    """Put a stream together; only one that says that it is complete counts."""
    said, complete = "", False
    async for data in _events(response, model):
        if data == "[DONE]":
            complete = True
            break
        piece, reason = _piece(data, model)
        said += piece
        complete = complete or reason == "stop"
        if len(said) > MOST_CHARACTERS:
            raise LLMError(f"{model} does not stop talking")
    if not complete:
        raise PassingLLMError(f"{model} broke off")
    return said


async def _events(response: httpx.Response, model: str) -> AsyncIterator[str]:
    """Yield the data of a stream's events; comments, names and empty lines are left out."""
    rest = b""
    async for chunk in _bounded(response):
        *lines, rest = (rest + chunk).split(b"\n")
        if len(rest) > LONGEST_LINE:
            raise LLMError(f"{model} sends lines without end")
        for line in lines:
            if line.startswith(b"data:"):
                yield line[5:].decode("utf-8", "replace").strip()
    if rest.startswith(b"data:"):
        yield rest[5:].decode("utf-8", "replace").strip()


async def _bounded(response: httpx.Response) -> AsyncIterator[bytes]:
    read = 0
    async for chunk in response.aiter_bytes():
        read += len(chunk)
        if read > MOST_BYTES:
            raise LLMError("the language model sends too much")
        yield chunk


def _piece(data: str, model: str) -> tuple[str, str | None]:
    """Return what a chunk adds, and why it is the last one, if it is."""
    found = _object(data, model)
    if "error" in found:
        raise PassingLLMError(f"{model} reported an error while it spoke")
    try:
        choices = found["choices"]
        if not choices:  # some servers end with a chunk that only counts tokens
            return "", None
        content = (choices[0].get("delta") or {}).get("content") or ""
        if not isinstance(content, str):
            raise TypeError
        return content, choices[0].get("finish_reason")
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise PassingLLMError(f"{model} does not speak OpenAI's protocol") from error


def _whole(body: bytes, model: str) -> str:
    try:
        content = _object(body, model)["choices"][0]["message"]["content"]
    except (KeyError, TypeError, IndexError) as error:
        raise PassingLLMError(f"{model} does not speak OpenAI's protocol") from error
    if not isinstance(content, str) or len(content) > MOST_CHARACTERS:
        raise LLMError(f"{model} does not reply with a short text")
    return content


def _object(data: str | bytes, model: str) -> dict[str, Any]:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise PassingLLMError(f"{model} does not speak OpenAI's protocol") from error
    if not isinstance(found, dict):
        raise PassingLLMError(f"{model} does not speak OpenAI's protocol")
    return found
