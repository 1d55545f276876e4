"""The part of the HTML report that tells how long answers took."""

from collections.abc import Sequence
from html import escape

from eval import latency, plots
from eval.evaluate import Outcome

HEADS = ("status", "p50", "p95", "p99", "longest", "answers")


def told(outcomes: Sequence[Outcome]) -> str:
    """Return the percentiles by status, in milliseconds, beside the histogram."""
    rows = "".join(
        f'<tr><th scope="row">{escape(name.replace("_", " "))}</th>'
        + "".join(f'<td class="number">{value:g}</td>' for value in taken)
        + "</tr>"
        for name, taken in latency.by_status(outcomes).items()
    )
    heads = "".join(f'<th scope="col">{head}</th>' for head in HEADS)
    table = f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    drawn = plots.durations(latency.whole(outcomes))
    return (
        f'<div class="plots"><figure>{drawn}<figcaption>Milliseconds an answer took (across, each step a twentieth '
        f"more) and how many answers took so long (up).</figcaption></figure>{table}</div>\n"
    )
