"""Words that deny by how they are made or by what they mean, against a plain negation on the other side.

"Unwilling" is "non è disposto", "vague" is "no estén claras", and languages put the two in quite other places of the
sentence. Where the side without the negation has one such word more than the other, it may be what the negation says.
"""

import re
from collections.abc import Sequence

from service.translation.checks.cues import cues, words_pattern
from service.translation.checks.finding import remark
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Quote, Severity

KIND = "negation"
_LEFT = 0.5
"""What is left of the confidence in a negation that a denying word may answer."""
_MADE = re.compile(
    r"(?:un|in|im|il|ir|des|dis|dés|non|s(?=[bcdfglt]))\w{4,}|\w{3,}less(?:ly)?|vag[aeou]\w*", re.IGNORECASE
)
"""How such words begin or end. Only words that are listed as denying are asked for it."""
_GERMAN = words_pattern(r"un(?!d|ter|ten|ser|ion|i|gefähr)\w{4,}|\w{3,}los(?:e[mnrs]?)?")
"""German makes them freely: "unklar", "unbenutzt", "lautlos"."""


def softened(alignment: Alignment, findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings, negations that a denying word of the other side may answer as remarks."""
    pairs = {pair.pair: pair for pair in compared(alignment)} if any(each.kind == KIND for each in findings) else {}
    return [remark(each, _LEFT) if _is_denied(pairs, each) else each for each in findings]


def _is_denied(pairs: dict[int, Compared], found: Finding) -> bool:
    """Say whether the side without the negation has more denying words than the one with it."""
    pair = pairs.get(-1 if found.pair is None else found.pair)
    if pair is None or found.kind != KIND or found.severity is Severity.LOW:
        return False
    source, target = len(denying(pair.source)), len(denying(pair.target))
    return target > source if _negates(pair.source, found.source) else source > target


def _negates(side: Side, quote: Quote | None) -> bool:
    """Say whether a finding quotes a side's negation: the other side is quoted whole."""
    return quote != side.whole()


def denying(side: Side) -> list[str]:
    """Return the words of a side that deny by a prefix, a suffix or their meaning."""
    listed = [cue.words for cue in cues(side.text, side.language, "denial") if _MADE.fullmatch(cue.words)]
    if side.language != "de":
        return listed
    made = [match.group() for match in _GERMAN.finditer(side.text)]
    return [*made, *(word for word in listed if word not in made)]
