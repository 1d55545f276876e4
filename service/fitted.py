"""The few numbers that were fitted: the ranker's weights, the confidence's, and the threshold of refusal.

They are written by ``python -m eval.fit`` (which says on what) into ``fitted.json`` beside this module.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Linear:
    """A weighted sum of named features, with an intercept."""

    weights: Mapping[str, float]
    intercept: float = 0.0

    def of(self, names: tuple[str, ...], values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the sum for rows of features, shape (n, len(names)) -> (n,); features without a weight count 0."""
        weights = np.array([self.weights.get(name, 0.0) for name in names], np.float32)
        return np.asarray(values @ weights + np.float32(self.intercept), np.float32)


@dataclass(frozen=True)
class Fitted:
    """All that was fitted. ``version`` names the fit, and goes into signatures."""

    version: str
    ranker: Linear
    confidence: Linear
    threshold: float


@cache
def shipped() -> Fitted:
    """Return the numbers that come with the package."""
    text = resources.files("service").joinpath("fitted.json").read_text("utf-8")
    return parsed(json.loads(text))


def parsed(record: Mapping[str, object]) -> Fitted:
    """Read what ``eval.fit`` wrote."""
    ranker, confidence = record["ranker"], record["confidence"]
    assert isinstance(ranker, Mapping)
    assert isinstance(confidence, Mapping)
    return Fitted(
        str(record["version"]),
        Linear(ranker["weights"]),
        Linear(confidence["weights"], float(confidence["intercept"])),
        float(str(record["threshold"])),
    )
