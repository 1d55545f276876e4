"""Learning the aim on a game whose rules are worded unlike the questions about them."""

import json
from pathlib import Path

import numpy as np
import pytest

from corpus.index import Index
from eval.aiming import contested, fit_aim, usual_questions
from eval.fit import aimed_apart, folds_of
from eval.questions import JudgedQuestion
from eval.training import Example, of_library
from ingest.build import ingest
from service import fitted
from service.aim import ANY, Aim
from service.answering import Judge
from service.features import FEATURES
from tests.fakes import FakeEncoder

RULES = {
    "boat": "Each vessel that a player owns may carry one crate across the open water.",
    "tower": "Every keep on the hill counts three points for whoever built it first.",
    "field": "The farmer gathers all the grain that grows on one patch of land.",
    "coins": "Whoever holds most silver at dusk takes the merchant from the middle.",
}
APART = "What else there is to know about it stands further on. " * 8
"""Words enough that a rule is in nobody else's neighbourhood."""


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    for game in ("harbour", "castle"):
        (tmp_path / game).mkdir()
        text = "\n\n".join(f"## Part {number}\n\n{rule} {APART}" for number, rule in enumerate(RULES.values()))
        (tmp_path / game / f"{game}.en.md").write_text(text, "utf-8")
    for game in ("harbour", "castle"):
        ingest([tmp_path / game], tmp_path / "index", FakeEncoder())
    return Judge(Index.open(tmp_path / "index"), FakeEncoder())


def question(game: str, word: str) -> JudgedQuestion:
    anchor = RULES[word][:30]
    place = {"document": f"{game}.en", "page": 1, "anchor": anchor}
    return JudgedQuestion.model_validate_json(
        json.dumps(
            {
                "id": f"{game}-{word}",
                "game": game,
                "language": "en",
                "question": f"Now about my {word}, what then?",
                "answerable": True,
                "relevant": [place],
                "facts": [[anchor]],
                "tags": [],
            }
        )
    )


@pytest.fixture
def examples(judge: Judge) -> list[Example]:
    asked = [question(game, word) for game in ("harbour", "castle") for word in RULES]
    return list(of_library(judge, asked, "library"))


def of(game: str, examples: list[Example]) -> list[Example]:
    return [example for example in examples if example.game == game]


def margins(examples: list[Example]) -> list[float]:
    """Return by how much each question's right passage leads the best wrong one, as the shipped ranker scores them."""
    scores = [fitted.shipped().ranker.of(FEATURES, example.found.features) for example in examples]
    return [
        float(given[example.right].max() - given[~example.right].max())
        for given, example in zip(scores, examples, strict=True)
    ]


def learned(examples: list[Example]) -> Aim:
    return fit_aim(examples, [1.0] * len(examples), fitted.shipped().ranker, "fake")


def test_what_was_learned_of_one_game_finds_the_rules_of_another(examples: list[Example]) -> None:
    aim = learned(of("harbour", examples))
    other = of("castle", examples)
    before, after = margins(other), margins([example.aimed(aim) for example in other])
    assert sum(after) > sum(before)
    assert all(later > 0 for later in after)


def test_questions_without_right_candidates_teach_nothing(examples: list[Example]) -> None:
    harbour = of("harbour", examples)
    masked = [example.masked() for example in harbour]
    usual = usual_questions(harbour)
    contest = contested([*harbour, *masked], [1.0] * (2 * len(RULES)), fitted.shipped().ranker, usual)
    assert contest.right.sum(dim=1).tolist() == [1.0] * len(RULES)


def test_languages_that_no_question_was_in_get_the_mean_of_all(examples: list[Example]) -> None:
    usual = usual_questions(examples)
    assert set(usual) == {ANY, "en"}
    assert np.allclose(usual[ANY], np.mean([example.asked.vector for example in examples], axis=0))


def test_no_example_sees_an_aim_that_has_seen_its_game(examples: list[Example]) -> None:
    folds = folds_of(examples)
    assert [len(set(folds[[example.game == game for example in examples]])) for game in ("harbour", "castle")] == [1, 1]
    ranker = fitted.shipped().ranker
    (shown, *_) = aimed_apart(examples, ranker)
    apart = fit_aim(of("castle", examples), [1.0] * len(RULES), ranker, "fake")
    assert np.allclose(shown.asked.aimed, apart.of(shown.asked.vector, "en"), atol=1e-5)
