"""First pass: which single segments surely correspond, in an order that both editions share.

Neighbours are scored by margin, how much nearer they are than what is near anyway (Artetxe & Schwenk 2019, as
Bertalign uses it); the heaviest chain that rises on both sides is the backbone of the second pass.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpus.types import Vectors

NEIGHBOURS = 6
ROWS_AT_ONCE = 128
LEAST_MARGIN = 0.08


class Anchor(NamedTuple):
    """A segment of the source, one of the target, and by how much they are nearer than others: 0 and above."""

    source: int
    target: int
    margin: float


def candidates(source: Vectors, target: Vectors) -> list[Anchor]:
    """Return for every segment its nearest ones of the other side that stand out, by source and target.

    Vectors have shape (segments, dimension); memory is bounded by ``ROWS_AT_ONCE`` rows of similarities.
    """
    if not len(source) or not len(target):
        return []
    forth, back = nearest(source, target, NEIGHBOURS), nearest(target, source, NEIGHBOURS)
    near_source, near_target = forth[1].mean(axis=1), back[1].mean(axis=1)
    pairs = {(row, int(near)) for row in range(len(source)) for near in forth[0][row]}
    pairs |= {(int(near), row) for row in range(len(target)) for near in back[0][row]}
    ordered = np.array(sorted(pairs), np.int64)
    similar = _similar(source, target, ordered)
    margins = similar - (near_source[ordered[:, 0]] + near_target[ordered[:, 1]]) / 2
    return [
        Anchor(int(s), int(t), float(margin))
        for (s, t), margin in zip(ordered, margins, strict=True)
        if margin >= LEAST_MARGIN
    ]


def _similar(source: Vectors, target: Vectors, pairs: NDArray[np.int64]) -> NDArray[np.float32]:
    """Return the similarity of each pair of rows, a bounded number at a time."""
    parts = [pairs[start : start + ROWS_AT_ONCE] for start in range(0, len(pairs), ROWS_AT_ONCE)]
    similar = [np.einsum("ij,ij->i", source[part[:, 0]], target[part[:, 1]]) for part in parts]
    return np.concatenate(similar)


def nearest(queries: Vectors, held: Vectors, most: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """Return the ``most`` nearest rows of ``held`` and their similarities, shape (len(queries), most) or narrower."""
    k = min(most, len(held))
    found, scores = [], []
    for start in range(0, len(queries), ROWS_AT_ONCE):
        similar = queries[start : start + ROWS_AT_ONCE] @ held.T
        best = np.argpartition(-similar, k - 1, axis=1)[:, :k].copy()  # a view would keep the whole block alive
        found.append(best)
        scores.append(np.take_along_axis(similar, best, axis=1))
    return np.concatenate(found), np.concatenate(scores)


def heaviest_chain(anchors: Sequence[Anchor]) -> list[Anchor]:
    """Return the anchors, rising strictly on both sides, whose margins sum to most.

    Runs in n log n by a tree of prefix maxima over the target.
    """
    if not anchors:
        return []
    ordered = sorted(anchors, key=lambda anchor: (anchor.source, -anchor.target))
    tree: list[tuple[float, int]] = [(0.0, -1)] * (max(anchor.target for anchor in ordered) + 2)
    before = []
    for number, anchor in enumerate(ordered):
        weight, last = _best_below(tree, anchor.target)
        before.append(last)
        _raise(tree, anchor.target + 1, (weight + anchor.margin, number))
    return _followed_back(ordered, before, max(tree)[1])


def _best_below(tree: Sequence[tuple[float, int]], at: int) -> tuple[float, int]:
    best = (0.0, -1)
    while at > 0:
        best = max(best, tree[at])
        at -= at & -at
    return best


def _raise(tree: list[tuple[float, int]], at: int, value: tuple[float, int]) -> None:
    while at < len(tree):
        tree[at] = max(tree[at], value)
        at += at & -at


def _followed_back(ordered: Sequence[Anchor], before: Sequence[int], last: int) -> list[Anchor]:
    chain = []
    while last >= 0:
        chain.append(ordered[last])
        last = before[last]
    return chain[::-1]
