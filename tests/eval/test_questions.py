"""The curated questions: nothing for the checker to find, every edition listed, the mix as meant."""

import tomllib
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from eval.checking import problems, rules
from eval.questions import Anchor, Dialogue, JudgedQuestion, Turn, load
from eval.shelf import of_rulebooks

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = ROOT / "eval" / "questions"
LIBRARY = ROOT / "corpus" / "library"
UNANSWERABLE_KINDS = {"hard", "variant", "house-rule", "out-of-corpus", "off-topic"}
SPLITS = ("dev", "test")
FEWEST_UNANSWERABLE = 0.2
MOST_UNANSWERABLE = 0.27
FEWEST = {
    "numeric": 60,
    "yes-no": 60,
    "definition": 30,
    "procedure": 50,
    "exception": 50,
    "timing": 30,
    "tie-break": 15,
    "component": 20,
    "setup": 20,
    "overridden": 40,
    "multi-passage": 15,
    "typo": 30,
    "voice": 30,
    "mixed": 28,
    "colloquial": 15,
    "unaccented": 100,
    "cross-lingual": 30,
    "no-scope": 20,
}
"""At least so many questions of each kind, over both splits."""


class Entry(NamedTuple):
    game: str
    language: str
    group: tuple[str, str | None]


@cache
def documents() -> dict[str, Entry]:
    catalogues = [tomllib.loads(file.read_text("utf-8"))["document"] for file in LIBRARY.glob("*/catalog.toml")]
    return {
        entry["id"]: Entry(
            entry["game"],
            entry["language"],
            (entry["kind"], entry.get("expansion")),
        )
        for catalogue in catalogues
        for entry in catalogue
    }


@cache
def files() -> tuple[Path, ...]:
    return tuple(sorted(QUESTIONS.glob("*.jsonl")))


@cache
def questions(split: str = "") -> tuple[tuple[str, JudgedQuestion], ...]:
    """Return the questions that are no turns of dialogues, each with its game."""
    chosen = [file for file in files() if not split or f".{split}." in file.name]
    return tuple((file.name.split(".")[0], question) for file in chosen for question in load([file]).questions)


@cache
def dialogues() -> tuple[Dialogue, ...]:
    return tuple(dialogue for file in files() for dialogue in load([file]).dialogues)


def everything() -> list[tuple[str, Turn]]:
    turns = [(dialogue.game or "", turn) for dialogue in dialogues() for turn in dialogue.turns]
    return [*questions(), *turns]


def answerable() -> list[tuple[str, Turn]]:
    return [(game, asked) for game, asked in everything() if asked.answerable]


def test_the_checker_finds_nothing() -> None:
    assert [str(problem) for problem in problems(files(), of_rulebooks(LIBRARY))] == []


def test_each_game_has_questions_and_dialogues_in_both_splits() -> None:
    games = {entry.game for entry in documents().values()}
    expected = {f"{game}{part}.{split}.jsonl" for game in games for part in ("", ".dialogues") for split in SPLITS}
    assert {file.name for file in files()} == expected


def test_there_are_enough() -> None:
    assert len(questions()) >= 1100
    assert len(dialogues()) >= 25
    assert all(len(dialogue.turns) >= 2 for dialogue in dialogues())


def test_a_question_has_places_and_facts_or_neither() -> None:
    for _, asked in everything():
        assert asked.question.strip() == asked.question
        assert asked.answerable == bool(asked.relevant) == bool(asked.facts), asked.question


def test_an_anchor_is_short() -> None:
    for _, asked in answerable():
        for place in asked.relevant:
            assert 3 <= len(place.anchor.split()) <= 10, (asked.question, place.anchor)


def test_every_edition_of_a_text_is_relevant() -> None:
    editions: dict[tuple[str, tuple[str, str | None]], set[str]] = defaultdict(set)
    for name, entry in documents().items():
        editions[entry.game, entry.group].add(name)
    for game, asked in answerable():
        for group in {documents()[place.document].group for place in asked.relevant}:
            listed = {place.document for place in asked.relevant if documents()[place.document].group == group}
            assert listed == editions[game, group], asked.question


def test_a_scope_is_the_game_of_its_places() -> None:
    for game, question in questions():
        assert (question.game is None) == ("no-scope" in question.tags), question.id
        assert question.game in (None, game), question.id
        assert {documents()[place.document].game for place in question.relevant} <= {game}, question.id


def test_a_chosen_expansion_is_that_of_the_places() -> None:
    chosen = [question for _, question in questions() if question.expansions]
    assert len(chosen) >= 10
    for question in chosen:
        assert expansions(question.relevant) == set(question.expansions or ()), question.id


def expansions(places: tuple[Anchor, ...]) -> set[str]:
    return {expansion for place in places if (expansion := documents()[place.document].group[1])}


def test_overridden_rules_are_sought_where_they_are_overridden() -> None:
    for game, question in questions():
        if "overridden" in question.tags:
            kinds = {documents()[place.document].group[0] for place in question.relevant}
            assert kinds, (game, question.id)
            assert "rulebook" not in kinds, (game, question.id)


def test_tags_say_the_rule_or_why_there_is_none() -> None:
    for _, asked in everything():
        kinds = UNANSWERABLE_KINDS & set(asked.tags)
        assert any(tag.startswith("rule:") for tag in asked.tags) == asked.answerable, asked.question
        assert (len(kinds) == 1) != asked.answerable, asked.question


def test_a_question_names_its_rule_once() -> None:
    for _, question in questions():
        assert len(set(question.tags)) == len(question.tags), question.id
        assert len(rules(question)) <= 2, question.id


def test_cross_lingual_is_tagged_where_no_edition_has_the_language() -> None:
    written: dict[str, set[str]] = defaultdict(set)
    for entry in documents().values():
        written[entry.game].add(entry.language.split("-")[0])
    for game, question in questions():
        assert ("cross-lingual" in question.tags) == (question.language not in written[game]), question.id


@pytest.mark.parametrize("file", files(), ids=lambda file: file.name)
def test_a_fifth_of_each_file_is_unanswerable(file: Path) -> None:
    asked = load([file]).questions
    if asked:
        share = sum(not question.answerable for question in asked) / len(asked)
        assert FEWEST_UNANSWERABLE <= share <= MOST_UNANSWERABLE


@pytest.mark.parametrize("split", SPLITS)
def test_most_are_in_the_three_languages_and_some_in_others(split: str) -> None:
    counts = Counter(question.language for _, question in questions(split))
    assert all(counts[language] >= 0.2 * counts.total() for language in ("en", "es", "pt"))
    assert all(counts[language] >= 20 for language in ("de", "fr", "it"))


def test_every_kind_is_asked_often_enough() -> None:
    counts = Counter(tag for _, question in questions() for tag in question.tags)
    assert {kind: counts[kind] for kind, least in FEWEST.items() if counts[kind] < least} == {}
    assert all(counts[kind] >= 15 for kind in UNANSWERABLE_KINDS)
