"""What is kept of a question and of a vote; free of any database, so that every door can use it."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from corpus.languages import primary
from service.channels.votes import Place, Vote
from service.contract import Answer, Question, Status


class Words(StrEnum):
    """Of which questions the words are kept, beside those that a vote comes with."""

    NONE = "none"
    UNANSWERED = "unanswered"
    ALL = "all"

    def keeps(self, outcome: Status) -> bool:
        """Say whether a question that ended in ``outcome`` is kept with its words."""
        return self is Words.ALL or (self is Words.UNANSWERED and outcome is not Status.ANSWERED)


@dataclass(frozen=True, slots=True)
class AskedEntry:
    """One question and how it ended; ``at`` in Unix seconds, ``question`` None where its words are not kept.

    The place is that of the first citation: what was quoted, or on a refusal what lay nearest.
    """

    at: int
    channel: str
    site: str
    game: str
    language: str
    outcome: str
    confidence: float
    took_ms: float
    place: Place
    visitor: str
    question: str | None


@dataclass(frozen=True, slots=True)
class VoteEntry:
    """One vote, with the words of its question and of its reason."""

    at: int
    channel: str
    site: str
    game: str
    language: str
    is_right: bool
    reason: str
    place: Place
    visitor: str
    question: str


@dataclass(frozen=True, slots=True)
class Forget:
    """An order to remove everything of one visitor."""

    visitor: str


Entry = AskedEntry | VoteEntry | Forget
"""What a writer is handed, in the order in which it came."""


def visitor_of(conversation_id: str | None) -> str:
    """Return what ties one visitor's entries together: a digest of the conversation's id, which only they know."""
    return hashlib.sha256(conversation_id.encode("utf-8", "replace")).hexdigest()[:32] if conversation_id else ""


def asked_entry(at: int, channel: str, site: str, question: Question, answer: Answer, words: Words) -> AskedEntry:
    """Return what is kept of ``question`` and its ``answer``."""
    first = answer.citations[0] if answer.citations else None
    place = Place(first.passage_id, first.document, first.page, first.start, first.end) if first else Place()
    return AskedEntry(
        at,
        channel,
        site,
        question.game or (first.game if first and answer.status is Status.ANSWERED else ""),
        primary(answer.question_language),
        answer.status.value,
        answer.confidence,
        answer.took_ms,
        place,
        visitor_of(answer.conversation_id),
        question.text if words.keeps(answer.status) else None,
    )


def vote_entry(at: int, vote: Vote) -> VoteEntry:
    """Return what is kept of ``vote``."""
    question = vote.question
    return VoteEntry(
        at,
        vote.channel,
        vote.site,
        question.game or "",
        primary(question.language) if question.language else "",
        vote.right,
        vote.reason,
        vote.place,
        visitor_of(question.conversation_id),
        question.text,
    )
