"""From outcomes to figures: what is measured, over which questions, and in which groups."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corpus.languages import primary
from eval import calibration, intervals, metrics
from eval.evaluate import Outcome
from eval.intervals import Figure

Figures = dict[str, Figure]
"""Figures by printed name; one that no question bears on is left out."""

LOWER_IS_BETTER = frozenset({"wrongly_refused", "ECE", "AURC", "errors"})

COUNTS = frozenset({"errors"})
"""Figures that are counts; the others are shares or means from 0 to 1."""

MEANINGS = {
    "place@1": "answered, and the quote shown first stands where the answer is",
    "place@3": "one of the first three quotes stands where the answer is",
    "fact@1": "answered, and the quote shown first holds the deciding words",
    "fact@3": "one of the first three quotes holds the deciding words",
    "Success@1": "the passage ranked first holds an answer",
    "Success@3": "one of the first three passages holds an answer",
    "Recall@3": "share of the places that answer among the first three passages",
    "Recall@10": "share of the places that answer among the first ten passages",
    "MRR@10": "one over the rank of the first passage that answers",
    "nDCG@10": "how near the top the passages that answer are",
    "refused": "of questions that the rulebooks do not answer, those refused",
    "wrongly_refused": "of questions that the rulebooks answer, those refused (lower is better)",
    "followup_place3": "later turns of dialogues with the right place among three quotes",
    "in_full_place3": "the same turns asked on their own, in full",
    "overridden": "of rules that an erratum, FAQ or expansion overrides, those for which that is quoted first",
    "verbatim": "every quote is the exact slice of its page",
    "refusal_precision": "of what was refused, how much the rulebooks do not answer",
    "refusal_recall": "of what the rulebooks do not answer, how much was refused",
    "refusal_F1": "both of these in one (harmonic mean)",
    "AUC": "chance that an answerable question gets more confidence than one that is not",
    "ECE": "mean distance of the confidence from the share right (lower is better)",
    "AURC": "share of wrong answers, averaged over how much is answered (lower is better)",
    "errors": "questions that ended in an error (lower is better)",
}
"""What each figure says, for readers who do not know it by name."""

RETRIEVAL = tuple(map(metrics.parse, ("Success@1", "Success@3", "Recall@3", "Recall@10", "MRR@10", "nDCG@10")))

SAME_LANGUAGE, OTHER_LANGUAGE = "same language", "another language"


class _Share(NamedTuple):
    """A figure that is a mean over some of the questions."""

    name: str
    over: Callable[[Outcome], bool]
    value: Callable[[Outcome], float]


def _alone(outcome: Outcome) -> bool:
    return outcome.turn is None


def _answerable(outcome: Outcome) -> bool:
    return _alone(outcome) and outcome.question.answerable


def _unanswerable(outcome: Outcome) -> bool:
    return _alone(outcome) and not outcome.question.answerable


def _follow_up(outcome: Outcome) -> bool:
    return bool(outcome.turn) and outcome.question.answerable


def _overridden(outcome: Outcome) -> bool:
    return _answerable(outcome) and "overridden" in outcome.question.tags


def leads_with_overriding(outcome: Outcome) -> bool:
    """Tell whether the first citation is from a document that overrides: those are the ones with the right places."""
    first = outcome.answer.citations[:1] if outcome.answer else ()
    return any(citation.document == place.document for citation in first for place in outcome.question.relevant)


def _retrieval(measure: metrics.Measure) -> _Share:
    def value(outcome: Outcome) -> float:
        return measure.of(outcome.ranking.documents(), outcome.ranking.judged())

    return _Share(str(measure), _answerable, value)


_SHARES = (
    _Share("place@1", _answerable, lambda o: o.answered and any(o.places[:1])),
    _Share("place@3", _answerable, lambda o: any(o.places[:3])),
    _Share("fact@1", _answerable, lambda o: o.answered and any(o.facts[:1])),
    _Share("fact@3", _answerable, lambda o: any(o.facts[:3])),
    *map(_retrieval, RETRIEVAL),
    _Share("refused", _unanswerable, lambda o: o.refused),
    _Share("wrongly_refused", _answerable, lambda o: not o.answered),
    _Share("followup_place3", _follow_up, lambda o: any(o.places[:3])),
    _Share("in_full_place3", lambda o: _follow_up(o) and bool(o.in_full), lambda o: any(o.in_full[:3])),
    _Share("overridden", _overridden, leads_with_overriding),
    _Share("verbatim", lambda _: True, lambda o: o.verbatim),
)


def shares(outcomes: Sequence[Outcome]) -> Figures:
    """Return the figures that are means over questions, with their intervals."""
    values = {share.name: [float(share.value(o)) for o in outcomes if share.over(o)] for share in _SHARES}
    return {name: intervals.mean(column) for name, column in values.items() if column}


def values(outcome: Outcome) -> dict[str, float]:
    """Return one question's value of every share that it bears on."""
    return {share.name: float(share.value(outcome)) for share in _SHARES if share.over(outcome)}


