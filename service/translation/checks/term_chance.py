"""How many of a book's replaced terms freedom of translation alone would make.

Where a translation departs from its own term table in every eighth place, a term that is missing stands beside one
that nothing asks for by chance, again and again. As many pairs as the two kinds of departure would meet in, were they
independent, are expected; what was found beyond that is evidence of slips.
"""

from collections.abc import Sequence
from typing import NamedTuple

from service.translation.checks.finding import remark
from service.translation.checks.term_table import Link, TermTable
from service.translation.types import Finding

KIND = "term-replaced"
_FEWEST_PAIRS = 4
_TRUSTED = 0.5
"""Share of a term's pairs that must follow a link for a departure from it to count."""
_MOSTLY = 0.5
"""Share of chance up to which a book's findings stand as they are."""
_LEAST = 0.25
"""What is left of a finding's confidence where chance explains all."""


def beyond_chance(table: TermTable, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, replaced terms as fainter remarks the more of them chance explains."""
    share = chance_share(table) if any(each.kind == KIND for each in findings) else 0.0
    if share <= _MOSTLY:
        return list(findings)
    left = max(_LEAST, (1 - share) / (1 - _MOSTLY))
    return [remark(each, left) if each.kind == KIND else each for each in findings]


class _Departures(NamedTuple):
    """Links with a term on one side of a pair, and those that have more of it there than on the other."""

    asking: Sequence[Link]
    missing: Sequence[Link]
    given: Sequence[Link]
    unexpected: Sequence[Link]

    @property
    def meet(self) -> bool:
        """Whether a missing rendering stands beside another that nothing asks for."""
        return any(one.source != other.source for one in self.missing for other in self.unexpected)


def chance_share(table: TermTable) -> float:
    """Return the share, 0 to 1, of pairs with both departures that independence of the two explains."""
    pairs = [_departures(table, number) for number in range(len(table.pairs))]
    met = sum(each.meet for each in pairs)
    lost = sum(len(each.missing) for each in pairs) / max(1, sum(len(each.asking) for each in pairs))
    gained = sum(len(each.unexpected) for each in pairs) / max(1, sum(len(each.given) for each in pairs))
    expected = sum((1 - (1 - lost) ** len(each.asking)) * (1 - (1 - gained) ** len(each.given)) for each in pairs)
    return min(1.0, expected / met) if met else 0.0


def _departures(table: TermTable, number: int) -> _Departures:
    source, target = table.sources[number], table.targets[number]
    links = [link for link in table.links_at(number) if min(link.source_pairs, link.target_pairs) >= _FEWEST_PAIRS]
    asking = [link for link in links if link.source in source and link.both >= _TRUSTED * link.source_pairs]
    given = [link for link in links if link.target in target and link.both >= _TRUSTED * link.target_pairs]
    return _Departures(
        asking,
        [link for link in asking if len(source[link.source]) > len(target.get(link.target, ()))],
        given,
        [link for link in given if len(target[link.target]) > len(source.get(link.source, ()))],
    )
