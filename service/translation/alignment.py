"""Which segments of two editions say the same: sections first, then sentences, then what stands elsewhere."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np

from corpus.types import Vectors
from service.translation.anchors import Anchor, candidates, heaviest_chain, mutual, nearest
from service.translation.dynamic import Costs, link
from service.translation.evidence import Evidence, gather, meaning_of
from service.translation.sections import moved_sections, sections
from service.translation.types import Alignment, Edition, Pair

LEAST_ELSEWHERE = 0.4
"""Similarity that segments must have to be paired out of order."""
SHORT, LEAST_OF_SHORT = 16, 0.55
"""Characters, and the similarity for those below: a word or two is like many others."""
MOST_ELSEWHERE = 4000
"""Segments a side that are sought elsewhere; where more are left alone, the books differ."""
DOUBTFUL = 0.3
"""Similarity below which a pair in order gives way to a better one elsewhere."""
BETTER = 0.15
"""How much more alike than it is now a segment's pair elsewhere must be."""
CHOICES = 20
"""Segments of the target that are tried for one of the source."""
ROUNDS = 3
"""Paths that are laid anew after segments were found elsewhere."""

Link = tuple[tuple[int, ...], tuple[int, ...]]


def align(source: Edition, target: Edition, costs: Costs | None = None) -> Alignment:
    """Pair all segments of two editions: many to many, in order but for what was moved.

    Re-created from Vecalign (Thompson & Koehn 2019) and Bertalign (Liu & Zhu 2023): anchors by margin, then the
    cheapest path near them. Whole sections that moved are set apart first; the path is laid anew when single segments
    were found elsewhere.
    """
    ours, theirs = gather(source, target), gather(target, source)
    work = _Work(ours, theirs, candidates(ours.single, theirs.single), costs or Costs())
    moved = moved_sections(sections(source.segments), sections(target.segments), mutual(work.found))
    apart = [pair for section, other in moved for pair in work.linked(section, other)]
    elsewhere = [pair for pair in apart if pair[0] and pair[1]]
    rest = work.rest(elsewhere)
    for _ in range(ROUNDS):
        more = work.elsewhere(rest)
        if not more:
            break
        elsewhere += more
        rest = work.rest(elsewhere)
    pairs = [work.pair(one, True) for one in elsewhere] + [work.pair(one, False) for one in rest]
    return Alignment(source, target, tuple(_ordered(pairs)))


@dataclass(frozen=True, slots=True)
class _Work:
    """Both sides' evidence and the candidates between them."""

    ours: Evidence
    theirs: Evidence
    found: Sequence[Anchor]
    costs: Costs

    def linked(self, rows: Sequence[int], columns: Sequence[int]) -> list[Link]:
        """Pair some segments of each side in their order, as if they were all."""
        row_at, column_at = {r: at for at, r in enumerate(rows)}, {c: at for at, c in enumerate(columns)}
        inside = [
            Anchor(row_at[a.source], column_at[a.target], a.margin)
            for a in self.found
            if a.source in row_at and a.target in column_at
        ]
        links = link(self.ours.part(rows), self.theirs.part(columns), heaviest_chain(inside), self.costs)
        return [(tuple(rows[at] for at in one), tuple(columns[at] for at in other)) for one, other in links]

    def rest(self, taken: Sequence[Link]) -> list[Link]:
        """Pair in order all that is not taken."""
        gone_ours, gone_theirs = {s for one, _ in taken for s in one}, {t for _, other in taken for t in other}
        return self.linked(_others(len(self.ours), gone_ours), _others(len(self.theirs), gone_theirs))

    def elsewhere(self, links: Sequence[Link]) -> list[Link]:
        """Return pairs out of order among what is alone or doubtfully paired, the most alike first."""
        free_ours, free_theirs = self._free(links)
        rows, columns = sorted(free_ours), sorted(free_theirs)
        pairs: list[Link] = []
        for s, t in _most_alike(meaning_of(self.ours.single[rows]), meaning_of(self.theirs.single[columns])):
            one, other = rows[s], columns[t]
            if one in free_ours and other in free_theirs and self._is_better((one,), (other,), free_ours, free_theirs):
                del free_ours[one], free_theirs[other]
                pairs.append(((one,), (other,)))
        return pairs

    def _free(self, links: Sequence[Link]) -> tuple[dict[int, float], dict[int, float]]:
        """Return the segments of either side that may be paired anew, and how well they are paired now."""
        free_ours: dict[int, float] = {}
        free_theirs: dict[int, float] = {}
        for one, other in links:
            likeness = self.likeness(one, other)
            if likeness < DOUBTFUL:
                free_ours.update(dict.fromkeys(one, likeness))
                free_theirs.update(dict.fromkeys(other, likeness))
        return free_ours, free_theirs

    def _is_better(
        self, one: tuple[int], other: tuple[int], ours: Mapping[int, float], theirs: Mapping[int, float]
    ) -> bool:
        now = max(ours[one[0]], theirs[other[0]])
        short = min(self.ours.lengths[one[0]], self.theirs.lengths[other[0]]) < SHORT
        return self.likeness(one, other) >= max(LEAST_OF_SHORT if short else LEAST_ELSEWHERE, now + BETTER)

    def pair(self, found: Link, moved: bool) -> Pair:
        """Return a pair with its score."""
        return Pair(*found, round(min(1.0, max(0.0, self.likeness(*found))), 4), moved)

    def likeness(self, one: Sequence[int], other: Sequence[int]) -> float:
        """Return how alike in meaning two runs are: about 0 for unrelated or empty ones, 1 for the same."""
        if not one or not other:
            return 0.0
        ours = meaning_of(self.ours.part(one).windows[len(one) - 1][0])
        return float(ours @ meaning_of(self.theirs.part(other).windows[len(other) - 1][0]))


def _most_alike(source: Vectors, target: Vectors) -> list[tuple[int, int]]:
    """Return pairs of rows that are alike enough, the most alike first; memory is bounded by ``MOST_ELSEWHERE``."""
    if not len(source) or not len(target):
        return []
    near, scores = nearest(source[:MOST_ELSEWHERE], target[:MOST_ELSEWHERE], CHOICES)
    rows, columns = np.repeat(np.arange(len(near)), near.shape[1]), near.ravel()
    order = np.argsort(-scores.ravel(), kind="stable")
    return [(int(rows[at]), int(columns[at])) for at in order if scores.flat[at] >= LEAST_ELSEWHERE]


def _others(count: int, gone: Set[int]) -> list[int]:
    return [number for number in range(count) if number not in gone]


def _ordered(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs in the order of the source; what only the target has follows what it follows there."""
    place: dict[int, float] = {t: pair.source[-1] for pair in pairs if pair.source for t in pair.target}
    for pair in sorted((pair for pair in pairs if not pair.source), key=lambda pair: pair.target):
        for t in pair.target:
            place[t] = place.get(t - 1, -1)
    return sorted(pairs, key=lambda p: (p.source[0], 0, ()) if p.source else (place[p.target[0]], 1, p.target))
