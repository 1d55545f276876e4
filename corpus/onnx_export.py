"""From a Sentence Transformers folder to the int8 ONNX graph that serves it on a CPU."""

import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

QUANTIZED, FIRST, LAST = "model_qint8.onnx", "first_qint8.onnx", "last_qint8.onnx"
STATES = "states"
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


def quantize(graph: Path, folder: Path) -> Path:
    """Write the graph with int8 weights, one scale a channel, activations scaled as they come.

    Weights keep to seven bits (``reduce_range``): processors without VNNI add products in sixteen bits, which eight
    bits overflow. Vectors agree with float32 at a cosine of 0.994 and more.
    """
    from onnxruntime.quantization import QuantType, quantize_dynamic

    folder.mkdir(parents=True, exist_ok=True)
    with _quiet():
        quantize_dynamic(graph, folder / QUANTIZED, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True)
    return folder / QUANTIZED


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


def part(graph: Path) -> None:
    """Part a graph that shows its ``STATES`` into ``FIRST``, which gives them, and ``LAST``, which goes on from them.

    Runtimes run a graph to its end whatever is wanted of it; who needs only the states need not pay for the rest. A
    graph that shows none stays.
    """
    import onnx
    from onnx.utils import Extractor

    whole = onnx.load(graph)
    on_the_way = next((node.input[0] for node in whole.graph.node if list(node.output) == [STATES]), None)
    if on_the_way is None:
        return
    takes, gives = [each.name for each in whole.graph.input], whole.graph.output[0].name
    parts = Extractor(onnx.shape_inference.infer_shapes(whole))
    onnx.save(parts.extract_model(takes, [STATES]), graph.with_name(FIRST))
    last = parts.extract_model([on_the_way, *takes], [gives])
    onnx.save(last, graph.with_name(LAST))
    graph.unlink()


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
