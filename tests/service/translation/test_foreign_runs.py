"""Runs of untranslated sentences told once."""

from collections.abc import Sequence

from service.translation.foreign_runs import runs_folded
from service.translation.types import Alignment, Finding, Pair, Quote, Severity
from tests.service.translation.parallel import edition

TEXTS = [f"Sentence {number} about the harbour." for number in range(20)]


def told(
    *untranslated: int, kind: str = "untranslated", copied: Sequence[int] = ()
) -> list[tuple[int | None, Severity, str]]:
    source = edition("en", TEXTS)
    target = edition("fr", [text if n in copied else f"Phrase {n} sur le port." for n, text in enumerate(TEXTS)])
    alignment = Alignment(source, target, tuple(Pair((n,), (n,), 1.0) for n in range(len(TEXTS))))
    found = [
        Finding(f"u{n}", kind, Severity.HIGH, 0.9, "one", None, Quote(1 + n // 10, 0, 9, TEXTS[n]), n)
        for n in untranslated
    ]
    return [(each.pair, each.severity, each.message) for each in runs_folded(alignment, found)]


def test_a_run_is_told_once_and_its_sentences_stay_as_remarks() -> None:
    first, *others = told(3, 4, 6, 10)
    assert first[:2] == (3, Severity.HIGH)
    assert first[2].startswith("4 sentences or rows from here to “Phrase 10 sur le port.” (page 2) are not translated")
    assert others == [(n, Severity.LOW, "one") for n in (4, 6, 10)]


def test_two_runs_are_told_apart() -> None:
    loud = [(pair, message[:11]) for pair, severity, message in told(0, 1, 2, 10, 11, 12, 13) if severity != "low"]
    assert loud == [(0, "3 sentences"), (10, "4 sentences")]


def test_copies_between_and_beside_untranslated_sentences_belong_to_their_run() -> None:
    first, *others = told(4, 9, 14, copied=(2, 6, 11, 19))
    assert (first[0], first[1], first[2][:23]) == (2, Severity.HIGH, "6 sentences or rows fro")
    assert others == [(n, Severity.LOW, "one") for n in (4, 9, 14)]


def test_one_sentence_tells_what_language_many_rows_around_it_are_in() -> None:
    many = [n for n in range(2, 14) if n != 5]
    assert [(n, message[:24]) for n, severity, message in told(5, copied=many) if severity == "high"] == [
        (2, "12 sentences or rows fro")
    ]


def test_copies_alone_are_no_run() -> None:
    assert told(2, copied=(3, 4, 5, 6)) == [(2, Severity.HIGH, "one")]


def test_single_sentences_weigh_what_they_weighed() -> None:
    assert told(1, 2, 9, 17) == [(n, Severity.HIGH, "one") for n in (1, 2, 9, 17)]


def test_other_kinds_are_no_run() -> None:
    assert told(1, 2, 3, 4, kind="number") == [(n, Severity.HIGH, "one") for n in (1, 2, 3, 4)]
