"""Votes that a channel takes, handed to whoever keeps them."""

import logging
from collections.abc import Callable
from dataclasses import dataclass, field

from service.contract import Question

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """What an answer quoted, as far as it is known: ``page_text[start:end]`` of a document's page."""

    passage_id: str | None = None
    document: str | None = None
    page: int | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Vote:
    """What someone thinks of the answer to ``question``, as asked through ``channel`` (on a ``site``, if on one)."""

    channel: str
    right: bool
    question: Question
    place: Place = field(default=Place())
    reason: str = ""
    site: str = ""


RecordVote = Callable[[Vote], object]
"""Keeps a vote; called on the event loop, so it must be quick."""


def log_vote(vote: Vote) -> None:
    """Log that there was a vote, without the words of the question: the default where nothing keeps votes."""
    log.warning("%s: marked %s, game %s", vote.channel, "right" if vote.right else "wrong", vote.question.game or "all")
