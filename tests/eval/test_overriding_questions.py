"""The questions about what overrides what: sound beside all others, about documents that override, in six languages."""

from collections import Counter
from pathlib import Path

import pytest

from eval.checking import problems
from eval.questions import JudgedQuestion, load, shipped_of_both_splits
from eval.shelf import of_rulebooks

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "eval" / "questions" / "overriding").glob("*.dev.jsonl"))


@pytest.fixture(scope="module")
def asked() -> tuple[JudgedQuestion, ...]:
    return load(FILES).questions


def test_the_checker_finds_nothing_beside_the_other_questions() -> None:
    found = problems([*shipped_of_both_splits(), *FILES], of_rulebooks(ROOT / "corpus" / "library"))
    assert [str(problem) for problem in found] == []


def test_each_seeks_documents_that_override(asked: tuple[JudgedQuestion, ...]) -> None:
    assert len(asked) >= 100
    for question in asked:
        assert "overridden" in question.tags, question.id
        assert all("-" in place.document.split(".")[0] for place in question.relevant), question.id


def test_all_six_languages_ask(asked: tuple[JudgedQuestion, ...]) -> None:
    counts = Counter(question.language for question in asked)
    assert set(counts) == {"de", "en", "es", "fr", "it", "pt"}
    assert min(counts.values()) >= 10
