"""A report as plain data (JSON) and as a table (CSV)."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import Any, overload

from service.translation.comparing import Comparison, Report, Side
from service.translation.types import Finding, Quote

COLUMNS = (
    "target_edition", "id", "kind", "severity", "confidence", "message", "status", "reason",
    "source_page", "source_start", "source_end", "source_quote",
    "target_page", "target_start", "target_end", "target_quote",
)  # fmt: skip
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet would run when a cell begins with it."""


def to_json(report: Report) -> str:
    """Return the report as JSON: for two editions one object, for more a list of such objects and the outliers."""
    return json.dumps(as_data(report), ensure_ascii=False, indent=1)


def as_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    made = [_comparison(one) for one in report.comparisons]
    if len(made) == 1:
        return made[0]
    return {
        "source": report.source.name,
        "targets": [one.target.name for one in report.comparisons],
        "comparisons": made,
        "outliers": [asdict(one) for one in report.outliers],
        "findings": [{"target_edition": data["target"], **each} for data in made for each in data["findings"]],
    }


def _comparison(one: Comparison) -> dict[str, Any]:
    return {
        "source": one.source.name,
        "target": one.target.name,
        "source_language": one.source.language,
        "target_language": one.target.language,
        "corresponding": round(one.share, 4),
        "pairs": [
            {
                "source": _segments(one.source, pair.source),
                "target": _segments(one.target, pair.target),
                "score": pair.score,
                "moved": pair.moved,
            }
            for pair in one.pairs
        ],
        "findings": [_finding(one, found) for found in one.findings],
        **({"rejected": dict(one.rejected)} if one.rejected else {}),
        "accepted": [{**_finding(one, each.finding), "reason": each.reason} for each in one.accepted],
    }


def _segments(side: Side, numbers: Sequence[int]) -> list[dict[str, Any]]:
    chosen = (side.segments[number] for number in numbers)
    placed = (in_file(side, Quote(s.page, s.start, s.end, s.text)) for s in chosen)
    return [{"page": q.page, "start": q.start, "end": q.end, "text": q.quote} for q in placed]


def _finding(one: Comparison, found: Finding) -> dict[str, Any]:
    source, target = in_file(one.source, found.source), in_file(one.target, found.target)
    told = {**asdict(replace(found, source=source, target=target)), "severity": found.severity.value}
    return {**told, "context": _context(one, found)}


def _context(one: Comparison, found: Finding) -> dict[str, str]:
    """Return the sentences that a finding was made in, as read."""
    if found.pair is None:
        return {"source": "", "target": ""}
    pair = one.pairs[found.pair]
    return {"source": _words(one.source, pair.source), "target": _words(one.target, pair.target)}


def _words(side: Side, numbers: Sequence[int]) -> str:
    return " ".join(side.segments[number].text for number in numbers)


@overload
def in_file(side: Side, quote: Quote) -> Quote: ...
@overload
def in_file(side: Side, quote: None) -> None: ...
def in_file(side: Side, quote: Quote | None) -> Quote | None:
    """Return a quote as the slice of its file, where that is text; of other editions as it is, a slice of a page."""
    if quote is None or side.original is None:
        return quote
    start, end = side.original.place(quote.start, quote.end)
    return Quote(quote.page, start, end, side.original.text[start:end])


def to_csv(report: Report) -> str:
    """Return the findings as CSV, the accepted ones too; cells that a spreadsheet would run are quoted for it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in report.comparisons:
        for found in one.findings:
            status = "rejected" if found.id in one.rejected else "open"
            writer.writerow(_row(one, found, status, one.rejected.get(found.id, "")))
        for each in one.accepted:
            writer.writerow(_row(one, each.finding, "accepted", each.reason))
    return out.getvalue()


def _row(one: Comparison, found: Finding, status: str, reason: str) -> list[object]:
    told = (one.target.name, found.id, found.kind, found.severity.value, found.confidence, found.message)
    source, target = in_file(one.source, found.source), in_file(one.target, found.target)
    cells = [*told, status, reason, *_quote(source), *_quote(target)]
    return [_harmless(cell) for cell in cells]


def _quote(quote: Quote | None) -> tuple[object, ...]:
    return (quote.page, quote.start, quote.end, quote.quote) if quote else ("", "", "", "")


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
