"""Which segments of two editions say the same: sections first, then sentences, then what stands elsewhere."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

from corpus.types import Progress
from service.translation.absorbed import absorbed
from service.translation.anchors import Anchor, candidates, heaviest_chain
from service.translation.dynamic import Costs, link
from service.translation.elsewhere import Link, better_by_margin, better_elsewhere, left_over, parted
from service.translation.evidence import Evidence, gather, likeness
from service.translation.sections import moved_sections, sections
from service.translation.types import Alignment, Edition, Pair

LEAST_APART = 0.3
"""Mean similarity of the pairs of a section that counts as moved."""
ROUNDS = 3
"""Paths that are laid anew, for each way to look, after segments were found elsewhere."""
STEPS = 2 + 2 * ROUNDS
"""What there is to do: the first path, the rounds, and the path without what was left over."""

Find = Callable[[Evidence, Evidence, Sequence[Link]], list[Link]]


def align(source: Edition, target: Edition, costs: Costs | None = None, progress: Progress | None = None) -> Alignment:
    """Pair all segments of two editions: many to many, in order but for what was moved.

    Re-created from Vecalign (Thompson & Koehn 2019) and Bertalign (Liu & Zhu 2023): anchors by margin, then the
    cheapest path near them. Whole sections that moved are set apart first; the path is laid anew when single segments
    were found elsewhere. ``progress`` hears of ``STEPS`` steps in all.
    """
    ours, theirs = gather(source, target), gather(target, source)
    work = _Work(ours, theirs, candidates(ours.single, theirs.single), costs or Costs(), progress or (lambda _: None))
    moved = moved_sections(sections(source.segments), sections(target.segments), work.found)
    elsewhere = [pair for section, other in moved for pair in work.apart(section, other)]
    rest = work.rest(elsewhere)
    for found_better in (better_elsewhere, better_by_margin):
        elsewhere, rest = work.again(found_better, elsewhere, rest)
    elsewhere, rest = work.again(left_over, elsewhere, rest, rounds=1)
    links = absorbed(source, target, ours, theirs, [*elsewhere, *parted(ours, theirs, rest)])
    moved_links = _out_of_order(links)
    pairs = [work.pair(link, link in moved_links) for link in links]
    return Alignment(source, target, tuple(_ordered(pairs)))


@dataclass(frozen=True, slots=True)
class _Work:
    """Both sides' evidence and the candidates between them."""

    ours: Evidence
    theirs: Evidence
    found: Sequence[Anchor]
    costs: Costs
    progress: Progress

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

    def apart(self, section: Sequence[int], other: Sequence[int]) -> list[Link]:
        """Pair two sections that may have moved; nothing where what stands in them is not alike."""
        links = [pair for pair in self.linked(section, other) if pair[0] and pair[1]]
        alike = sum(likeness(self.ours, self.theirs, *pair) for pair in links) / max(1, len(links))
        return links if alike >= LEAST_APART else []

    def rest(self, taken: Sequence[Link]) -> list[Link]:
        """Pair in order all that is not taken."""
        gone_ours, gone_theirs = {s for one, _ in taken for s in one}, {t for _, other in taken for t in other}
        links = self.linked(_others(len(self.ours), gone_ours), _others(len(self.theirs), gone_theirs))
        self.progress(1)
        return links

    def again(self, find: Find, taken: list[Link], rest: list[Link], rounds: int = ROUNDS) -> tuple[list[Link], ...]:
        """Return what is taken with what ``find`` finds out of order, and the rest, laid anew after each round."""
        for made in range(rounds):
            more = find(self.ours, self.theirs, rest)
            if not more:
                self.progress(rounds - made)
                break
            taken = [*taken, *more]
            rest = self.rest(taken)
        return taken, rest

    def pair(self, found: Link, moved: bool) -> Pair:
        """Return a pair with its score."""
        return Pair(*found, round(min(1.0, max(0.0, likeness(self.ours, self.theirs, *found))), 4), moved)


def _out_of_order(links: Sequence[Link]) -> set[Link]:
    """Return the links that are not in the order that most of the text keeps."""
    weighed = [Anchor(one[0], other[0], len(one) + len(other)) for one, other in links if one and other]
    kept = {(anchor.source, anchor.target) for anchor in heaviest_chain(weighed)}
    return {(one, other) for one, other in links if one and other and (one[0], other[0]) not in kept}


def _others(count: int, gone: Set[int]) -> list[int]:
    return [number for number in range(count) if number not in gone]


def _ordered(pairs: Sequence[Pair]) -> list[Pair]:
    """Return the pairs in the order of the source; what only the target has follows what it follows there."""
    place: dict[int, float] = {t: pair.source[-1] for pair in pairs if pair.source for t in pair.target}
    for pair in sorted((pair for pair in pairs if not pair.source), key=lambda pair: pair.target):
        for t in pair.target:
            place[t] = place.get(t - 1, -1)
    return sorted(pairs, key=lambda p: (p.source[0], 0, ()) if p.source else (place[p.target[0]], 1, p.target))
