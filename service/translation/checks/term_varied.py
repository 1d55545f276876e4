"""Terms rendered in several ways, and several terms rendered as one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from service.translation.checks.finding import finding
from service.translation.checks.term_replaced import FEWEST_PAIRS
from service.translation.checks.term_table import Link, Term, TermTable
from service.translation.types import Finding, Severity

_FAITHFUL = 0.8
_DEVIATIONS = 2


def varied(table: TermTable, link: Link) -> Iterator[Finding]:
    """Find a second rendering of a term that is otherwise rendered in one way."""
    if link.source_pairs < FEWEST_PAIRS:
        return
    others = [number for number in table.source_pairs[link.source] if link.target not in table.targets[number]]
    second = _second_rendering(table, link, others)
    if second is None:
        return
    number = next(number for number in others if second in table.targets[number])
    pair, places = table.pairs[number], table.targets[number][second]
    left, right = pair.source.quote(*table.sources[number][link.source][0]), pair.target.quote(*places[0])
    usual = _words_of(table, link.target)
    message = f"{left.quote} is mostly {usual} ({link.both} of {link.source_pairs} places), but {right.quote} here."
    yield finding("term-inconsistent", Severity.LOW, 0.45, message, left, right, pair.pair)


def _second_rendering(table: TermTable, link: Link, others: Sequence[int]) -> Term | None:
    """Return the term that stands in most of ``others`` and, in the whole book, only where the source term does."""
    if len(others) < _DEVIATIONS:
        return None
    counts = Counter(term for number in others for term in table.targets[number] if term not in table.by_target)
    return next(
        (
            term
            for term, count in counts.most_common(20)
            if count >= max(_DEVIATIONS, 0.6 * len(others))
            and count >= _FAITHFUL * len(table.target_pairs[term])
            and not _alike(term, link.target)
        ),
        None,
    )


def _alike(one: Term, other: Term) -> bool:
    """Say whether two terms share a stem, or stems that only their endings part (legal, legais)."""
    return any(a[:4] == b[:4] or SequenceMatcher(None, a, b).ratio() >= 0.7 for a in one for b in other)


def collapsed(table: TermTable, link: Link) -> Iterator[Finding]:
    """Find source terms other than the link's that nearly always stand where its rendering does."""
    if link.both < _FAITHFUL * link.source_pairs:
        return
    alone = [number for number in table.target_pairs[link.target] if link.source not in table.sources[number]]
    counts = Counter(term for number in alone for term in table.sources[number] if term not in table.by_source)
    for term, count in counts.most_common(3):
        whole = count >= _FAITHFUL * len(table.source_pairs[term]) and count >= 0.6 * len(alone)
        if count >= _DEVIATIONS + 1 and whole and not _alike(term, link.source):
            yield _collapse(table, link, term, next(number for number in alone if term in table.sources[number]))
            return


def _collapse(table: TermTable, link: Link, term: Term, number: int) -> Finding:
    pair = table.pairs[number]
    left = pair.source.quote(*table.sources[number][term][0])
    right = pair.target.quote(*table.targets[number][link.target][0])
    first_number = table.source_pairs[link.source][0]
    start, end = table.sources[first_number][link.source][0]
    first = table.pairs[first_number].source.text[start:end]
    message = f"{left.quote} and {first} are both rendered as {right.quote}."
    return finding("term-collapsed", Severity.LOW, 0.45, message, left, right, pair.pair)


def _words_of(table: TermTable, target: Term) -> str:
    number = table.target_pairs[target][0]
    start, end = table.targets[number][target][0]
    return table.pairs[number].target.text[start:end]
