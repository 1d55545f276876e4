"""Whether a confidence means what it says: AUC, reliability, expected calibration error, risk against coverage.

``confidence`` and ``right`` are columns of one length: a number from 0 to 1, and whether the answer was right.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Confidences = NDArray[np.float64]
Marks = NDArray[np.bool_]

MOST_BINS = 10
FEWEST_IN_A_BIN = 10


class Bin(NamedTuple):
    """Questions of neighbouring confidence: how sure the answers were and how many of them were right."""

    confidence: float
    accuracy: float
    n: int


class Point(NamedTuple):
    """Answering only at ``threshold`` or above: the share answered, and the share of those that is wrong."""

    threshold: float
    coverage: float
    risk: float


def auc(confidence: Confidences, positive: Marks) -> float:
    """Return the chance that a positive is more confident than a negative, ties counting half.

    This is the area under the ROC curve by the rank sum (Hanley and McNeil, 1982). NaN unless both classes occur.
    """
    positives = int(positive.sum())
    negatives = len(positive) - positives
    if not positives or not negatives:
        return float("nan")
    rank_sum = float(_mid_ranks(confidence)[positive].sum())
    return (rank_sum - positives * (positives + 1) / 2) / (positives * negatives)


def _mid_ranks(values: Confidences) -> Confidences:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Confidences = (last - (counts - 1) / 2)[inverse]
    return ranks


def reliability(confidence: Confidences, right: Marks) -> list[Bin]:
    """Return bins of about equal size, by rising confidence; equal confidences share a bin.

    At most ten bins, and no more than leave ten questions to each.
    """
    order = np.argsort(confidence, kind="stable")
    ranked, marks = confidence[order], right[order].astype(np.float64)
    edges = _edges(ranked)
    return [Bin(float(ranked[a:b].mean()), float(marks[a:b].mean()), b - a) for a, b in pairwise(edges)]


def _edges(ranked: Confidences) -> list[int]:
    n = len(ranked)
    bins = max(1, min(MOST_BINS, n // FEWEST_IN_A_BIN))
    # an edge inside a run of equal confidences moves to its end, or the order of the questions would show in the bins
    ends = [int(np.searchsorted(ranked, ranked[n * i // bins - 1], side="right")) for i in range(1, bins + 1) if n]
    return sorted({0, *ends})


def calibration_error(confidence: Confidences, right: Marks) -> float:
    """Return the expected calibration error over equal-mass bins (Nguyen and O'Connor, 2015), 0 to 1."""
    n = len(confidence)
    return sum(abs(b.confidence - b.accuracy) * b.n for b in reliability(confidence, right)) / n if n else float("nan")


def risk_coverage(confidence: Confidences, right: Marks) -> list[Point]:
    """Return a point for each threshold that occurs, by rising coverage (El-Yaniv and Wiener, 2010)."""
    order = np.argsort(-confidence, kind="stable")
    ranked, wrong = confidence[order], np.cumsum(~right[order])
    # a threshold takes all questions of one confidence or none
    lasts = [i for i in range(len(ranked)) if i + 1 == len(ranked) or ranked[i + 1] != ranked[i]]
    return [Point(float(ranked[i]), (i + 1) / len(ranked), float(wrong[i]) / (i + 1)) for i in lasts]


def area_under_risk(confidence: Confidences, right: Marks) -> float:
    """Return the risk averaged over coverage, 0 (best) to 1; each point stands for the coverage it adds."""
    points = risk_coverage(confidence, right)
    starts = [0.0, *(point.coverage for point in points)]
    return sum(p.risk * (p.coverage - start) for p, start in zip(points, starts, strict=False))
