"""Logistic regression with few weights, by iteratively reweighted least squares (Hastie et al., 2009, 4.4.1)."""

import numpy as np
from numpy.typing import NDArray

STEPS = 50

Floats = NDArray[np.float64]


def fit(rows: Floats, labels: Floats, weights: Floats, penalty: Floats) -> Floats:
    """Return the weights, shape (features,), that make ``labels`` likeliest.

    ``rows`` has shape (n, features), ``labels`` 0 or 1 and ``weights`` of the rows shape (n,); ``penalty`` is the
    strength of the squared penalty on each weight, shape (features,).
    """
    found = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        likely = probabilities(rows @ found)
        slope = rows.T @ (weights * (labels - likely)) - penalty * found
        curve = (rows * (weights * likely * (1 - likely))[:, None]).T @ rows + np.diag(penalty + 1e-9)
        step = np.linalg.solve(curve, slope)
        found = found + step
        if np.abs(step).max() < 1e-8:
            break
    return found


def probabilities(sums: Floats) -> Floats:
    """Return the logistic function of each sum."""
    return np.asarray(1 / (1 + np.exp(-np.clip(sums, -50, 50))))
