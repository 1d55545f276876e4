"""Retrieval alone: rank any passages for any queries, without a library or answers.

Passages are lines ``{"id", "text"[, "section"]}``, queries ``{"id", "question", "relevant": [passage id]}``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from corpus.types import Progress
from eval import intervals, metrics
from eval.questions import QuestionFileError, data_hash, described, numbered_lines
from eval.report import Report, signed

MEASURES = tuple(map(metrics.parse, ("nDCG@10", "MRR@10", "Recall@1", "Recall@3", "Recall@10")))
DEPTH = 10


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)
    id: str


class PlainPassage(_Record):
    """A text to be found, with its heading path if it has one."""

    text: Annotated[str, Field(min_length=1)]
    section: tuple[str, ...] | str = ()

    @property
    def path(self) -> tuple[str, ...]:
        """The heading path, outermost first."""
        return (self.section,) if isinstance(self.section, str) else self.section


class Query(_Record):
    """A question and the passages that answer it."""

    question: Annotated[str, Field(min_length=1)]
    relevant: Annotated[tuple[str, ...], Field(min_length=1)]


class Ranker(Protocol):
    """Ranks passages for a question."""

    def rank(self, question: str, language: str | None, k: int) -> Sequence[tuple[str, float]]:
        """Return at most ``k`` passages' ids with their scores, best first."""
        ...


@dataclass(frozen=True, slots=True)
class RetrievalSet:
    """Passages and queries of two files, and the hash of the files' content."""

    passages: tuple[PlainPassage, ...]
    queries: tuple[Query, ...]
    files: tuple[str, str]
    data_hash: str


R = TypeVar("R", bound=_Record)


def load(passages: Path, queries: Path) -> RetrievalSet:
    """Read a retrieval set. Raises QuestionFileError with every problem of both files."""
    problems: list[str] = []
    found = _read(passages, PlainPassage, problems)
    asked = _read(queries, Query, problems)
    known = {passage.id for passage in found}
    if found:
        problems += [
            f"{queries}: {query.id}: relevant: no passage {name!r} in {passages}"
            for query in asked
            for name in query.relevant
            if name not in known
        ]
    if problems:
        raise QuestionFileError(problems)
    return RetrievalSet(tuple(found), tuple(asked), (passages.name, queries.name), data_hash((passages, queries)))


def _read(file: Path, kind: type[R], problems: list[str]) -> list[R]:
    before = len(problems)
    records = list(_records(file, kind, problems))
    if not records and len(problems) == before:
        problems.append(f"{file}: no lines; name a file with one JSON object a line")
    return records


def _records(file: Path, kind: type[R], problems: list[str]) -> Iterator[R]:
    seen: set[str] = set()
    for number, line in numbered_lines(file, problems):
        try:
            record = kind.model_validate_json(line)
        except ValidationError as error:
            problems.extend(f"{file}:{number}: {problem}" for problem in described(error))
            continue
        if record.id in seen:
            problems.append(f"{file}:{number}: id: {record.id!r} is taken")
        seen.add(record.id)
        yield record


def evaluate(
    asked: RetrievalSet,
    ranker: Ranker,
    language: str | None,
    signature: Mapping[str, str],
    progress: Progress | None = None,
) -> Report:
    """Rank the passages for every query and return the figures.

    ``language`` is that of the queries; None leaves it to the ranker. ``signature`` tells what ranked.
    """
    rankings = {query.id: _ranked(ranker, query, language, progress) for query in asked.queries}
    figures = {str(measure): intervals.mean(_values(measure.of, asked, rankings)) for measure in MEASURES}
    return Report(
        signed(signature, asked.data_hash, asked.files, len(asked.queries)),
        asked.data_hash,
        figures,
        {query.id: _verdict(rankings[query.id], query.relevant) for query in asked.queries},
        groups={},
    )


def _ranked(ranker: Ranker, query: Query, language: str | None, progress: Progress | None) -> list[str]:
    ranking = [name for name, _ in ranker.rank(query.question, language, DEPTH)]
    if progress:
        progress(1)
    return ranking


def _values(
    measure: Callable[[Sequence[str], metrics.Judged], float],
    asked: RetrievalSet,
    rankings: Mapping[str, Sequence[str]],
) -> list[float]:
    return [measure(rankings[query.id], dict.fromkeys(query.relevant, 1)) for query in asked.queries]


def _verdict(ranking: Sequence[str], relevant: Sequence[str]) -> str:
    ranks = (f"rank {rank}" for rank, name in enumerate(ranking, 1) if name in relevant)
    return next(ranks, "missed")
