"""From an answer to a short text over its citations, every sentence of it borne out; or to nothing."""

import asyncio
import logging
from collections.abc import Sequence

from corpus.types import Span
from service.composing.breaker import Breaker
from service.composing.client import ChatClient, LLMError
from service.composing.prompts import claims_in, composing
from service.contract import Answer, Answering, Citation, Composed, ComposedSentence, Question, Status
from service.grounding import Ground, Grounded, can_be_checked, grounded

log = logging.getLogger(__name__)

MOST_SENTENCES = 4
LONGEST_PASSAGE = 1_600
"""Characters of a page around a quote that a language model is shown."""
BLOCK = "\n\n"
"""What parts the blocks of a page."""


class Composer:
    """Writes over the citations of an answer; ``breaker`` spares a server that is down, or replies nothing usable."""

    def __init__(self, client: ChatClient, breaker: Breaker) -> None:
        self._client, self._breaker = client, breaker

    async def compose(self, answering: Answering, question: Question, answer: Answer) -> Composed | None:
        """Return what holds of what the model wrote, or None: nothing to write about, no reply, or nothing that holds.

        Takes as long as the client allows; may be cancelled.
        """
        if answer.status is not Status.ANSWERED or not can_be_checked(answer.question_language):
            return None
        if not self._breaker.lets_through():
            return None
        try:
            return await self._composed(answering, question, answer)
        except asyncio.CancelledError:
            self._breaker.undecided()
            raise

    async def _composed(self, answering: Answering, question: Question, answer: Answer) -> Composed | None:
        grounds = await asyncio.to_thread(lambda: [ground_of(answering, each) for each in answer.citations])
        try:
            reply = await self._client.reply(composing(question.text, answer.question_language, grounds))
        except LLMError as error:
            self._breaker.failed()
            log.warning("no composed answer: %s", error)
            return None
        held = await asyncio.to_thread(_held, reply, grounds, question.text, answer.question_language)
        self._judge(reply, held)
        return _put_together(held, self._client.model) if held else None

    def _judge(self, reply: str, held: Sequence[Grounded]) -> None:
        """A model that wrote, and nothing of it holds, is not waited for again and again."""
        if held or not reply.strip():
            self._breaker.succeeded()
        else:
            self._breaker.failed()
            log.warning("no composed answer: nothing that %s wrote is borne out", self._client.model)


def ground_of(answering: Answering, citation: Citation) -> Ground:
    """Return the passage around a citation, or its quote alone where the page says something else by now."""
    page = answering.page(citation.document, citation.page).text
    about = " › ".join((citation.title, *citation.section))
    if page[citation.start : citation.end] != citation.quote:
        page = " " * citation.start + citation.quote  # offsets stay those of the citation
        return Ground(page, Span(citation.start, len(page)), citation.language, about)
    return Ground(page, around(page, Span(citation.start, citation.end)), citation.language, about)


def around(page: str, quote: Span) -> Span:
    """Return the block of a page that holds a quote, or where that is long its lines, or where these are, the quote."""
    for mark in (BLOCK, "\n"):
        start = page.rfind(mark, 0, quote.start) + len(mark) if mark in page[: quote.start] else 0
        end = page.find(mark, quote.end)
        span = Span(start, len(page) if end < 0 else end)
        if span.end - span.start <= LONGEST_PASSAGE:
            return span
    return quote


def _held(reply: str, grounds: Sequence[Ground], question: str, language: str) -> list[Grounded]:
    return list(grounded(claims_in(reply), grounds, question, language))[:MOST_SENTENCES]


def _put_together(held: Sequence[Grounded], by: str) -> Composed:
    sentences = tuple(ComposedSentence(each.claim.text, each.claim.ground, *each.span) for each in held)
    return Composed(" ".join(sentence.text for sentence in sentences), sentences, by)
