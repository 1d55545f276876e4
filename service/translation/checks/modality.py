"""Words that allow, oblige, limit and order, where the editions say opposite things."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.translation.checks.cues import Cue, languages
from service.translation.checks.finding import finding
from service.translation.checks.pairing import apart, is_one_clause, near, nearest_first
from service.translation.checks.sides import Compared, Side, compared
from service.translation.checks.turned import overlap, plain
from service.translation.checks.words import is_foreign
from service.translation.types import Alignment, Finding, Severity

_FAINT = {"may": "allowed", "must": "needed"}
"""Classes of words that say so besides a modal verb ("possible", "required"): one language has them where another has
the verb of the other class or none, so they take the place of a verb of their class and contradict one more softly."""
_CONTRARY, _FAINTER = 0.25, 0.1
"""Shares of the texts' lengths by which a cue of the other class, or a fainter one, is as if farther away."""

_IN_PLACE = 0.1
"""Share of the texts' lengths within which a cue stands in the very place of another."""
_SOLE = 0.7
"""Share within which it may stand for another where neither side has more of them."""


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


class _Said(NamedTuple):
    """A cue with its class; ``faint`` where it is no plain word of it."""

    cue: Cue
    kind: str
    faint: bool


class _Signs(NamedTuple):
    """``more``: each side has more of its cue's class than the other; ``sole``: each cue is its side's only one."""

    more: bool
    sole: bool


class OppositesCheck:
    """Reports a cue of one class that stands where the other side has one of the opposite class."""

    def __init__(self, opposites: Opposites) -> None:
        self._opposites = opposites
        self.kind = opposites.kind

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the contradictions, in the order of the pairs; languages without a list of cues have none."""
        return [found for pair in compared(alignment) if is_listed(pair) for found in self._of_pair(pair)]

    def _of_pair(self, pair: Compared) -> Iterator[Finding]:
        classes = self._opposites[1:3]
        left, right = _said(pair.source, classes), _said(pair.target, classes)
        told: set[str] = set()
        for source, target in _matched(pair, left, right):
            if source.kind != target.kind and source.kind not in told:
                told.add(source.kind)
                signs = _Signs(_exceeds(left, right, source, target), len(left) == len(right) == 1)
                yield self._finding(pair, source, target, signs)

    def _finding(self, pair: Compared, source: _Said, target: _Said, signs: "_Signs") -> Finding:
        left, right = (side.quote(said.cue.start, said.cue.end) for side, said in _both(pair, source, target))
        message = f"The source {NAMES[source.kind]} ({left.quote}), the target {NAMES[target.kind]} ({right.quote})."
        return finding(self.kind, *self._weight(pair, source, target, signs), message, left, right, pair.pair)

    def _weight(self, pair: Compared, source: _Said, target: _Said, signs: "_Signs") -> tuple[Severity, float]:
        """Weigh a contradiction: little where the words may stand for others of their own class."""
        rule = self._opposites
        there = near(pair.source, source.cue, pair.target, target.cue)
        away = apart(pair.source, source.cue, pair.target, target.cue)
        in_place = away <= _IN_PLACE
        faint = source.faint + target.faint
        alone = away <= _SOLE or (is_one_clause(pair.source.text) and is_one_clause(pair.target.text))
        if signs.sole and not faint and not there and alone and rule.severity is not Severity.LOW:
            return Severity.MEDIUM, 0.65  # with no other word of either class, there is nothing else to stand for
        if faint == 2 or not there or not (signs.more or in_place):
            return Severity.LOW, round(rule.confidence / 2, 2)
        return (Severity.MEDIUM, 0.7) if faint else (rule.severity, rule.confidence)


def _exceeds(left: Sequence[_Said], right: Sequence[_Said], source: _Said, target: _Said) -> bool:
    """Say whether each side has more of the class of its cue than the other side."""
    kinds = [[said.kind for said in side] for side in (left, right)]
    return all(kinds[at].count(said.kind) > kinds[1 - at].count(said.kind) for at, said in enumerate((source, target)))


def _both(pair: Compared, source: _Said, target: _Said) -> tuple[tuple[Side, _Said], tuple[Side, _Said]]:
    return (pair.source, source), (pair.target, target)


def is_listed(pair: Compared) -> bool:
    """Say whether both languages have a list of cues, and both sides are in their language."""
    sides = (pair.source, pair.target)
    return all(side.language in languages() and not is_foreign(side.text, side.language) for side in sides)


def _said(side: Side, classes: Sequence[str]) -> list[_Said]:
    """Return the cues of both classes, the faint ones too, in their order."""
    found = [_Said(cue, kind, False) for kind in classes for cue in plain(side, kind)]
    taken = [said.cue for said in found]
    for kind in classes:
        faint = plain(side, _FAINT[kind]) if kind in _FAINT else []
        found += [_Said(cue, kind, True) for cue in faint if not any(overlap(cue, other) for other in taken)]
    return sorted(found)


def _matched(pair: Compared, source: Sequence[_Said], target: Sequence[_Said]) -> list[tuple[_Said, _Said]]:
    """Return which cues stand for each other, the likeliest first: each has one counterpart at most."""
    return nearest_first(source, target, lambda one, other: _cost(pair, one, other))


def _cost(pair: Compared, source: _Said, target: _Said) -> float:
    strange = _CONTRARY * (source.kind != target.kind) + _FAINTER * (source.faint != target.faint)
    return strange + apart(pair.source, source.cue, pair.target, target.cue)
