"""What an operator's Prometheus reads: questions and how they ended, how long answers took, which index is served."""

import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol, runtime_checkable

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Scope

from corpus.errors import UnknownNameError
from service.api.library import BusyError, Library, NotReadyError
from service.contract import Answer, Game, Question
from service.logs import log_question

LATENCIES = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds in seconds."""

REFUSALS = {
    401: "unauthorized",
    403: "forbidden",
    408: "too_slow",
    413: "too_large",
    429: "too_often",
    503: "busy_or_not_ready",
}
"""What is refused for reasons that an operator watches, by status."""


class Metrics:
    """One app's measures, in a registry of its own. Label values come from the library, never from a client.

    Workers only encode and rank: all is counted in the process that serves HTTP, so that no measure is in parts.
    """

    def __init__(self, library: Library, log_questions: bool = False) -> None:
        """Measure; with ``log_questions``, also log each question with its words."""
        self._log_questions = log_questions
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._registry.register(_LibraryCollector(library))
        self._questions = Counter(
            "lexludo_questions",
            "Questions by game (all: none given), language and outcome",
            ("game", "language", "outcome"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "lexludo_answer_seconds",
            "From a question's arrival to its answer, waiting included",
            buckets=LATENCIES,
            registry=self._registry,
        )
        self._responses = Counter(
            "lexludo_http_responses", "HTTP responses by route and status", ("route", "status"), registry=self._registry
        )
        self._refusals = Counter(
            "lexludo_refusals", "Calls that were turned away, by reason", ("reason",), registry=self._registry
        )
        for reason in REFUSALS.values():
            self._refusals.labels(reason)
        self._feedback = Counter(
            "lexludo_feedback_entries", "Questions and votes kept, or dropped", ("fate",), registry=self._registry
        )

    @contextmanager
    def timing(self) -> Iterator[None]:
        """Time an answer; questions that get none are counted by why, and not timed."""
        started = time.perf_counter()
        try:
            yield
        except Exception as error:
            self._questions.labels("all", "unknown", _outcome(error)).inc()
            raise
        self._seconds.observe(time.perf_counter() - started)

    def answered(self, question: Question, answer: Answer, games: list[Game]) -> None:
        """Count an answer to a question whose game is known to the library."""
        spoken = {_primary(tag) for game in games for tag in game.languages}
        language = _primary(answer.question_language)
        label = language if language in spoken else "other"
        self._questions.labels(question.game or "all", label, answer.status.value).inc()
        if self._log_questions:
            log_question(question, answer)

    def response(self, scope: Scope, status: int) -> None:
        """Count a response; an address that is no route counts under "other"."""
        route = getattr(scope.get("route"), "path", None) or "other"
        self._responses.labels(route, str(status)).inc()
        if status in REFUSALS:
            self._refusals.labels(REFUSALS[status]).inc()

    def feedback(self, fate: str, count: int) -> None:
        """Count what became of ``count`` entries of feedback."""
        self._feedback.labels(fate).inc(count)

    def exposition(self) -> bytes:
        """Return everything in the Prometheus text format."""
        return generate_latest(self._registry)


def _outcome(error: Exception) -> str:
    if isinstance(error, UnknownNameError):
        return "refused"
    return "turned_away" if isinstance(error, NotReadyError | BusyError) else "failed"


def _primary(tag: str) -> str:
    return tag.split("-")[0].lower()


@runtime_checkable
class Manned(Protocol):
    """An answering that several processes make up."""

    def workers(self) -> int:
        """Return how many take questions now."""
        ...


class _LibraryCollector(Collector):
    """Reads what is served at the time of asking, so that a reloaded index shows at once."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def collect(self) -> Iterator[Metric]:
        """Yield readiness and, once ready, the signature of what answers (the index generation in it)."""
        yield GaugeMetricFamily("lexludo_ready", "1 once questions can be answered", float(self._library.ready))
        yield GaugeMetricFamily("lexludo_pending", "Questions under way or waiting", float(self._library.pending))
        if self._library.ready:
            answering = self._library.answering
            if isinstance(answering, Manned):
                yield GaugeMetricFamily("lexludo_workers", "Workers that take questions", float(answering.workers()))
            signature = answering.signature()
            labels = {re.sub(r"\W", "_", name, flags=re.ASCII): value for name, value in signature.items()}
            yield InfoMetricFamily("lexludo_index", "Model, index generation and settings in service", labels)
