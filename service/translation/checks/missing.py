"""Text that only one of the editions has."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from service.translation.checks.cues import cues
from service.translation.checks.finding import finding
from service.translation.checks.numerals import Number, numerals
from service.translation.checks.sides import Side, side
from service.translation.types import Alignment, Edition, Finding, Pair, Severity

_RULE_CUES = ("negation", "may", "must", "only", "at_least", "at_most")
_SENTENCE_WORDS = 4
_NAMES = {"heading": "heading", "bullet": "list item", "entry": "entry", "step": "step", "substep": "step"}
_LISTED = frozenset(_NAMES) - {"heading"}
_SHORT_OF_EXPECTED = 0.62
"""Share of the expected length below which a merged pair is searched for the sentence that was left out."""
_SURE = 0.5
_NEIGHBOURS = 5
_MARGIN = 0.03
"""Margin from which a segment has its like elsewhere; half of the pairs of true translations have it."""
_ORDER = (Severity.LOW, Severity.MEDIUM, Severity.HIGH)
_UNLIKE = 0.03
"""How much less than its neighbours a sentence must resemble the other side to be the one left out."""


class MissingCheck:
    """Reports segments without a counterpart: ``missing`` where the target lacks them, ``added`` where the source."""

    kind = "missing"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the unaligned segments, in the order of the pairs, a finding each."""
        source, target, sure = alignment.source, alignment.target, _sure_pairs(alignment)
        forth = _Sides(source, target, "missing", _taken([p.target for p in sure]), _ratio(source, target))
        back = _Sides(target, source, "added", _taken([p.source for p in sure]), _ratio(target, source))
        return [found for number, pair in enumerate(alignment.pairs) for found in _of_pair(forth, back, pair, number)]


def _sure_pairs(alignment: Alignment) -> list[Pair]:
    """Return the pairs whose sides surely say the same."""
    return [pair for pair in alignment.pairs if pair.source and pair.target and pair.score >= _SURE]


def _taken(segments: Iterable[Sequence[int]]) -> frozenset[int]:
    return frozenset(number for numbers in segments for number in numbers)


def _of_pair(forth: "_Sides", back: "_Sides", pair: Pair, number: int) -> Iterator[Finding]:
    if not pair.target:
        yield from (_unanswered(forth, segment, number) for segment in pair.source)
    elif not pair.source:
        yield from (_unanswered(back, segment, number) for segment in pair.target)
    elif len(pair.source) > len(pair.target):
        yield from _swallowed(forth, pair.source, pair.target, number)
    elif len(pair.target) > len(pair.source):
        yield from _swallowed(back, pair.target, pair.source, number)


class _Sides(NamedTuple):
    """The edition that has more, the one that lacks it, and what a finding of that is called."""

    having: Edition
    lacking: Edition
    kind: str
    taken: frozenset[int]
    """Segments of the lacking edition that surely say something else: they have a good pair."""
    ratio: float
    """Characters of the lacking edition for each of the other, taken from the whole books."""


def _unanswered(sides: _Sides, segment: int, pair: int) -> Finding:
    alone = side(sides.having, (segment,))
    severity, confidence = _weight(alone, _stands_elsewhere(sides, segment))
    where, other = ("source", "target") if sides.kind == "missing" else ("target", "source")
    message = f"This {_what(alone)} of the {where} has no counterpart in the {other}."
    source, target = (alone.whole(), None) if sides.kind == "missing" else (None, alone.whole())
    return finding(sides.kind, severity, confidence, message, source, target, pair)


def _stands_elsewhere(sides: _Sides, segment: int) -> bool:
    """Say whether some segment of the other edition is so much nearer than its neighbours that it may be the one.

    The margin is the similarity less the mean of the next five of both (Artetxe & Schwenk 2019).
    """
    near = sides.lacking.vectors @ sides.having.vectors[segment]
    if len(near) <= _NEIGHBOURS or not near.any():
        return False
    best = int(near.argmax())
    if best in sides.taken:
        return False
    back = sides.having.vectors @ sides.lacking.vectors[best]
    around = (np.sort(near)[-_NEIGHBOURS - 1 : -1].mean() + np.sort(back)[-_NEIGHBOURS - 1 : -1].mean()) / 2
    return bool(near[best] - around >= _MARGIN)


def _weight(alone: Side, elsewhere: bool) -> tuple[Severity, float]:
    severity = _severity(alone)
    if elsewhere:
        return Severity.LOW, 0.4
    if "|" in alone.text:  # rows of tables are sorted anew in each language
        return min(severity, Severity.MEDIUM, key=_ORDER.index), 0.6
    return severity, {Severity.HIGH: 0.95, Severity.MEDIUM: 0.9, Severity.LOW: 0.6}[severity]


def _what(alone: Side) -> str:
    return _NAMES.get(alone.segments[0].role, "sentence")


def _severity(alone: Side) -> Severity:
    """A rule (a number, a cue of what is allowed, a list item with text) weighs most, a stray word least."""
    words = len(alone.text.split())
    if not any(map(str.isalpha, alone.text)):
        return Severity.LOW
    if _is_rule(alone) and words >= _SENTENCE_WORDS:
        return Severity.HIGH
    return Severity.MEDIUM if words >= _SENTENCE_WORDS or alone.segments[0].role in _LISTED else Severity.LOW


def _is_rule(alone: Side) -> bool:
    if numerals(alone.text, alone.language).numbers:
        return True
    return any(cues(alone.text, alone.language, kind) for kind in _RULE_CUES)


def _swallowed(sides: _Sides, many: Sequence[int], few: Sequence[int], pair: int) -> Iterator[Finding]:
    """Find the sentence of a merged pair that nothing on the other side stands for."""
    having, lacking = sides.having, sides.lacking
    expected = sum(len(having.segments[i].text) for i in many) * sides.ratio
    if sum(len(lacking.segments[i].text) for i in few) >= _SHORT_OF_EXPECTED * expected:
        return
    likeness = np.asarray(having.vectors[list(many)] @ lacking.vectors[list(few)].T).max(axis=1)
    weakest = int(likeness.argmin())
    if likeness[weakest] < np.delete(likeness, weakest).min() - _UNLIKE:
        yield _doubted(_unanswered(sides, many[weakest], pair), sides, many[weakest], few)


def _doubted(found: Finding, sides: _Sides, alone: int, few: Sequence[int]) -> Finding:
    """Weigh a sentence of a merged pair: nothing where what is left has its numbers, and never as one left alone."""
    numbers = {number.value for number in _numbers(side(sides.having, (alone,)))}
    there = {number.value for number in _numbers(side(sides.lacking, few))}
    if numbers and numbers <= there:
        return replace(found, severity=Severity.LOW, confidence=0.3)
    return replace(found, severity=min(found.severity, Severity.MEDIUM, key=_ORDER.index), confidence=0.7)


def _numbers(told: Side) -> Sequence[Number]:
    return numerals(told.text, told.language).numbers


def _ratio(having: Edition, lacking: Edition) -> float:
    """Return the characters of one edition for each of the other, taken from the whole books."""
    whole = sum(len(segment.text) for segment in having.segments)
    return sum(len(segment.text) for segment in lacking.segments) / max(1, whole)
