"""A learned reading of questions, whose vectors lie near the rules that answer.

An encoder brings a question near to text that speaks alike, but rules are worded unlike the questions about them. The
model's last layers were learned again (``python -m eval.fit``) for questions only, on questions whose rules are known;
passages keep the vectors that the encoder gives them, so that an index never depends on what was learned. (Query-side
tuning over a fixed index, after Lee et al., "Learning dense representations of phrases at scale", 2021.)
"""

from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

from corpus.onnx_export import STATES
from corpus.types import States
from service.learned import LearnedLayers

VECTOR = "vector"
"""What the graph gives, shape (1, dimension), for ``STATES`` of shape (1, tokens, dimension)."""


class Aim(LearnedLayers):
    """The learned last layers of one model."""

    def of(self, states: States) -> NDArray[np.float32]:
        """Return where a question of these states, shape (tokens, dimension), aims: a unit vector, (dimension,)."""
        (vectors,) = self.session.run([VECTOR], {STATES: states[None]})
        return np.asarray(vectors[0], np.float32)


def opened(graph: bytes) -> Aim:
    """Open a graph that ``eval.aiming`` wrote."""
    return Aim.opened(graph, threads=1)


@cache
def shipped() -> Aim:
    """Return the aim that comes with the package, for the embedded model."""
    return opened(resources.files("service").joinpath("aim.onnx").read_bytes())
