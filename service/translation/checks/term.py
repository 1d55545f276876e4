"""What the mined term table says against single pairs and against itself."""

from collections.abc import Sequence

from service.translation.checks.sides import compared
from service.translation.checks.term_chance import beyond_chance
from service.translation.checks.term_forms import upheld
from service.translation.checks.term_replaced import replaced
from service.translation.checks.term_table import mine
from service.translation.checks.term_varied import collapsed, varied
from service.translation.types import Alignment, Finding


class TermCheck:
    """Reports terms with a second rendering, terms that stand for another ("term-replaced") and terms that share one.

    The last are of the kind "term-collapsed".
    """

    kind = "term-inconsistent"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the replaced terms in the order of the pairs, then a finding for each varied or collapsed term."""
        table = mine(list(compared(alignment)))
        departures = [each for number in range(len(table.pairs)) for each in replaced(table, number)]
        found = beyond_chance(table, upheld(table, departures))
        found += [each for link in table.links for each in varied(table, link)]
        return found + [each for link in table.links for each in collapsed(table, link)]
