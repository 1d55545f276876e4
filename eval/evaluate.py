"""Ask every question of a question set and judge what comes back.

Questions go in as a player's do: text, game and expansions, without the language, which the service is to find out.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from corpus.errors import LexludoError
from corpus.types import Progress
from eval.matching import covers, holds_facts
from eval.questions import Anchor, Dialogue, JudgedQuestion, QuestionSet
from eval.ranking import NOT_RANKED, Editions, Ranking, editions, ranked
from service.contract import Answer, Answering, Citation, Question, Status
from service.names import settle
from service.questions import clean_question

TOP_K = 3
"""Citations asked for with an answer."""

RANKED = 10
"""Passages ranked for the retrieval measures."""


class EvaluationStoppedError(LexludoError):
    """Something that would make every further question fail in the same way."""


class Verdict(StrEnum):
    """What became of one question."""

    RIGHT = "right"
    WITHIN_3 = "within three"  # answered; the right place is cited, but the first quote is not it
    WRONG = "wrong"
    WRONGLY_REFUSED = "wrongly refused"
    REFUSED = "refused"  # as it should be
    INVENTED = "should have refused"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A question, what came back, and how it stands. With an ``error`` nothing came back and all is missed.

    ``places`` and ``facts`` tell for each citation of the answer whether it covers an anchor and holds the facts;
    ``in_full`` tells the same of places for a turn that was also asked on its own.
    """

    question: JudgedQuestion
    answer: Answer | None = None
    ranking: Ranking = NOT_RANKED
    places: tuple[bool, ...] = ()
    facts: tuple[bool, ...] = ()
    unfaithful: tuple[str, ...] = ()
    turn: int | None = None
    milliseconds: float = 0.0
    error: str | None = None
    in_full: tuple[bool, ...] = ()

    @property
    def answered(self) -> bool:
        """Whether an answer was given."""
        return self.answer is not None and self.answer.status is Status.ANSWERED

    @property
    def refused(self) -> bool:
        """Whether the service said that it has no answer; an error is neither answer nor refusal."""
        return self.answer is not None and not self.answered

    @property
    def confidence(self) -> float:
        """The answer's confidence; after an error, the worst that could have been said."""
        if self.answer is None:
            return 0.0 if self.question.answerable else 1.0
        return self.answer.confidence

    @property
    def verbatim(self) -> bool:
        """Whether every quote equals its slice of its page."""
        return self.error is None and not self.unfaithful

    @property
    def supported(self) -> bool:
        """Whether the first citation answers the question, told or held back; what ``confidence`` is the chance of.

        It stands at the right place and, where the question asks for one fact, its quote holds that fact. A question
        of several facts may need several passages, so there the place suffices.
        """
        if not self.question.answerable or not any(self.places[:1]):
            return False
        return any(self.facts[:1]) or len(self.question.facts) > 1

    @property
    def verdict(self) -> Verdict:
        """What became of the question."""
        if self.error is not None:
            return Verdict.ERROR
        if not self.question.answerable:
            return Verdict.REFUSED if self.refused else Verdict.INVENTED
        if self.refused:
            return Verdict.WRONGLY_REFUSED
        if self.supported:
            return Verdict.RIGHT
        return Verdict.WITHIN_3 if any(self.places[:TOP_K]) else Verdict.WRONG


def evaluate(
    answering: Answering,
    asked: QuestionSet,
    progress: Progress | None = None,
    clock: Callable[[], float] = time.perf_counter,
) -> list[Outcome]:
    """Ask the questions, then the dialogues, and return an outcome for each question and each turn, in order.

    ``clock`` gives seconds and times the answers. An error is a miss of its question; only EvaluationStoppedError
    passes through.
    """
    judge = _Judge(answering, clock)
    outcomes = []
    for outcome in judge.run(asked.questions, asked.dialogues):
        outcomes.append(outcome)
        if progress:
            progress(1)
    return outcomes


def document_languages(answering: Answering) -> Mapping[str, str]:
    """Return the language of every document of the library."""
    return {document.id: document.language for game in answering.games() for document in game.documents}


class _Judge:
    """Asks and judges; remembers the pages that it has looked up."""

    def __init__(self, answering: Answering, clock: Callable[[], float]) -> None:
        self._answering, self._clock = answering, clock
        self._games = answering.games()
        self._editions: Editions = editions(self._games)
        self._pages: dict[tuple[str, int], str] = {}

    def run(self, questions: Iterable[JudgedQuestion], dialogues: Iterable[Dialogue]) -> Iterator[Outcome]:
        for question in questions:
            yield self._outcome(question)
        for dialogue in dialogues:
            yield from self._dialogue(dialogue)

    def _dialogue(self, dialogue: Dialogue) -> Iterator[Outcome]:
        conversation: str | None = None
        for number, question in enumerate(dialogue.questions()):
            outcome = self._outcome(question, number, conversation)
            conversation = (outcome.answer and outcome.answer.conversation_id) or conversation
            yield outcome

    def _outcome(self, question: JudgedQuestion, turn: int | None = None, conversation: str | None = None) -> Outcome:
        try:
            # asked first: a ranking would leave the question's vector in the service's cache and flatter the clock
            started = self._clock()
            answer = self._answering.ask(self._asked(question, conversation))
            milliseconds = (self._clock() - started) * 1000
            ranking = self._ranking(question) if turn is None else NOT_RANKED
            judged = self._judged(question, answer, ranking, turn, milliseconds)
            return replace(judged, in_full=self._in_full(question)) if question.in_full else judged
        except EvaluationStoppedError:
            raise
        except Exception as error:  # whatever goes wrong is a miss of this question, not the end of the evaluation
            return Outcome(question, turn=turn, error=f"{type(error).__name__}: {error}")

    def _in_full(self, question: JudgedQuestion) -> tuple[bool, ...]:
        """Ask a turn on its own, in no conversation, and return which citations are at a right place."""
        alone = self._answering.ask(self._asked(question.model_copy(update={"question": question.in_full})))
        return tuple(any(self._covers(c, place) for place in question.relevant) for c in alone.citations)

    def _judged(
        self, question: JudgedQuestion, answer: Answer, ranking: Ranking, turn: int | None, milliseconds: float
    ) -> Outcome:
        return Outcome(
            question,
            answer,
            ranking,
            places=tuple(any(self._covers(c, place) for place in question.relevant) for c in answer.citations),
            facts=tuple(holds_facts(c.quote, question.facts) for c in answer.citations),
            unfaithful=tuple(c.passage_id for c in answer.citations if not self._faithful(c)),
            turn=turn,
            milliseconds=milliseconds,
        )

    def _ranking(self, question: JudgedQuestion) -> Ranking:
        found = self._answering.search(self._asked(question), limit=RANKED)
        return ranked(found, question.relevant, self._covers, self._editions)

    def _covers(self, citation: Citation, place: Anchor) -> bool:
        return covers(citation, place, self._page)

    def _faithful(self, citation: Citation) -> bool:
        return self._page(citation.document, citation.page)[citation.start : citation.end] == citation.quote

    def _page(self, document: str, number: int) -> str:
        key = (document, number)
        if key not in self._pages:
            self._pages[key] = self._answering.page(document, number).text
        return self._pages[key]

    def _asked(self, question: JudgedQuestion, conversation: str | None = None) -> Question:
        # as every door does it: cleaned, and names of games and expansions settled
        text = clean_question(question.question)
        asked = Question(text, question.game, question.expansions, None, conversation, TOP_K)
        return settle(asked, self._games)
