"""Findings of pairs that may not belong together weigh less."""

from collections.abc import Sequence
from dataclasses import replace

from service.translation.checks.finding import remark
from service.translation.evidence import holds_several
from service.translation.types import Alignment, Edition, Finding, Pair, Quote, Segment, Severity

_TRUSTED, _DOUBTED = 0.47, 0.35
"""Scores of pairs: from the first on findings stand as they are, below the second they are remarks."""
_HELD_TRUSTED, _HELD_DOUBTED = 0.3, 0.15
"""The same for pairs that those before and after them hold in their place: what is short or free is little alike."""
_ROW_TRUSTED, _ROW_DOUBTED = 0.65, 0.55
"""The same for rows of tables, which are sorted anew in each language and look alike."""
_WRITTEN_ALIKE = frozenset(("number", "page-reference", "punctuation", "placeholder", "code"))
"""Kinds that free wording does not explain: they stand where the place of a pair is sure, however little alike."""
_OPPOSITE = ("missing", "added")
_NEAR = 2
_TELLING = 24
"""Characters from which the score of a pair tells whether it is one."""
_LONGEST_ROW = 12
"""Sentences of a row, looked back."""
_LIGHTER = {Severity.HIGH: Severity.MEDIUM, Severity.MEDIUM: Severity.LOW, Severity.LOW: Severity.LOW}


def weighed_by_pair(found: Finding, alignment: Alignment) -> Finding:
    """Return the finding with the severity and confidence that the score of its pair leaves it."""
    if found.pair is None:
        return found
    if found.kind in _OPPOSITE:
        return _weighed_gap(found, alignment)
    pair = alignment.pairs[found.pair]
    trusted, doubted = _limits(alignment, found.pair, found.kind)
    if pair.one_sided or pair.score >= trusted:
        return found
    return _lighter(found, pair.score, trusted, doubted)


def _limits(alignment: Alignment, number: int, kind: str) -> tuple[float, float]:
    """Return the scores from which a pair is trusted and below which it is doubted.

    A row of several things that stands out of order has one of them in common with its like, seldom all.
    """
    pair = alignment.pairs[number]
    if not _is_row(alignment, pair):
        held = kind in _WRITTEN_ALIKE and _is_held(alignment.pairs, number)
        return (_HELD_TRUSTED, _HELD_DOUBTED) if held else (_TRUSTED, _DOUBTED)
    several = any(holds_several(alignment.source.segments[number].text) for number in pair.source)
    return _ROW_TRUSTED, (_ROW_TRUSTED if pair.moved and several else _ROW_DOUBTED)


def _is_held(pairs: Sequence[Pair], number: int) -> bool:
    """Say whether the pairs before and after one stand right beside it in both editions, and one of them is sure."""
    beside = [pairs[at : at + 2] for at in (number - 1, number) if 0 <= at < len(pairs) - 1]
    sure = any(pairs[at].score >= _TRUSTED for at in (number - 1, number + 1) if 0 <= at < len(pairs))
    return sure and all(_follows(*two) for two in beside)


def _follows(pair: Pair, after: Pair) -> bool:
    if pair.one_sided or after.one_sided:
        return False
    return after.source[0] - pair.source[-1] == 1 and after.target[0] - pair.target[-1] == 1


def _lighter(found: Finding, score: float, trusted: float, doubted: float) -> Finding:
    severity = _LIGHTER[found.severity] if score >= doubted else Severity.LOW
    return replace(found, severity=severity, confidence=round(found.confidence * score / trusted, 2))


def _weighed_gap(found: Finding, alignment: Alignment) -> Finding:
    """Weigh text without a counterpart down where the other side has such text too.

    Near it, the sentence was written anew rather than left out; beside a pair that hardly says the same, too. Among
    rows of tables, they were sorted anew. What a row goes on to say is left out as surely as the row has its like.
    """
    row = _score_of_row(found, alignment)
    if row is not None and row < _TRUSTED:
        found = _lighter(found, row, _TRUSTED, _DOUBTED) if row else remark(found, 0.5)
    around = _near_run(alignment.pairs, found.pair or 0)
    lone = [number for number, pair in enumerate(alignment.pairs) if not _side(pair, found.kind)]
    if "|" in _quoted(found) and any("|" in _text(alignment, number) for number in lone):
        return remark(found, 0.5)
    if any(number in around for number in lone) or _is_beside_doubt(alignment, around):
        return replace(found, severity=_LIGHTER[found.severity], confidence=round(found.confidence / 2, 2))
    return found


def _score_of_row(found: Finding, alignment: Alignment) -> float | None:
    """Return the score of the pair that begins the row which a sentence goes on, 0 without; None for other text."""
    missing = found.kind == "missing"
    edition, quote = (alignment.source, found.source) if missing else (alignment.target, found.target)
    alone = _side(alignment.pairs[found.pair or 0], found.kind)
    number = next((n for n in alone if _stands(edition.segments[n], quote)), None)
    begins = _row_begins(edition, number) if number is not None else None
    if begins is None:
        return None
    pair = next(pair for pair in alignment.pairs if begins in _side(pair, found.kind))
    return 0.0 if pair.one_sided else pair.score


def _row_begins(edition: Edition, number: int) -> int | None:
    """Return the segment with the cells of the row that a segment without cells goes on."""
    before = range(max(0, number - _LONGEST_ROW), number)
    row = [n for n in before if edition.segments[n].block == edition.segments[number].block]
    if "|" in edition.segments[number].text:
        return None
    return next((n for n in row if "|" in edition.segments[n].text), None)


def _stands(segment: Segment, quote: Quote | None) -> bool:
    return quote is not None and (segment.page, segment.start) == (quote.page, quote.start)


def _near_run(pairs: Sequence[Pair], number: int) -> range:
    """Return the numbers of the pairs within and near the run of gaps that a gap is one of."""
    first = last = number
    while first > 0 and pairs[first - 1].one_sided:
        first -= 1
    while last + 1 < len(pairs) and pairs[last + 1].one_sided:
        last += 1
    return range(first - _NEAR, last + _NEAR + 1)


def _is_beside_doubt(alignment: Alignment, around: range) -> bool:
    """Say whether a pair before or after a run of gaps is doubtful, and long enough for its score to tell."""
    beside = [n for n in (around[0] + _NEAR - 1, around[-1] - _NEAR + 1) if 0 <= n < len(alignment.pairs)]
    return any(_is_doubtful(alignment, alignment.pairs[n]) for n in beside)


def _is_doubtful(alignment: Alignment, pair: Pair) -> bool:
    sides = ((alignment.source, pair.source), (alignment.target, pair.target))
    lengths = [sum(len(edition.segments[n].text) for n in numbers) for edition, numbers in sides]
    return pair.score < _DOUBTED and min(lengths) >= _TELLING


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
