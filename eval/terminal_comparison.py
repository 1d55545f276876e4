"""A comparison with an earlier run for a terminal."""

from collections.abc import Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from eval.comparison import SURE, Comparison, Difference, Flip, Side

KINDS = {"gained": "gained: right now, not before", "lost": "lost: right before, not now"}
ANSWER_SHOWN = 90
"""Characters of an answer on its line."""


def show(comparison: Comparison, console: Console) -> None:
    """Print the figures of both runs, what is significant, and each question gained or lost with both answers."""
    console.print(_figures(comparison))
    for remark in comparison.remarks:
        console.print(Text(f"note: {remark}"), soft_wrap=True)
    for kind, title in KINDS.items():
        _print_flips(title, [flip for flip in comparison.flips if flip.kind == kind], console)
    console.print(f"{comparison.count('changed')} others ended otherwise without becoming right or wrong")
    console.print(Text(f"earlier: {comparison.signature_line}"), soft_wrap=True)


def _figures(comparison: Comparison) -> Table:
    title = f"Against {comparison.earlier}: {comparison.compared} questions asked in both"
    table = Table(title=title, title_justify="left", box=SIMPLE_HEAD, pad_edge=False)
    table.add_column("figure", no_wrap=True)
    for heading in ("before", "now", "change", "95% interval", "flips", "p", ""):
        table.add_column(heading, justify="right", no_wrap=True)
    for difference in comparison.differences:
        table.add_row(*_row(difference))
    table.caption = f"p: exact McNemar, or paired randomisation; better or worse where p after Holm is below {SURE}"
    table.caption_justify = "left"
    return table


def _row(difference: Difference) -> Iterator[str]:
    yield from (difference.figure, f"{difference.before:.3f}", f"{difference.now:.3f}", f"{difference.difference:+.3f}")
    yield f"{difference.low:+.3f} {difference.high:+.3f}"
    yield "" if difference.gained is None else f"+{difference.gained} -{difference.lost}"
    yield from (f"{difference.p:.3f}", difference.tells)


def _print_flips(title: str, flips: Sequence[Flip], console: Console) -> None:
    console.print(Text(f"{title} ({len(flips)})", style="bold"))
    for flip in flips:
        console.print(Text(f"  {flip.id}  {flip.question}"), soft_wrap=True)
        for name, side in (("before", flip.before), ("now", flip.now)):
            console.print(Text(f"    {name:6}  {_told(side)}"), soft_wrap=True)


def _told(side: Side) -> str:
    answer = " ".join(side.answer.split())
    short = answer if len(answer) <= ANSWER_SHOWN else f"{answer[:ANSWER_SHOWN].rstrip()}…"
    return f"{side.verdict}: {short} ({side.place})" if answer else side.verdict
