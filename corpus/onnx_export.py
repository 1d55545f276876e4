"""From layers, or a whole Sentence Transformers folder, to the int8 ONNX graph that serves them on a CPU."""

import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUANTIZED = "model_qint8.onnx"
FIRST, LAST = "first_qint8.onnx", "last_qint8.onnx"
"""A graph that is whole, and one in two parts."""
WORDS, MASK, STATES, ENDS = "words", "mask", "states", "ends"
"""What parts take and give: tokens' vectors and their states on the way and at the end, all of shape (texts, tokens,
dimension), and 1 where tokens are."""
STATES_AFTER = 8
"""Layers after which a graph shows the states of its tokens; whoever reads questions otherwise goes on from there."""


def export(model: Path, work: Path) -> Path:
    """Export the folder's transformer to float32 ONNX in ``work`` and return the graph's file."""
    from optimum.exporters.onnx import main_export

    with _quiet():
        main_export(
            str(model), output=work, task="feature-extraction", library_name="transformers", do_validation=False
        )
    return work / "model.onnx"


def export_module(
    module: Any, example: Sequence[Any], graph: Path, takes: Sequence[str], gives: str, metadata: Mapping[str, str]
) -> None:
    """Export a torch module with words about it; the first two dimensions of what it takes may have any length."""
    import onnx
    import torch

    with _quiet():
        torch.onnx.export(
            module,
            tuple(example),
            graph,
            input_names=list(takes),
            output_names=[gives],
            dynamic_axes={name: {0: "texts", 1: "tokens"} for name in takes},
            opset_version=18,
            dynamo=False,
        )
    model = onnx.load(graph)
    onnx.helper.set_model_props(model, dict(metadata))
    onnx.save(model, graph)


def quantize(graph: Path, quantized: Path) -> Path:
    """Write a graph with int8 weights, one scale a channel, activations scaled as they come; return ``quantized``.

    Weights keep to seven bits (``reduce_range``): processors without VNNI add products in sixteen bits, which eight
    bits overflow.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantized.parent.mkdir(parents=True, exist_ok=True)
    with _quiet():
        quantize_dynamic(graph, quantized, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    return quantized


def show_states(graph: Path) -> None:
    """Let an exported graph show, besides what it gives, its tokens' ``STATES``, where it has so many layers."""
    import onnx

    model = onnx.load(graph)
    last = f"/layer.{STATES_AFTER - 1}/output/LayerNorm/"
    ends = [node.output[0] for node in model.graph.node if last in node.name]
    if not ends:
        return
    model.graph.node.append(onnx.helper.make_node("Identity", [ends[-1]], [STATES]))
    shape = ["batch_size", "sequence_length", None]
    model.graph.output.append(onnx.helper.make_tensor_value_info(STATES, onnx.TensorProto.FLOAT, shape))
    onnx.save(model, graph)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep the exporters' remarks about their own workings from the user."""
    from transformers.utils import logging as chatter

    before, threshold = chatter.get_verbosity(), logging.root.manager.disable
    chatter.set_verbosity(logging.ERROR)
    logging.disable(logging.WARNING)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(threshold)
        chatter.set_verbosity(before)
