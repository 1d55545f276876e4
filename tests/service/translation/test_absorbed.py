"""Sentences that one language has apart and the other as one: joined to the pair they belong to."""

import numpy as np
from numpy.typing import NDArray

from service.translation.absorbed import absorbed
from service.translation.elsewhere import Link
from service.translation.evidence import CODES, Evidence
from service.translation.types import Edition, Segment

SIDE = 8


def _edition(meanings: NDArray[np.float32], blocks: list[int], heading: int = -1) -> tuple[Edition, Evidence]:
    segments = tuple(
        Segment("word " * 8, 1, 40 * at, 40 * at + 39, block, level=int(at == heading))
        for at, block in enumerate(blocks)
    )
    count = len(meanings)
    single = np.concatenate([meanings, np.zeros((count, CODES + 1), np.float32)], axis=1)
    evidence = Evidence((single,), np.full(count, 40, np.float32), np.zeros(count, bool))
    return Edition("e", "en", segments, meanings), evidence


def _meanings(*rows: dict[int, float]) -> NDArray[np.float32]:
    made = np.zeros((len(rows), SIDE), np.float32)
    for vector, row in zip(made, rows, strict=True):
        vector[list(row)] = list(row.values())
    unit: NDArray[np.float32] = made / np.linalg.norm(made, axis=1, keepdims=True)
    return unit


def _absorbed(
    ours: NDArray[np.float32], theirs: NDArray[np.float32], blocks: list[int], links: list[Link], heading: int = -1
) -> set[Link]:
    source, our_evidence = _edition(ours, [0] * len(ours))
    target, their_evidence = _edition(theirs, blocks, heading)
    return set(absorbed(source, target, our_evidence, their_evidence, links))


BOTH = _meanings({0: 1, 1: 1}, {2: 1})
HALVES = _meanings({0: 1}, {1: 1}, {2: 1})
LINKS: list[Link] = [((0,), (0,)), ((), (1,)), ((1,), (2,))]


def test_that_the_other_half_of_a_sentence_is_joined_to_its_pair() -> None:
    assert _absorbed(BOTH, HALVES, [0, 0, 1], LINKS) == {((0,), (0, 1)), ((1,), (2,))}


def test_that_a_sentence_which_says_something_else_stays_alone() -> None:
    assert _absorbed(BOTH, _meanings({0: 1}, {5: 1}, {2: 1}), [0, 0, 1], LINKS) == set(LINKS)


def test_that_another_paragraph_must_gain_more() -> None:
    nearly = _meanings({0: 1, 1: 0.9}, {0: 0.7, 1: 1, 6: 0.5}, {2: 1})
    assert ((0,), (0, 1)) not in _absorbed(BOTH, nearly, [0, 1, 2], LINKS)
    assert ((0,), (0, 1)) in _absorbed(BOTH, HALVES, [0, 1, 2], LINKS)


def test_that_a_heading_is_joined_to_what_follows_it_alone() -> None:
    assert _absorbed(BOTH, HALVES, [0, 1, 2], LINKS, heading=1) == set(LINKS)
    heads: list[Link] = [((), (0,)), ((0,), (1,)), ((1,), (2,))]
    assert _absorbed(BOTH, HALVES, [0, 1, 2], heads, heading=0) == {((0,), (0, 1)), ((1,), (2,))}
    assert _absorbed(BOTH, HALVES, [0, 1, 2], heads, heading=1) == set(heads)


def test_that_both_sides_are_looked_at_and_every_segment_keeps_one_place() -> None:
    turned: list[Link] = [(other, one) for one, other in LINKS]
    source, ours = _edition(HALVES, [0, 0, 1])
    target, theirs = _edition(BOTH, [0, 1])
    assert set(absorbed(source, target, ours, theirs, turned)) == {((0, 1), (0,)), ((2,), (1,))}
