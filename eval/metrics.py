"""Ranking measures by the field's names: ``nDCG@10`` is both the name and the expression.

Query, document, judgement (qrel) and score are tiny tuples, after the ``ir_measures`` package, whose figures these
equal. A run orders documents by falling score; documents of one score stand in falling order of id, as in trec_eval.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

Judged = Mapping[str, int]
"""Document id to relevance; above zero is relevant."""


class Qrel(NamedTuple):
    """A judgement: how relevant a document is to a query."""

    query_id: str
    doc_id: str
    relevance: int


class ScoredDoc(NamedTuple):
    """One line of a run: the score that a document got for a query."""

    query_id: str
    doc_id: str
    score: float


class Metric(NamedTuple):
    """The value of one measure for one query."""

    query_id: str
    measure: "Measure"
    value: float


def recall(ranking: Sequence[str], judged: Judged) -> float:
    """Return the share of the relevant documents that are in ``ranking``."""
    relevant = _relevant(judged)
    return len(relevant.intersection(ranking)) / len(relevant) if relevant else 0.0


def reciprocal_rank(ranking: Sequence[str], judged: Judged) -> float:
    """Return 1 / rank of the first relevant document, zero where there is none."""
    relevant = _relevant(judged)
    return next((1 / rank for rank, doc in enumerate(ranking, 1) if doc in relevant), 0.0)


def success(ranking: Sequence[str], judged: Judged) -> float:
    """Return 1 where ``ranking`` holds a relevant document, else 0."""
    return float(not _relevant(judged).isdisjoint(ranking))


def _relevant(judged: Judged) -> set[str]:
    return {doc for doc, relevance in judged.items() if relevance > 0}


def _discounted(gains: Iterable[int]) -> float:
    return sum(max(gain, 0) / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))


_AT_CUTOFF: dict[str, Callable[[Sequence[str], Judged], float]] = {
    "Recall": recall,
    "MRR": reciprocal_rank,
    "Success": success,
}
_ALIASES = {"r": "Recall", "recall": "Recall", "rr": "MRR", "mrr": "MRR", "success": "Success", "ndcg": "nDCG"}


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure with its cutoff; ``str()`` gives the name that ``parse`` reads."""

    name: str
    cutoff: int

    def __str__(self) -> str:
        return f"{self.name}@{self.cutoff}"

    def of(self, ranking: Sequence[str], judged: Judged) -> float:
        """Return the measure's value, 0 to 1, for one query's ranking, best document first.

        nDCG has linear gains and a base-2 logarithmic discount (Jarvelin and Kekalainen, 2002).
        """
        top = ranking[: self.cutoff]
        if self.name != "nDCG":
            return _AT_CUTOFF[self.name](top, judged)
        ideal = _discounted(sorted(judged.values(), reverse=True)[: self.cutoff])
        return _discounted(judged.get(doc, 0) for doc in top) / ideal if ideal else 0.0


def parse(expression: str) -> Measure:
    """Return the measure that ``expression`` names, such as ``nDCG@10``, ``R@3`` or ``MRR@10``.

    Raises ValueError for an unknown name or a cutoff below one.
    """
    match = re.fullmatch(r"(\w+)@([1-9]\d*)", expression.strip())
    name = _ALIASES.get(match[1].lower()) if match else None
    if not match or name is None:
        raise ValueError(f"{expression!r} is no measure; known are Recall@k, MRR@k, nDCG@k and Success@k")
    return Measure(name, int(match[2]))


def per_query(measures: Sequence[Measure], qrels: Iterable[Qrel], run: Iterable[ScoredDoc]) -> Iterator[Metric]:
    """Yield every measure for every judged query; one missing from the run scores zero, unjudged ones are passed by."""
    judged, rankings = _by_query(qrels), _rankings(run)
    for query, documents in judged.items():
        ranking = rankings.get(query, ())
        yield from (Metric(query, measure, measure.of(ranking, documents)) for measure in measures)


def aggregate(measures: Sequence[Measure], qrels: Iterable[Qrel], run: Iterable[ScoredDoc]) -> dict[Measure, float]:
    """Return the mean of each measure over the judged queries, zero where there are none."""
    values: dict[Measure, list[float]] = {measure: [] for measure in measures}
    for metric in per_query(measures, qrels, run):
        values[metric.measure].append(metric.value)
    return {measure: sum(found) / len(found) if found else 0.0 for measure, found in values.items()}


def _by_query(qrels: Iterable[Qrel]) -> dict[str, dict[str, int]]:
    judged: dict[str, dict[str, int]] = defaultdict(dict)
    for qrel in qrels:
        judged[qrel.query_id][qrel.doc_id] = qrel.relevance
    return judged


def _rankings(run: Iterable[ScoredDoc]) -> dict[str, list[str]]:
    scored: dict[str, list[tuple[float, str]]] = defaultdict(list)
    for line in run:
        scored[line.query_id].append((line.score, line.doc_id))
    return {query: [doc for _, doc in sorted(lines, reverse=True)] for query, lines in scored.items()}
