"""The checks of a translation: each looks at an alignment and reports one kind of difference."""

from collections.abc import Sequence

from corpus.types import Progress
from service.translation.checks.across import lightened
from service.translation.checks.denied import softened
from service.translation.checks.doubt import weighed_by_pair
from service.translation.checks.finding import numbered, place
from service.translation.checks.glossary import Glossary, GlossaryCheck, GlossaryError
from service.translation.checks.kept import CodeCheck, NameCheck
from service.translation.checks.length import LengthCheck
from service.translation.checks.missing import MissingCheck
from service.translation.checks.modality import OPPOSITES, OppositesCheck
from service.translation.checks.negation import NegationCheck
from service.translation.checks.number import NumberCheck
from service.translation.checks.only_duty import OnlyDutyCheck
from service.translation.checks.page_reference import PageReferenceCheck
from service.translation.checks.parts import PartsCheck
from service.translation.checks.punctuation import PlaceholderCheck, PunctuationCheck
from service.translation.checks.term import TermCheck
from service.translation.checks.untranslated import UntranslatedCheck
from service.translation.types import Alignment, Check, Finding

__all__ = ["Glossary", "GlossaryError", "all_checks", "find_all", "weighed"]


def all_checks(glossary: Glossary | None = None) -> list[Check]:
    """Return every check; breaches of a glossary are looked for where one is given."""
    checks: list[Check] = [
        MissingCheck(),
        UntranslatedCheck(),
        NumberCheck(),
        NegationCheck(),
        *(OppositesCheck(opposites) for opposites in OPPOSITES),
        OnlyDutyCheck(),
        TermCheck(),
        CodeCheck(),
        NameCheck(),
        PageReferenceCheck(),
        PlaceholderCheck(),
        PunctuationCheck(),
        PartsCheck(),
        LengthCheck(),
    ]
    return [*checks, GlossaryCheck(glossary)] if glossary else checks


def find_all(alignment: Alignment, glossary: Glossary | None = None, progress: Progress | None = None) -> list[Finding]:
    """Return what all checks find, in the order of the pairs and with ids that differ; ``progress`` counts checks.

    What follows from a text being untranslated (numbers in words, negations, lengths) is not reported besides.
    """
    found: list[Finding] = []
    for check in all_checks(glossary):
        found += check.findings(alignment)
        if progress:
            progress(1)
    whole = {each.pair for each in found if each.kind == "untranslated"}
    kept = [each for each in found if each.kind in ("untranslated", "missing", "added") or each.pair not in whole]
    told = weighed(alignment, kept)
    return numbered(sorted(told, key=place))


def weighed(alignment: Alignment, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, weighed down where their pair may be none, or where other words or segments answer them."""
    told = softened(alignment, lightened(alignment, findings))
    return [weighed_by_pair(each, alignment) for each in told]
