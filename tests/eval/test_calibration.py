import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eval import calibration, intervals


def column(*values: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array(values, dtype=np.float64)


def marks(*values: int) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    return np.array(values, dtype=bool)


@given(st.lists(st.tuples(st.sampled_from([0.0, 0.2, 0.5, 0.9]), st.booleans()), min_size=1, max_size=40))
def test_auc_counts_pairs_and_half_ties(rows: list[tuple[float, bool]]) -> None:
    positives = [confidence for confidence, positive in rows if positive]
    negatives = [confidence for confidence, positive in rows if not positive]
    found = calibration.auc(column(*(c for c, _ in rows)), marks(*(p for _, p in rows)))
    if not positives or not negatives:
        assert math.isnan(found)
        return
    pairs = [1.0 if p > n else 0.5 if p == n else 0.0 for p in positives for n in negatives]
    assert found == pytest.approx(sum(pairs) / len(pairs))


def test_bins_have_equal_mass_and_keep_ties_together() -> None:
    confidence = column(*[0.1] * 12, *[0.5] * 3, *[0.9] * 15)
    right = marks(*[0] * 12, *[1] * 3, *[1] * 15)
    bins = calibration.reliability(confidence, right)
    assert [b.n for b in bins] == [12, 18]
    assert bins[0] == pytest.approx((0.1, 0.0, 12))
    assert bins[1] == pytest.approx(((3 * 0.5 + 15 * 0.9) / 18, 1.0, 18))


@given(st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=200), st.randoms())
def test_order_of_questions_does_not_matter(rows: list[tuple[float, bool]], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    def measured(rows: list[tuple[float, bool]]) -> tuple[float, float]:
        confidence, right = column(*(c for c, _ in rows)), marks(*(r for _, r in rows))
        return (
            calibration.calibration_error(confidence, right),
            calibration.area_under_risk(confidence, right),
        )

    assert measured(shuffled) == pytest.approx(measured(rows))
    assert sum(
        b.n for b in calibration.reliability(column(*(c for c, _ in rows)), marks(*(r for _, r in rows)))
    ) == len(rows)


def test_calibration_error_is_zero_when_confidence_keeps_its_word_and_large_when_not() -> None:
    confidence = column(*[0.25] * 20, *[0.75] * 20)
    honest = marks(*([1] * 5 + [0] * 15), *([1] * 15 + [0] * 5))
    assert calibration.calibration_error(confidence, honest) == pytest.approx(0.0)
    assert calibration.calibration_error(confidence, marks(*[0] * 40)) == pytest.approx(0.5)


def test_risk_coverage_by_hand() -> None:
    points = calibration.risk_coverage(column(0.9, 0.2, 0.9, 0.5), marks(1, 0, 0, 1))
    assert points == [
        pytest.approx((0.9, 0.5, 0.5)),
        pytest.approx((0.5, 0.75, 1 / 3)),
        pytest.approx((0.2, 1.0, 0.5)),
    ]
    area = calibration.area_under_risk(column(0.9, 0.2, 0.9, 0.5), marks(1, 0, 0, 1))
    assert area == pytest.approx(0.5 * 0.5 + 0.25 / 3 + 0.25 * 0.5)


def test_interval_of_a_mean_is_that_of_the_binomial() -> None:
    figure = intervals.mean([1.0] * 60 + [0.0] * 40)
    half = 1.96 * math.sqrt(0.6 * 0.4 / 100)
    assert figure.value == pytest.approx(0.6)
    assert figure.n == 100
    assert figure.low == pytest.approx(0.6 - half, abs=0.015)
    assert figure.high == pytest.approx(0.6 + half, abs=0.015)
    assert intervals.mean([1.0] * 60 + [0.0] * 40) == figure


def test_interval_of_a_constant_is_a_point() -> None:
    assert intervals.mean([1.0, 1.0, 1.0]) == (1.0, 1.0, 1.0, 3)
    with pytest.raises(ValueError, match="no values"):
        intervals.mean([])


def test_interval_of_a_statistic_draws_questions_whole() -> None:
    confidence, positive = column(0.9, 0.8, 0.3, 0.2), marks(1, 1, 0, 0)
    assert intervals.of(calibration.auc, confidence, positive) == (1.0, 1.0, 1.0, 4)
    mixed = intervals.of(calibration.auc, column(0.9, 0.1, 0.5, 0.2), positive)
    assert mixed.value == 0.5
    assert mixed.low == 0.0
    assert mixed.high == 1.0
