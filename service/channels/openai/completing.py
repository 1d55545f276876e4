"""One chat completion under way: the question is being answered, the answer becomes OpenAI's objects."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from uuid import uuid4

from service.channels.events import ListenerLeftError, beats_until, frame
from service.channels.links import Link
from service.channels.openai.failures import failure
from service.channels.openai.shapes import AssistantMessage, ChatRequest, Choice, Completion, Usage
from service.channels.streaming import ANSWER
from service.channels.telling import tell
from service.contract import Answer, Game

Left = Callable[[], Awaitable[bool]]
"""Tells whether the client has gone."""


class Completing:
    """The outcome of ``task`` as a completion or as its chunks; where the client goes first, the task is dropped."""

    def __init__(self, asked: ChatRequest, task: "asyncio.Task[Answer]", games: Sequence[Game], link: Link) -> None:
        self._asked, self._task, self._games, self._link = asked, task, games, link
        self._head = {"id": f"chatcmpl-{uuid4().hex}", "created": int(time.time()), "model": asked.model}

    async def whole(self, left: Left) -> Completion:
        """Return the completion; raises ListenerLeftError, and what answering raises."""
        try:
            async for _ in beats_until(self._task, left):
                pass
            answer = self._task.result()
        finally:
            self._task.cancel()
        content = "".join(tell(answer, self._games, self._link))
        choice = Choice(message=AssistantMessage(content=content))
        body = {**self._head, "choices": [choice], "usage": self._usage(content), "lexludo": answer}
        return Completion.model_validate(body)

    async def chunks(self, left: Left, heartbeat: float) -> AsyncIterator[str]:
        """Yield the chunks as server-sent events, the last one ``[DONE]``; an error takes the place of the rest."""
        try:
            yield self._chunk({"role": "assistant", "content": ""})
            async for beat in beats_until(self._task, left, heartbeat):
                yield beat
            answer = self._task.result()
        except ListenerLeftError:
            return
        except Exception as error:  # the response has begun: whatever went wrong can only be told inside it
            yield f"data: {bytes(failure(error).body).decode()}\n\n"
            return
        finally:
            self._task.cancel()
        for one in self._told(answer):
            yield one

    def _told(self, answer: Answer) -> Iterator[str]:
        pieces = list(tell(answer, self._games, self._link))
        yield from (self._chunk({"content": piece}) for piece in pieces)
        yield self._chunk({}, "stop", lexludo=ANSWER.dump_python(answer, mode="json"))
        if self._asked.stream_options and self._asked.stream_options.include_usage:
            counted = self._usage("".join(pieces)).model_dump()
            yield frame({**self._head, "object": "chat.completion.chunk", "choices": [], "usage": counted})
        yield "data: [DONE]\n\n"

    def _chunk(self, delta: dict[str, str], finish: str | None = None, **more: object) -> str:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return frame({**self._head, "object": "chat.completion.chunk", "choices": [choice], **more})

    def _usage(self, content: str) -> Usage:
        return Usage.of((message.text for message in self._asked.messages), content)
