"""Words that allow, oblige, limit and order, where the editions say opposite things."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.translation.checks.cues import Cue, cues, languages
from service.translation.checks.finding import finding
from service.translation.checks.sides import Compared, Side, compared
from service.translation.types import Alignment, Finding, Severity

_NEGATION_REACH = 25
"""Characters between a modal verb and the negation that turns it: "may not", "no se puede", "darf ... nicht"."""


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
            source, target = _surplus(pair, said, unsaid)
            if source and target:
                yield self._finding(pair, source, target, (said, unsaid))

    def _finding(self, pair: Compared, source: Cue, target: Cue, classes: tuple[str, str]) -> Finding:
        left, right = pair.source.quote(source.start, source.end), pair.target.quote(target.start, target.end)
        message = f"The source {NAMES[classes[0]]} ({left.quote}), the target {NAMES[classes[1]]} ({right.quote})."
        rule = self._opposites
        return finding(rule.kind, rule.severity, rule.confidence, message, left, right, pair.pair)


def _listed(pair: Compared) -> bool:
    return {pair.source.language, pair.target.language} <= languages()


def _surplus(pair: Compared, said: str, unsaid: str) -> tuple[Cue | None, Cue | None]:
    """Return a cue of ``said`` that only the source has and one of ``unsaid`` that only the target has."""
    source_said, target_said = _plain(pair.source, said), _plain(pair.target, said)
    source_unsaid, target_unsaid = _plain(pair.source, unsaid), _plain(pair.target, unsaid)
    left = source_said[-1] if len(source_said) > len(target_said) else None
    right = target_unsaid[-1] if len(target_unsaid) > len(source_unsaid) else None
    return left, right


def _plain(side: Side, kind: str) -> list[Cue]:
    """Return the cues of a class; of modal verbs only those that no negation turns ("may not" is "must not")."""
    found = list(cues(side.text, side.language, kind))
    if kind not in ("may", "must"):
        return found
    negations = cues(side.text, side.language, "negation")
    return [cue for cue in found if not any(_turns(negation, cue, side.text) for negation in negations)]


def _turns(negation: Cue, cue: Cue, text: str) -> bool:
    first, last = sorted((negation, cue))
    between = text[first.end : last.start]
    return len(between) < _NEGATION_REACH and not _CLAUSE_END.search(between)
