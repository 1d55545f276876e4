"""How graphs are run."""

from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper
from onnxruntime import InferenceSession, SessionOptions

from corpus.graph_model import session_options

WIDE = 8


@pytest.fixture
def sum_and_norm(tmp_path: Path) -> Path:
    """A graph of a sum and the normalization after it, as every half of a transformer's layer ends."""
    shape: list[str | int | None] = ["texts", "tokens", WIDE]
    graph = helper.make_graph(
        [
            helper.make_node("Add", ["one", "other"], ["sum"]),
            helper.make_node("LayerNormalization", ["sum", "scale"], ["normal"], axis=-1, epsilon=1e-12),
        ],
        "ending",
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape) for name in ("one", "other")],
        [helper.make_tensor_value_info("normal", TensorProto.FLOAT, shape)],
        [numpy_helper.from_array(np.arange(WIDE, dtype=np.float32), "scale")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)
    onnx.save(model, tmp_path / "ending.onnx")
    return tmp_path / "ending.onnx"


def session(graph: Path, options: SessionOptions) -> Any:
    options.optimized_model_filepath = str(graph.with_name("as_run.onnx"))
    return InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])


def steps(graph: Path) -> list[str]:
    return [node.op_type for node in onnx.load(graph.with_name("as_run.onnx")).graph.node]


def test_sums_and_normalizations_stay_two_steps(sum_and_norm: Path) -> None:
    one, other = np.random.default_rng(0).normal(size=(2, 3, 5, WIDE)).astype(np.float32)
    (normal,) = session(sum_and_norm, session_options(1)).run(None, {"one": one, "other": other})
    assert steps(sum_and_norm) == ["Add", "LayerNormalization"]
    centred = one + other - (one + other).mean(axis=-1, keepdims=True)
    assert np.allclose(normal, centred / centred.std(axis=-1, keepdims=True) * np.arange(WIDE), atol=1e-5)


def test_the_runtime_would_make_them_one(sum_and_norm: Path) -> None:
    session(sum_and_norm, SessionOptions())
    assert steps(sum_and_norm) == ["SkipLayerNormalization"]
