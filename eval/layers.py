"""A transformer's layers, learned again: what the aim and the cross-encoder have in common."""

import copy
from collections.abc import Iterable
from typing import Any

import torch

UNSEEN = -1e9
"""What attention to a token that is none is lowered by."""


def copied(layers: Any, dropped: float) -> Any:
    """Return layers as they are, to be learned apart, with a share of their numbers left out at each step."""
    own = copy.deepcopy(layers).float()
    for module in own.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = dropped
    return own


def through(layers: Iterable[Any], states: torch.Tensor, kept: torch.Tensor) -> torch.Tensor:
    """Return what layers make of states, shape (n, tokens, dimension); ``kept``, (n, tokens), is 1 at tokens."""
    unseen = (1 - kept)[:, None, None, :] * UNSEEN
    for layer in layers:
        found = layer(states, attention_mask=unseen)
        states = found[0] if isinstance(found, tuple) else found
    return states


def pace(step: int, steps: int, warm_up: int, least: float) -> float:
    """Return the share of the learning rate at a step: rising for ``warm_up`` steps, then falling to ``least``."""
    return min(1.0, (step + 1) / warm_up) * max(least, 1 - step / (steps + 1))
