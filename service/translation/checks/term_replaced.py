"""Terms that stand where another term's rendering is due."""

from collections.abc import Iterator
from math import exp, log
from typing import NamedTuple

from service.translation.checks.finding import finding
from service.translation.checks.term_table import Link, Occurrences, Place, TermTable
from service.translation.types import Finding, Severity

FEWEST_PAIRS = 4
_TRUSTED = 0.5
"""Share of the other pairs that must follow a link before a departure from it is looked at."""
_REPORTED, _SURE = 0.64, 0.95
"""Likelihood from which a departure is reported at all, and from which it is more than a remark."""


class Weights(NamedTuple):
    """A logistic model of whether a departure is a slip.

    Fitted on terms exchanged by seeding in the development half of the library's sentences, four to a book, against
    the same half untouched; so its likelihoods hold for books with about one such slip in fifty sentences.
    """

    bias: float = -6.87
    asks: float = 4.33
    """Share of the source term's pairs that have its rendering."""
    belongs: float = 2.36
    """Share of the unexpected rendering's pairs that have its own source term."""
    explained: float = -1.28
    """Highest share of the pairs of another source term, that nothing else renders, which have that rendering."""
    distance: float = -0.6
    """Difference of the places of both terms in their texts, as shares of the lengths."""
    missing_pairs: float = 0.37
    """Logarithm of the source term's pairs."""
    surplus_pairs: float = 0.82
    """Logarithm of the unexpected rendering's pairs."""
    said_once: float = -1.93
    """Its own source term is there too, only less often."""


_WEIGHTS = Weights()


class _Pair(NamedTuple):
    """One pair's terms beside the whole table."""

    table: TermTable
    number: int

    @property
    def source(self) -> Occurrences:
        return self.table.sources[self.number]

    @property
    def target(self) -> Occurrences:
        return self.table.targets[self.number]

    def surplus(self, link: Link) -> int:
        """How many more occurrences the source has than the target; negative where the target has more.

        Occurrences inside a longer rendering that the source asks for ("doblar" in "dado de doblar") do not count
        as more, and those inside a compound make up for any that the other side has more.
        """
        source, target = len(self.source.get(link.source, ())), self.target.get(link.target, ())
        if len(target) <= source:
            return max(0, source - len(target) - self._hidden_in_target(link))
        free = sum(not self._is_within_longer(link, place) for place in target)
        return min(0, source + self._hidden_in_source(link) - free)

    def _hidden_in_source(self, link: Link) -> int:
        """Count the occurrences inside compounds, but for those that the target has a rendering of."""
        by_source = self.table.by_source
        return sum(
            within.compound not in by_source or by_source[within.compound].target not in self.target
            for within in self.table.source_parts[self.number].get(link.source, ())
        )

    def _hidden_in_target(self, link: Link) -> int:
        by_target = self.table.by_target
        return sum(
            within.compound not in by_target or by_target[within.compound].source not in self.source
            for within in self.table.target_parts[self.number].get(link.target, ())
        )

    def _is_within_longer(self, link: Link, place: Place) -> bool:
        return any(
            start <= place[0] and place[1] <= end and self.table.by_target[term].source in self.source
            for term, places in self.target.items()
            if len(term) > len(link.target) and term in self.table.by_target
            for start, end in places
        )


def replaced(table: TermTable, number: int) -> Iterator[Finding]:
    """Find a rendering that is missing beside one that nothing in the source asks for: the likeliest, if any."""
    pair = _Pair(table, number)
    frequent = (link for link in table.links_at(number) if min(link.source_pairs, link.target_pairs) >= FEWEST_PAIRS)
    deviating = [(link, surplus) for link in frequent if (surplus := pair.surplus(link))]
    missing = [link for link, surplus in deviating if surplus > 0 and _asks(pair, link) >= _TRUSTED]
    unexpected = [link for link, surplus in deviating if surplus < 0 and _belongs(pair, link) >= _TRUSTED]
    rated = [(_likelihood(pair, a, b), a, b) for a in missing for b in unexpected if _apart(a, b)]
    if rated and max(rated)[0] >= _REPORTED:
        yield _replacement(pair, *max(rated))


def _asks(pair: _Pair, link: Link) -> float:
    """Return how surely the source term asks for its rendering, this pair counted as a no."""
    return link.steadiness if link.target in pair.target else link.both / link.source_pairs


def _belongs(pair: _Pair, link: Link) -> float:
    """Return how surely the rendering stands for its own term only, this pair counted as a no."""
    return link.steadiness if link.source in pair.source else link.both / link.target_pairs


def _apart(one: Link, other: Link) -> bool:
    return not (set(one.source) & set(other.source) or set(one.target) & set(other.target))


def _likelihood(pair: _Pair, missing: Link, unexpected: Link) -> float:
    weights = _WEIGHTS
    evidence = (
        weights.bias
        + weights.asks * _asks(pair, missing)
        + weights.belongs * _belongs(pair, unexpected)
        + weights.explained * _explained(pair, unexpected)
        + weights.distance * _distance(pair, missing, unexpected)
        + weights.missing_pairs * log(missing.source_pairs)
        + weights.surplus_pairs * log(unexpected.target_pairs)
        + weights.said_once * (unexpected.source in pair.source)
    )
    return 1 / (1 + exp(-evidence))


def _explained(pair: _Pair, link: Link) -> float:
    table = pair.table
    shares = (
        table.both.get((term, link.target), 0) / len(table.source_pairs[term])
        for term in pair.source
        if term not in table.by_source and not any((stem,) in table.by_source for stem in term)
    )
    return max(shares, default=0.0)


def _distance(pair: _Pair, missing: Link, unexpected: Link) -> float:
    texts = pair.table.pairs[pair.number]
    return min(
        abs(left[0] / len(texts.source.text) - right[0] / len(texts.target.text))
        for left in pair.source[missing.source]
        for right in pair.target[unexpected.target]
    )


def _replacement(pair: _Pair, likelihood: float, missing: Link, unexpected: Link) -> Finding:
    texts = pair.table.pairs[pair.number]
    left = texts.source.quote(*pair.source[missing.source][-1])
    right = texts.target.quote(*pair.target[unexpected.target][-1])
    message = (
        f"{left.quote} is rendered otherwise in {missing.both} of {missing.source_pairs} places; here stands "
        f"{right.quote}, which elsewhere renders another term."
    )
    severity = Severity.MEDIUM if likelihood >= _SURE else Severity.LOW
    return finding("term-replaced", severity, round(likelihood, 2), message, left, right, texts.pair)
