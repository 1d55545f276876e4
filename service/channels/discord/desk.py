"""What is done about each interaction, and in time."""

import asyncio
import logging
import math
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from starlette.responses import JSONResponse, Response

from corpus.errors import LexludoError
from service.api.library import BusyError, NotReadyError
from service.api.limits import Buckets
from service.channels.asking import Asking
from service.channels.discord.choices import choices
from service.channels.discord.markdown import escape
from service.channels.discord.messages import answer_message, more_message, question_in
from service.channels.discord.pictures import Pictures
from service.channels.discord.replies import Reply, answer_with
from service.channels.discord.shapes import EPHEMERAL, Callback, Interaction, Kind
from service.channels.discord.tickets import OutdatedError, Ticket, digest, named
from service.channels.discord.webhook import Webhook
from service.channels.links import Link
from service.channels.votes import RecordVote, Vote
from service.channels.words import words_for
from service.contract import Question
from service.names import NoSuchNameError
from service.questions import QuestionError, clean_question

log = logging.getLogger(__name__)

MOST_CITATIONS = 10
"""Citations that can be leafed through with "more"."""

WORDS_WAIT = 0.7
"""Seconds that an answer waits for its picture; one that takes longer is edited in."""

LONGEST_FAREWELL = 5.0
"""Seconds at a stop in which promised replies may still be made."""


@dataclass(frozen=True, slots=True)
class _Task:
    """How an interaction is answered: at once with ``now``, or with ``promise`` and an edit afterwards."""

    work: Coroutine[None, None, Reply]
    now: Callback
    promise: Callback
    private: bool = False


