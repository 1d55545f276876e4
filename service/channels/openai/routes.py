"""``/v1/chat/completions`` and ``/v1/models``."""

import asyncio
from dataclasses import replace
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from corpus.errors import LexludoError, UnknownNameError
from service.channels.asking import Asking
from service.channels.events import event_stream
from service.channels.links import Link
from service.channels.openai.completing import Completing
from service.channels.openai.failures import failure
from service.channels.openai.shapes import (
    MODEL,
    MOST_EARLIER,
    ChatRequest,
    Completion,
    Failure,
    Model,
    Models,
)
from service.channels.streaming import AT_ONCE
from service.contract import Answer, Question
from service.names import find_game, printable
from service.questions import QuestionError, clean_question

WRONG: dict[int | str, dict[str, Any]] = {status: {"model": Failure} for status in (400, 404, 503)}
BODY = {
    "content": {
        "application/json": {"schema": ChatRequest.model_json_schema(ref_template="#/components/schemas/{model}")}
    },
    "required": True,
}


def openai(asking: Asking, public_url: str, heartbeat: float) -> APIRouter:
    """Return the routes; links in messages begin with ``public_url``, or where it is "" with the address called."""
    router = APIRouter(prefix="/v1")

    def link_for(request: Request) -> Link:
        base = (public_url or str(request.base_url)).rstrip("/")
        return lambda path: f"{base}{path}"

    # the body is read by hand: what FastAPI says of a bad one is a problem, which these clients do not read
    @router.post("/chat/completions", response_model=Completion, responses=WRONG, openapi_extra={"requestBody": BODY})
    async def completions(request: Request) -> Response:
        """Answer the last user message in OpenAI's shape, as one object or as a stream of chunks."""
        try:
            asked = ChatRequest.model_validate_json(await request.body())
            return await _complete(asking, asked, request, link_for(request), heartbeat)
        except Exception as error:  # every failure of this route must have the one shape its clients read
            return failure(error)

    @router.get("/models")
    def models() -> Models:
        """List the library and its games as models."""
        names = [MODEL, *(f"{MODEL}/{game.id}" for game in asking.games())]
        return Models(data=[Model(id=name) for name in names])

    @router.get("/models/{model:path}", response_model=Model, responses={404: {"model": Failure}})
    def model(model: str) -> Response:
        """Return one model."""
        try:
            game = _game_of(model)
            held = MODEL if game is None else f"{MODEL}/{find_game(game, asking.games()).id}"
        except LexludoError as error:
            return failure(error)
        return JSONResponse(Model(id=held).model_dump())

    return router


async def _complete(asking: Asking, asked: ChatRequest, request: Request, link: Link, heartbeat: float) -> Response:
    question = asking.settle(_question(asked))
    task = asyncio.create_task(_answered(asking, question, _earlier(asked)))
    completing = Completing(asked, task, asking.games(), link)
    if not asked.stream:
        return JSONResponse((await completing.whole(request.is_disconnected)).model_dump(mode="json"))
    await asyncio.wait({task}, timeout=AT_ONCE)
    if task.done():
        task.result()
    return event_stream(completing.chunks(request.is_disconnected, heartbeat))


async def _answered(asking: Asking, question: Question, earlier: list[str]) -> Answer:
    return await asking.aided(question, await asking.ask(question, earlier))


def _question(asked: ChatRequest) -> Question:
    """Return the last user message as a question; raises QuestionError and UnknownModelError."""
    if not asked.asked:
        raise QuestionError("there is no user message with text; send the question as the last one")
    question = Question(clean_question(asked.asked[-1]), game=_game_of(asked.model))
    if asked.metadata is None:
        return question
    scope = asked.metadata
    expansions = (scope.expansion,) if scope.expansion else None
    return replace(question, game=question.game or scope.game, expansions=expansions, language=scope.language)


def _earlier(asked: ChatRequest) -> list[str]:
    return [clean for clean in map(_clean_or_none, asked.asked[-1 - MOST_EARLIER : -1]) if clean]


def _clean_or_none(text: str) -> str | None:
    try:
        return clean_question(text)
    except QuestionError:
        return None


class UnknownModelError(UnknownNameError):
    """A model that is neither the library nor a game of it."""


def _game_of(model: str) -> str | None:
    """Return the game that a model's name holds; raises UnknownModelError."""
    name, slash, game = model.partition("/")
    if name != MODEL or (slash and not game):
        raise UnknownModelError(f"there is no model {printable(model)}; use {MODEL}, or {MODEL}/<game>")
    return game or None