def overall(outcomes: Sequence[Outcome]) -> Figures:
    """Return every figure over all questions; the refusal figures regard a refusal as the positive class.

    Dialogues count in ``followup_place3``, ``in_full_place3``, ``verbatim`` and ``errors`` only.
    """
    errors = sum(outcome.error is not None for outcome in outcomes)
    figures = shares(outcomes) | _judgement([o for o in outcomes if _alone(o)])
    return figures | {"errors": intervals.exact(errors, len(outcomes))}


class Judged(NamedTuple):
    """What judgement is measured on, a column each: ``held_back`` is whether no answer was given (or none came)."""

    confidence: NDArray[np.float64]
    supported: NDArray[np.bool_]
    answerable: NDArray[np.bool_]
    held_back: NDArray[np.bool_]


JUDGEMENTS: dict[str, Callable[[Judged], float]] = {
    "refusal_precision": lambda j: _precision(~j.answerable, j.held_back),
    "refusal_recall": lambda j: _recall(~j.answerable, j.held_back),
    "refusal_F1": lambda j: _f1(~j.answerable, j.held_back),
    "AUC": lambda j: calibration.auc(j.confidence, j.answerable),
    "ECE": lambda j: calibration.calibration_error(j.confidence, j.supported),
    "AURC": lambda j: calibration.area_under_risk(j.confidence, j.supported),
}
"""Figures of all questions together; NaN where one is not defined."""


def _judgement(outcomes: Sequence[Outcome]) -> Figures:
    if not outcomes:
        return {}
    answerable = np.array([o.question.answerable for o in outcomes])
    columns = Judged(*confidences(outcomes), answerable, np.array([held_back(o) for o in outcomes]))
    figures = {name: intervals.of(_of_columns(statistic), *columns) for name, statistic in JUDGEMENTS.items()}
    return {name: figure for name, figure in figures.items() if not np.isnan(figure.value)}


def _of_columns(statistic: Callable[[Judged], float]) -> Callable[..., float]:
    return lambda *columns: statistic(Judged(*columns))


def held_back(outcome: Outcome) -> bool:
    """Whether a question counts as refused: an error is a miss, so it is one where an answer was wanted."""
    return not outcome.answered if outcome.question.answerable else outcome.refused


def confidences(outcomes: Iterable[Outcome]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the confidence of each question and whether its first citation answers it; dialogues left out."""
    alone = [outcome for outcome in outcomes if _alone(outcome)]
    return np.array([o.confidence for o in alone], dtype=np.float64), np.array([o.supported for o in alone], dtype=bool)


def _precision(positive: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> float:
    return float((positive & chosen).sum() / chosen.sum()) if chosen.any() else float("nan")


def _recall(positive: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> float:
    return float((positive & chosen).sum() / positive.sum()) if positive.any() else float("nan")


def _f1(positive: NDArray[np.bool_], chosen: NDArray[np.bool_]) -> float:
    both = int(positive.sum() + chosen.sum())
    return float(2 * (positive & chosen).sum() / both) if both else float("nan")


def grouped(outcomes: Sequence[Outcome], languages: Mapping[str, str]) -> dict[str, dict[str, Figures]]:
    """Return the shares by question language, by direction (question language to document language) and by tag.

    A tag with a colon, such as ``rule:castling``, is for the keepers of the questions and makes no group.
    ``languages`` maps documents to their languages. Dialogues stand in no group.
    """
    ways: dict[str, Callable[[Outcome], Sequence[str]]] = {
        "language": lambda o: [primary(o.question.language)] if o.question.language else [],
        "direction": lambda o: directions(o, languages),
        "tag": lambda o: [tag for tag in o.question.tags if ":" not in tag],
    }
    return {way: _by(outcomes, names) for way, names in ways.items()}


def _by(outcomes: Sequence[Outcome], names: Callable[[Outcome], Sequence[str]]) -> dict[str, Figures]:
    groups: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in filter(_alone, outcomes):
        for name in dict.fromkeys(names(outcome)):
            groups[name].append(outcome)
    return {name: shares(groups[name]) for name in sorted(groups)}


def directions(outcome: Outcome, languages: Mapping[str, str]) -> list[str]:
    """Return "pt to es" and the like for an answerable question, and whether the languages differ.

    Where a relevant document is in the question's language, that is the direction; else all languages of relevant
    documents are, as in "fr to en/es". Nothing for documents that the library lacks.
    """
    documents = [place.document for place in outcome.question.relevant]
    found = sorted({primary(languages[document]) for document in documents if document in languages})
    if not found or not outcome.question.language:
        return []
    asked = primary(outcome.question.language)
    if asked in found:
        return [f"{asked} to {asked}", SAME_LANGUAGE]
    return [f"{asked} to {'/'.join(found)}", OTHER_LANGUAGE]
