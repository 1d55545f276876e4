"""Which cues of two texts stand for each other: those at about the same place."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import TypeVar

from service.translation.checks.cues import Cue
from service.translation.checks.sides import Side

Item = TypeVar("Item")

_FARTHEST, _FARTHEST_WITH_MOVED_VERBS = 0.3, 0.55
"""Share of a text's length within which one cue is taken to stand in place of another."""
_MOVED_VERBS = frozenset({"de", "nl"})
"""Languages that put one verb second and others last."""
_NEAR = 20
"""Characters within which cues are near each other however short the texts are: two words change places."""

CLAUSE_END = re.compile(r"[,;:.!?()–—]")
_TOGETHER = 7
"""Cues of a side that are weighed against each other; a sentence seldom has more."""


def is_one_clause(text: str) -> bool:
    """Say whether no mark parts the text before its end."""
    return not CLAUSE_END.search(text.rstrip(".!?:; "))


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


def unmatched(one: Side, cues: Sequence[Cue], other: Side, counterparts: Sequence[Cue]) -> list[Cue]:
    """Return the cues that are left when each counterpart has taken one, the nearest pairs first."""
    paired = nearest_first(cues, counterparts, lambda cue, counterpart: apart(one, cue, other, counterpart))
    taken = {cue for cue, _ in paired}
    return [cue for cue in cues if cue not in taken]


def nearest_first(
    left: Sequence[Item], right: Sequence[Item], cost: Callable[[Item, Item], float]
) -> list[tuple[Item, Item]]:
    """Return pairs, the cheapest first, each item in one at most, until one side is used up."""
    left, right, paired = list(left), list(right), []
    while left and right:
        both = min(product(left, right), key=lambda each: cost(*each))
        left.remove(both[0])
        right.remove(both[1])
        paired.append(both)
    return paired


def cheapest(
    left: Sequence[Item], right: Sequence[Item], cost: Callable[[Item, Item], float], alone: float
) -> list[tuple[Item, Item]]:
    """Return the pairs that cost least in all, whatever their order; an item without a counterpart costs ``alone``."""
    worth = [[2 * alone - cost(one, other) for other in right] for one in left]
    chosen = _best(tuple(tuple(row) for row in worth[:_TOGETHER]), frozenset())[1]
    return [(left[at], right[to]) for at, to in enumerate(chosen) if to is not None]


@lru_cache(maxsize=4096)
def _best(worth: tuple[tuple[float, ...], ...], taken: frozenset[int]) -> tuple[float, tuple[int | None, ...]]:
    """Return what the rows' best choice of columns is worth, and the column of each row."""
    if not worth:
        return 0.0, ()
    rest, columns = _best(worth[1:], taken)
    best = rest, (None, *columns)
    for column, gained in enumerate(worth[0][:_TOGETHER]):
        if gained > 0 and column not in taken:
            rest, columns = _best(worth[1:], taken | {column})
            best = max(best, (gained + rest, (column, *columns)), key=lambda option: option[0])
    return best
