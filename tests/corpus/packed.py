"""Makes a small model file in the layout of the package's weights: ten layers, 32 dimensions, letters for pieces."""

import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

HIDDEN, LAYERS, HEADS, WIDE, POSITIONS = 32, 10, 2, 64, 64
PIECES = ["<s>", "<pad>", "</s>", "<unk>", "▁", *"abcdefghijklmnopqrstuvwxyz:", "<mask>"]


def write_packed(file: Path) -> None:
    vocabulary = len(PIECES)
    head = struct.pack(
        "<4sI7ifi5i",
        b"E5S1",
        1,
        HIDDEN,
        LAYERS,
        HEADS,
        WIDE,
        vocabulary,
        POSITIONS,
        2,
        1e-12,
        32,
        vocabulary,
        0,
        2,
        1,
        3,
    )
    texts = [piece.encode() for piece in PIECES]
    offsets = np.cumsum([0, *map(len, texts)]).astype("<u4").tobytes()
    scores = np.linspace(0, -9, vocabulary).astype("<f4").tobytes()
    blob = b"".join(texts)
    words = struct.pack("<Q", len(blob)) + offsets + scores + blob + struct.pack("<iI", 0, 0)
    tensors = list(_tensors(np.random.default_rng(3)))
    listed = sum(struct.calcsize("<HBIQQ") + len(name) for name, *_ in tensors)
    at = len(head) + len(words) + 4 + listed
    directory, data = struct.pack("<i", len(tensors)), b""
    for name, packed, count, content in tensors:
        directory += (
            struct.pack("<H", len(name))
            + name.encode()
            + struct.pack("<BIQQ", packed, count, at + len(data), len(content))
        )
        data += content
    file.write_bytes(head + words + directory + data)


Tensor = tuple[str, int, int, bytes]


def _tensors(random: np.random.Generator) -> Iterator[Tensor]:
    yield _blocks("emb.word", len(PIECES) * HIDDEN, random)
    yield from (_plain("emb.pos", POSITIONS * HIDDEN, 0.0), _plain("emb.type", 2 * HIDDEN, 0.0))
    yield from (_plain("emb.ln.w", HIDDEN, 1.0), _plain("emb.ln.b", HIDDEN, 0.0))
    square = [(part, HIDDEN, HIDDEN) for part in ("q", "k", "v", "ao")]
    for layer in range(LAYERS):
        for part, rows, columns in [*square, ("fi", WIDE, HIDDEN), ("fo", HIDDEN, WIDE)]:
            yield _blocks(f"l{layer}.{part}.w", rows * columns, random)
            yield _plain(f"l{layer}.{part}.b", rows, 0.0)
        for part in ("aln", "oln"):
            yield from (_plain(f"l{layer}.{part}.w", HIDDEN, 1.0), _plain(f"l{layer}.{part}.b", HIDDEN, 0.0))


def _plain(name: str, count: int, value: float) -> Tensor:
    return name, 0, count, np.full(count, value, "<f4").tobytes()


def _blocks(name: str, count: int, random: np.random.Generator) -> Tensor:
    packed = np.zeros(count // 32, [("scale", "<f2"), ("nibbles", "u1", (16,))])
    packed["scale"] = 0.05
    packed["nibbles"] = random.integers(0, 256, (count // 32, 16))
    return name, 1, count, packed.tobytes()
