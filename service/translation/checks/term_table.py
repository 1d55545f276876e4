"""Which term of the source the translation renders by which, mined from an alignment.

Candidates are sequences of one to three stems that begin and end with a content word. Two of them belong together
when each is the other's best partner by Dice's coefficient over the pairs (Melamed 2000: competitive linking) and
their co-occurrence is no chance by the log-likelihood ratio (Dunning 1993). A term inside a compound ("Königszug")
may or may not be one of its occurrences: it is counted where the other side asks for it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log
from typing import NamedTuple

from corpus.compounds import LINKS, Compounds
from corpus.terms import fold
from service.translation.checks.sides import Compared, Side
from service.translation.checks.words import Word, may_be_term, stem, words

Term = tuple[str, ...]
"""Stems in a row."""
Place = tuple[int, int]

LONGEST = 3
_FEWEST = 3
_DICE = 0.5
_SIGNIFICANT = 10.83
"""The log-likelihood ratio that chance exceeds once in a thousand."""


class Link(NamedTuple):
    """A source term and its usual rendering; ``source_pairs`` and ``both`` count the pairs that have them."""

    source: Term
    target: Term
    source_pairs: int
    target_pairs: int
    both: int
    steadiness: float
    """Share of the pairs with either term that have both equally often."""


Occurrences = Mapping[Term, Sequence[Place]]


class Within(NamedTuple):
    """A term inside a compound: the compound's own term, and where it stands."""

    compound: Term
    place: Place


Parts = Mapping[Term, Sequence[Within]]


@dataclass(frozen=True, slots=True)
class TermTable:
    """The links of an alignment, the terms of every pair with their places, and the pairs of every term."""

    pairs: tuple[Compared, ...]
    sources: tuple[Occurrences, ...]
    targets: tuple[Occurrences, ...]
    source_parts: tuple[Parts, ...]
    target_parts: tuple[Parts, ...]
    source_pairs: Mapping[Term, Sequence[int]]
    target_pairs: Mapping[Term, Sequence[int]]
    both: Mapping[tuple[Term, Term], int]
    """Pairs that have both terms; pairs of terms below three are left out."""
    links: tuple[Link, ...]
    by_source: Mapping[Term, Link]
    by_target: Mapping[Term, Link]

    def links_at(self, number: int) -> list[Link]:
        """Return the links whose source or target term stands in a pair, in a stable order."""
        found = {self.by_source[term] for term in self.sources[number] if term in self.by_source}
        found |= {self.by_target[term] for term in self.targets[number] if term in self.by_target}
        return sorted(found)


def occurrences(side: Side) -> dict[Term, list[Place]]:
    """Return the terms of one side with their places in its text."""
    found: dict[Term, list[Place]] = defaultdict(list)
    spoken = words(side.text, side.language)
    for first, word in enumerate(spoken):
        for run in _runs(side, spoken, first) if _is_telling(side, word) else ():
            if _unbroken(side.text, run):
                found[tuple(each.stem for each in run)].append((run[0].start, run[-1].end))
    return dict(found)


def _is_telling(side: Side, word: Word) -> bool:
    return word.content and may_be_term(side.text[word.start : word.end].lower(), side.language)


def _runs(side: Side, spoken: Sequence[Word], first: int) -> Iterator[Sequence[Word]]:
    for length in range(1, LONGEST + 1):
        run = spoken[first : first + length]
        if len(run) == length and _is_telling(side, run[-1]):
            yield run


def _unbroken(text: str, run: Sequence[Word]) -> bool:
    """Say whether only spaces, hyphens and elided articles part the words."""
    return all(len(text[a.end : b.start].strip("-'’ ")) <= 1 for a, b in pairwise(run)) and not any(
        mark in text[run[0].start : run[-1].end] for mark in ",;:.()[]"
    )


def _parts_of(sides: Sequence[Side]) -> tuple[Parts, ...]:
    """Return the terms that stand inside compounds of every side; none in a language that writes them apart."""
    if not sides or sides[0].language not in LINKS:
        return tuple({} for _ in sides)
    counts = Counter(_folded(side, word) for side in sides for word in words(side.text, side.language))
    compounds = Compounds(counts, sides[0].language)
    return tuple(_inside(side, compounds) for side in sides)


def _folded(side: Side, word: Word) -> str:
    return fold(side.text[word.start : word.end])


def _inside(side: Side, compounds: Compounds) -> Parts:
    found: dict[Term, list[Within]] = defaultdict(list)
    for word in words(side.text, side.language):
        for part in compounds.parts(_folded(side, word)) if word.content else ():
            found[(stem(part, side.language),)].append(Within((word.stem,), (word.start, word.end)))
    return dict(found)


