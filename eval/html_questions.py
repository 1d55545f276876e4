"""The part of the HTML report that lists every question with what was expected and what came."""

from collections.abc import Iterable, Sequence
from html import escape

from corpus.languages import primary
from eval.evaluate import Outcome, Verdict
from service.contract import Answer, Citation

SIGNS = {
    Verdict.RIGHT: "✓",
    Verdict.WITHIN_3: "≈",
    Verdict.WRONG: "✗",
    Verdict.WRONGLY_REFUSED: "⊘",
    Verdict.REFUSED: "✓",
    Verdict.INVENTED: "✗",
    Verdict.ERROR: "!",
}
"""Beside its colour, so that a verdict needs no colour."""


def listed(outcomes: Sequence[Outcome]) -> str:
    """Return the filters and the questions."""
    return f'{_filters(outcomes)}<div id="questions">\n{"".join(map(_question, outcomes))}</div>\n'


def _filters(outcomes: Sequence[Outcome]) -> str:
    verdicts = [verdict for verdict in Verdict if any(o.verdict is verdict for o in outcomes)]
    tags = sorted({tag for outcome in outcomes for tag in outcome.question.tags})
    languages = sorted({_language(outcome) for outcome in outcomes} - {""})
    return (
        '<form id="filters" role="search">'
        '<label>words <input type="search" name="text" autocomplete="off"></label>'
        f"{_choice('verdict', 'outcome', map(str, verdicts))}"
        f"{_choice('language', 'language', languages)}{_choice('tag', 'tag', tags)}"
        f'<output id="count">{len(outcomes)} of {len(outcomes)}</output></form>\n'
    )


def _choice(name: str, label: str, values: Iterable[str]) -> str:
    options = "".join(f"<option>{escape(value)}</option>" for value in values)
    return f'<label>{label} <select name="{name}"><option value="">all</option>{options}</select></label>'


def _language(outcome: Outcome) -> str:
    return primary(outcome.question.language or "")


def _question(outcome: Outcome) -> str:
    question, verdict = outcome.question, outcome.verdict
    data = _data(verdict=verdict, language=_language(outcome), tags="\n".join(question.tags))
    tags = "".join(f'<span class="tag">{escape(tag)}</span>' for tag in question.tags)
    return (
        f"<details {data}><summary>"
        f'<span class="verdict {verdict.name.lower()}">{SIGNS[verdict]} {escape(verdict)}</span> '
        f'<span class="asked" dir="auto">{escape(question.question)}</span> '
        f'<span class="quiet">{escape(question.id)} · {escape(question.game or "any game")} · '
        f"{escape(question.language or '?')}</span> {tags}</summary>\n{_detail(outcome)}</details>\n"
    )


def _data(**values: str) -> str:
    return " ".join(f'data-{name}="{escape(value)}"' for name, value in values.items())


def _detail(outcome: Outcome) -> str:
    parts = [_expected(outcome)]
    if outcome.error is not None:
        parts.append(f'<h3>Error</h3><p class="remark">{escape(outcome.error)}</p>')
    if outcome.answer:
        parts.append(_answer(outcome, outcome.answer))
    if outcome.ranking.citations:
        parts.append(_ranked(outcome))
    return f'<div class="detail">{"".join(parts)}</div>'


def _expected(outcome: Outcome) -> str:
    question = outcome.question
    if not question.answerable:
        return "<h3>Expected</h3><p>A refusal: the rulebooks do not say.</p>"
    places = "".join(
        f"<li>{_place(place.document, place.page, ())}<q>{escape(place.anchor)}</q></li>" for place in question.relevant
    )
    facts = "".join(
        f"<li>{' <i>or</i> '.join(f'<q>{escape(w)}</q>' for w in wordings)}</li>" for wordings in question.facts
    )
    return f"<h3>Expected at</h3><ul>{places}</ul>" + (f"<h3>In the quote</h3><ul>{facts}</ul>" if facts else "")


def _answer(outcome: Outcome, answer: Answer) -> str:
    cited = "".join(
        f"<li>{_citation(citation)}{_marks(citation, outcome, rank)}</li>"
        for rank, citation in enumerate(answer.citations)
    )
    return (
        f"<h3>{escape(answer.status.replace('_', ' ').capitalize())}, confidence {answer.confidence:.2f}, "
        f"taken for {escape(answer.question_language or 'no language')}</h3>"
        f"{f'<ol>{cited}</ol>' if cited else '<p>No citations.</p>'}"
    )


def _marks(citation: Citation, outcome: Outcome, rank: int) -> str:
    marks = [_mark("place", outcome.places[rank])] if outcome.question.answerable else []
    if outcome.question.facts:
        marks.append(_mark("fact", outcome.facts[rank]))
    if citation.passage_id in outcome.unfaithful:
        marks.append(_mark("verbatim", False))
    return "".join(marks)


def _mark(name: str, good: bool) -> str:
    return f'<span class="mark {"good" if good else "bad"}">{name} {"✓" if good else "✗"}</span> '


def _ranked(outcome: Outcome) -> str:
    items = "".join(
        f"<li>{_citation(citation)}{_mark('place', True) if found else ''}</li>"
        for citation, found in zip(outcome.ranking.citations, outcome.ranking.found, strict=True)
    )
    return f"<h3>Ranked passages</h3><ol>{items}</ol>"


def _citation(citation: Citation) -> str:
    place = _place(citation.document, citation.page, citation.section)
    score = f'<span class="quiet">{citation.score:.3f}</span>'
    return f'{place}{score}<blockquote dir="auto">{escape(citation.quote)}</blockquote>'


def _place(document: str, page: int, section: Sequence[str]) -> str:
    path = " › ".join(("", *section))
    return f'<span class="place">{escape(document)}, page {page}{escape(path)}</span> '
