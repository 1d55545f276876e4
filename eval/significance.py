"""Whether one run is better than another on the same questions: paired tests and intervals, always seeded.

- Binary values: McNemar's test (1947) in its exact form, the sign test on the questions that differ.
- Other values: the paired randomisation test, after Smucker, Allan and Carterette (2007), "A comparison of statistical
  significance tests for information retrieval evaluation".
- Intervals: the paired bootstrap over questions (Efron and Tibshirani, 1993).
- Several figures at once: Holm's step-down correction (1979).
"""

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eval.intervals import COVERAGE, SEED

SHUFFLES = 10_000
SLOW_SHUFFLES = 1_000
"""For statistics of whole columns, each of which takes a while."""

Values = NDArray[np.float64]
Columns = tuple[NDArray[Any], ...]
Statistic = Callable[[Columns], float]


def exact_sign(gained: int, lost: int) -> float:
    """Return the two-sided chance of a split at least as uneven, where each question falls either way alike."""
    n = gained + lost
    tail = sum(math.comb(n, k) for k in range(min(gained, lost) + 1))
    return float(min(1.0, 2 * tail / 2**n))


def randomisation(differences: Values) -> float:
    """Return the two-sided chance of so large a mean difference, where each one's sign is drawn."""
    observed = abs(differences.mean())
    rng = np.random.default_rng(SEED)
    differing = differences[differences != 0]
    signs = rng.integers(0, 2, size=(SHUFFLES, len(differing)), dtype=np.int8) * 2 - 1
    means = np.abs(signs @ differing) / len(differences)
    return float((1 + (means >= observed - 1e-12).sum()) / (1 + SHUFFLES))


def mean_interval(differences: Values, resamples: int = 2000) -> tuple[float, float]:
    """Return the 95% interval of the mean difference."""
    rng = np.random.default_rng(SEED)
    return _bounds(differences[rng.integers(0, len(differences), size=(resamples, len(differences)))].mean(axis=1))


def of_columns(statistic: Statistic, before: Columns, now: Columns) -> tuple[float, tuple[float, float]]:
    """Return the p value and the 95% interval of the difference of a statistic of whole columns.

    For the p value each question's two rows are swapped or not; for the interval questions are drawn anew. Draws for
    which the statistic is not defined (NaN) are passed by.
    """
    observed = abs(statistic(now) - statistic(before))
    rng, n = np.random.default_rng(SEED), len(before[0])
    swapped = np.array([_swapped(statistic, before, now, rng.random(n) < 0.5) for _ in range(SLOW_SHUFFLES)])
    drawn = np.array([_drawn(statistic, before, now, rng.integers(0, n, n)) for _ in range(SLOW_SHUFFLES)])
    known = np.abs(swapped[~np.isnan(swapped)])
    p = float((1 + (known >= observed - 1e-12).sum()) / (1 + len(known)))
    return p, _bounds(drawn[~np.isnan(drawn)])


def _swapped(statistic: Statistic, before: Columns, now: Columns, swap: NDArray[np.bool_]) -> float:
    first = tuple(np.where(swap, n, b) for b, n in zip(before, now, strict=True))
    second = tuple(np.where(swap, b, n) for b, n in zip(before, now, strict=True))
    return statistic(second) - statistic(first)


def _drawn(statistic: Statistic, before: Columns, now: Columns, draw: NDArray[np.int64]) -> float:
    return statistic(tuple(column[draw] for column in now)) - statistic(tuple(column[draw] for column in before))


def _bounds(values: Values) -> tuple[float, float]:
    if not len(values):
        return (0.0, 0.0)
    tail = (1 - COVERAGE) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return float(low), float(high)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return the p values corrected for their number, in the order given."""
    corrected = [1.0] * len(p_values)
    largest = 0.0
    for rank, place in enumerate(sorted(range(len(p_values)), key=p_values.__getitem__)):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[place]))
        corrected[place] = largest
    return corrected
