"""Strict and lax precision, recall and F1 of alignments, as Vecalign scores them (Thompson & Koehn 2019).

A link is strictly right where gold has the very same; laxly right where it shares a source and a target segment with
gold links. Precision counts the links found, deletions and insertions too; recall counts gold's links that have both
sides, looked for among the found ones that have both.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from eval.alignment_gold import Link


@dataclass(frozen=True, slots=True)
class Counts:
    """Links right and looked at, for precision and for recall; sums over documents by ``+``."""

    strict_found: int = 0
    lax_found: int = 0
    found: int = 0
    strict_gold: int = 0
    lax_gold: int = 0
    gold: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def strict(self) -> float:
        """Strict F1."""
        return _f1(self.strict_found, self.found, self.strict_gold, self.gold)

    @property
    def lax(self) -> float:
        """Lax F1."""
        return _f1(self.lax_found, self.found, self.lax_gold, self.gold)


def scored(found: Iterable[Link], gold: Iterable[Link]) -> Counts:
    """Count what of ``found`` is in ``gold`` and the other way round."""
    ours, theirs = set(found), set(gold)
    both_ours, both_theirs = ({link for link in links if link[0] and link[1]} for links in (ours, theirs))
    return Counts(*_agreeing(ours, theirs), *_agreeing(both_theirs, both_ours))


def _agreeing(judged: set[Link], reference: set[Link]) -> tuple[int, int, int]:
    """Return how many of ``judged`` agree strictly, how many laxly, and how many there are."""
    partners: dict[int, set[int]] = defaultdict(set)
    for ours, theirs in reference:
        for one in ours:
            partners[one].update(theirs)
    strict = sum(link in reference for link in judged)
    lax = sum(link in reference or any(partners[one] & set(link[1]) for one in link[0]) for link in judged)
    return strict, lax, len(judged)


def _f1(found_right: int, found: int, gold_right: int, gold: int) -> float:
    precision = found_right / found if found else 0.0
    recall = gold_right / gold if gold else 0.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
