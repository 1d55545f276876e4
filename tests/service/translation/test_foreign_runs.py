"""Runs of untranslated sentences told once."""

from service.translation.foreign_runs import runs_folded
from service.translation.types import Alignment, Finding, Pair, Quote, Severity
from tests.service.translation.parallel import edition

TEXTS = [f"Sentence {number} about the harbour." for number in range(20)]


def told(*untranslated: int, kind: str = "untranslated") -> list[tuple[int | None, Severity, str]]:
    source, target = edition("en", TEXTS), edition("fr", TEXTS)
    alignment = Alignment(source, target, tuple(Pair((n,), (n,), 1.0) for n in range(len(TEXTS))))
    found = [
        Finding(f"u{n}", kind, Severity.HIGH, 0.9, "one", None, Quote(1 + n // 10, 0, 9, TEXTS[n]), n)
        for n in untranslated
    ]
    return [(each.pair, each.severity, each.message) for each in runs_folded(alignment, found)]


def test_a_run_is_told_once_and_its_sentences_stay_as_remarks() -> None:
    first, *others = told(3, 4, 6, 10)
    assert first[:2] == (3, Severity.HIGH)
    assert first[2].startswith("4 sentences from here to “Sentence 10 about the harbour.” (page 2) are not translated")
    assert others == [(n, Severity.LOW, "one") for n in (4, 6, 10)]


def test_two_runs_are_told_apart() -> None:
    loud = [(pair, message[:11]) for pair, severity, message in told(0, 1, 2, 10, 11, 12, 13) if severity != "low"]
    assert loud == [(0, "3 sentences"), (10, "4 sentences")]


def test_single_sentences_weigh_what_they_weighed() -> None:
    assert told(1, 2, 9, 17) == [(n, Severity.HIGH, "one") for n in (1, 2, 9, 17)]


def test_other_kinds_are_no_run() -> None:
    assert told(1, 2, 3, 4, kind="number") == [(n, Severity.HIGH, "one") for n in (1, 2, 3, 4)]
