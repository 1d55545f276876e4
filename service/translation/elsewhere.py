"""Single segments whose counterpart stands out of order, as in lists that each language sorts anew."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from corpus.types import Vectors
from service.translation.anchors import nearest
from service.translation.evidence import Evidence, likeness, meaning_of

LEAST = 0.4
"""Similarity that segments must have to be paired out of order."""
SHORT, LEAST_OF_SHORT = 16, 0.55
"""Characters, and the similarity for those below: a word or two is like many others."""
MOST = 4000
"""Segments a side that are sought elsewhere; where more are left alone, the books differ."""
DOUBTFUL, DOUBTFUL_IF_SHORT = 0.45, 0.3
"""Similarity below which a pair in order gives way to a better one elsewhere; the second for those below ``LONG``."""
BETTER = 0.15
"""How much more alike than it is now a segment's pair elsewhere must be."""
CHOICES = 20
"""Segments of the target that are tried for one of the source."""
DOUBTED, UNLIKE = 0.2, 0.1
"""Similarity below which a pair in order is given up for another of what is left over, and for none at all."""
LONG = 24
"""Characters of both sides of a pair whose similarity can be relied on: headings are often less alike."""
LEAST_LEFT_OVER, MARGIN = 0.3, 0.07
"""Similarity of a pair that is told by its margin, and how much less alike any other choice must be."""

Link = tuple[tuple[int, ...], tuple[int, ...]]


def better_elsewhere(ours: Evidence, theirs: Evidence, links: Sequence[Link]) -> list[Link]:
    """Return pairs out of order among what is alone or doubtfully paired, the most alike first."""
    free_ours, free_theirs = _free(ours, theirs, links)
    rows, columns = sorted(free_ours), sorted(free_theirs)
    pairs: list[Link] = []
    for s, t in _most_alike(meaning_of(ours.single[rows]), meaning_of(theirs.single[columns])):
        one, other = rows[s], columns[t]
        if one not in free_ours or other not in free_theirs:
            continue
        now = max(free_ours[one], free_theirs[other])
        short = min(ours.lengths[one], theirs.lengths[other]) < SHORT
        if likeness(ours, theirs, (one,), (other,)) >= max(LEAST_OF_SHORT if short else LEAST, now + BETTER):
            del free_ours[one], free_theirs[other]
            pairs.append(((one,), (other,)))
    return pairs


def _free(ours: Evidence, theirs: Evidence, links: Sequence[Link]) -> tuple[Mapping[int, float], Mapping[int, float]]:
    """Return the segments of either side that may be paired anew, and how well they are paired now."""
    free_ours: dict[int, float] = {}
    free_theirs: dict[int, float] = {}
    for one, other in links:
        alike = likeness(ours, theirs, one, other)
        if alike < (DOUBTFUL if _are_long(ours, theirs, one, other) else DOUBTFUL_IF_SHORT):
            free_ours.update(dict.fromkeys(one, alike))
            free_theirs.update(dict.fromkeys(other, alike))
    return free_ours, free_theirs


def _most_alike(source: Vectors, target: Vectors) -> list[tuple[int, int]]:
    """Return pairs of rows that are alike enough, the most alike first; memory is bounded by ``MOST``."""
    if not len(source) or not len(target):
        return []
    near, scores = nearest(source[:MOST], target[:MOST], CHOICES)
    rows, columns = np.repeat(np.arange(len(near)), near.shape[1]), near.ravel()
    order = np.argsort(-scores.ravel(), kind="stable")
    return [(int(rows[at]), int(columns[at])) for at in order if scores.flat[at] >= LEAST]


def better_by_margin(ours: Evidence, theirs: Evidence, links: Sequence[Link]) -> list[Link]:
    """Return pairs out of order among what is alone or doubtfully paired: each the other's best by a margin.

    In lists that each language sorts anew, what is short is little alike, yet more alike than all else there.
    """
    return left_over(ours, theirs, links, DOUBTFUL)


def left_over(ours: Evidence, theirs: Evidence, links: Sequence[Link], below: float = DOUBTED) -> list[Link]:
    """Return pairs among what has no counterpart in the end, or one less alike than ``below``.

    Each is the other's best by a margin; what it is paired with now is among the choices.
    """
    apart = parted(ours, theirs, links, below)
    together = {(s, t) for one, other in links for s in one for t in other}
    rows = [s for one, other in apart if not other for s in one if _can_leave(ours, s)][:MOST]
    columns = [t for one, other in apart if not one for t in other if _can_leave(theirs, t)][:MOST]
    if not rows or not columns:
        return []
    alike = meaning_of(ours.single[rows]) @ meaning_of(theirs.single[columns]).T
    margins = alike - np.maximum(_second(alike), _second(alike.T).T)
    chosen = [(rows[s], columns[t]) for s, t in np.argwhere((alike >= LEAST_LEFT_OVER) & (margins >= MARGIN))]
    return [((s,), (t,)) for s, t in chosen if (s, t) not in together]


def _can_leave(side: Evidence, segment: int) -> bool:
    return bool(side.lengths[segment] >= LONG and not side.listing[segment])


def _second(alike: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return for each cell the best of the others in its row."""
    best = alike.argmax(axis=1)
    rows = np.arange(len(alike))
    others = alike.copy()
    others[rows, best] = -1
    found = np.repeat(alike.max(axis=1)[:, None], alike.shape[1], axis=1)
    found[rows, best] = others.max(axis=1)
    return found


def parted(ours: Evidence, theirs: Evidence, links: Sequence[Link], below: float = UNLIKE) -> list[Link]:
    """Return the links, those that do not say the same taken apart into what each side has alone.

    ``links`` are in order. One whose neighbours stand next to it in both editions is held by them: the freest of
    translations are no more alike than what has nothing to do with each other.
    """
    made: list[Link] = []
    for number, (one, other) in enumerate(links):
        held = all(_is_next(*links[at : at + 2]) for at in (number - 1, number) if 0 <= at < len(links) - 1)
        if held or not _are_long(ours, theirs, one, other) or likeness(ours, theirs, one, other) >= below:
            made.append((one, other))
        else:
            made += [*(((s,), ()) for s in one), *(((), (t,)) for t in other)]
    return made


def _is_next(link: Link, after: Link) -> bool:
    if not all((*link, *after)):
        return False
    return all(behind[0] - before[-1] == 1 for before, behind in zip(link, after, strict=True))


def _are_long(ours: Evidence, theirs: Evidence, one: Sequence[int], other: Sequence[int]) -> bool:
    sides = ((ours, one), (theirs, other))
    return all(segments and side.lengths[list(segments)].sum() >= LONG for side, segments in sides)
