"""Asking on behalf of a channel: names settled, work queued, outcome counted, as ``POST /v1/ask`` does."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from uuid import uuid4

from service.aids import Task
from service.api.library import Library
from service.api.metrics import Metrics
from service.contract import Answer, Answering, Citation, Game, Question
from service.names import settle

Told = Callable[[Question, Answer, str], object]
"""Told of each answer, and of the site through which its question came ("" for none); must be quick."""


class Asking:
    """The library as a channel sees it; every call may raise NotReadyError, BusyError and NoSuchNameError."""

    def __init__(self, library: Library, metrics: Metrics, told: Told = lambda *_: None) -> None:
        self._library, self._metrics, self._told = library, metrics, told

    async def ask(self, question: Question, earlier: Sequence[str] = (), site: str = "") -> Answer:
        """Answer ``question``; ``earlier`` are questions of the same conversation, oldest first.

        A channel that resends its conversation with each call has no id that only it knows: its earlier questions are
        asked again under a fresh id, so that no two conversations ever share one.
        """
        with self._metrics.timing():
            settled, answer = await self._library.work(lambda answering: _ask(answering, question, earlier))
        self._metrics.answered(settled, answer, self.games())
        self._told(settled, answer, site)
        return answer

    async def aided(self, question: Question, answer: Answer) -> Answer:
        """Return an answer with the aids (composed text, translations) that come within the time set for them."""
        return await self._library.aided(question, answer)

    def begin_aids(self, question: Question, answer: Answer) -> list[Task]:
        """Begin the aids of an answer; whoever does so awaits or cancels them."""
        return self._library.aids.begun(self.answering, question, answer)

    async def search(self, question: Question, limit: int) -> list[Citation]:
        """Rank passages without deciding whether they answer."""
        return await self._library.work(
            lambda answering: answering.search(settle(question, answering.games()), limit),
        )

    def settle(self, question: Question) -> Question:
        """Return the question with its names spelled as the library does, before any work is queued."""
        return settle(question, self.games())

    def games(self) -> list[Game]:
        """Return the library's games; quick, and not queued behind questions."""
        return self._library.answering.games()

    @property
    def answering(self) -> Answering:
        """The open library, for what needs no queue."""
        return self._library.answering


def _ask(answering: Answering, question: Question, earlier: Sequence[str]) -> tuple[Question, Answer]:
    settled = settle(question, answering.games())
    if not earlier:
        return settled, answering.ask(settled)
    conversation = uuid4().hex
    for text in earlier:
        answering.ask(_in(settled, conversation, text))
    return settled, answering.ask(_in(settled, conversation, settled.text))


def _in(question: Question, conversation: str, text: str) -> Question:
    return replace(question, text=text, conversation_id=conversation)
