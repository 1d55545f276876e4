"""Makes BERT layers fit for eight bits: the few channels that are many times larger than all others are kept in floats.

Where one scale must do for all numbers of a text, one channel of fifteen hundred takes it for itself, and the others
are rounded away. What these channels add is summed apart, in floats, and the eight bits are for the rest (the
decomposition of Dettmers et al., "LLM.int8(): 8-bit Matrix Multiplication for Transformers at Scale", 2022, with
channels that are chosen once).
"""

from collections.abc import Callable, Mapping
from typing import Any

import torch

CHANNELS: Mapping[str, int] = {"intermediate": 2, "output": 1}
"""How many channels are kept apart of what the linear layers of each part of a BERT layer read."""


class Apart(torch.nn.Module):
    """A linear layer that reads some ``channels`` apart from the rest; it gives what ``dense`` gave."""

    def __init__(self, dense: Any, channels: list[int]) -> None:
        super().__init__()
        weight: torch.Tensor = dense.weight.detach()
        rest = torch.ones(weight.shape[1])
        rest[channels] = 0
        self.channels, self.dense = channels, dense
        self.rest = torch.nn.Parameter(rest, requires_grad=False)
        self.weights = torch.nn.Parameter(weight[:, channels].T.contiguous(), requires_grad=False)

    def forward(self, states: torch.Tensor) -> torch.Tensor:
        """Return the linear layer's sums, shape (..., outputs), of states of shape (..., inputs)."""
        found: torch.Tensor = self.dense(states * self.rest)
        for channel, weights in zip(self.channels, self.weights, strict=True):
            found = found + states[..., channel : channel + 1] * weights  # sums by element are not brought to integers
        return found


def part_outliers(layers: Any, run: Callable[[], object]) -> None:
    """Part from each BERT layer's linear layers the channels that hold most while ``run`` runs them."""
    parts = {(number, name): getattr(layer, name) for number, layer in enumerate(layers) for name in CHANNELS}
    most: dict[tuple[int, str], torch.Tensor] = {}

    def noting(place: tuple[int, str]) -> Callable[[Any, Any], None]:
        def note(_: Any, given: Any) -> None:
            highest = given[0].detach().abs().flatten(0, -2).amax(dim=0)
            most[place] = torch.maximum(most.get(place, highest), highest)

        return note

    hooks = [part.dense.register_forward_pre_hook(noting(place)) for place, part in parts.items()]
    with torch.no_grad():
        run()
    for hook in hooks:
        hook.remove()
    for (number, name), part in parts.items():
        chosen = most[number, name].topk(CHANNELS[name]).indices
        part.dense = Apart(part.dense, sorted(chosen.tolist()))
