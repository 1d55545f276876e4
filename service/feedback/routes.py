"""``/v1/feedback``: what a player thinks of an answer, and what becomes of it."""

import math
import unicodedata
from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Annotated, Any, Self

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator

from service.api.library import Library
from service.api.limits import Buckets, visitor_of
from service.api.problems import problem
from service.api.schemas import Name, OptionalLanguage, OptionalName
from service.channels.votes import Place, Vote
from service.contract import Answering, Question
from service.feedback.entries import Words
from service.feedback.recorder import Recorder
from service.names import find_document, settle
from service.questions import clean_question
from service.settings import Settings

PER_MINUTE = 20
"""Votes that a visitor may send in a minute, or at once after a pause."""

LONGEST_REASON = 1_000
"""Code points."""

FARTHEST = 100_000_000
"""Code points into a page's text; a bound for the database's sake."""


def _plain(text: str) -> str:
    """Return ``text`` trimmed and without control characters but line breaks; raises ValueError."""
    if any(unicodedata.category(character) == "Cs" for character in text):
        raise ValueError("holds half of a surrogate pair; send valid Unicode text")
    return "".join(one if one == "\n" or unicodedata.category(one) != "Cc" else " " for one in text).strip()


class VoteCap:
    """How often a visitor may send feedback: people seldom do, and every entry takes room for months."""

    def __init__(self, exempt: Sequence[IPv4Network | IPv6Network]) -> None:
        self._exempt, self._buckets = exempt, Buckets(PER_MINUTE / 60, PER_MINUTE)

    def __call__(self, request: Request) -> None:
        """Take one more; raises HTTPException 429 where that is one too many."""
        if self._is_exempt(request):
            return
        if wait := self._buckets.take(visitor_of(request.scope)):
            seconds = math.ceil(wait)
            raise HTTPException(429, f"too much feedback; send it again in {seconds} s", {"Retry-After": str(seconds)})

    def _is_exempt(self, request: Request) -> bool:
        try:
            address = ip_address(request.client.host if request.client else "")
        except ValueError:  # a local socket has no address
            return False
        return any(address in network for network in self._exempt)


Plain = AfterValidator(_plain)
Offset = Annotated[int, Field(ge=0, le=FARTHEST)]
Conversation = Annotated[str, Field(min_length=1, max_length=128)]


class FeedbackRequest(BaseModel):
    """A vote on the answer to a question, with the place that the answer quoted."""

    model_config = ConfigDict(extra="forbid")

    question: str = Field(description="1 to 1,000 characters (code points), as it was asked")
    game: OptionalName = Field(None, description="the game that was asked about; null was the whole library")
    language: OptionalLanguage = Field(None, description="the question's language, BCP 47")
    passage_id: Annotated[Name, Plain] | None = None
    document: Name | None = Field(None, description="the document that was quoted; null where nothing was")
    page: int | None = Field(None, ge=1, le=1_000_000)
    start: Offset | None = None
    end: Offset | None = None
    right: bool = Field(description="whether the answer was right", strict=True)
    reason: Annotated[str, Field(max_length=LONGEST_REASON), Plain] | None = Field(
        None, description="why, in the player's own words"
    )
    conversation_id: Conversation | None = Field(None, description="of the answer; kept as a digest alone")

    @model_validator(mode="after")
    def _a_whole_place(self) -> Self:
        if (self.start is None) != (self.end is None) or (self.start or 0) > (self.end or 0):
            raise ValueError("start and end go together, and start comes first")
        if self.document is None and (self.page, self.start) != (None, None):
            raise ValueError("page, start and end need their document")
        return self

    def to_vote(self, answering: Answering, channel: str, site: str) -> Vote:
        """Return the vote, with its names as the library spells them. Raises QuestionError and NoSuchNameError."""
        games = answering.games()
        text = clean_question(self.question)
        question = Question(text, self.game, None, self.language, self.conversation_id)
        document = find_document(self.document, games).id if self.document else None
        place = Place(self.passage_id, document, self.page, self.start, self.end)
        return Vote(channel, self.right, settle(question, games), place, self.reason or "", site)


class ForgetRequest(BaseModel):
    """Whose entries are to be removed: a conversation's id is known to nobody but who had it."""

    model_config = ConfigDict(extra="forbid")

    conversation_id: Conversation


class FeedbackPolicy(BaseModel):
    """Whether feedback is kept, for how many days (null: for good), and of which questions the words are."""

    on: bool
    words: Words
    days: int | None


def policy_of(settings: Settings) -> FeedbackPolicy:
    """Return what the settings say of feedback."""
    return FeedbackPolicy(
        on=bool(settings.feedback_address), words=settings.feedback_words, days=settings.feedback_days or None
    )


ACCEPTED: dict[int | str, dict[str, Any]] = {204: {"description": "It will be kept."}}
FORGOTTEN: dict[int | str, dict[str, Any]] = {204: {"description": "It will be removed."}}


def feedback(library: Library, recorder: Recorder, settings: Settings) -> APIRouter:
    """Return the routes that take votes for ``recorder`` and tell what is kept of them."""
    router = APIRouter(prefix="/v1/feedback")
    policy, cap = policy_of(settings), Depends(VoteCap(settings.rate_exempt))

    @router.get("")
    async def told() -> FeedbackPolicy:
        """Tell whether feedback is kept, and how."""
        return policy

    @router.post("", status_code=204, responses=ACCEPTED, dependencies=[cap])
    async def vote(body: FeedbackRequest, request: Request) -> Response:
        """Say whether an answer was right; the words of the question and of the reason are kept."""
        site = getattr(request.state, "site", "")
        taken = recorder.on and recorder.voted(body.to_vote(library.answering, "embed" if site else "web", site))
        return _ended(recorder, taken)

    @router.post("/forget", status_code=204, responses=FORGOTTEN, dependencies=[cap])
    async def forget(body: ForgetRequest) -> Response:
        """Remove all that was asked and voted in a conversation."""
        return _ended(recorder, recorder.forget(body.conversation_id))

    return router


def _ended(recorder: Recorder, taken: bool) -> Response:
    if not recorder.on:
        return problem(404, "this service keeps no feedback; LEXLUDO_FEEDBACK_URL says where it could", "feedback-off")
    if not taken:
        return problem(503, "feedback cannot be kept just now; send it again later", "busy", {"Retry-After": "30"})
    return Response(status_code=204)