def mine(pairs: Sequence[Compared]) -> TermTable:
    """Return the term table of the pairs, the strongest links first."""
    sources = tuple(occurrences(pair.source) for pair in pairs)
    targets = tuple(occurrences(pair.target) for pair in pairs)
    parts = _parts_of([pair.source for pair in pairs]), _parts_of([pair.target for pair in pairs])
    source_pairs, target_pairs = _pairs_of(sources), _pairs_of(targets)
    both = _both_counts(sources, targets, source_pairs, target_pairs)
    rated = {
        terms: 2 * count / (len(source_pairs[terms[0]]) + len(target_pairs[terms[1]]))
        for terms, count in both.items()
        if _significance(count, len(source_pairs[terms[0]]), len(target_pairs[terms[1]]), len(pairs)) >= _SIGNIFICANT
    }
    strong = [terms for terms in _mutual(rated) if rated[terms] >= _DICE]
    steadiness = _Steadiness(sources, targets, *parts, source_pairs, target_pairs)
    links = tuple(
        Link(*terms, len(source_pairs[terms[0]]), len(target_pairs[terms[1]]), both[terms], steadiness.of(*terms))
        for terms in strong
    )
    by_source, by_target = {link.source: link for link in links}, {link.target: link for link in links}
    return TermTable(
        tuple(pairs), sources, targets, *parts, source_pairs, target_pairs, both, links, by_source, by_target
    )


def _pairs_of(sides: Sequence[Occurrences]) -> dict[Term, list[int]]:
    numbers: dict[Term, list[int]] = defaultdict(list)
    for number, found in enumerate(sides):
        for term in found:
            numbers[term].append(number)
    return dict(numbers)


def _both_counts(
    sources: Sequence[Occurrences],
    targets: Sequence[Occurrences],
    source: Mapping[Term, Sequence[int]],
    target: Mapping[Term, Sequence[int]],
) -> Counter[tuple[Term, Term]]:
    counts: Counter[tuple[Term, Term]] = Counter()
    for left, right in zip(sources, targets, strict=True):
        frequent = [term for term in right if len(target[term]) >= _FEWEST]
        counts.update((a, b) for a in left if len(source[a]) >= _FEWEST for b in frequent)
    return Counter({terms: count for terms, count in counts.items() if count >= _FEWEST})


def _significance(both: int, source: int, target: int, pairs: int) -> float:
    """Return Dunning's log-likelihood ratio of a two by two table; 0 where the terms avoid each other."""
    if both * pairs <= source * target:
        return 0.0
    cells = (
        (both, source * target),
        (source - both, source * (pairs - target)),
        (target - both, (pairs - source) * target),
        (pairs - source - target + both, (pairs - source) * (pairs - target)),
    )
    return 2 * sum(seen * log(seen * pairs / product) for seen, product in cells if seen > 0 and product > 0)


def _mutual(rated: Mapping[tuple[Term, Term], float]) -> list[tuple[Term, Term]]:
    """Return the pairs of terms that are each other's best, shorter terms first among equals."""
    order = sorted(rated, key=lambda terms: (-rated[terms], len(terms[0]) + len(terms[1]), terms))
    best_of_source: dict[Term, Term] = {}
    best_of_target: dict[Term, Term] = {}
    for source, target in order:
        best_of_source.setdefault(source, target)
        best_of_target.setdefault(target, source)
    return [terms for terms in order if best_of_source[terms[0]] == terms[1] and best_of_target[terms[1]] == terms[0]]


class _Steadiness(NamedTuple):
    sources: Sequence[Occurrences]
    targets: Sequence[Occurrences]
    source_parts: Sequence[Parts]
    target_parts: Sequence[Parts]
    source_pairs: Mapping[Term, Sequence[int]]
    target_pairs: Mapping[Term, Sequence[int]]

    def of(self, source: Term, target: Term) -> float:
        """Return in what share of the pairs with either term both stand equally often, or may."""
        numbers = {*self.source_pairs[source], *self.target_pairs[target]}
        return sum(self._is_even(number, source, target) for number in numbers) / len(numbers)

    def _is_even(self, number: int, source: Term, target: Term) -> bool:
        ours, theirs = len(self.sources[number].get(source, ())), len(self.targets[number].get(target, ()))
        most = ours + len(self.source_parts[number].get(source, ()))
        return ours <= theirs + len(self.target_parts[number].get(target, ())) and theirs <= most
