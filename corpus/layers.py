"""A BERT-like transformer's layers, taken one by one: what is exported of it, and what is learned again."""

from collections.abc import Iterable
from typing import Any

import torch

UNSEEN = -1e9
"""What attention to a token that is none is lowered by."""


class First(torch.nn.Module):
    """A transformer's first ``count`` layers, over the vectors of its tokens."""

    def __init__(self, transformer: Any, count: int) -> None:
        super().__init__()
        embeddings = transformer.embeddings
        places = embeddings.position_embeddings.weight + embeddings.token_type_embeddings.weight[0]
        self.places = torch.nn.Parameter(places.detach(), requires_grad=False)
        self.norm, self.layers = embeddings.LayerNorm, transformer.encoder.layer[:count]

    def forward(self, words: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return states of tokens' vectors, both (n, tokens, dimension); ``mask``, (n, tokens), is 1 at tokens."""
        return _through(self.layers, self.norm(words + self.places[: words.shape[1]]), mask)


class Last(torch.nn.Module):
    """A transformer's layers after its first ``count``."""

    def __init__(self, transformer: Any, count: int) -> None:
        super().__init__()
        self.layers = transformer.encoder.layer[count:]

    def forward(self, states: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
        """Return the states of the last layer for those of ``First``, both shape (n, tokens, dimension)."""
        return _through(self.layers, states, mask)


def _through(layers: Iterable[Any], states: torch.Tensor, kept: torch.Tensor) -> torch.Tensor:
    """Return what layers make of states, shape (n, tokens, dimension); ``kept``, (n, tokens), is 1 at tokens."""
    unseen = (1 - kept)[:, None, None, :] * UNSEEN
    for layer in layers:
        found = layer(states, attention_mask=unseen)
        states = found[0] if isinstance(found, tuple) else found
    return states
