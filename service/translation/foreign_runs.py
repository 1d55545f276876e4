"""Parts of an edition that nobody translated: told once for each run of sentences, and each sentence as a remark."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from service.translation.checks.finding import finding, on_page, opening, place, quoted
from service.translation.checks.sides import compared
from service.translation.runs import runs
from service.translation.types import Alignment, Finding, Severity

KIND = "untranslated"
APART = 4
"""Pairs from one untranslated text to the next of its run."""
LEAST = 3
"""Untranslated sentences that make a run."""
MANY = 12
"""Texts alike in both editions that make a run with a single untranslated sentence among them."""


def runs_folded(alignment: Alignment, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings in the order of the pairs, with one for each run of untranslated text.

    Names and short rows tell no language, but where they stand in both editions alike between and beside untranslated
    sentences, they are untranslated with them. The sentences of a run stay, as remarks: they hold the marks of their
    words and can be accepted one by one.
    """
    found = list(findings)
    flagged = {each.pair: each for each in found if each.kind == KIND and each.pair is not None}
    for run in _runs(flagged, _copied(alignment)):
        lighter = {number: replace(flagged[number], severity=Severity.LOW) for number in run if number in flagged}
        told = _of_run(alignment, run, max(each.confidence for each in lighter.values()))
        lighter = {**lighter, run[0]: told}
        found = [lighter.get(place(each), each) if each.kind == KIND else each for each in found]
        found += [told] if run[0] not in flagged else []
    return sorted(found, key=place)


def _copied(alignment: Alignment) -> set[int]:
    """Return the pairs that have words, and the same on both sides."""
    pairs = compared(alignment)
    return {pair.pair for pair in pairs if _is_copy(pair.source.text, pair.target.text)}


def _is_copy(source: str, target: str) -> bool:
    return source.casefold() == target.casefold() and any(map(str.isalpha, source))


def _runs(flagged: Mapping[int, Finding], copied: set[int]) -> list[list[int]]:
    """Return the numbers of the pairs of each run, in order."""
    found = runs(sorted({*flagged, *copied}), APART)
    telling = [sum(number in flagged for number in run) for run in found]
    return [run for run, told in zip(found, telling, strict=True) if told >= (1 if len(run) >= MANY else LEAST)]


def _of_run(alignment: Alignment, run: Sequence[int], confidence: float) -> Finding:
    first, last = alignment.pairs[run[0]], alignment.pairs[run[-1]]
    end = alignment.target.segments[last.target[-1]]
    message = (
        f"{len(run)} sentences or rows from here to “{opening(end.text)}”{on_page(alignment.target, end.page)} are not "
        f"translated: they stand in the source's language ({alignment.source.language})."
    )
    quotes = quoted(alignment.source, first.source[0]), quoted(alignment.target, first.target[0])
    return finding(KIND, Severity.HIGH, confidence, message, *quotes, run[0])
