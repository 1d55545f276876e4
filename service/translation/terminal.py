"""A report as a summary for a terminal; the books' control characters never reach it."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from service.translation.comparing import Comparison, Report
from service.translation.types import Finding, Severity

SHOWN = 10
"""Findings that are printed in full; the reports hold all."""
COLOURS = {Severity.HIGH: "bold red", Severity.MEDIUM: "yellow", Severity.LOW: "dim"}
WEIGHTIEST = (Severity.HIGH, Severity.MEDIUM, Severity.LOW)


def show(report: Report, console: Console) -> None:
    """Print for each target how it lines up, how many findings of each kind there are, and the weightiest."""
    for one in report.comparisons:
        console.print(Text(safe(f"{one.source.name} → {one.target.name}"), style="bold"))
        console.print(Text(_aligned(one)))
        if not one.related:
            console.print(Text(one.findings[0].message if one.findings else "", style="bold red"))
            continue
        if one.findings:
            console.print(_counts(one.findings))
        _print_weightiest(one, console)
    if report.outliers:
        _print_outliers(report, console)


def safe(text: str) -> str:
    """Return text on one line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _aligned(one: Comparison) -> str:
    both = [pair for pair in one.pairs if pair.source and pair.target]
    parts = [
        f"{len(one.source.segments)} and {len(one.target.segments)} sentences ({one.source.language}, "
        f"{one.target.language})",
        f"{len(both)} pairs",
        f"{sum(len(pair.source) for pair in one.pairs if not pair.target)} missing",
        f"{sum(len(pair.target) for pair in one.pairs if not pair.source)} added",
        f"{sum(pair.moved for pair in one.pairs)} moved",
    ]
    accepted = f"; {len(one.accepted)} findings accepted" if one.accepted else ""
    return ", ".join(parts) + accepted + ("" if one.findings else "; no findings")


def _counts(findings: Sequence[Finding]) -> Table:
    counts = Counter((found.kind, found.severity) for found in findings)
    table = Table("kind", box=SIMPLE_HEAD, pad_edge=False)
    for severity in WEIGHTIEST:
        table.add_column(severity.value, justify="right")
    for kind in sorted({kind for kind, _ in counts}):
        table.add_row(kind, *(str(counts[kind, severity] or "") for severity in WEIGHTIEST))
    table.add_section()
    table.add_row("all", *(str(sum(f.severity == severity for f in findings)) for severity in WEIGHTIEST))
    return table


def weightiest(findings: Sequence[Finding]) -> list[Finding]:
    """Return findings by severity, then confidence, then place."""
    return sorted(findings, key=lambda found: (WEIGHTIEST.index(found.severity), -found.confidence))


def _print_weightiest(one: Comparison, console: Console) -> None:
    for found in weightiest(one.findings)[:SHOWN]:
        head = Text(f"{found.severity.value} {found.kind} ", style=COLOURS[found.severity])
        console.print(head.append(f"({found.confidence:.0%}) {safe(found.message)}", style="default not bold not dim"))
        for line in _quotes(one, found):
            console.print(Text(f"  {line}", style="dim"), overflow="ellipsis", no_wrap=True)
    if len(one.findings) > SHOWN:
        console.print(Text(f"and {len(one.findings) - SHOWN} more; --html FILE or --csv FILE holds all"))


def _quotes(one: Comparison, found: Finding) -> Iterator[str]:
    for side, quote in ((one.source, found.source), (one.target, found.target)):
        if quote:
            place = f"line {side.original.line(quote.start)}" if side.original else f"p. {quote.page}"
            yield f"{safe(side.name)}, {place}: {safe(quote.quote)}"


def _print_outliers(report: Report, console: Console) -> None:
    console.print(Text("Editions that stand alone", style="bold"))
    counts = Counter((one.edition, one.kind) for one in report.outliers)
    for (edition, kind), count in sorted(counts.items()):
        console.print(Text(safe(f"  {edition}: {kind}, {count} place{'' if count == 1 else 's'}")))
