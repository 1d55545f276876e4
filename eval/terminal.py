"""A report for a terminal."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from eval.figures import COUNTS, Figures
from eval.intervals import Figure
from eval.report import Report, lacks, ordered, times

GROUP_COLUMNS = ("place@1", "place@3", "fact@1", "nDCG@10", "refused", "wrongly_refused")


def show(report: Report, console: Console) -> None:
    """Print the figures with their intervals, the groups, what failed, and the signature."""
    console.print(_figures(report.figures))
    for way, groups in report.groups.items():
        if groups:
            console.print(_groups(way, groups))
    _print_remarks(report, console)
    # plain: a signature is copied, so no wrapping and no colours inside
    console.print(Text(report.signature_line), soft_wrap=True)


def _figures(figures: Figures) -> Table:
    table = Table("figure", title="All questions", title_justify="left", box=SIMPLE_HEAD)
    for heading in ("value", "95% interval", "questions"):
        table.add_column(heading, justify="right")
    for name, figure in figures.items():
        table.add_row(name, number(name, figure), interval(name, figure), str(figure.n))
    return table


def number(name: str, figure: Figure) -> str:
    """Return a figure's value: three decimals, or a count as it stands."""
    return f"{figure.value:.0f}" if name in COUNTS else f"{figure.value:.3f}"


def interval(name: str, figure: Figure) -> str:
    """Return a figure's interval, nothing for a count."""
    return "" if name in COUNTS else f"{figure.low:.3f} to {figure.high:.3f}"


def _groups(way: str, groups: dict[str, Figures]) -> Table:
    shown = [name for name in GROUP_COLUMNS if any(name in figures for figures in groups.values())]
    table = Table(way, title=f"By {way}", title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    for heading in (*shown, "n"):
        table.add_column(heading.replace("_", "\n"), justify="right")
    for name in ordered(list(groups)):
        cells = [number(column, groups[name][column]) if column in groups[name] else "" for column in shown]
        table.add_row(name, *cells, str(groups[name]["verbatim"].n if "verbatim" in groups[name] else ""))
    return table


def _print_remarks(report: Report, console: Console) -> None:
    for remark in (*times(report), *lacks(report)):
        console.print(Text(remark), soft_wrap=True)
    for outcome in report.errors:
        console.print(Text(f"error: {outcome.question.id}: {outcome.error}"), soft_wrap=True)
