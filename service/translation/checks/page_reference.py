"""References to pages: they may differ between editions, but must lead to the same place."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from service.translation.checks.finding import finding
from service.translation.checks.numerals import PageReference, numerals
from service.translation.checks.sides import Compared, compared
from service.translation.types import Alignment, Finding, Severity

_SHIFTS = (0, 1, -1, 2, -2, 3, -3, 4, -4)
"""Printed page numbers minus the file's, as covers and front matter make them."""
_ENOUGH = 3
"""References that a shift must put right before it is believed."""


class _Both(NamedTuple):
    pair: Compared
    source: PageReference | None
    target: PageReference | None


class PageReferenceCheck:
    """Follows each reference of the source to what stands on its page, and asks where the target has that."""

    kind = "page-reference"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the references that are missing or lead elsewhere, in the order of the pairs."""
        both = [found for pair in compared(alignment) for found in _references(pair)]
        counterparts = _counterparts(alignment)
        whole = [found for found in both if found.source and found.target]
        shift = max(_SHIFTS, key=lambda shift: _right(whole, counterparts, shift))
        if _right(whole, counterparts, shift) < _right(whole, counterparts, 0) + _ENOUGH:
            shift = 0
        wrong = [found for found in both if not _leads_there(found, counterparts, shift)]
        return [_finding(found, bool(found.source and counterparts.get(found.source.page - shift))) for found in wrong]


def _references(pair: Compared) -> list[_Both]:
    source = numerals(pair.source.text, pair.source.language).references
    target = numerals(pair.target.text, pair.target.language).references
    return [_Both(pair, left, right) for left, right in zip_longest(source, target)]


def _counterparts(alignment: Alignment) -> Mapping[int, frozenset[int]]:
    """Return, for each page of the source, the pages of the target that say the same."""
    pages: dict[int, set[int]] = defaultdict(set)
    for pair in alignment.pairs:
        for source in pair.source:
            pages[alignment.source.segments[source].page].update(
                alignment.target.segments[target].page for target in pair.target
            )
    return {page: frozenset(found) for page, found in pages.items()}


def _right(both: Sequence[_Both], counterparts: Mapping[int, frozenset[int]], shift: int) -> int:
    return sum(_leads_there(found, counterparts, shift) for found in both)


def _leads_there(found: _Both, counterparts: Mapping[int, frozenset[int]], shift: int) -> bool:
    if found.source is None or found.target is None:
        return False
    expected = counterparts.get(found.source.page - shift)
    if not expected:  # the page is outside of what was read: only the same number can be told right
        return found.source.page == found.target.page
    return found.target.page - shift in expected


def _finding(found: _Both, told: bool) -> Finding:
    pair, source, target = found
    left = pair.source.quote(source.start, source.end) if source else pair.source.whole()
    right = pair.target.quote(target.start, target.end) if target else pair.target.whole()
    if source and target and not told:
        message = f"Page {source.page} became {target.page}; both lie outside of what was read."
        return finding("page-reference", Severity.LOW, 0.4, message, left, right, pair.pair)
    if source and target:
        message = f"Page {target.page} of the target is not where page {source.page} of the source has its counterpart."
        return finding("page-reference", Severity.HIGH, 0.88, message, left, right, pair.pair)
    message = (
        f"The target lacks the reference to page {source.page}."
        if source
        else f"The target refers to page {target.page if target else ''}, the source to none."
    )
    return finding("page-reference", Severity.MEDIUM, 0.8, message, left, right, pair.pair)
