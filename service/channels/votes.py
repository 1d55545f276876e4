"""Votes that a channel takes, handed to whoever keeps them."""

import logging
from collections.abc import Callable
from dataclasses import dataclass

from service.contract import Question

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Vote:
    """What someone thinks of the answer to ``question``, as asked through ``channel``."""

    channel: str
    right: bool
    question: Question


RecordVote = Callable[[Vote], None]
"""Keeps a vote; called on the event loop, so it must be quick."""


def log_vote(vote: Vote) -> None:
    """Log that there was a vote, without the words of the question: the default where nothing keeps votes."""
    log.warning("%s: marked %s, game %s", vote.channel, "right" if vote.right else "wrong", vote.question.game or "all")
