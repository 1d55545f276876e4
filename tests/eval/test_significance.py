import math

import numpy as np
import pytest

from eval import significance


@pytest.mark.parametrize(
    ("gained", "lost", "p"),
    [(0, 0, 1.0), (5, 5, 1.0), (6, 0, 2 / 64), (1, 9, 22 / 1024), (3, 1, 10 / 16), (8, 2, 112 / 1024)],
)
def test_the_sign_test_by_hand(gained: int, lost: int, p: float) -> None:
    assert significance.exact_sign(gained, lost) == pytest.approx(p)


def test_the_randomisation_test_comes_near_the_exact_one() -> None:
    # of 2**6 ways to sign six equal differences, two are as far from zero
    assert significance.randomisation(np.full(6, 0.25)) == pytest.approx(2 / 64, abs=0.01)
    assert significance.randomisation(np.zeros(40)) == 1.0
    assert significance.randomisation(np.tile([0.5, -0.5], 20)) == 1.0


def test_the_interval_of_a_difference_holds_it_and_narrows_with_questions() -> None:
    few, many = np.tile([0.0, 1.0], 10), np.tile([0.0, 1.0], 1000)
    low, high = significance.mean_interval(few)
    assert low < 0.5 < high
    narrow_low, narrow_high = significance.mean_interval(many)
    assert high - low > 4 * (narrow_high - narrow_low)


def test_a_statistic_of_columns_is_compared_by_swapping_rows() -> None:
    right = np.array([True] * 30 + [False] * 10)
    before, now = (np.zeros(40),), (right.astype(float),)

    def mean(columns: significance.Columns) -> float:
        return float(columns[0].mean())

    p, (low, high) = significance.of_columns(mean, before, now)
    assert p == pytest.approx(1 / 1001)
    assert low < 0.75 < high
    same, bounds = significance.of_columns(mean, now, now)
    assert (same, bounds) == (1.0, (0.0, 0.0))


def test_draws_without_a_value_are_passed_by() -> None:
    p, bounds = significance.of_columns(lambda _: math.nan, (np.zeros(5),), (np.ones(5),))
    assert (p, bounds) == (1.0, (0.0, 0.0))


def test_holm_by_hand() -> None:
    assert significance.holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert significance.holm([0.6, 0.9]) == [1.0, 1.0]
    assert significance.holm([]) == []
