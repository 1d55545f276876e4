"""From a Sentence Transformers folder to the int8 ONNX graph that serves it on a CPU."""

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

QUANTIZED = "model_qint8.onnx"


def export(model: Path, work: Path) -> Path:
    """Export the folder's transformer to float32 ONNX in ``work`` and return the graph's file."""
    from optimum.exporters.onnx import main_export

    with _quiet():
        main_export(
            str(model), output=work, task="feature-extraction", library_name="transformers", do_validation=False
        )
    return work / "model.onnx"


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
