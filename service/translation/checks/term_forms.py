"""Whether the very words of a replaced term mean what their stems are taken to mean.

A stem stands for several words: "suele" (is wont to) is no "suelo" (ground), "forem" (were) no "FOR" (strength). What
the other pairs show of the words as they stand here weighs a departure from the term table (Melamed 2000 counts types;
these are the tokens' forms). Words that are seldom seen elsewhere are taken half at their stems' word.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from corpus.terms import fold
from service.translation.checks.sides import Side
from service.translation.checks.term_table import Occurrences, Term, TermTable
from service.translation.checks.words import words
from service.translation.types import Finding, Quote, Severity

KIND = "term-replaced"
_TELLING = 0.6
"""Share of the other pairs with a form that must have its counterpart for a departure to be more than a remark."""
_OTHER_WORD = 0.25
"""Share below which the form is another word: there is no departure."""


def upheld(table: TermTable, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, those about replaced terms weighed by what their very words stand for elsewhere."""
    numbers = {pair.pair: number for number, pair in enumerate(table.pairs)}
    weighed = (_weighed(_Forms(table, numbers[each.pair]), each) for each in findings if each.pair is not None)
    return [each for each in weighed if each is not None]


class _Forms(NamedTuple):
    """What the pairs other than ``number`` say of a form."""

    table: TermTable
    number: int

    def asking(self, quote: Quote) -> float:
        """Return in what share of them a form of the source has its rendering."""
        table = self.table
        term = _term(quote, table.pairs[self.number].source)
        link = table.by_source.get(term)
        sides = [pair.source for pair in table.pairs]
        return self._share(quote, term, link and link.target, table.source_pairs, table.sources, sides, table.targets)

    def rendering(self, quote: Quote) -> float:
        """Return in what share of them a form of the target stands for its source term."""
        table = self.table
        term = _term(quote, table.pairs[self.number].target)
        link = table.by_target.get(term)
        sides = [pair.target for pair in table.pairs]
        return self._share(quote, term, link and link.source, table.target_pairs, table.targets, sides, table.sources)

    def _share(
        self,
        quote: Quote,
        term: Term,
        counterpart: Term | None,
        pairs: Mapping[Term, Sequence[int]],
        places: Sequence[Occurrences],
        sides: Sequence[Side],
        others: Sequence[Occurrences],
    ) -> float:
        """Return the share, as if one more pair had the counterpart by half."""
        form = _form(quote.quote)
        elsewhere = [number for number in pairs.get(term, ()) if number != self.number]
        same = [
            number
            for number in elsewhere
            if any(_form(sides[number].text[start:end]) == form for start, end in places[number][term])
        ]
        return (sum(counterpart in others[number] for number in same) + 0.5) / (len(same) + 1)


def _term(quote: Quote, side: Side) -> Term:
    return tuple(word.stem for word in words(quote.quote, side.language))


def _form(text: str) -> str:
    """Return a word as it tells itself from others: folded, but for capitals throughout ("FOR")."""
    return text if text.isupper() and len(text) > 1 else fold(text)


def _weighed(forms: _Forms, found: Finding) -> Finding | None:
    if found.kind != KIND or found.source is None or found.target is None:
        return found
    least = min(forms.asking(found.source), forms.rendering(found.target))
    if least < _OTHER_WORD:
        return None
    if least < _TELLING:
        return replace(found, severity=Severity.LOW, confidence=round(found.confidence * least, 2))
    return found
