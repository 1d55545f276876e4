"""A learned reading of questions, whose vectors lie near the rules that answer.

An encoder brings a question near to text that speaks alike, but rules are worded unlike the questions about them. The
model's last layers were learned again (``python -m eval.fit``) for questions only, on questions whose rules are known;
passages keep the vectors that the encoder gives them, so that an index never depends on what was learned. (Query-side
tuning over a fixed index, after Lee et al., "Learning dense representations of phrases at scale", 2021.)
"""

from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from corpus.graph_model import session_options
from corpus.onnx_export import STATES
from corpus.types import ModelCard, States

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

VECTOR = "vector"
"""What the graph gives, shape (1, dimension), for ``STATES`` of shape (1, tokens, dimension)."""
MODEL = "model"
"""The entry of the graph's metadata that holds the last part of the model's name."""


@dataclass(frozen=True)
class Aim:
    """The learned last layers of one model; ``model`` is the last part of its name."""

    model: str
    dimension: int
    session: "InferenceSession"

    def of(self, states: States) -> NDArray[np.float32]:
        """Return where a question of these states, shape (tokens, dimension), aims: a unit vector, (dimension,)."""
        (vectors,) = self.session.run([VECTOR], {STATES: states[None]})
        return np.asarray(vectors[0], np.float32)

    def fits(self, card: ModelCard) -> bool:
        """Tell whether the layers were learned for this model."""
        return self.model in card.name and self.dimension == card.dimension


def opened(graph: bytes) -> Aim:
    """Open a graph that ``eval.aiming`` wrote."""
    from onnxruntime import InferenceSession

    session = InferenceSession(graph, session_options(threads=1), providers=["CPUExecutionProvider"])
    model = session.get_modelmeta().custom_metadata_map[MODEL]
    return Aim(model, int(session.get_outputs()[0].shape[-1]), session)


@cache
def shipped() -> Aim:
    """Return the aim that comes with the package, for the embedded model."""
    return opened(resources.files("service").joinpath("aim.onnx").read_bytes())
