"""Parts of an edition that nobody translated: told once for each run of sentences, and each sentence as a remark."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from service.translation.checks.finding import opening
from service.translation.types import Alignment, Finding, Severity

KIND = "untranslated"
APART = 4
"""Pairs from one untranslated sentence to the next of its run: names and headings between them tell no language."""
LEAST = 3
"""Untranslated sentences that make a run."""


def runs_folded(alignment: Alignment, findings: Iterable[Finding]) -> list[Finding]:
    """Return the findings in the order of the pairs, the first of each untranslated run telling of the whole run.

    The others of the run stay, as remarks: they hold the marks of their sentences and can be accepted one by one.
    """
    found = sorted(findings, key=_place)
    told: dict[int, Finding] = {}
    for run in _runs([each for each in found if each.kind == KIND and each.pair is not None]):
        told.update({id(each): replace(each, severity=Severity.LOW) for each in run})
        told[id(run[0])] = _of_run(alignment, run)
    return [told.get(id(each), each) for each in found]


def _place(finding: Finding) -> int:
    return -1 if finding.pair is None else finding.pair


def _runs(found: Sequence[Finding]) -> list[list[Finding]]:
    runs: list[list[Finding]] = []
    for each in found:
        if not runs or _place(each) - _place(runs[-1][-1]) > APART:
            runs.append([])
        runs[-1].append(each)
    return [run for run in runs if len(run) >= LEAST]


def _of_run(alignment: Alignment, run: Sequence[Finding]) -> Finding:
    first, last = run[0], run[-1]
    end = last.target or last.source
    page = f" (page {end.page})" if end else ""
    shown = opening(end.quote) if end else ""
    message = (
        f"{len(run)} sentences from here to “{shown}”{page} are not translated: they stand in the source's language "
        f"({alignment.source.language})."
    )
    return replace(first, severity=Severity.HIGH, confidence=max(each.confidence for each in run), message=message)
