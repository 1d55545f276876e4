"""A learned correction of question vectors, towards the rules that answer.

An encoder brings a question near to text that speaks alike, but rules are worded unlike the questions about them. A
matrix, learned on questions whose rules are known (``python -m eval.fit``), moves a question's vector to where its
rule tends to lie. What all questions of a language have in common is taken out before, so that the correction says
nothing about languages. (A learned bilinear similarity, after Bai et al., "Supervised semantic indexing", 2009, held
near to the cosine that the encoder gives.)
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import IO

import numpy as np
from numpy.typing import NDArray

from corpus.types import ModelCard

ANY = ""
"""The language whose mean stands for languages that none was learned of."""


@dataclass(frozen=True)
class Aim:
    """The correction for one model's vectors.

    ``matrix`` has shape (dimension, dimension); ``usual`` holds the mean vector, shape (dimension,), of questions in
    each language and, under ``ANY``, of all. ``model`` is the last part of the model's name.
    """

    model: str
    matrix: NDArray[np.float32]
    usual: Mapping[str, NDArray[np.float32]]

    def of(self, vector: NDArray[np.float32], language: str) -> NDArray[np.float32]:
        """Return the corrected vector of a question, shape (dimension,), no longer of unit length."""
        usual = self.usual.get(language, self.usual[ANY])
        return np.asarray(vector + self.matrix @ (vector - usual), np.float32)

    def fits(self, card: ModelCard) -> bool:
        """Tell whether the correction was learned of this model's vectors."""
        return self.model in card.name and self.matrix.shape[1] == card.dimension

    def write(self, file: IO[bytes]) -> None:
        """Write the correction, in half precision."""
        languages = list(self.usual)
        means = np.stack([self.usual[language] for language in languages])
        np.savez(
            file,
            model=np.array(self.model),
            matrix=self.matrix.astype(np.float16),
            languages=np.array(languages),
            means=means.astype(np.float16),
        )


def read(file: IO[bytes]) -> Aim:
    """Read what ``Aim.write`` wrote."""
    with np.load(file, allow_pickle=False) as held:
        means = held["means"].astype(np.float32)
        usual = dict(zip(held["languages"].tolist(), means, strict=True))
        return Aim(str(held["model"]), held["matrix"].astype(np.float32), usual)


@cache
def shipped() -> Aim:
    """Return the correction that comes with the package, for the embedded model."""
    with resources.files("service").joinpath("aim.npz").open("rb") as file:
        return read(file)
