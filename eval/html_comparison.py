"""The part of the HTML report that compares with an earlier run."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from eval.comparison import SURE, Comparison, Difference, Flip, Side
from eval.terminal_comparison import KINDS

HEADS = ("figure", "before", "now", "difference", "95% interval", "gained", "lost", "p", "Holm", "")
OTHERS = "changed: neither became right nor wrong"


def compared(comparison: Comparison) -> str:
    """Return the figures of both runs, the same by language, and the questions that flipped."""
    remarks = "".join(f'<p class="remark">{escape(remark)}</p>' for remark in comparison.remarks)
    languages = "".join(_language(name, rows) for name, rows in comparison.by_language.items())
    flips = "".join(_flips(kind, title, comparison) for kind, title in (*KINDS.items(), ("changed", OTHERS)))
    return (
        f"<p>{comparison.compared} questions asked in both runs. Earlier: "
        f"<code>{escape(comparison.signature_line)}</code></p>\n{remarks}{_table(comparison.differences)}"
        f'<p class="quiet">p: exact McNemar test where a question is right or not, else the paired randomisation test; '
        f"Holm: corrected for the number of figures. Better or worse where that is below {SURE}.</p>\n"
        f"{languages}{flips}"
    )


def _table(differences: Sequence[Difference]) -> str:
    heads = "".join(f'<th scope="col">{escape(head)}</th>' for head in HEADS)
    rows = "".join(map(_row, differences))
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>\n'


def _row(difference: Difference) -> str:
    shade = {"better": "good", "worse": "bad"}.get(difference.tells, "quiet")
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in _cells(difference))
    name = f'<th scope="row">{escape(difference.figure)}</th>'
    return f'<tr>{name}{numbers}<td class="{shade}">{difference.tells}</td></tr>\n'


def _cells(difference: Difference) -> Iterator[str]:
    yield from (f"{difference.before:.3f}", f"{difference.now:.3f}", f"{difference.difference:+.3f}")
    yield f"{difference.low:+.3f} to {difference.high:+.3f}"
    yield from ("" if count is None else str(count) for count in (difference.gained, difference.lost))
    yield from (f"{difference.p:.3f}", f"{difference.p_corrected:.3f}")


def _language(name: str, differences: Sequence[Difference]) -> str:
    asked = max((difference.n for difference in differences), default=0)
    return f"<details><summary>{escape(name)}, {asked} questions</summary>{_table(differences)}</details>\n"


def _flips(kind: str, title: str, comparison: Comparison) -> str:
    flips = [flip for flip in comparison.flips if flip.kind == kind]
    opened = " open" if flips and kind != "changed" else ""
    return (
        f'<details class="flips {kind}"{opened}><summary>{len(flips)} {escape(title)}</summary>'
        f'<div class="detail">{_listed(flips)}</div></details>\n'
    )


def _listed(flips: Iterable[Flip]) -> str:
    items = "".join(
        f'<li><span class="asked" dir="auto">{escape(flip.question)}</span> '
        f'<span class="quiet">{escape(flip.id)} · {escape(flip.language or "?")}</span>'
        f"<dl>{_side('before', flip.before)}{_side('now', flip.now)}</dl></li>"
        for flip in flips
    )
    return f"<ul>{items}</ul>" if items else ""


def _side(name: str, side: Side) -> str:
    place = f' <span class="place">{escape(side.place)}</span>' if side.place else ""
    answer = f'<blockquote dir="auto">{escape(side.answer)}</blockquote>' if side.answer else ""
    return f"<dt>{name}</dt><dd>{escape(side.verdict)}{place}{answer}</dd>"
