"""Words that allow, oblige, limit and order, where the editions say opposite things."""

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from service.translation.checks.cues import Cue, cues, languages
from service.translation.checks.finding import finding
from service.translation.checks.pairing import apart, near
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

_NEGATION_REACH = 25
"""Characters between a modal verb and the negation that turns it: "may not", "no se puede", "darf ... nicht"."""


_NEGATED_BEFORE = frozenset({"es", "pt", "it", "pl"})
"""Languages whose verbs have their negation before them."""
_CLAUSE_END = re.compile(r"[,;:.!?()–—]")


class Opposites(NamedTuple):
    """Two classes of cues that contradict each other, with the kind of a finding that one stands for the other."""

    kind: str
    one: str
    other: str
    severity: Severity
    confidence: float


OPPOSITES = (
    Opposites("obligation", "may", "must", Severity.HIGH, 0.92),
    Opposites("quantity", "at_least", "at_most", Severity.HIGH, 0.95),
    Opposites("quantity", "more", "fewer", Severity.HIGH, 0.93),
    Opposites("quantity", "all", "any", Severity.LOW, 0.4),
    Opposites("sequence", "before", "after", Severity.LOW, 0.5),
)
NAMES = {
    "may": "allows", "must": "obliges", "at_least": "sets a minimum", "at_most": "sets a maximum",
    "more": "says more", "fewer": "says fewer", "all": "says all", "any": "says any",
    "before": "says before", "after": "says after", "only": "says only", "exactly": "says exactly",
}  # fmt: skip


class OppositesCheck:
    """Reports a pair where one side has more of a class of cues and the other more of its opposite."""

    def __init__(self, opposites: Opposites) -> None:
        self._opposites = opposites
        self.kind = opposites.kind

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the contradictions, in the order of the pairs; languages without a list of cues have none."""
        return [found for pair in compared(alignment) if _listed(pair) for found in self._of_pair(pair)]

    def _of_pair(self, pair: Compared) -> Iterator[Finding]:
        for said, unsaid in (self._opposites[1:3], self._opposites[2:0:-1]):
            both = _nearest(pair, *_surplus(pair, said, unsaid))
            if both:
                yield self._finding(pair, *both, (said, unsaid))

    def _finding(self, pair: Compared, source: Cue, target: Cue, classes: tuple[str, str]) -> Finding:
        left, right = pair.source.quote(source.start, source.end), pair.target.quote(target.start, target.end)
        message = f"The source {NAMES[classes[0]]} ({left.quote}), the target {NAMES[classes[1]]} ({right.quote})."
        rule = self._opposites
        there = near(pair.source, source, pair.target, target)
        severity, confidence = (rule.severity, rule.confidence) if there else (Severity.LOW, rule.confidence / 2)
        return finding(rule.kind, severity, round(confidence, 2), message, left, right, pair.pair)


def _listed(pair: Compared) -> bool:
    return {pair.source.language, pair.target.language} <= languages()


def _surplus(pair: Compared, said: str, unsaid: str) -> tuple[list[Cue], list[Cue]]:
    """Return the cues of ``said`` if the source has more of them, and those of ``unsaid`` if the target has more."""
    source_said, target_said = plain(pair.source, said), plain(pair.target, said)
    source_unsaid, target_unsaid = plain(pair.source, unsaid), plain(pair.target, unsaid)
    left = source_said if len(source_said) > len(target_said) else []
    right = target_unsaid if len(target_unsaid) > len(source_unsaid) else []
    return left, right


def _nearest(pair: Compared, left: Sequence[Cue], right: Sequence[Cue]) -> tuple[Cue, Cue] | None:
    """Return the cues of both sides that stand at about the same place: the one in place of the other."""
    return min(product(left, right), key=lambda both: apart(pair.source, both[0], pair.target, both[1]), default=None)


def plain(side: Side, kind: str) -> list[Cue]:
    """Return the cues of a class; of modal verbs only those that no negation turns ("may not" is "must not")."""
    found = list(cues(side.text, side.language, kind))
    if kind not in ("may", "must"):
        return found
    negations = cues(side.text, side.language, "negation")
    return [cue for cue in found if not any(_turns(negation, cue, side) for negation in negations)]


def _turns(negation: Cue, cue: Cue, side: Side) -> bool:
    first, last = sorted((negation, cue))
    if first is cue and side.language in _NEGATED_BEFORE:
        return False
    between = side.text[first.end : last.start]
    return len(between) < _NEGATION_REACH and not _CLAUSE_END.search(between)
