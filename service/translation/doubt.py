"""Stretches in which the pairs themselves are doubtful: lists that each language sorts anew, passages written anew.

What checks find there compares one thing with another. It is told once, as a stretch to look at.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from service.translation.checks.finding import finding, numbered, opening, quoted
from service.translation.runs import runs
from service.translation.types import Alignment, Edition, Finding, Pair, Severity

KIND = "unaligned"
DOUBTFUL = 0.3
"""Score below which a pair is doubtful; in translations that follow the source one pair in fifty is."""
DOUBTFUL_WITH_OTHER_NUMBERS = 0.5
"""The same for pairs most of whose numbers differ, as rows of prices do that were sorted anew."""
NEAR = 3
"""Pairs before and after that must be doubtful too, most of them, for it to be a stretch."""
APART = 5
"""Pairs that are no part of a stretch and still do not end it."""
LEAST = 3
"""Doubtful pairs that make a stretch."""
UNPAIRED = ("missing", "added")
_DIGITS = re.compile(r"\d+")
_ROW_NUMBER = re.compile(r"^\d+\s*[|.):]")


def sure(alignment: Alignment, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings without those of doubtful stretches, and a finding for each such stretch."""
    stretches = doubtful_stretches(alignment)
    inside = {number for stretch in stretches for number in _around(alignment.pairs, stretch)}
    kept = [each for each in findings if each.kind in UNPAIRED or each.pair not in inside]
    return [*kept, *numbered(_finding(alignment, stretch) for stretch in stretches)]


def _around(pairs: Sequence[Pair], stretch: Sequence[int]) -> list[int]:
    """Return the pairs from the first to the last of a stretch that are not better than doubtful themselves."""
    reach = range(max(0, stretch[0] - NEAR), min(len(pairs), stretch[-1] + NEAR + 1))
    return [number for number in reach if pairs[number].score < DOUBTFUL_WITH_OTHER_NUMBERS or number in stretch]


def doubtful_stretches(alignment: Alignment) -> list[list[int]]:
    """Return runs of numbers of doubtful pairs, moved and one-sided ones between them left out."""
    pairs = alignment.pairs
    both = [n for n, pair in enumerate(pairs) if pair.source and pair.target and not pair.moved]
    doubts = [_is_doubtful(alignment, pairs[n]) for n in both]
    around = (doubts[max(0, at - NEAR) : at + NEAR + 1] for at in range(len(both)))
    among = [at for at, near in enumerate(around) if doubts[at] and 2 * sum(near) > len(near)]
    return [[both[at] for at in run] for run in runs(among, APART) if len(run) >= LEAST]


def _is_doubtful(alignment: Alignment, pair: Pair) -> bool:
    if pair.score >= DOUBTFUL_WITH_OTHER_NUMBERS:
        return False
    ours, theirs = _numbers(alignment.source, pair.source), _numbers(alignment.target, pair.target)
    other_numbers = 2 * (ours & theirs).total() < max(ours.total(), theirs.total())
    return pair.score < DOUBTFUL or other_numbers


def _numbers(edition: Edition, segments: Sequence[int]) -> Counter[str]:
    """Return the numbers of some segments, those that rows are counted with left out."""
    texts = (_ROW_NUMBER.sub("", edition.segments[segment].text) for segment in segments)
    return Counter(number for text in texts for number in _DIGITS.findall(text))


def _finding(alignment: Alignment, stretch: Sequence[int]) -> Finding:
    pairs = alignment.pairs
    first, last = pairs[stretch[0]], pairs[stretch[-1]]
    end = alignment.source.segments[last.source[-1]]
    message = (
        f"{len(stretch)} sentences or rows from here to “{opening(end.text)}” do not line up with the target, "
        "as when a list is sorted anew; what they say was not checked."
    )
    source, target = quoted(alignment.source, first.source[0]), quoted(alignment.target, first.target[0])
    return finding(KIND, Severity.MEDIUM, 0.7, message, source, target, stretch[0])
