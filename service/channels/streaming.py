"""``/v1/ask/stream``: an answer as server-sent events, in the order in which a page can show it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field, TypeAdapter

from service.aids import Aid, Task, Translated, outcome
from service.api.schemas import AskRequest, Name, OptionalLanguage, OptionalName
from service.channels.asking import Asking
from service.channels.events import ListenerLeftError, beats_until, event_stream, frame
from service.contract import Answer, Composed, Question, Translation
from service.questions import clean_question

log = logging.getLogger(__name__)

AT_ONCE = 0.05
"""Seconds in which a refusal still gets its own HTTP status; after that the stream has begun and carries it."""

ANSWER = TypeAdapter(Answer)
COMPOSED = TypeAdapter(Composed)
TRANSLATION = TypeAdapter(Translation)

Left = Callable[[], Awaitable[bool]]
"""Tells whether the listener has gone."""

FAILED = {
    "type": "urn:lexludo:library",
    "title": "Internal Server Error",
    "status": 500,
    "detail": "the library could not answer; the service's log says why",
}

EVENTS = """One event each: `status` (`searching`, then how it ended), `citation` (one a citation), `answer` (the whole,
as `POST /v1/ask` gives it), `done`; or `error` with a problem. Comments keep the line open meanwhile. Between `answer`
and `done`, where the service is set up for it: `composed` (what `composed` holds in an answer) and `translation` (what
`translation` holds in a citation, with its number from 0 as `citation`)."""

RESPONSES: dict[int | str, dict[str, Any]] = {
    200: {"description": EVENTS, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
}


class StreamQuery(BaseModel):
    """A question in a query string, for the browser's EventSource, which can only GET."""

    question: str = Field(description="1 to 1,000 characters (code points)")
    game: OptionalName = Field(None, description="a game's id or title; without it, the whole library is asked")
    expansions: list[Name] | None = Field(None, max_length=50, description="may be repeated; without it, all")
    language: OptionalLanguage = Field(None, description="BCP 47; without it, the question's is detected")
    conversation_id: Annotated[str, Field(max_length=128)] | None = None
    top_k: int = Field(3, ge=1, le=10, description="citations wanted")

    def to_question(self) -> Question:
        """Return the contract's question; raises QuestionError."""
        return Question(
            clean_question(self.question),
            self.game,
            None if self.expansions is None else tuple(self.expansions),
            self.language,
            self.conversation_id,
            self.top_k,
        )


def streaming(asking: Asking, heartbeat: float) -> APIRouter:
    """Return the stream's two routes; ``heartbeat`` in seconds."""
    router = APIRouter(prefix="/v1", default_response_class=StreamingResponse)

    async def stream(question: Question, request: Request) -> StreamingResponse:
        site = getattr(request.state, "site", "")
        task = asyncio.create_task(asking.ask(asking.settle(replace(question, game_only=bool(site))), site=site))
        await asyncio.wait({task}, timeout=AT_ONCE)
        if task.done():
            task.result()
        begin = partial(asking.begin_aids, question)
        return event_stream(_events(task, begin, request.is_disconnected, heartbeat))

    @router.post("/ask/stream", responses=RESPONSES)
    async def post(body: AskRequest, request: Request) -> StreamingResponse:
        """Answer a question as a stream of events."""
        return await stream(body.to_question(), request)

    @router.get("/ask/stream", responses=RESPONSES)
    async def get(query: Annotated[StreamQuery, Query()], request: Request) -> StreamingResponse:
        """Answer a question as a stream of events; a proxy may log the address, and the question in it."""
        return await stream(query.to_question(), request)

    return router


async def _events(
    task: "asyncio.Task[Answer]", begin_aids: Callable[[Answer], list[Task]], left: Left, heartbeat: float
) -> AsyncIterator[str]:
    try:
        yield frame({"status": "searching"}, "status")
        async for beat in beats_until(task, left, heartbeat):
            yield beat
        answer = task.result()
    except ListenerLeftError:
        return
    except Exception:  # the response has begun: whatever went wrong can only be told inside it
        log.exception("a streamed answer failed")
        yield frame(FAILED, "error")
        return
    finally:
        task.cancel()
    for one in _told(answer):
        yield one
    async for one in _aids(begin_aids(answer), left, heartbeat):
        yield one
    yield frame({}, "done")


async def _aids(tasks: list[Task], left: Left, heartbeat: float) -> AsyncIterator[str]:
    """Yield what comes beside the answer, as it comes; whatever fails there is left out."""
    waiting = set(tasks)
    try:
        while waiting:
            first = asyncio.ensure_future(asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED))
            async for beat in beats_until(first, left, heartbeat):
                yield beat
            done, waiting = first.result()
            for aid in map(outcome, done):
                if aid is not None:
                    yield _aid(aid)
    except ListenerLeftError:
        return
    finally:
        for task in tasks:
            task.cancel()


def _aid(aid: Aid) -> str:
    if isinstance(aid, Translated):
        translation = TRANSLATION.dump_python(aid.translation, mode="json")
        return frame({"citation": aid.citation, **translation}, "translation")
    return frame(COMPOSED.dump_python(aid, mode="json"), "composed")


def _told(answer: Answer) -> list[str]:
    whole = ANSWER.dump_python(answer, mode="json")
    citations = [frame(citation, "citation") for citation in whole["citations"]]
    return [frame({"status": whole["status"]}, "status"), *citations, frame(whole, "answer")]
