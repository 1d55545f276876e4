"""The invented games that are learned from: each label points at words that are there."""

import tomllib
from collections import Counter
from pathlib import Path

from eval import questions
from eval.matching import fold

FOLDER = Path(__file__).parents[2] / "eval" / "practice"
CATALOG = tomllib.loads((FOLDER / "catalog.toml").read_text("utf-8"))["document"]
HELD = questions.load(sorted(FOLDER.glob("*.jsonl"))).questions


def text_of(document: str) -> str:
    """Return a rulebook's words as they are read, without the marks of bold and italics."""
    return fold((FOLDER / f"{document}.md").read_text("utf-8").replace("*", ""))


def test_every_rulebook_is_in_the_catalogue_and_asked_about() -> None:
    assert {entry["file"] for entry in CATALOG} == {file.name for file in FOLDER.glob("*.md")} - {"README.md"}
    assert {entry["game"] for entry in CATALOG} == {question.game for question in HELD}


def test_every_place_is_where_it_is_said_to_be() -> None:
    texts = {entry["id"]: text_of(entry["id"]) for entry in CATALOG}
    lost = [
        question.id
        for question in HELD
        for place in question.relevant
        if fold(place.anchor) not in texts[place.document]
    ]
    assert lost == []


def test_every_game_has_questions_that_it_does_not_answer() -> None:
    silent = Counter(question.game for question in HELD if not question.answerable)
    asked = Counter(question.game for question in HELD)
    assert all(0.08 <= silent[game] / asked[game] <= 0.25 for game in asked)
