"""What seems to differ in a pair, and only stands across its boundary: in the segment beside it, on the other side.

One language says in three list items or two sentences what the other says in one; where the pairs part such passages
otherwise than the text does, a number is missing here and one too many next door.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.translation.checks.cues import cues
from service.translation.checks.finding import remark
from service.translation.checks.number import unlabelled
from service.translation.checks.sides import side
from service.translation.types import Alignment, Edition, Finding

_REACH = 2
"""Segments before and after a pair that are beside it."""
_LEFT = 0.5
"""What is left of the confidence in a finding that the segment beside answers."""
_GAPS = ("missing", "added")


class _Free(NamedTuple):
    """The numbers of a pair that the other side of it has not, or less often."""

    source: Counter[str]
    target: Counter[str]


def lightened(alignment: Alignment, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, those about numbers, gaps and negations that stand across a boundary as remarks."""
    beside = _Beside(alignment)
    return [remark(each, _LEFT) if beside.answers(each) else each for each in findings]


class _Beside:
    """Looks from a pair at what stands beside it on either side."""

    def __init__(self, alignment: Alignment) -> None:
        self._alignment = alignment
        self._free: dict[int, _Free] = {}
        self._sources = {segment: number for number, pair in enumerate(alignment.pairs) for segment in pair.source}
        self._targets = {segment: number for number, pair in enumerate(alignment.pairs) for segment in pair.target}

    def answers(self, found: Finding) -> bool:
        """Say whether a number, a gap's numbers or a negation stand beside the pair where nothing asks for them."""
        if found.pair is None:
            return False
        if found.kind in _GAPS:
            return self._fills(found.pair)
        if found.kind == "negation":
            return self._negated_beside(found.pair)
        return found.kind == "number" and self._crosses(found.pair)

    def _negated_beside(self, number: int) -> bool:
        """Say whether a segment next to the less negated side, itself without a counterpart, is negated."""
        alignment, pair = self._alignment, self._alignment.pairs[number]
        sides = ((alignment.source, pair.source, self._sources), (alignment.target, pair.target, self._targets))
        edition, segments, pairs = min(sides, key=lambda one: _negations(one[0], one[1]))
        beside = [each for each in (segments[0] - 1, segments[-1] + 1) if each in pairs]
        return any(alignment.pairs[pairs[each]].one_sided and _negations(edition, (each,)) for each in beside)

    def _crosses(self, number: int) -> bool:
        """Say whether numbers of the pair that have no partner stand beside it, all of them and not merely exchanged.

        What the pairs beside it leave unexplained is wrong here, wherever the rest stands.
        """
        free, beside = self._free_of(number), [self._free_of(other) for other in self._near(number)]
        moved = [(bool(free.source & there.target), bool(free.target & there.source)) for there in beside]
        if not any(gone != back for gone, back in moved):  # both: two pairs have exchanged numbers, each is wrong
            return False
        sources, targets = (sum((each[side] for each in beside), Counter[str]()) for side in (0, 1))
        return free.source <= targets and free.target <= sources

    def _fills(self, number: int) -> bool:
        """Say whether a pair beside a gap has all of the gap's numbers, and no partner for them."""
        gap = self._free_of(number)
        own = gap.source or gap.target
        others = [self._free_of(other) for other in self._near(number)]
        return bool(own) and any(own <= (each.target if gap.source else each.source) for each in others)

    def _near(self, number: int) -> Iterator[int]:
        """Yield the pairs of the segments beside a pair, on the side that it has, or on both."""
        pair = self._alignment.pairs[number]
        for segments, pairs in ((pair.source, self._sources), (pair.target, self._targets)):
            if segments:
                near = [*range(segments[0] - _REACH, segments[0]), *range(segments[-1] + 1, segments[-1] + _REACH + 1)]
                yield from (pairs[each] for each in near if each in pairs and pairs[each] != number)

    def _free_of(self, number: int) -> _Free:
        if number not in self._free:
            pair = self._alignment.pairs[number]
            source = _values(self._alignment, pair.source, "source")
            target = _values(self._alignment, pair.target, "target")
            self._free[number] = _Free(source - target, target - source)
        return self._free[number]


def _negations(edition: Edition, segments: Sequence[int]) -> int:
    told = side(edition, segments)
    return len(cues(told.text, told.language, "negation"))


def _values(alignment: Alignment, segments: Sequence[int], where: str) -> Counter[str]:
    edition = alignment.source if where == "source" else alignment.target
    return Counter(number.value for number in unlabelled(side(edition, segments)).numbers) if segments else Counter()
