"""Editions made by code, with vectors that tests can steer."""

from collections.abc import Sequence

import numpy as np

from service.translation.types import Edition, Segment


def edition(
    name: str, language: str, texts: Sequence[str], meanings: Sequence[int], headings: Sequence[int] = ()
) -> Edition:
    """Return an edition whose segment i means ``meanings[i]``: equal numbers are the same meaning, others unrelated."""
    segments, at = [], 0
    for number, text in enumerate(texts):
        heads = number in headings
        segments.append(Segment(text, 1, at, at + len(text), number, "heading" if heads else "text", int(heads)))
        at += len(text) + 1
    vectors = np.stack([_meaning(number) for number in meanings]) if texts else np.zeros((0, 64), np.float32)
    return Edition(name, language, tuple(segments), vectors)


def _meaning(number: int) -> np.ndarray:
    vector = np.random.default_rng(number).normal(size=64).astype(np.float32)
    return np.asarray(vector / np.linalg.norm(vector), np.float32)


def mixed(edition: Edition, number: int, meanings: Sequence[int]) -> Edition:
    """Return the edition with segment ``number`` meaning all of ``meanings`` at once, as a merged sentence does."""
    vectors = edition.vectors.copy()
    total = np.sum([_meaning(each) for each in meanings], axis=0)
    vectors[number] = total / np.linalg.norm(total)
    return Edition(edition.name, edition.language, edition.segments, vectors)
