"""The API under /v1: ask, search, games, documents."""

import time
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, Response

from service.api.documents import look_up
from service.api.library import Library
from service.api.metrics import Metrics
from service.api.schemas import (
    AskRequest,
    DocumentShown,
    DocumentsShown,
    GameShown,
    GamesShown,
    PageShown,
    SearchQuery,
    SearchResults,
)
from service.contract import Answer, Answering, Citation, Game, Question
from service.feedback.recorder import Recorder
from service.names import settle

PageNumber = Annotated[int, Path(ge=1, le=1_000_000)]


def v1(library: Library, metrics: Metrics, recorder: Recorder) -> APIRouter:
    """Return the routes of the first version of the API over ``library``."""
    router = APIRouter(prefix="/v1")

    @router.post("/ask")
    async def ask(body: AskRequest, request: Request, response: Response) -> Answer:
        """Answer a question with the rulebook's own words, or say that it does not say."""
        question = replace(body.to_question(), game_only=bool(getattr(request.state, "site", "")))
        with metrics.timing():
            settled, answer, games, seconds = await library.work(lambda answering: _ask(answering, question))
        answer = await library.aided(settled, answer)
        metrics.answered(settled, answer, games)
        recorder.asked("web", settled, answer, getattr(request.state, "site", ""))
        response.headers["Server-Timing"] = f"answer;dur={seconds * 1000:.1f}"
        return answer

    @router.get("/search")
    async def search(query: Annotated[SearchQuery, Query()]) -> SearchResults:
        """Rank passages without deciding whether they answer."""
        question = query.to_question()
        found = await library.work(lambda answering: _search(answering, question, query.wanted))
        return SearchResults.of(found, query)

    @router.get("/games")
    def games() -> GamesShown:
        """List the games with their documents."""
        return GamesShown(games=[GameShown.of(game) for game in library.answering.games()])

    @router.get("/documents")
    def documents() -> DocumentsShown:
        """List the documents of all games."""
        found = [document for game in library.answering.games() for document in game.documents]
        return DocumentsShown(documents=[DocumentShown.of(document) for document in found])

    @router.get("/documents/{document:path}/pages/{page}")
    def page(document: str, page: PageNumber) -> PageShown:
        """Return the text that every citation of this page is a slice of."""
        held, shown, pages = look_up(library.answering, document, page)
        return PageShown(
            document=held.id,
            title=held.title,
            language=held.language,
            page=shown.number,
            label=shown.label,
            text=shown.text,
            pages=pages,
        )

    return router


def _ask(answering: Answering, question: Question) -> tuple[Question, Answer, list[Game], float]:
    started = time.perf_counter()
    games = answering.games()
    settled = settle(question, games)
    return settled, answering.ask(settled), games, time.perf_counter() - started


def _search(answering: Answering, question: Question, limit: int) -> list[Citation]:
    return answering.search(settle(question, answering.games()), limit)
