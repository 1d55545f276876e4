"""Editions compared: aligned, checked, and told who stands alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from corpus.types import Encoder, Progress
from ingest.embedding import ShowProgress
from service.translation.alignment import STEPS, align
from service.translation.checks import Glossary, all_checks, find_all
from service.translation.checks.finding import quoted
from service.translation.condensing import condensed
from service.translation.doubt import sure
from service.translation.editions import Script, embedded
from service.translation.foreign_runs import runs_folded
from service.translation.order import moved_findings
from service.translation.originals import Original
from service.translation.outliers import Outlier, outliers
from service.translation.types import Alignment, Edition, Finding, Pair, Quote, Segment, Severity

CORRESPONDS = 0.35
"""Score from which a pair counts as saying the same when it is judged whether two books are one."""
LEAST_SHARE = 0.25
"""Of the shorter edition's text; below it the books are not editions of one text."""
MOSTLY = 0.6
"""Of the shorter edition's text; from here on it may stand in another order: of unrelated books, with what they have
in common wherever it stands, a third corresponds at most."""


@dataclass(frozen=True, slots=True)
class Side:
    """One edition of a report; places are in its pages as read, ``original`` leads from there to its file."""

    name: str
    language: str
    segments: tuple[Segment, ...]
    original: Original | None = None


@dataclass(frozen=True, slots=True)
class Accepted:
    """A finding that was looked at and found right, and why."""

    finding: Finding
    reason: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two editions side by side. ``share`` is how much of the shorter one has its like in the other, 0 to 1.

    ``rejected`` holds, by their ids, why findings that remain were looked at and found to be mistakes.
    """

    source: Side
    target: Side
    pairs: tuple[Pair, ...]
    findings: tuple[Finding, ...]
    share: float
    accepted: tuple[Accepted, ...] = ()
    rejected: Mapping[str, str] = field(default_factory=dict)

    @property
    def related(self) -> bool:
        """Whether they look like editions of one text."""
        return self.share >= LEAST_SHARE


@dataclass(frozen=True, slots=True)
class Report:
    """One source against one or more targets. ``outliers`` need three editions or more."""

    comparisons: tuple[Comparison, ...]
    outliers: tuple[Outlier, ...] = ()

    @property
    def source(self) -> Side:
        """The edition that the others are compared with."""
        return self.comparisons[0].source

    @property
    def findings(self) -> list[Finding]:
        """What remains in all comparisons, without what was accepted."""
        return [finding for comparison in self.comparisons for finding in comparison.findings]


def compare(
    scripts: Sequence[Script], encoder: Encoder, show: ShowProgress, glossary: Glossary | None = None
) -> Report:
    """Compare the first edition with each of the others; ``scripts`` holds two or more."""
    with show("reading sentences", sum(len(script.segments) for script in scripts)) as progress:
        editions = [embedded(script, encoder, progress) for script in scripts]
    del encoder  # unless the caller keeps it, its memory is free for what follows
    count = len(editions)
    chosen = [(one, other) for one in range(count) for other in range(one + 1, count)]
    given = {pair: glossary if pair[0] == 0 else None for pair in chosen}
    judged: dict[tuple[int, int], tuple[Alignment, list[Finding]]] = {}
    with show("comparing", sum(steps(terms) for terms in given.values())) as progress:
        for (one, other), terms in given.items():
            judged[one, other] = judge(editions[one], editions[other], terms, progress)
    alone = outliers([edition.name for edition in editions], judged) if count > 2 else ()
    made = (_comparison(scripts[0], scripts[other], *judged[0, other]) for other in range(1, count))
    return Report(tuple(_with_outliers(one, alone) for one in made), tuple(alone))


def steps(glossary: Glossary | None = None) -> int:
    """Return how many steps ``judge`` has for related books."""
    return STEPS + len(all_checks(glossary))


def judge(
    source: Edition, target: Edition, glossary: Glossary | None = None, progress: Progress | None = None
) -> tuple[Alignment, list[Finding]]:
    """Return the alignment of two editions and what differs; for unrelated books the one finding that they are.

    Where most of what they share stands in another order, a finding says so first. ``progress`` counts steps.
    """
    alignment = align(source, target, progress=progress)
    share = corresponding(alignment)
    if share < LEAST_SHARE:
        return alignment, [_unrelated(alignment, share)]
    found = [*sure(alignment, find_all(alignment, glossary, progress)), *moved_findings(alignment)]
    folded = runs_folded(alignment, condensed(alignment, found))
    in_order = _alike(alignment, moved=False)
    return alignment, [_reordered(alignment, share, in_order), *folded] if 2 * in_order < share else folded


def corresponding(alignment: Alignment) -> float:
    """Return the share of the shorter edition's text that stands in pairs which are alike.

    They must be in order, unless it is most of the text.
    """
    anywhere = _alike(alignment, moved=True)
    return anywhere if anywhere >= MOSTLY else _alike(alignment, moved=False)


def _alike(alignment: Alignment, moved: bool) -> float:
    alike = [p for p in alignment.pairs if p.source and p.target and p.score >= CORRESPONDS and (moved or not p.moved)]
    ours = _share(alignment.source, [number for pair in alike for number in pair.source])
    theirs = _share(alignment.target, [number for pair in alike for number in pair.target])
    shorter_is_source = len(alignment.source.segments) <= len(alignment.target.segments)
    return ours if shorter_is_source else theirs


def _share(edition: Edition, chosen: Sequence[int]) -> float:
    """Return how much of an edition's characters some of its segments have."""
    total = sum(len(segment.text) for segment in edition.segments)
    return sum(len(edition.segments[number].text) for number in chosen) / max(1, total)


def _unrelated(alignment: Alignment, share: float) -> Finding:
    message = f"These do not look like editions of one text: {share:.0%} of the text corresponds."
    return Finding("unrelated", "unrelated", Severity.HIGH, round(1 - share, 2), message, *_openings(alignment))


def _reordered(alignment: Alignment, share: float, in_order: float) -> Finding:
    message = (
        f"The editions say the same in another order: {share:.0%} of the text corresponds, {in_order:.0%} in one order."
    )
    return Finding("moved-most", "moved", Severity.MEDIUM, round(share, 2), message, *_openings(alignment))


def _openings(alignment: Alignment) -> tuple[Quote, Quote]:
    return quoted(alignment.source, 0), quoted(alignment.target, 0)


def _comparison(source: Script, target: Script, alignment: Alignment, findings: Sequence[Finding]) -> Comparison:
    share = corresponding(alignment)
    return Comparison(_side(source), _side(target), alignment.pairs, tuple(findings), share)


def _side(script: Script) -> Side:
    return Side(script.name, script.language, script.segments, script.original)


def _with_outliers(comparison: Comparison, alone: Sequence[Outlier]) -> Comparison:
    """Say in the findings which edition stands alone."""
    told = {name: one for one in alone for name in one.findings}
    return replace(comparison, findings=tuple(_told(found, comparison, told) for found in comparison.findings))


def _told(found: Finding, comparison: Comparison, told: Mapping[str, Outlier]) -> Finding:
    outlier = told.get(f"{comparison.target.name}:{found.id}")
    return replace(found, message=f"{found.message} {outlier.message}") if outlier else found
