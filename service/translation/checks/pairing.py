"""Which cues of two texts stand for each other: those at about the same place."""

from collections.abc import Iterable, Sequence
from itertools import product

from service.translation.checks.cues import Cue
from service.translation.checks.sides import Side

_FARTHEST, _FARTHEST_WITH_MOVED_VERBS = 0.3, 0.55
"""Share of a text's length within which one cue is taken to stand in place of another."""
_MOVED_VERBS = frozenset({"de", "nl"})
"""Languages that put one verb second and others last."""
_NEAR = 20
"""Characters within which cues are near each other however short the texts are: two words change places."""


def farthest(*languages: str) -> float:
    """Return how far apart, as a share of the texts' lengths, words that stand for each other may be."""
    return _FARTHEST_WITH_MOVED_VERBS if _MOVED_VERBS & set(languages) else _FARTHEST


def apart(one: Side, cue: Cue, other: Side, counterpart: Cue) -> float:
    """Return how far apart two cues stand, as a share of the texts' lengths."""
    return abs(cue.start / len(one.text) - counterpart.start / len(other.text))


def near(one: Side, cue: Cue, other: Side, counterpart: Cue) -> bool:
    """Say whether two cues are near enough to stand for each other."""
    if abs(cue.start - counterpart.start) <= _NEAR:
        return True
    return apart(one, cue, other, counterpart) <= farthest(one.language, other.language)


def unmatched(one: Side, cues: Sequence[Cue], other: Side, counterparts: Iterable[Cue]) -> list[Cue]:
    """Return the cues that are left when each counterpart has taken one, the nearest pairs first."""
    left, right = list(cues), list(counterparts)
    while left and right:
        cue, taken = min(product(left, right), key=lambda both: apart(one, both[0], other, both[1]))
        left.remove(cue)
        right.remove(taken)
    return left
