"""Sections first: which stand elsewhere in the other edition, told by what is in them and what heads them."""

from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from service.translation.anchors import Anchor, heaviest_chain
from service.translation.types import Segment

LEAST_SHARED = 2
"""Segments in order that two sections share before one of them counts as moved; one will do where neither shares any
with another."""
LEAST_LENGTH = 4
"""Segments of sections for which one will do; those shorter that have a rival must share all."""
LEAST_SHARE, LEAST_SHARE_WITHOUT_RIVAL = 0.4, 0.2
"""Of the smaller section's segments; the second where neither section is half as like any other."""
WITHOUT_RIVAL = 2

Sections = list[range]


def sections(segments: Sequence[Segment]) -> Sections:
    """Return the runs of segments from one heading to the next; what stands before the first is one too."""
    starts = [number for number, segment in enumerate(segments) if segment.level and number]
    bounds = [0, *starts, len(segments)]
    return [range(start, end) for start, end in pairwise(bounds) if end > start]


def moved_sections(source: Sections, target: Sections, anchors: Sequence[Anchor]) -> list[tuple[range, range]]:
    """Return the sections that correspond and stand out of the order that most keep.

    ``anchors`` are likely correspondences of single segments; those in order are the votes for pairs of sections.
    """
    matched = _matched(source, target, _votes(source, target, anchors))
    kept = set(heaviest_chain(matched))
    return [(source[pair.source], target[pair.target]) for pair in matched if pair not in kept]


class _Vote(NamedTuple):
    weight: float
    shared: int


_Votes = dict[tuple[int, int], _Vote]


def _votes(source: Sections, target: Sections, anchors: Sequence[Anchor]) -> _Votes:
    """Return for pairs of sections how many segments they may share in order, and by what margins in all."""
    of_source, of_target = _section_of(source), _section_of(target)
    held: dict[tuple[int, int], list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        held[of_source[anchor.source], of_target[anchor.target]].append(anchor)
    chains = {pair: heaviest_chain(inside) for pair, inside in held.items()}
    return {pair: _Vote(sum(one.margin for one in chain), len(chain)) for pair, chain in chains.items()}


def _matched(source: Sections, target: Sections, votes: _Votes) -> list[Anchor]:
    """Return pairs of sections, each the other's best, that share enough."""
    weighed = sorted(votes, key=lambda pair: votes[pair].weight, reverse=True)
    of_ours: dict[int, list[float]] = defaultdict(list)
    of_theirs: dict[int, list[float]] = defaultdict(list)
    best = []
    for ours, theirs in weighed:
        if not of_ours[ours] and not of_theirs[theirs]:
            best.append((ours, theirs))
        of_ours[ours].append(votes[ours, theirs].weight)
        of_theirs[theirs].append(votes[ours, theirs].weight)
    return [
        Anchor(*pair, votes[pair].weight)
        for pair in sorted(best)
        if votes[pair].shared >= _wanted(source[pair[0]], target[pair[1]], of_ours[pair[0]], of_theirs[pair[1]])
    ]


def _wanted(ours: range, theirs: range, *weights: Sequence[float]) -> float:
    """Return how many segments two sections must share; ``weights`` are those of either with all others, best first."""
    if all(len(found) == 1 for found in weights) and min(len(ours), len(theirs)) >= LEAST_LENGTH:
        return 1
    rival = any(len(found) > 1 and found[0] < WITHOUT_RIVAL * found[1] for found in weights)
    if rival and min(len(ours), len(theirs)) < LEAST_LENGTH:  # cards and such, many of them alike
        return max(len(ours), len(theirs))
    return max(LEAST_SHARED, (LEAST_SHARE if rival else LEAST_SHARE_WITHOUT_RIVAL) * min(len(ours), len(theirs)))


def _section_of(found: Sections) -> list[int]:
    return [number for number, section in enumerate(found) for _ in section]
