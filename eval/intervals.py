"""How sure a figure is: percentile bootstrap intervals over questions (Efron and Tibshirani, 1993)."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

RESAMPLES = 2000
SEED = 20250607
COVERAGE = 0.95

Column = NDArray[Any]
"""One value for each question."""


class Figure(NamedTuple):
    """A figure with its 95% interval and the number of questions behind it."""

    value: float
    low: float
    high: float
    n: int


def mean(values: Sequence[float] | Column) -> Figure:
    """Return the mean of ``values`` with its interval. Raises ValueError where there are none."""
    column = np.asarray(values, dtype=np.float64)
    if not len(column):
        raise ValueError("the mean of no values is not a figure")
    return _figure(float(column.mean()), column[_draws(len(column))].mean(axis=1), len(column))


def of(statistic: Callable[..., float], *columns: Column) -> Figure:
    """Return ``statistic(*columns)`` with its interval; questions are drawn whole, across all columns.

    Draws for which the statistic is not defined (NaN, such as a draw of one class only) are passed by.
    """
    draws = (tuple(column[draw] for column in columns) for draw in _draws(len(columns[0])))
    values = np.array([statistic(*drawn) for drawn in draws])
    return _figure(statistic(*columns), values[~np.isnan(values)], len(columns[0]))


def exact(value: float, n: int) -> Figure:
    """Return a count, which has no interval."""
    return Figure(value, value, value, n)


def _draws(n: int) -> NDArray[np.int64]:
    # one seed for every figure, so that a figure does not depend on which others are computed
    return np.random.default_rng(SEED).integers(0, n, size=(RESAMPLES, n))


def _figure(value: float, resampled: Column, n: int) -> Figure:
    if not len(resampled):
        return exact(value, n)
    tail = (1 - COVERAGE) / 2
    low, high = np.quantile(resampled, [tail, 1 - tail])
    return Figure(value, float(low), float(high), n)
