"""Sections first: which stand elsewhere in the other edition, told by what is in them and what heads them."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from service.translation.anchors import Anchor, heaviest_chain
from service.translation.types import Segment

LEAST_SHARED = 2
"""Sure segments that two sections share before one of them counts as moved."""
LEAST_SHARE = 0.4
"""Of the smaller section's segments."""

Sections = list[range]


def sections(segments: Sequence[Segment]) -> Sections:
    """Return the runs of segments from one heading to the next; what stands before the first is one too."""
    starts = [number for number, segment in enumerate(segments) if segment.level and number]
    bounds = [0, *starts, len(segments)]
    return [range(start, end) for start, end in pairwise(bounds) if end > start]


def moved_sections(source: Sections, target: Sections, anchors: Sequence[Anchor]) -> list[tuple[range, range]]:
    """Return the sections that correspond and stand out of the order that most keep.

    ``anchors`` are sure correspondences of single segments; they are the votes for pairs of sections.
    """
    matched = _matched(source, target, anchors)
    kept = set(heaviest_chain(matched))
    return [(source[pair.source], target[pair.target]) for pair in matched if pair not in kept]


def _matched(source: Sections, target: Sections, anchors: Sequence[Anchor]) -> list[Anchor]:
    """Return pairs of sections, each the other's best, that share enough."""
    of_source, of_target = _section_of(source), _section_of(target)
    votes: dict[tuple[int, int], list[float]] = defaultdict(list)
    for anchor in anchors:
        votes[of_source[anchor.source], of_target[anchor.target]].append(anchor.margin)
    weights = {pair: sum(margins) for pair, margins in votes.items()}
    best_source = {ours: pair for pair in sorted(weights, key=weights.__getitem__) for ours in [pair[0]]}
    best_target = {theirs: pair for pair in sorted(weights, key=weights.__getitem__) for theirs in [pair[1]]}
    return [
        Anchor(*pair, weights[pair])
        for pair in sorted(votes)
        if best_source[pair[0]] == pair == best_target[pair[1]]
        and len(votes[pair]) >= max(LEAST_SHARED, LEAST_SHARE * min(len(source[pair[0]]), len(target[pair[1]])))
    ]


def _section_of(found: Sections) -> list[int]:
    return [number for number, section in enumerate(found) for _ in section]
