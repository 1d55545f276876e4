"""A report as one HTML page that needs nothing else: style, script and plots are inside, nothing is fetched.

Every text from questions, rulebooks and answers is escaped, and a content security policy names the one script.
"""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from eval import calibration, html_comparison, html_latency, html_questions, plots
from eval.comparison import Comparison
from eval.evaluate import Outcome
from eval.figures import COUNTS, MEANINGS, Figures, confidences
from eval.intervals import Figure
from eval.report import ENDS, Report, confusions, lacks, ordered
from eval.terminal import GROUP_COLUMNS, interval, number

HERE = Path(__file__).parent


def page(report: Report, comparison: Comparison | None = None) -> str:
    """Return the whole page, with the comparison with an earlier run where there is one."""
    style, script = _asset("report.css"), _asset("report.js")
    body = "".join(_sections(report, comparison))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_policy(script)}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>Lexludo evaluation</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n<main>\n{body}</main>\n<script>{script}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def _policy(script: str) -> str:
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _sections(report: Report, comparison: Comparison | None) -> Iterable[str]:
    yield _head(report)
    made = f'<p class="made"><code>{escape(report.signature_line)}</code></p>\n'
    yield from (_section(title, content + made) for title, content in _contents(report, comparison))
    if report.outcomes:
        yield _section("Questions", html_questions.listed(report.outcomes))


def _contents(report: Report, comparison: Comparison | None) -> Iterable[tuple[str, str]]:
    """Yield what holds figures, each to be signed with what made them."""
    yield "Figures", _figures(report.figures)
    if comparison:
        yield f"Against {comparison.earlier}", html_comparison.compared(comparison)
    if report.outcomes:
        yield "Confidence and refusal", _judgement(report.outcomes)
        yield "Latency", html_latency.told(report.outcomes)
    for way, groups in report.groups.items():
        if groups:
            yield f"By {way}", _groups(way, groups)


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{escape(title)}</h2>\n{content}</section>\n"


def _head(report: Report) -> str:
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.signature.items())
    remarks = "".join(f'<p class="remark">{escape(remark)}</p>' for remark in _remarks(report))
    return (
        f'<header>\n<h1>Lexludo evaluation</h1>\n<dl class="signature">{rows}</dl>\n'
        f"<p><code>{escape(report.signature_line)}</code></p>\n{remarks}</header>\n"
    )


def _remarks(report: Report) -> Iterable[str]:
    yield from lacks(report)
    if report.errors:
        yield f"{len(report.errors)} questions ended in an error and count as missed; choose “error” below."


def _figures(figures: Figures) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(name)}<span class="meaning">{escape(MEANINGS.get(name, ""))}</span></th>'
        f'<td class="number">{number(name, figure)}</td>'
        f'<td class="drawn">{"" if name in COUNTS else plots.bar(figure, name)}</td>'
        f'<td class="number quiet">{interval(name, figure)}</td><td class="number quiet">{figure.n}</td></tr>\n'
        for name, figure in figures.items()
    )
    heads = _heads("figure", "value", "0 to 1", "95% interval", "questions")
    return f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n'


def _heads(*names: str) -> str:
    return "".join(f'<th scope="col">{escape(name)}</th>' for name in names)


def _groups(way: str, groups: dict[str, Figures]) -> str:
    shown = [name for name in GROUP_COLUMNS if any(name in figures for figures in groups.values())]
    rows = "".join(_group(name, groups[name], shown) for name in ordered(list(groups)))
    heads = _heads(way, *shown, "questions")
    return f'<div class="wide"><table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table></div>\n'


def _group(name: str, figures: Figures, shown: Sequence[str]) -> str:
    cells = "".join(_cell(column, figures.get(column)) for column in shown)
    asked = f'<td class="number quiet">{figures["verbatim"].n}</td>'
    return f'<tr><th scope="row">{escape(name)}</th>{cells}{asked}</tr>\n'


def _cell(name: str, figure: Figure | None) -> str:
    if figure is None:
        return "<td></td>"
    sure = f'<span class="sure">{interval(name, figure)}</span>'
    return f'<td class="drawn"><span class="number">{number(name, figure)}</span> {sure}{plots.bar(figure, name)}</td>'


def _judgement(outcomes: Sequence[Outcome]) -> str:
    confidence, supported = confidences(outcomes)
    reliability = plots.reliability(calibration.reliability(confidence, supported))
    curve = plots.risk_coverage(calibration.risk_coverage(confidence, supported), _working(outcomes))
    content = _figure(
        reliability, "Answers given with a confidence (across) and how many of them were right (up)."
    ) + _figure(curve, "Answering only the surest share (across), how many are wrong (up). Ring: the threshold in use.")
    became = "<h3>What became of the questions that the rulebooks answer, and of those that they do not</h3>"
    return f'<div class="plots">{content}</div>\n{became}{_confusion(outcomes)}\n'


def _figure(content: str, caption: str) -> str:
    return f"<figure>{content}<figcaption>{escape(caption)}</figcaption></figure>\n"


def _working(outcomes: Sequence[Outcome]) -> tuple[float, float] | None:
    alone = [outcome for outcome in outcomes if outcome.turn is None]
    answered = [outcome for outcome in alone if outcome.answered]
    if not answered:
        return None
    return len(answered) / len(alone), sum(not outcome.supported for outcome in answered) / len(answered)


def _confusion(outcomes: Sequence[Outcome]) -> str:
    rows = "".join(_confused(name, counts) for name, counts in confusions(outcomes).items())
    heads = _heads("language", "", *(end.replace("_", " ") for end in ENDS))
    return f'<div class="wide"><table class="confusion"><thead><tr>{heads}</tr></thead>{rows}</table></div>'


def _confused(language: str, counts: dict[str, dict[str, int]]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(language) if kind == "answerable" else ""}</th><td>{kind}</td>'
        + "".join(_count(ends[end], end in RIGHT_ENDS[kind]) for end in ENDS)
        + "</tr>"
        for kind, ends in counts.items()
    )
    return f"<tbody>{rows}</tbody>"


RIGHT_ENDS = {"answerable": {"answered"}, "unanswerable": {"refused", "which_game"}}


def _count(count: int, right: bool) -> str:
    shade = "quiet" if not count else "good" if right else "bad"
    return f'<td class="number {shade}">{count}</td>'
