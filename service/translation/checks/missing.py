"""Text that only one of the editions has."""

from collections.abc import Iterator, Sequence

import numpy as np

from service.translation.checks.cues import cues
from service.translation.checks.finding import finding
from service.translation.checks.numerals import numerals
from service.translation.checks.sides import Side, side
from service.translation.types import Alignment, Edition, Finding, Pair, Severity

_RULE_CUES = ("negation", "may", "must", "only", "at_least", "at_most")
_SENTENCE_WORDS = 4
_NAMES = {"heading": "heading", "bullet": "list item", "entry": "entry", "step": "step", "substep": "step"}
_LISTED = frozenset(_NAMES) - {"heading"}
_SHORT_OF_EXPECTED = 0.62
"""Share of the expected length below which a merged pair is searched for the sentence that was left out."""
_UNLIKE = 0.08
"""How much less than its neighbours a sentence must resemble the other side to be the one left out."""


class MissingCheck:
    """Reports segments without a counterpart: ``missing`` where the target lacks them, ``added`` where the source."""

    kind = "missing"

    def findings(self, alignment: Alignment) -> Sequence[Finding]:
        """Return the unaligned segments, in the order of the pairs, a finding each."""
        return [found for number, pair in enumerate(alignment.pairs) for found in _of_pair(alignment, pair, number)]


def _of_pair(alignment: Alignment, pair: Pair, number: int) -> Iterator[Finding]:
    if not pair.target:
        yield from (_unanswered(alignment.source, segment, number, "missing") for segment in pair.source)
    elif not pair.source:
        yield from (_unanswered(alignment.target, segment, number, "added") for segment in pair.target)
    elif len(pair.source) > len(pair.target):
        yield from _swallowed(alignment.source, pair.source, alignment.target, pair.target, number, "missing")
    elif len(pair.target) > len(pair.source):
        yield from _swallowed(alignment.target, pair.target, alignment.source, pair.source, number, "added")


def _unanswered(edition: Edition, segment: int, pair: int, kind: str) -> Finding:
    alone = side(edition, (segment,))
    severity = _severity(alone)
    where, other = ("source", "target") if kind == "missing" else ("target", "source")
    message = f"This {_what(alone)} of the {where} has no counterpart in the {other}."
    confidence = {Severity.HIGH: 0.95, Severity.MEDIUM: 0.9, Severity.LOW: 0.6}[severity]
    quote = alone.whole()
    source, target = (quote, None) if kind == "missing" else (None, quote)
    return finding(kind, severity, confidence, message, source, target, pair)


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


def _swallowed(
    longer: Edition, many: Sequence[int], shorter: Edition, few: Sequence[int], pair: int, kind: str
) -> Iterator[Finding]:
    """Find the sentence of a merged pair that nothing on the other side stands for."""
    expected = sum(len(longer.segments[i].text) for i in many) * _ratio(longer, shorter)
    if sum(len(shorter.segments[i].text) for i in few) >= _SHORT_OF_EXPECTED * expected:
        return
    likeness = np.asarray(longer.vectors[list(many)] @ shorter.vectors[list(few)].T).max(axis=1)
    weakest = int(likeness.argmin())
    if likeness[weakest] < np.delete(likeness, weakest).min() - _UNLIKE:
        yield _unanswered(longer, many[weakest], pair, kind)


def _ratio(longer: Edition, shorter: Edition) -> float:
    """Return the characters of one edition for each of the other, taken from the whole books."""
    whole = sum(len(segment.text) for segment in longer.segments)
    return sum(len(segment.text) for segment in shorter.segments) / max(1, whole)
