"""What stands elsewhere in the other edition: one finding for each run that moved together."""

from collections.abc import Iterator

from service.translation.checks.finding import finding, numbered, opening, quoted
from service.translation.types import Alignment, Edition, Finding, Pair, Severity

KIND = "moved"
CONFIDENCE, CONFIDENCE_IN_ROW = 0.7, 0.35
"""That it matters where a passage stands; rows of tables are sorted anew in each language."""


def moved_findings(alignment: Alignment) -> list[Finding]:
    """Return a finding for each run of pairs that is out of order, quoting where it begins on both sides."""
    return numbered(_finding(alignment, run) for run in _runs(alignment))


def _runs(alignment: Alignment) -> Iterator[list[int]]:
    """Yield numbers of moved pairs that follow one another on both sides."""
    run: list[int] = []
    for number, pair in enumerate(alignment.pairs):
        if not pair.moved:
            continue
        if run and not _follows(alignment.pairs[run[-1]], pair):
            yield run
            run = []
        run.append(number)
    if run:
        yield run


def _follows(before: Pair, after: Pair) -> bool:
    return 0 < after.source[0] - before.source[-1] <= 2 and 0 < after.target[0] - before.target[-1] <= 2


def _finding(alignment: Alignment, run: list[int]) -> Finding:
    first = alignment.pairs[run[0]]
    source, target = quoted(alignment.source, first.source[0]), quoted(alignment.target, first.target[0])
    after = "one" if len(run) == 2 else len(run) - 1
    what = "This" if len(run) == 1 else f"This and the {after} after it"
    stands = "stands" if len(run) == 1 else "stand"
    behind = _words_before(alignment.target, first.target[0])
    message = f"{what} {stands} elsewhere in the target: {behind}."
    confidence = CONFIDENCE_IN_ROW if "|" in source.quote else CONFIDENCE
    return finding(KIND, Severity.LOW, confidence, message, source, target, run[0])


def _words_before(edition: Edition, number: int) -> str:
    if not number:
        return "at its beginning"
    return f"after “{opening(edition.segments[number - 1].text)}”"
