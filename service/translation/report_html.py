"""A report as one HTML page that needs nothing else: style, script and plot are inside, nothing is fetched.

Every text from the editions is escaped, and a content security policy names the one script.
"""

import base64
import hashlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path

from service.translation.comparing import Comparison, Report, Side
from service.translation.decisions import toml_entry
from service.translation.marking import marked
from service.translation.plot import alignment_plot
from service.translation.terminal import WEIGHTIEST
from service.translation.types import Finding, Pair, Quote, Segment, Severity

HERE = Path(__file__).parent / "pages"
KEYS = "Keys: <kbd>n</kbd> next finding, <kbd>p</kbd> previous, <kbd>/</kbd> search"


def page(report: Report) -> str:
    """Return the whole page."""
    style, script = _asset("report.css"), _asset("report.js")
    title = escape(" · ".join([report.source.name, *(one.target.name for one in report.comparisons)]))
    body = "".join(_comparison(number, one, report) for number, one in enumerate(report.comparisons))
    return (
        f'<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy()}">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n'
        f"<style>{style}</style>\n</head>\n<body>\n{_tools(report)}<main>\n{body}</main>\n"
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _asset(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


def policy() -> str:
    """Return the content security policy of the page: its own style and its one script, by its digest."""
    digest = base64.b64encode(hashlib.sha256(_asset("report.js").encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


def _tools(report: Report) -> str:
    kinds = Counter(found.kind for found in report.findings)
    severities = Counter(found.severity for found in report.findings)
    kind_options = "".join(f'<option value="{escape(k)}">{escape(k)} ({n})</option>' for k, n in sorted(kinds.items()))
    boxes = "".join(
        f'<label class="box"><input type="checkbox" name="severity" value="{each.value}" checked> '
        f'<span class="{each.value}">{each.value}</span> ({severities[each]})</label>'
        for each in WEIGHTIEST
    )
    return (
        f'<form id="tools" role="search" aria-label="Filter findings"><fieldset><legend>Severity</legend>{boxes}'
        f'</fieldset><label>Kind <select name="kind"><option value="">all kinds ({len(report.findings)})</option>'
        f'{kind_options}</select></label><label>Search <input type="search" name="text" autocomplete="off"></label>'
        f'<label class="box"><input type="checkbox" name="all" checked> sentences without findings</label>'
        f'<span class="steps"><button type="button" id="previous">Previous</button> '
        f'<button type="button" id="next">Next</button></span>'
        f'<output id="count"></output><span class="quiet keys">{KEYS}</span></form>\n'
    )


def _comparison(number: int, one: Comparison, report: Report) -> str:
    heading = f"{escape(one.source.name)} → {escape(one.target.name)}"
    by_pair: dict[int, list[Finding]] = defaultdict(list)
    for found in one.findings:
        by_pair[found.pair if found.pair is not None else -1].append(found)
    loose = "".join(_finding(found) for found in by_pair[-1])
    rows = "".join(_row(number, at, pair, one, by_pair[at]) for at, pair in enumerate(one.pairs))
    return (
        f'<section class="comparison" aria-label="{heading}">\n<h1>{heading}</h1>\n{_unrelated(one)}'
        f'<div class="overview"><div>{_figures(one)}{_outliers(one, report)}</div>{alignment_plot(number, one)}</div>\n'
        f'<div class="loose">{loose}</div>\n{_accepted(one)}'
        f'<div class="pairs"><div class="heads"><h2 lang="{escape(one.source.language)}">{escape(one.source.name)}</h2>'
        f'<h2 lang="{escape(one.target.language)}">{escape(one.target.name)}</h2></div>\n{rows}</div></section>\n'
    )


def _unrelated(one: Comparison) -> str:
    if one.related:
        return ""
    share = f"{one.share:.0%}"
    return f'<p class="remark">These do not look like editions of one text: {share} of the text corresponds.</p>\n'


def _figures(one: Comparison) -> str:
    both = sum(not pair.one_sided for pair in one.pairs)
    missing = sum(len(pair.source) for pair in one.pairs if not pair.target)
    added = sum(len(pair.target) for pair in one.pairs if not pair.source)
    listed = (
        ("sentences", f"{len(one.source.segments)} ({one.source.language}), "
         f"{len(one.target.segments)} ({one.target.language})"),
        ("pairs", f"{both}"),
        ("missing", f"{missing}"),
        ("added", f"{added}"),
        ("moved", f"{sum(pair.moved for pair in one.pairs)}"),
        ("findings", f"{len(one.findings)}" + (f", {len(one.accepted)} accepted" if one.accepted else "")),
    )  # fmt: skip
    rows = "".join(f"<div><dt>{name}</dt><dd>{escape(value)}</dd></div>" for name, value in listed)
    return f'<dl class="figures">{rows}</dl>{_kinds(one.findings)}'


def _kinds(findings: Sequence[Finding]) -> str:
    if not findings:
        return "<p>No findings.</p>"
    counts = Counter((found.kind, found.severity) for found in findings)
    heads = "".join(f'<th scope="col" class="{each.value}">{each.value}</th>' for each in WEIGHTIEST)
    rows = "".join(
        f'<tr><th scope="row">{escape(kind)}</th>'
        + "".join(f"<td>{counts[kind, each] or ''}</td>" for each in WEIGHTIEST)
        + "</tr>"
        for kind in sorted({kind for kind, _ in counts})
    )
    return f'<table class="kinds"><thead><tr><th scope="col">kind</th>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _outliers(one: Comparison, report: Report) -> str:
    names = (one.source.name, one.target.name)
    counts = Counter((each.edition, each.kind) for each in report.outliers if each.edition in names)
    if not counts:
        return ""
    listed = "".join(f"<li>{escape(name)}: {escape(kind)}, {n}</li>" for (name, kind), n in sorted(counts.items()))
    return f'<p class="quiet">Stands alone against the other editions:</p><ul class="alone">{listed}</ul>'


def _accepted(one: Comparison) -> str:
    if not one.accepted:
        return ""
    listed = "".join(
        f"<li><strong>{escape(each.finding.kind)}</strong> {escape(each.finding.message)} "
        f'<span class="quiet">Accepted: {escape(each.reason)}</span></li>'
        for each in one.accepted
    )
    return f"<details><summary>{len(one.accepted)} accepted findings</summary><ul>{listed}</ul></details>\n"


def _row(comparison: int, number: int, pair: Pair, one: Comparison, findings: Sequence[Finding]) -> str:
    classes = "pair" + (" moved" if pair.moved else "") + ("" if findings else " plain")
    source = _side(one.source, pair.source, [f.source for f in findings if f.source], findings)
    target = _side(one.target, pair.target, [f.target for f in findings if f.target], findings)
    told = "".join(map(_finding, findings))
    found = f'<div class="findings">{told}</div>' if told else ""
    return f'<div class="{classes}" id="p{comparison}-{number}">{source}{target}{found}</div>\n'


def _side(side: Side, numbers: Sequence[int], quotes: Sequence[Quote], findings: Sequence[Finding]) -> str:
    if not numbers:
        return '<div class="side empty"><span class="quiet">nothing here</span></div>'
    severity = min((found.severity for found in findings), key=WEIGHTIEST.index, default=None)
    parts = "".join(_segment(side.segments[n], quotes, severity) for n in numbers)
    first = side.segments[numbers[0]]
    place = f"line {side.original.line(first.start)}" if side.original else f"p. {first.page}"
    return f'<div class="side" lang="{escape(side.language)}"><span class="place">{place}</span>{parts}</div>'


def _segment(segment: Segment, quotes: Sequence[Quote], severity: Severity | None) -> str:
    tag = "strong" if segment.level else "span"
    here = [quote for quote in quotes if quote.page == segment.page]
    places = [(quote.start - segment.start, quote.end - segment.start) for quote in here]
    words = marked(segment.text, places, severity.value if severity else "")
    return f'<{tag} class="segment">{words}</{tag}> '


def _finding(found: Finding) -> str:
    entry = toml_entry(found, "")
    return (
        f'<article class="finding {found.severity.value}" tabindex="-1" id="{escape(found.id)}" '
        f'data-kind="{escape(found.kind)}" data-severity="{found.severity.value}">'
        f'<span class="tag">{found.severity.value}</span> <span class="tag">{escape(found.kind)}</span> '
        f'{escape(found.message)} <span class="quiet">{found.confidence:.0%}</span> '
        f'<button type="button" class="copy" data-entry="{escape(entry)}" '
        f'title="Copy an entry for accepted.toml">Copy as accepted</button></article>'
    )
