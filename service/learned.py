"""Layers of one model that were learned again, as a graph that comes with the package."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from corpus.graph_model import session_options
from corpus.types import ModelCard

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

MODEL = "model"
"""The entry of a graph's metadata that holds the last part of its model's name."""


@dataclass(frozen=True)
class LearnedLayers:
    """A graph over vectors of ``dimension`` numbers, for a model; ``model`` is the last part of its name."""

    model: str
    dimension: int
    session: "InferenceSession"

    @classmethod
    def opened(cls, graph: bytes, threads: int) -> Self:
        """Open a graph, whose first input ends in the vectors' dimension; ``threads`` 0 is one a core."""
        from onnxruntime import InferenceSession

        session = InferenceSession(graph, session_options(threads), providers=["CPUExecutionProvider"])
        model = session.get_modelmeta().custom_metadata_map[MODEL]
        return cls(model, int(session.get_inputs()[0].shape[-1]), session)

    def fits(self, card: ModelCard) -> bool:
        """Tell whether the layers were learned for this model."""
        return self.model in card.name and self.dimension == card.dimension
