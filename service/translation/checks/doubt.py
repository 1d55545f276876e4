"""Findings of pairs that may not belong together weigh less."""

from collections.abc import Sequence
from dataclasses import replace

from service.translation.checks.finding import remark
from service.translation.types import Alignment, Finding, Pair, Severity

_TRUSTED, _DOUBTED = 0.47, 0.35
"""Scores of pairs: from the first on findings stand as they are, below the second they are remarks."""
_ROW_TRUSTED, _ROW_DOUBTED = 0.65, 0.55
"""The same for rows of tables, which are sorted anew in each language and look alike."""
_OPPOSITE = ("missing", "added")
_NEAR = 2
_LIGHTER = {Severity.HIGH: Severity.MEDIUM, Severity.MEDIUM: Severity.LOW, Severity.LOW: Severity.LOW}


def weighed_by_pair(found: Finding, alignment: Alignment) -> Finding:
    """Return the finding with the severity and confidence that the score of its pair leaves it."""
    if found.pair is None:
        return found
    if found.kind in _OPPOSITE:
        return _weighed_gap(found, alignment)
    pair = alignment.pairs[found.pair]
    trusted, doubted = (_ROW_TRUSTED, _ROW_DOUBTED) if _is_row(alignment, pair) else (_TRUSTED, _DOUBTED)
    if pair.one_sided or pair.score >= trusted:
        return found
    severity = _LIGHTER[found.severity] if pair.score >= doubted else Severity.LOW
    return replace(found, severity=severity, confidence=round(found.confidence * pair.score / trusted, 2))


def _weighed_gap(found: Finding, alignment: Alignment) -> Finding:
    """Weigh text without a counterpart down where the other side has such text too.

    Near it, the sentence was written anew rather than left out; among rows of tables, they were sorted anew.
    """
    around = _near_run(alignment.pairs, found.pair or 0)
    lone = [number for number, pair in enumerate(alignment.pairs) if not _side(pair, found.kind)]
    if "|" in _quoted(found) and any("|" in _text(alignment, number) for number in lone):
        return remark(found, 0.5)
    if any(number in around for number in lone):
        return replace(found, severity=_LIGHTER[found.severity], confidence=round(found.confidence / 2, 2))
    return found


def _near_run(pairs: Sequence[Pair], number: int) -> range:
    """Return the numbers of the pairs within and near the run of gaps that a gap is one of."""
    first = last = number
    while first > 0 and pairs[first - 1].one_sided:
        first -= 1
    while last + 1 < len(pairs) and pairs[last + 1].one_sided:
        last += 1
    return range(first - _NEAR, last + _NEAR + 1)


def _side(pair: Pair, kind: str) -> tuple[int, ...]:
    """Return the segments on the side that a gap of this kind is told of."""
    return pair.source if kind == "missing" else pair.target


def _quoted(found: Finding) -> str:
    return "".join(quote.quote for quote in (found.source, found.target) if quote)


def _text(alignment: Alignment, number: int) -> str:
    pair = alignment.pairs[number]
    segments = [alignment.source.segments[each] for each in pair.source]
    segments += [alignment.target.segments[each] for each in pair.target]
    return " ".join(segment.text for segment in segments)


def _is_row(alignment: Alignment, pair: Pair) -> bool:
    return any("|" in alignment.source.segments[number].text for number in pair.source)
