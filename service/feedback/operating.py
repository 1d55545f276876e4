"""What the operator's page asks: what was asked, refused and disliked, by day, game and language; and deletion.

All of it lies below the address that the admin gate guards.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from fastapi import Path as InPath
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from service.api.limits import ADMIN
from service.contract import Status

if TYPE_CHECKING:
    from service.feedback.database import Database
    from service.feedback.store import Chosen, Store

FILES = Path(__file__).with_name("pages")
MEDIA_TYPES = {"operator.js": "text/javascript", "operator.css": "text/css", "plots.js": "text/javascript"}

DAY = 86_400

LARGEST = 2**63 - 1
"""The largest number that a row can have."""

Number = Annotated[int, InPath(ge=1, le=LARGEST)]


class Kind(StrEnum):
    """Which of the two kinds of entries."""

    ASKED = "asked"
    VOTES = "votes"


class Filter(BaseModel):
    """The query string that chooses entries; "" is an entry without a game."""

    model_config = ConfigDict(extra="forbid")

    days: int = Field(30, ge=0, le=36_500, description="of the last days; 0 is all")
    game: Annotated[str, Field(max_length=200)] | None = None
    language: Annotated[str, Field(max_length=8)] | None = None

    def chosen(self) -> "Chosen":
        """Return the choice as the store takes it; a day is a whole one, in UTC."""
        from service.feedback.store import Chosen

        today = int(time.time()) // DAY * DAY
        return Chosen(today - (self.days - 1) * DAY if self.days else 0, self.game, self.language)


class QuestionFilter(Filter):
    """Chooses a stretch of what was asked; ``before`` is the number of the last entry already seen."""

    outcome: Status | None = None
    before: int | None = Field(None, ge=1, le=LARGEST)
    limit: int = Field(30, ge=1, le=200)


class VoteFilter(Filter):
    """Chooses a stretch of what was voted."""

    right: bool | None = None
    before: int | None = Field(None, ge=1, le=LARGEST)
    limit: int = Field(30, ge=1, le=200)


class Stores:
    """Gives the store to whoever asks; the database behind it is opened for the first of them."""

    def __init__(self, url: str) -> None:
        self._url = url

    @cached_property
    def _database(self) -> "Database":
        from service.feedback.database import Database

        return Database(self._url)

    @contextmanager
    def store(self) -> "Iterator[Store]":
        """Yield the store; raises FeedbackDatabaseError."""
        with self._database.store() as store:
            yield store


def operator_page() -> APIRouter:
    """Return the routes of the page itself, which holds nothing until it is given the token."""
    router = APIRouter(include_in_schema=False)

    @router.api_route("/operator", methods=["GET", "HEAD"])
    async def page() -> FileResponse:
        """Return the page."""
        return FileResponse(FILES / "operator.html", headers={"Cache-Control": "no-cache"})

    @router.api_route("/operator/{name}", methods=["GET", "HEAD"])
    async def part(name: str) -> FileResponse:
        """Return what the page is made of."""
        if name not in MEDIA_TYPES:
            raise HTTPException(404)
        return FileResponse(FILES / name, media_type=MEDIA_TYPES[name], headers={"Cache-Control": "no-cache"})

    return router


def operator_data(stores: Stores) -> APIRouter:
    """Return the routes that read and delete entries."""
    router = APIRouter(prefix=f"{ADMIN}feedback", tags=["admin"], dependencies=[Depends(_uncached)])

    @router.get("/summary")
    def summary(wanted: Annotated[Filter, Query()]) -> dict[str, Any]:
        """Count questions by day, and questions and votes by game and language."""
        with stores.store() as store:
            return _summary(store, wanted)

    @router.get("/asked")
    def asked(wanted: Annotated[QuestionFilter, Query()]) -> dict[str, Any]:
        """List what was asked, newest first."""
        with stores.store() as store:
            return _listed(store.questions(wanted.chosen(), wanted.outcome, wanted.before, wanted.limit))

    @router.get("/votes")
    def votes(wanted: Annotated[VoteFilter, Query()]) -> dict[str, Any]:
        """List what was voted, newest first."""
        with stores.store() as store:
            return _listed(store.votes(wanted.chosen(), wanted.right, wanted.before, wanted.limit))

    @router.delete("/{kind}/{number}")
    def remove(kind: Kind, number: Number) -> dict[str, int]:
        """Delete one entry."""
        with stores.store() as store:
            return {"removed": int(store.remove(kind, number))}

    @router.delete("/{kind}/{number}/visitor")
    def forget(kind: Kind, number: Number) -> dict[str, int]:
        """Delete all entries of the visitor who made this one."""
        with stores.store() as store:
            return {"removed": store.forget(store.visitor(kind, number))}

    return router


def _uncached(response: Response) -> None:
    response.headers["Cache-Control"] = "no-store"


def _listed(rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {"entries": [{**row, "at": datetime.fromtimestamp(row["at"], UTC).isoformat()} for row in rows]}


def _summary(store: "Store", wanted: Filter) -> dict[str, Any]:
    chosen = wanted.chosen()
    known = {"games": store.names("game"), "languages": store.names("language")}
    return {
        "days": _days(store.by_day(chosen), wanted.days),
        "games": _joined(store.asked_by("game", chosen), store.voted_by("game", chosen)),
        "languages": _joined(store.asked_by("language", chosen), store.voted_by("language", chosen)),
        "known": known,
    }


def _days(counts: list[dict[str, Any]], days: int) -> list[dict[str, Any]]:
    """Return every day of the stretch, also those without a question, oldest first."""
    found = {(row["day"], row["outcome"]): row["count"] for row in counts}
    today = int(time.time()) // DAY
    first = today - days + 1 if days else min((day for day, _ in found), default=today)
    epoch = date(1970, 1, 1)
    return [
        {"day": (epoch + timedelta(day)).isoformat(), **{one: found.get((day, one), 0) for one in Status}}
        for day in range(first, today + 1)
    ]


NONE_ASKED: dict[str, int] = {"questions": 0, **{one.value: 0 for one in Status}}
NONE_VOTED = {"right": 0, "wrong": 0}


def _joined(asked: list[dict[str, Any]], voted: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return one row a name, with its questions and its votes; names that were only voted on come last."""
    votes = {row["name"]: row for row in voted}
    both = [{**row, **NONE_VOTED, **votes.pop(row["name"], {})} for row in asked]
    return both + [{**NONE_ASKED, **row} for row in votes.values()]
