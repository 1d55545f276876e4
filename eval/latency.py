"""How long answers took: a histogram of milliseconds, whole and by how the questions ended.

Bounds grow by a fixed ratio, so that a percentile read off them is exact to within that ratio at any size (the idea of
HdrHistogram, G. Tene), and histograms of several runs can be added up.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from eval.evaluate import Outcome

STEP = 1.05
"""A bucket's upper bound over its lower one."""

ALL = "all"


class Bucket(NamedTuple):
    """How many answers took more than ``above`` and at most ``up_to`` milliseconds."""

    above: float
    up_to: float
    n: int


class Latency(NamedTuple):
    """Percentiles in milliseconds, the longest, and the number of answers."""

    p50: float
    p95: float
    p99: float
    longest: float
    n: int


def histogram(milliseconds: Iterable[float]) -> list[Bucket]:
    """Return the buckets that hold something, by rising bounds."""
    counts = Counter(_bucket(each) for each in milliseconds)
    return [Bucket(STEP ** (place - 1), STEP**place, counts[place]) for place in sorted(counts)]


def _bucket(milliseconds: float) -> int:
    # the rounding keeps a bound itself in its own bucket
    return math.ceil(round(math.log(max(milliseconds, 1e-3), STEP), 9))


def percentile(buckets: Sequence[Bucket], percent: float) -> float:
    """Return the upper bound of the bucket that holds the answer at ``percent`` (nearest rank). There must be one."""
    wanted = math.ceil(percent / 100 * sum(bucket.n for bucket in buckets))
    below = 0
    for bucket in buckets:
        below += bucket.n
        if below >= wanted:
            return bucket.up_to
    raise ValueError("no answers have no percentiles")


def by_status(outcomes: Sequence[Outcome]) -> dict[str, Latency]:
    """Return the latency of all answers and of those of each status; questions that ended in an error are left out."""
    return {name: _latency(taken) for name, taken in _taken(outcomes).items()}


def _latency(taken: Sequence[float]) -> Latency:
    buckets, longest = histogram(taken), max(taken)
    # a bucket's bound may lie above all that is in it
    p50, p95, p99 = (round(min(percentile(buckets, percent), longest), 1) for percent in (50, 95, 99))
    return Latency(p50, p95, p99, round(longest, 1), len(taken))


def _taken(outcomes: Sequence[Outcome]) -> Mapping[str, list[float]]:
    timed = list(_timed(outcomes))
    statuses = sorted({status for status, _ in timed})
    rows = {status: [taken for name, taken in timed if name == status] for status in statuses}
    return {ALL: [taken for _, taken in timed], **rows} if timed else {}


def _timed(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, float]]:
    for outcome in outcomes:
        if outcome.answer is not None:
            yield str(outcome.answer.status), outcome.milliseconds


def whole(outcomes: Sequence[Outcome]) -> list[Bucket]:
    """Return the histogram of all answers."""
    return histogram(_taken(outcomes).get(ALL, ()))
