"""Channels that are kept out of eight bits."""

from typing import Any

import pytest
import torch
from transformers import BertConfig
from transformers.models.bert.modeling_bert import BertLayer

from corpus.outliers import CHANNELS, part_outliers

LOUD = {"intermediate": [3, 9], "output": [17]}
"""The channels that are made large, of what each part reads."""


@pytest.fixture
def layers() -> Any:
    torch.manual_seed(1)
    made: tuple[Any, Any] = BertConfig, BertLayer  # the library does not type them
    config = made[0](hidden_size=16, intermediate_size=32, num_attention_heads=2)
    config._attn_implementation = "eager"
    layer = made[1](config).eval()
    with torch.no_grad():
        layer.attention.output.LayerNorm.bias[LOUD["intermediate"]] = torch.tensor([40.0, -50.0])
        layer.intermediate.dense.bias[LOUD["output"]] = 60.0
    return torch.nn.ModuleList([layer])


def test_the_largest_channels_are_read_apart_and_the_sums_stay(layers: Any) -> None:
    states = torch.randn(2, 5, 16)
    with torch.no_grad():
        before = layers[0](states)[0]
        part_outliers(layers, lambda: layers[0](states))
        after = layers[0](states)[0]
    assert {name: getattr(layers[0], name).dense.channels for name in CHANNELS} == LOUD
    assert torch.allclose(before, after, atol=1e-4)


def test_what_is_left_for_eight_bits_has_no_such_channel(layers: Any) -> None:
    states, read = torch.randn(2, 5, 16), []
    part_outliers(layers, lambda: layers[0](states))
    layers[0].output.dense.dense.register_forward_pre_hook(lambda _, given: read.append(given[0]))
    with torch.no_grad():
        layers[0](states)
    assert float(read[0].abs().max()) < 30
    assert float(read[0][..., LOUD["output"]].abs().max()) == 0
