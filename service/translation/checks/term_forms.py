"""Whether the very words of a replaced term mean what their stems are taken to mean.

A stem stands for several words: "suele" (is wont to) is no "suelo" (ground), "forem" (were) no "FOR" (strength). What
the other pairs show of the words as they stand here weighs a departure from the term table (Melamed 2000 counts types;
these are the tokens' forms). Words that are seldom seen elsewhere are taken half at their stems' word.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from corpus.terms import fold
from service.translation.checks.finding import remark
from service.translation.checks.sides import Side
from service.translation.checks.term_table import Occurrences, Term, TermTable
from service.translation.checks.words import words
from service.translation.types import Finding, Quote

KIND = "term-replaced"
_TELLING = 0.6
"""Share of the other pairs with a form that must have its counterpart for a departure to be more than a remark."""
_OTHER_WORD = 0.25
"""Share below which the form is another word: there is no departure."""


def upheld(table: TermTable, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, those about replaced terms weighed by what their very words stand for elsewhere."""
    numbers = {pair.pair: number for number, pair in enumerate(table.pairs)}
    halves = _halves(table)
    weighed = (_weighed(halves, numbers[each.pair], each) for each in findings if each.pair is not None)
    return [each for each in weighed if each is not None]


class _Half(NamedTuple):
    """One side of all pairs: its terms, and where their counterparts stand on the other side."""

    sides: Sequence[Side]
    places: Sequence[Occurrences]
    pairs: Mapping[Term, Sequence[int]]
    counterparts: Mapping[Term, Term]
    others: Sequence[Occurrences]

    def share(self, number: int, quote: Quote) -> float:
        """Return in what share of the other pairs a form quoted in pair ``number`` has its counterpart.

        It is told as if one more pair had the counterpart by half.
        """
        form, term = _form(quote.quote), _term(quote, self.sides[number])
        same = [at for at in self.pairs.get(term, ()) if at != number and self._has_form(at, term, form)]
        return (sum(self.counterparts.get(term) in self.others[at] for at in same) + 0.5) / (len(same) + 1)

    def _has_form(self, number: int, term: Term, form: str) -> bool:
        text = self.sides[number].text
        return any(_form(text[start:end]) == form for start, end in self.places[number][term])


def _halves(table: TermTable) -> tuple[_Half, _Half]:
    """Return the source's half of a table, then the target's."""
    renderings = {term: link.target for term, link in table.by_source.items()}
    rendered = {term: link.source for term, link in table.by_target.items()}
    sources, targets = [pair.source for pair in table.pairs], [pair.target for pair in table.pairs]
    return (
        _Half(sources, table.sources, table.source_pairs, renderings, table.targets),
        _Half(targets, table.targets, table.target_pairs, rendered, table.sources),
    )


def _term(quote: Quote, side: Side) -> Term:
    return tuple(word.stem for word in words(quote.quote, side.language))


def _form(text: str) -> str:
    """Return a word as it tells itself from others: folded, but for capitals throughout ("FOR")."""
    return text if text.isupper() and len(text) > 1 else fold(text)


def _weighed(halves: tuple[_Half, _Half], number: int, found: Finding) -> Finding | None:
    if found.kind != KIND or found.source is None or found.target is None:
        return found
    least = min(half.share(number, quote) for half, quote in zip(halves, (found.source, found.target), strict=True))
    if least < _OTHER_WORD:
        return None
    return remark(found, least) if least < _TELLING else found
