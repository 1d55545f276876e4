"""A report as the page shows it: findings with their quotes inside the sentences that they stand in."""

from collections.abc import Mapping, Sequence
from typing import Any

from service.translation.comparing import Comparison, Report, Side
from service.translation.decisions import Decision
from service.translation.types import Finding, Quote, Segment


def shown(report: Report, decisions: Mapping[str, Decision]) -> dict[str, Any]:
    """Return figures and all findings of two editions, the accepted ones too, the weightiest first."""
    one = report.comparisons[0]
    listed = [*one.findings, *(each.finding for each in one.accepted)]
    return {
        "source": {"name": one.source.name, "language": one.source.language, "sentences": len(one.source.segments)},
        "target": {"name": one.target.name, "language": one.target.language, "sentences": len(one.target.segments)},
        "related": one.related,
        "share": round(one.share, 3),
        "pairs": sum(not pair.one_sided for pair in one.pairs),
        "findings": [_finding(one, each, decisions.get(each.id)) for each in sorted(listed, key=_weight)],
    }


def _weight(found: Finding) -> tuple[int, float, int]:
    return (["high", "medium", "low"].index(found.severity), -found.confidence, found.pair or 0)


def _finding(one: Comparison, found: Finding, decision: Decision | None) -> dict[str, Any]:
    pair = one.pairs[found.pair] if found.pair is not None else None
    return {
        "id": found.id,
        "kind": found.kind,
        "pair": found.pair,
        "severity": found.severity.value,
        "confidence": found.confidence,
        "message": found.message,
        "source": _quoted(one.source, found.source, pair.source if pair else ()),
        "target": _quoted(one.target, found.target, pair.target if pair else ()),
        "verdict": decision.verdict.value if decision else "",
        "reason": decision.reason if decision else "",
    }


def _quoted(side: Side, quote: Quote | None, numbers: Sequence[int]) -> dict[str, Any] | None:
    """Return a quote with what stands before and after it in its pair; without a quote, the pair's text."""
    segments = [side.segments[number] for number in numbers]
    if quote is None:
        return {**_place(side, segments[0]), "before": _words(segments), "quote": "", "after": ""} if segments else None
    before = [each for each in segments if (each.page, each.end) <= (quote.page, quote.start)]
    after = [each for each in segments if (each.page, each.start) >= (quote.page, quote.end)]
    around = next((each for each in segments if each.page == quote.page and each.start <= quote.start < each.end), None)
    lead = around.text[: quote.start - around.start] if around else ""
    rest = around.text[quote.end - around.start :] if around else ""
    joined = " " if before else "", " " if after else ""
    return {
        **_place(side, quote),
        "before": f"{_words(before)}{joined[0]}{lead}",
        "quote": quote.quote,
        "after": f"{rest}{joined[1]}{_words(after)}",
    }


def _place(side: Side, stands: Quote | Segment) -> dict[str, int | None]:
    """Return the page, and for a text file the line, in which words stand."""
    return {"page": stands.page, "line": side.original.line(stands.start) if side.original else None}


def _words(segments: Sequence[Segment]) -> str:
    return " ".join(segment.text for segment in segments)
