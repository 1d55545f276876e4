"""Long stretches that one edition lacks, told once and not sentence by sentence."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.translation.types import Alignment, Finding, Pair, Severity

LONG = 12
"""Segments in a row without counterpart that become one finding."""
UNPAIRED = ("missing", "added")


def condensed(alignment: Alignment, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, those of each long unpaired stretch replaced by one, in the order of the pairs."""
    found = list(findings)
    swallowed = {number: run for run in _long_runs(alignment.pairs) for number in run}
    told: set[int] = set()
    kept = []
    for finding in sorted(found, key=_place):
        run = swallowed.get(-1 if finding.pair is None else finding.pair)
        if run is None:
            kept.append(finding)
        elif finding.kind in UNPAIRED and run.start not in told:
            told.add(run.start)
            kept.append(_of_run(alignment, finding, run))
    return kept


def _place(finding: Finding) -> int:
    return -1 if finding.pair is None else finding.pair


def _long_runs(pairs: Sequence[Pair]) -> list[range]:
    """Return the stretches of pairs that lack the same side and follow one another on the other."""
    runs: list[range] = []
    start = 0
    for number in range(1, len(pairs) + 1):
        if number == len(pairs) or _gap(pairs[number]) != _gap(pairs[start]):
            runs.append(range(start, number))
            start = number
    return [run for run in runs if len(run) >= LONG and _gap(pairs[run.start])]


def _gap(pair: Pair) -> str:
    if pair.source and pair.target:
        return ""
    return "missing" if pair.source else "added"


def _of_run(alignment: Alignment, finding: Finding, run: range) -> Finding:
    missing = _gap(alignment.pairs[run.start]) == "missing"
    edition, lacks, has = (
        (alignment.source, "target", "source") if missing else (alignment.target, "source", "target")
    )
    last = alignment.pairs[run[-1]]
    end = edition.segments[(last.source if missing else last.target)[-1]]
    words = end.text if len(end.text) <= 60 else end.text[:59] + "…"
    message = (
        f"{len(run)} sentences in a row of the {has}, up to “{words}” (page {end.page}), have no counterpart in the "
        f"{lacks}."
    )
    return replace(finding, severity=Severity.HIGH, message=message, pair=run.start)
