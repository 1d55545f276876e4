"""The curated questions: anchors and facts stand where they are said to, splits share no rule, the mix is as meant."""

import json
import tomllib
import unicodedata
from collections import Counter
from difflib import SequenceMatcher
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from ingest.readers import read

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ROOT / "eval" / "questions"
LIBRARY = ROOT / "corpus" / "library"
FIELDS = {"id", "game", "language", "question", "answerable", "relevant", "facts", "tags"}
UNANSWERABLE_KINDS = {"hard", "variant", "house-rule", "out-of-corpus", "off-topic"}
FEWEST_QUESTIONS = 160
FEWEST_UNANSWERABLE = 0.2
NEARLY_THE_SAME = 0.87

Question = dict[str, Any]


def folded(text: str) -> str:
    """Return text without case, accents and differences of white space, as anchors and facts are compared."""
    letters = (letter for letter in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())


@cache
def questions() -> dict[str, list[Question]]:
    return {
        file.stem: [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        for file in sorted(QUESTIONS.glob("*.jsonl"))
    }


def every_question() -> list[Question]:
    return [question for part in questions().values() for question in part]


def answerable() -> list[Question]:
    return [question for question in every_question() if question["answerable"]]


@cache
def documents() -> dict[str, tuple[str, str]]:
    """Return game and language of each document of the library, by id."""
    catalogues = [tomllib.loads(file.read_text("utf-8")) for file in LIBRARY.glob("*/catalog.toml")]
    return {entry["id"]: (entry["game"], entry["language"]) for each in catalogues for entry in each["document"]}


@cache
def pages(document: str) -> dict[int, str]:
    game, language = documents()[document]
    reading = read(LIBRARY / game / f"{document}.pdf", language=language)
    return {page.number: folded(page.text) for page in reading.pages}


def game_of(question: Question) -> str:
    return next(iter({documents()[place["document"]][0] for place in question["relevant"]}))


def rules(question: Question) -> list[str]:
    return [tag for tag in question["tags"] if tag.startswith("rule:")]


def test_each_game_has_both_splits() -> None:
    games = {game for game, _ in documents().values()}
    assert set(questions()) == {f"{game}.{split}" for game in games for split in ("dev", "test")}


def test_there_are_enough_and_each_is_complete() -> None:
    assert len(every_question()) >= FEWEST_QUESTIONS
    for question in every_question():
        assert set(question) == FIELDS, question["id"]
        assert question["question"].strip() == question["question"] != "", question["id"]
        assert question["answerable"] == bool(question["relevant"]) == bool(question["facts"]), question["id"]


def test_no_id_is_used_twice() -> None:
    counts = Counter(question["id"] for question in every_question())
    assert [name for name, count in counts.items() if count > 1] == []


def test_every_anchor_stands_on_its_page() -> None:
    problems = []
    for question in answerable():
        for place in question["relevant"]:
            found = [number for number, text in pages(place["document"]).items() if folded(place["anchor"]) in text]
            if place["page"] not in found:
                problems.append(f"{question['id']} {place}: found on pages {found}")
    assert problems == []


def test_an_anchor_is_short_and_says_where() -> None:
    for question in answerable():
        for place in question["relevant"]:
            assert 3 <= len(place["anchor"].split()) <= 10, (question["id"], place["anchor"])
            text = " ".join(pages(place["document"]).values())
            assert text.count(folded(place["anchor"])) == 1, (question["id"], place["anchor"])


def test_every_edition_of_the_rule_is_relevant() -> None:
    for question in answerable():
        game = game_of(question)
        editions = {name for name, (its_game, _) in documents().items() if its_game == game}
        assert {place["document"] for place in question["relevant"]} == editions, question["id"]


def test_each_fact_can_be_met_in_each_edition() -> None:
    for question in answerable():
        for document in {place["document"] for place in question["relevant"]}:
            text = " ".join(pages(document)[page] for page in sorted(pages(document)))
            for alternatives in question["facts"]:
                assert any(folded(fact) in text for fact in alternatives), (question["id"], document, alternatives)


def test_every_fact_occurs_somewhere() -> None:
    for question in answerable():
        texts = [" ".join(pages(place["document"]).values()) for place in question["relevant"]]
        for fact in (fact for alternatives in question["facts"] for fact in alternatives):
            assert any(folded(fact) in text for text in texts), (question["id"], fact)


def test_a_scope_is_the_game_of_its_places() -> None:
    for question in every_question():
        assert (question["game"] is None) == ("no-scope" in question["tags"]), question["id"]
        if question["game"] and question["answerable"]:
            assert question["game"] == game_of(question), question["id"]


def test_no_rule_is_asked_about_in_both_splits() -> None:
    asked: dict[str, set[str]] = {"dev": set(), "test": set()}
    for name, part in questions().items():
        game, split = name.split(".")
        asked[split] |= {f"{game} {rule}" for question in part for rule in rules(question)}
    assert asked["dev"] & asked["test"] == set()


def test_no_sentence_is_sought_in_both_splits() -> None:
    sought: dict[str, set[tuple[str, str]]] = {"dev": set(), "test": set()}
    for name, part in questions().items():
        places = (place for question in part for place in question["relevant"])
        sought[name.split(".")[1]] |= {(place["document"], place["anchor"]) for place in places}
    assert sought["dev"] & sought["test"] == set()


def test_tags_say_the_rule_or_why_there_is_none() -> None:
    for question in every_question():
        kinds = UNANSWERABLE_KINDS & set(question["tags"])
        assert bool(rules(question)) == question["answerable"], question["id"]
        assert (len(kinds) == 1) != question["answerable"], question["id"]


def test_cross_lingual_is_tagged_where_no_edition_has_the_language() -> None:
    written = {language.split("-")[0] for _, language in documents().values()}
    for question in every_question():
        assert ("cross-lingual" in question["tags"]) == (question["language"] not in written), question["id"]


@pytest.mark.parametrize("split", ["dev", "test"])
def test_a_fifth_is_unanswerable(split: str) -> None:
    part = [question for name, each in questions().items() if name.endswith(split) for question in each]
    share = sum(not question["answerable"] for question in part) / len(part)
    assert FEWEST_UNANSWERABLE <= share < 0.35


@pytest.mark.parametrize("split", ["dev", "test"])
def test_most_are_in_the_three_languages_and_some_in_others(split: str) -> None:
    part = [question for name, each in questions().items() if name.endswith(split) for question in each]
    counts = Counter(question["language"] for question in part)
    assert all(counts[language] >= 0.2 * len(part) for language in ("en", "es", "pt"))
    assert all(counts[language] >= 2 for language in ("de", "fr", "it"))


def test_no_two_questions_are_nearly_the_same() -> None:
    asked = sorted(
        (question["language"], folded(question["question"]), question["id"]) for question in every_question()
    )
    alike = [
        (first[2], second[2])
        for first, second in combinations(asked, 2)
        if first[0] == second[0] and _likeness(first[1], second[1]) > NEARLY_THE_SAME
    ]
    assert alike == []


def _likeness(first: str, second: str) -> float:
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    return matcher.ratio() if matcher.quick_ratio() > NEARLY_THE_SAME else 0.0