class Desk:
    """Answers interactions whose signature held."""

    def __init__(
        self,
        asking: Asking,
        pictures: Pictures,
        webhook: Webhook,
        record: RecordVote,
        link: Link,
        reply_within: float,
        per_minute: float,
    ) -> None:
        self._asking, self._pictures, self._webhook = asking, pictures, webhook
        self._record, self._link, self._reply_within = record, link, reply_within
        self._buckets = Buckets(per_minute / 60, max(1, math.ceil(per_minute / 3))) if per_minute else None
        self._promised: set[asyncio.Task[None]] = set()

    async def answer(self, interaction: Interaction) -> Response:
        """Return what Discord is told within its three seconds."""
        match interaction.type:
            case Kind.PING:
                return JSONResponse({"type": int(Callback.PONG)})
            case Kind.AUTOCOMPLETE:
                return JSONResponse({"type": int(Callback.CHOICES), "data": {"choices": self._choices(interaction)}})
            case Kind.COMMAND:
                return await self._limited(interaction, self._command)
            case Kind.COMPONENT:
                return await self._limited(interaction, self._component)
        return answer_with(Reply(words_for(interaction.locale)["outdated"], private=True), Callback.MESSAGE)

    async def close(self) -> None:
        """Make good on what was promised, as far as that takes seconds, and let go."""
        if self._promised:
            await asyncio.wait(self._promised, timeout=LONGEST_FAREWELL)
        for task in self._promised:
            task.cancel()
        await self._webhook.close()
        await self._pictures.close()

    def _choices(self, interaction: Interaction) -> list[dict[str, str]]:
        try:
            return choices(interaction.data, self._asking.games(), interaction.locale)
        except NotReadyError:
            return []

    async def _limited(self, interaction: Interaction, task: Callable[[Interaction], _Task]) -> Response:
        wait = self._buckets.take(interaction.asker) if self._buckets else 0.0
        if wait:
            said = words_for(interaction.locale)["slow_down"].format(seconds=math.ceil(wait))
            return answer_with(Reply(said, private=True), Callback.MESSAGE)
        return await self._in_time(interaction, task(interaction))

    async def _in_time(self, interaction: Interaction, task: _Task) -> Response:
        """Return the reply, its words alone where the picture is not ready in time, or a promise of it."""
        since = time.monotonic()
        work = asyncio.create_task(self._safely(task.work, interaction.locale))
        if not await self._ready(work, since):
            self._promise(self._keep(work, interaction, since))
            flags = {"data": {"flags": EPHEMERAL}} if task.private else {}
            return JSONResponse({"type": int(task.promise), **flags})
        reply = work.result()
        pictured = asyncio.create_task(self._pictures.added_to(reply))
        if await self._ready(pictured, since, WORDS_WAIT):
            reply = pictured.result()
        else:
            self._promise(self._illustrate(pictured, reply, interaction, since))
        # what concerns its asker alone must not take the place of a message that others read
        return answer_with(reply, Callback.MESSAGE if reply.private else task.now)

    async def _ready(self, task: "asyncio.Task[Reply]", since: float, at_most: float = math.inf) -> bool:
        """Say whether ``task`` was done within ``at_most`` seconds, and before the reply is due."""
        left = since + self._reply_within - time.monotonic()
        await asyncio.wait({task}, timeout=max(min(left, at_most), 0.0))
        return task.done()

    def _promise(self, keeping: Coroutine[None, None, None]) -> None:
        promised = asyncio.create_task(keeping)
        self._promised.add(promised)
        promised.add_done_callback(self._promised.discard)

    async def _keep(self, work: "asyncio.Task[Reply]", interaction: Interaction, since: float) -> None:
        reply = await work
        pictured = asyncio.create_task(self._pictures.added_to(reply))
        await asyncio.wait({pictured}, timeout=WORDS_WAIT)
        if pictured.done():
            reply = pictured.result()
        if await self._edit(reply, interaction, since):
            await self._illustrate(pictured, reply, interaction, since)

    async def _illustrate(
        self, pictured: "asyncio.Task[Reply]", reply: Reply, interaction: Interaction, since: float
    ) -> None:
        """Edit the picture in where it is not shown yet and comes at all."""
        with_picture = await pictured
        if with_picture is not reply:
            await self._edit(with_picture, interaction, since)

    async def _edit(self, reply: Reply, interaction: Interaction, since: float) -> bool:
        return await self._webhook.edit(interaction.application_id, interaction.token, reply, since)

    async def _safely(self, work: Coroutine[None, None, Reply], locale: str) -> Reply:
        """Return the reply, or one that says what is wrong."""
        try:
            return await work
        except (LexludoError, OutdatedError) as error:
            return Reply(_told(error, locale), private=True)
        except Exception:  # a promised reply has nobody above it: the asker would look at "thinking" for ever
            log.exception("discord: an interaction failed")
            return Reply(words_for(locale)["failed"], private=True)

    def _command(self, interaction: Interaction) -> _Task:
        data = interaction.data
        work = self._asked(interaction, data.value("question") or "", data.value("game"), data.value("expansion"))
        return _Task(work, Callback.MESSAGE, Callback.DEFERRED_MESSAGE)

    def _component(self, interaction: Interaction) -> _Task:
        try:
            ticket = Ticket.read(interaction.data.custom_id)
        except OutdatedError:
            return _Task(self._outdated(), Callback.MESSAGE, Callback.DEFERRED_MESSAGE, private=True)
        match ticket.action:
            case "game":
                return _Task(self._chosen(interaction, ticket), Callback.UPDATE, Callback.DEFERRED_UPDATE)
            case "more":
                work = self._more(interaction, ticket)
            case _:
                work = self._wrong(interaction, ticket)
        return _Task(work, Callback.MESSAGE, Callback.DEFERRED_MESSAGE, private=True)

    async def _outdated(self) -> Reply:
        raise OutdatedError

    async def _chosen(self, interaction: Interaction, ticket: Ticket) -> Reply:
        question = self._question(interaction, ticket)
        chosen = named(next(iter(interaction.data.values), ""), [game.id for game in self._asking.games()])
        return await self._asked(interaction, question.text, chosen, _only(question.expansions))

    async def _asked(self, interaction: Interaction, text: str, game: str | None, expansion: str | None) -> Reply:
        expansions = (expansion,) if expansion else None
        question = self._asking.settle(Question(clean_question(text), game, expansions))
        answer = await self._asking.aided(question, await self._asking.ask(question))
        words = words_for(interaction.locale)
        ticket = Ticket("more", 0, digest(question.game), digest(_only(question.expansions)))
        return answer_message(question.text, answer, ticket, self._asking.games(), words, self._link)

    async def _more(self, interaction: Interaction, ticket: Ticket) -> Reply:
        question = self._question(interaction, ticket)
        answer = await self._asking.ask(question)
        return more_message(question.text, answer, ticket, words_for(interaction.locale), self._link)

    async def _wrong(self, interaction: Interaction, ticket: Ticket) -> Reply:
        self._record(Vote("discord", False, self._question(interaction, ticket)))
        return Reply(words_for(interaction.locale)["noted"], private=True)

    def _question(self, interaction: Interaction, ticket: Ticket) -> Question:
        """Return the question that the message under a button answers; raises OutdatedError."""
        text = question_in(interaction.message.content if interaction.message else "")
        if not text:
            raise OutdatedError
        games = self._asking.games()
        game = named(ticket.game, [one.id for one in games])
        expansion = named(ticket.expansion, [name for one in games for name in one.expansions])
        return Question(clean_question(text), game, (expansion,) if expansion else None, top_k=MOST_CITATIONS)


def _only(expansions: tuple[str, ...] | None) -> str | None:
    return expansions[0] if expansions else None


def _told(error: LexludoError | OutdatedError, locale: str) -> str:
    words = words_for(locale)
    match error:
        case NoSuchNameError(near=(_, *_)):
            return words["near"].format(near=", ".join(map(escape, error.near)))
        case NoSuchNameError():
            return words["unknown"]
        case QuestionError():
            return words["unaskable"]
        case BusyError():
            return words["busy"]
        case NotReadyError():
            return words["not_ready"]
        case OutdatedError():
            return words["outdated"]
    log.error("discord: the library could not answer", exc_info=error)
    return words["failed"]
