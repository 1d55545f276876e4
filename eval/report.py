"""What an evaluation found, as one value: figures, groups and outcomes, signed with what made them; and as JSON."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from corpus.errors import LexludoError
from corpus.languages import primary
from eval import calibration, latency
from eval.comparison import Comparison
from eval.evaluate import Outcome, document_languages
from eval.figures import Figures, confidences, grouped, held_back, overall, values
from eval.questions import QuestionSet
from eval.version import version
from service.contract import Answering, Citation, Status

HASH_SHOWN = 12
"""Digits of a hash in a signature line."""


FILES_SHOWN = 3


class ReportNotWrittenError(LexludoError):
    """A report that cannot be written where it was asked for."""


@dataclass(frozen=True, slots=True)
class Report:
    """Figures with the signature of what made them.

    ``verdicts`` says in a word what became of each question or query; ``outcomes`` is empty where only retrieval was
    measured. ``missing_documents`` are relevant to some question and not in the library; ``strayed`` are the questions
    none of whose places stands on its pages.
    """

    signature: dict[str, str]
    data_hash: str
    figures: Figures
    verdicts: dict[str, str]
    groups: dict[str, dict[str, Figures]]
    outcomes: tuple[Outcome, ...] = ()
    missing_documents: tuple[str, ...] = ()
    strayed: tuple[str, ...] = ()

    @property
    def signature_line(self) -> str:
        """The signature on one line, ``name:value`` joined by bars, hashes cut short (after sacrebleu)."""
        return "|".join(f"{name}:{value}" for name, value in self.signature.items())

    @property
    def errors(self) -> list[Outcome]:
        """The questions that ended in an error."""
        return [outcome for outcome in self.outcomes if outcome.error is not None]


def of_answers(
    answering: Answering, asked: QuestionSet, outcomes: Sequence[Outcome], strayed: tuple[str, ...] = ()
) -> Report:
    """Return the report of an evaluation of answers."""
    languages = document_languages(answering)
    named = {place.document for outcome in outcomes for place in outcome.question.relevant}
    return Report(
        signed(answering.signature(), asked.data_hash, asked.files, len(outcomes)),
        asked.data_hash,
        overall(outcomes),
        {outcome.question.id: str(outcome.verdict) for outcome in outcomes},
        grouped(outcomes, languages),
        tuple(outcomes),
        tuple(sorted(named - set(languages))),
        strayed,
    )


def signed(made_by: Mapping[str, str], data_hash: str, files: Sequence[str], n: int) -> dict[str, str]:
    """Return the signature of a report: version, what made the answers, and what was asked."""
    data = {"data": data_hash[:HASH_SHOWN], "files": _named(files), "questions": str(n)}
    return {"lexludo": version(), **made_by, **data}


def _named(files: Sequence[str]) -> str:
    # the hash tells the data apart, so names need only remind
    listed = "+".join(files[:FILES_SHOWN])
    return listed if len(files) <= FILES_SHOWN else f"{listed}+{len(files) - FILES_SHOWN} more"


def to_json(report: Report, comparison: Comparison | None = None) -> str:
    """Return the report as JSON text, two spaces deep, ending in a line end."""
    data = as_data(report) | ({"comparison": comparison.as_data()} if comparison else {})
    return json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def as_data(report: Report) -> dict[str, Any]:
    """Return the report as plain data."""
    data: dict[str, Any] = {
        "signature": report.signature,
        "signature_line": report.signature_line,
        "data_hash": report.data_hash,
        "figures": _figures(report.figures),
        "groups": {way: {name: _figures(f) for name, f in named.items()} for way, named in report.groups.items()},
        "verdicts": report.verdicts,
    }
    return data | (_of_outcomes(report) if report.outcomes else {})


def _of_outcomes(report: Report) -> dict[str, Any]:
    confidence, supported = confidences(report.outcomes)
    return {
        "reliability": [b._asdict() for b in calibration.reliability(confidence, supported)],
        "risk_coverage": [point._asdict() for point in calibration.risk_coverage(confidence, supported)],
        "milliseconds": {name: taken._asdict() for name, taken in latency.by_status(report.outcomes).items()},
        "milliseconds_histogram": [bucket._asdict() for bucket in latency.whole(report.outcomes)],
        "confusion": confusions(report.outcomes),
        "missing_documents": list(report.missing_documents),
        "strayed": list(report.strayed),
        "questions": [_row(outcome) for outcome in report.outcomes],
    }


def _figures(figures: Figures) -> dict[str, Any]:
    return {name: figure._asdict() for name, figure in figures.items()}


def _row(outcome: Outcome) -> dict[str, Any]:
    answer = outcome.answer
    return outcome.question.model_dump(mode="json") | {
        "turn": outcome.turn,
        "verdict": str(outcome.verdict),
        "values": values(outcome),
        "supported": outcome.supported,
        "held_back": held_back(outcome),
        "status": str(answer.status) if answer else None,
        "answer": answer.answer if answer else "",
        "confidence": answer.confidence if answer else None,
        "detected_language": answer.question_language if answer else None,
        "citations": _citations(answer.citations if answer else (), place=outcome.places, fact=outcome.facts),
        "ranked": _citations(outcome.ranking.citations, anchors=outcome.ranking.found),
        "verbatim": outcome.verbatim,
        "milliseconds": round(outcome.milliseconds, 1),
        "error": outcome.error,
    }


def _citations(citations: Sequence[Citation], **judged: Sequence[Any]) -> list[dict[str, Any]]:
    return [
        asdict(citation) | {name: values[number] for name, values in judged.items()}
        for number, citation in enumerate(citations)
    ]


def write(text: str, file: Path) -> None:
    """Write a report. Raises ReportNotWrittenError naming the file."""
    try:
        file.write_text(text, encoding="utf-8")
    except OSError as error:
        raise ReportNotWrittenError(f"{file}: {error.strerror}; name a file in a folder that can be written") from error


def ordered(names: Sequence[str]) -> list[str]:
    """Return group names in reading order: the two summaries of directions last."""
    return sorted(names, key=lambda name: (" language" in name, name))


def times(report: Report) -> Iterator[str]:
    """Yield how long answers took, all and by how they ended."""
    for name, taken in latency.by_status(report.outcomes).items():
        whose = "an answer" if name == latency.ALL else f"of these, {name.replace('_', ' ')}"
        told = f"{taken.p50} ms in the median, {taken.p95} ms at p95, {taken.p99} ms at p99"
        yield f"{whose}: {told}, {taken.longest} ms at most ({taken.n})"


def lacks(report: Report) -> Iterator[str]:
    """Yield what the library lacks of what the questions seek."""
    if report.missing_documents:
        yield f"not in the library, so their questions cannot be right: {', '.join(report.missing_documents)}"
    if report.strayed:
        yield f"seek words that stand nowhere in the library (see --check): {', '.join(report.strayed)}"


ENDS = ("answered", "refused", "which_game", "error")
"""How a question may end; ``refused`` is "the rulebook does not say"."""


def confusions(outcomes: Sequence[Outcome]) -> dict[str, dict[str, dict[str, int]]]:
    """Return how questions ended, answerable and unanswerable ones: of all, then by the question's language."""
    languages = sorted({primary(o.question.language) for o in outcomes if o.question.language})
    named = {name: [o for o in outcomes if primary(o.question.language or "") == name] for name in languages}
    return {"all": _confusion(outcomes)} | {name: _confusion(held) for name, held in named.items()}


def _confusion(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    counts = {kind: dict.fromkeys(ENDS, 0) for kind in ("answerable", "unanswerable")}
    for outcome in outcomes:
        if outcome.turn is None:
            counts["answerable" if outcome.question.answerable else "unanswerable"][_end(outcome)] += 1
    return counts


def _end(outcome: Outcome) -> str:
    if outcome.answer is None:
        return "error"
    return "refused" if outcome.answer.status is Status.NOT_FOUND else str(outcome.answer.status)
