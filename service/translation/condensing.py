"""What would be told many times over, told once: stretches that one edition lacks, rows that are numbered anew."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.translation.checks.finding import on_page, opening, place
from service.translation.runs import runs
from service.translation.types import Alignment, Finding, Pair, Quote, Segment, Severity

LONG = 12
"""Segments in a row without counterpart that become one finding."""
MANY_ROWS = 5
"""Rows with another number than in the source that mean a list sorted anew, not slips."""
NEAR = 8
"""Pairs from one such row to the next of its table."""
UNPAIRED = ("missing", "added")
_ROW_NUMBER = re.compile(r"\d+\s*[|.):]")


def condensed(alignment: Alignment, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings, those of each long unpaired stretch replaced by one, in the order of the pairs."""
    found = _sorted_anew(alignment, _renumbered(alignment, list(findings)))
    swallowed = {number: run for run in _long_runs(alignment.pairs) for number in run}
    told: set[int] = set()
    kept = []
    for finding in sorted(found, key=place):
        run = swallowed.get(place(finding))
        if run is None:
            kept.append(finding)
        elif finding.kind in UNPAIRED and run.start not in told:
            told.add(run.start)
            kept.append(_of_run(alignment, finding, run))
    return kept


def _renumbered(alignment: Alignment, findings: list[Finding]) -> list[Finding]:
    """Replace number findings on the numbers that rows begin with by one, where a list was sorted anew."""
    on_rows = [each for each in findings if _is_row_number(alignment, each)]
    if len(on_rows) < MANY_ROWS:
        return findings
    message = f"{len(on_rows)} rows carry other numbers than in the source, from here on: the list was sorted anew."
    return _as_one(findings, on_rows, message)


def _as_one(findings: Sequence[Finding], several: Sequence[Finding], message: str) -> list[Finding]:
    """Return the findings, several of them replaced by a remark where the first of them stands."""
    told = replace(min(several, key=place), severity=Severity.LOW, kind="renumbered", message=message)
    dropped = {id(each) for each in several}
    return [told, *(each for each in findings if id(each) not in dropped)]


def _sorted_anew(alignment: Alignment, findings: list[Finding]) -> list[Finding]:
    """Replace remarks on numbers in rows of a table, where they are many, by one: the rows do not correspond."""
    for table in _tables(alignment, findings):
        rows = len({each.pair for each in table})
        message = (
            f"{rows} rows from here on have other numbers than those they are compared with: the table was sorted anew."
        )
        findings = _as_one(findings, table, message)
    return findings


def _tables(alignment: Alignment, findings: Sequence[Finding]) -> list[list[Finding]]:
    """Return the remarks on numbers in rows that are near each other, where they are of many rows."""
    remarks = [each for each in findings if _is_doubtful_row(alignment, each)]
    tables = [run for run in runs(sorted(set(map(place, remarks))), NEAR) if len(run) >= MANY_ROWS]
    return [[each for each in remarks if each.pair in table] for table in tables]


def _is_doubtful_row(alignment: Alignment, finding: Finding) -> bool:
    if finding.kind != "number" or finding.severity is not Severity.LOW or finding.pair is None:
        return False
    pair = alignment.pairs[finding.pair]
    sides = ((alignment.source, pair.source), (alignment.target, pair.target))
    return all("|" in edition.segments[number].text for edition, numbers in sides for number in numbers)


def _is_row_number(alignment: Alignment, finding: Finding) -> bool:
    if finding.kind != "number" or finding.pair is None or not finding.source or not finding.target:
        return False
    pair = alignment.pairs[finding.pair]
    sides = ((alignment.source, pair.source, finding.source), (alignment.target, pair.target, finding.target))
    return all(_begins_row(edition.segments[numbers[0]], quote) for edition, numbers, quote in sides)


def _begins_row(segment: Segment, quote: Quote) -> bool:
    return (segment.page, segment.start) == (quote.page, quote.start) and bool(_ROW_NUMBER.match(segment.text))


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
    edition, lacks, has = (alignment.source, "target", "source") if missing else (alignment.target, "source", "target")
    last = alignment.pairs[run[-1]]
    end = edition.segments[(last.source if missing else last.target)[-1]]
    message = (
        f"{len(run)} sentences in a row of the {has}, up to “{opening(end.text)}”{on_page(edition, end.page)}, "
        f"have no counterpart in the {lacks}."
    )
    return replace(finding, severity=Severity.HIGH, message=message, pair=run.start)
