"""A transformer's layers, learned again: what the aim and the cross-encoder have in common."""

import copy
from typing import Any

import torch


def copied(layers: Any, dropped: float) -> Any:
    """Return layers as they are, to be learned apart, with a share of their numbers left out at each step."""
    own = copy.deepcopy(layers).float()
    for module in own.modules():
        if isinstance(module, torch.nn.Dropout):
            module.p = dropped
    return own


def pace(step: int, steps: int, warm_up: int, least: float) -> float:
    """Return the share of the learning rate at a step: rising for ``warm_up`` steps, then falling to ``least``."""
    return min(1.0, (step + 1) / warm_up) * max(least, 1 - step / (steps + 1))
