"""Harder editions out of clean ones: sentences run together or broken up, lost, and a section that stands elsewhere.

All choices come from a seed, so that a run can be repeated.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from eval.alignment_gold import Judged
from service.translation.types import Segment

MERGED, SPLIT, LOST, LOST_BLOCKS = 0.08, 0.08, 0.05, 0.02
"""Shares of the segments, and of the blocks."""
SPLITTABLE = 60
"""Characters a sentence needs to be broken up."""
MOVABLE = range(4, 30)
"""Segments of a section that may move."""

Held = tuple[Segment, frozenset[str]]


def perturbed(edition: Judged, seed: int) -> Judged:
    """Return the edition with merged, split and lost sentences, lost paragraphs, and one section moved."""
    dice = random.Random(f"{seed} {edition.game} {edition.script.language}")
    held = list(zip(edition.script.segments, edition.ids, strict=True))
    for change in (_without_blocks, _without_some, _merged, _split, _with_one_moved):
        held = change(held, dice)
    segments = tuple(_placed(segment for segment, _ in held))
    return Judged(edition.game, replace(edition.script, segments=segments), tuple(ids for _, ids in held))


def _without_blocks(held: Sequence[Held], dice: random.Random) -> list[Held]:
    lost = {block for block in sorted({segment.block for segment, _ in held}) if dice.random() < LOST_BLOCKS}
    return [one for one in held if one[0].block not in lost or one[0].level]


def _without_some(held: Sequence[Held], dice: random.Random) -> list[Held]:
    return [one for one in held if one[0].level or dice.random() >= LOST]


def _merged(held: Sequence[Held], dice: random.Random) -> list[Held]:
    kept: list[Held] = []
    for segment, ids in held:
        joins = kept and kept[-1][0].block == segment.block and dice.random() < 2 * MERGED
        if joins:
            last, theirs = kept.pop()
            segment, ids = replace(last, text=f"{last.text} {segment.text}"), theirs | ids
        kept.append((segment, ids))
    return kept


def _split(held: Sequence[Held], dice: random.Random) -> list[Held]:
    return [piece for one in held for piece in _pieces(*one, dice)]


def _pieces(segment: Segment, ids: frozenset[str], dice: random.Random) -> Iterator[Held]:
    middle = segment.text.find(" ", len(segment.text) // 2)
    if len(segment.text) < SPLITTABLE or middle < 0 or len(ids) != 1 or dice.random() >= 2 * SPLIT:
        yield segment, ids
        return
    yield replace(segment, text=segment.text[:middle]), ids
    yield replace(segment, text=segment.text[middle + 1 :]), ids


def _with_one_moved(held: Sequence[Held], dice: random.Random) -> list[Held]:
    starts = [at for at, (segment, _) in enumerate(held) if segment.level]
    sections = [held[start:end] for start, end in zip(starts, [*starts[1:], len(held)], strict=True)]
    movable = [at for at, section in enumerate(sections) if at and len(section) in MOVABLE]
    if len(sections) < 4 or not movable:
        return list(held)
    moved = sections.pop(dice.choice(movable))
    sections.insert(dice.randrange(1, len(sections) + 1), moved)
    return [*held[: starts[0]], *(one for section in sections for one in section)]


def _placed(segments: Iterator[Segment]) -> Iterator[Segment]:
    at = 0
    for segment in segments:
        yield replace(segment, page=1, start=at, end=at + len(segment.text))
        at += len(segment.text) + 1
