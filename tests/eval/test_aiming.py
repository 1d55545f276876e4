"""Learning the aim on a game whose rules are worded unlike the questions about them."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from corpus import encoder as encoders
from corpus.encoder import SentenceEncoder
from corpus.index import Index
from eval import aiming
from eval.aiming import contests, fit_aim
from eval.questions import JudgedQuestion
from eval.training import Example, of_library
from ingest.build import ingest
from service import fitted
from service.aim import opened
from service.answering import Judge
from service.features import FEATURES

pytestmark = pytest.mark.model
RULES = {
    "boat": "Each vessel that a player owns may carry one crate across the open water.",
    "tower": "Every keep on the hill counts three points for whoever built it first.",
    "field": "The farmer gathers all the grain that grows on one patch of land.",
    "coins": "Whoever holds most silver at dusk takes the merchant from the middle.",
}
APART = "What else there is to know about it stands further on. " * 8
"""Words enough that a rule is in nobody else's neighbourhood."""


@cache
def model() -> SentenceEncoder:
    return encoders.load()


@cache
def transformer() -> Any:
    return encoders.sentence_transformer()[0].auto_model


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    for game in ("harbour", "castle"):
        (tmp_path / game).mkdir()
        text = "\n\n".join(f"## Part {number}\n\n{rule} {APART}" for number, rule in enumerate(RULES.values()))
        (tmp_path / game / f"{game}.en.md").write_text(text, "utf-8")
    for game in ("harbour", "castle"):
        ingest([tmp_path / game], tmp_path / "index", model())
    return Judge(Index.open(tmp_path / "index"), model())


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


def learned(examples: list[Example]) -> bytes:
    return fit_aim(examples, [1.0] * len(examples), fitted.shipped().ranker, "e5", transformer())


def test_what_was_learned_of_one_game_finds_the_rules_of_another(
    examples: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(aiming, "EPOCHS", 30)
    aim = opened(learned(of("harbour", examples)))
    assert (aim.model, aim.dimension) == ("e5", 384)
    other = of("castle", examples)
    before, after = margins(other), margins([example.aimed(aim) for example in other])
    assert sum(after) > sum(before) + 1
    assert all(later > 0 for later in after)


def test_what_the_rulebook_leaves_open_teaches_silence_and_what_was_not_found_teaches_nothing(
    examples: list[Example],
) -> None:
    (found, *others) = of("harbour", examples)
    nowhere = np.zeros(len(others[0].right), bool)
    lost = replace(others[0], right=nowhere, near=nowhere)
    unanswered, stranger = replace(lost, answerable=False), replace(lost, answerable=False, group="strangers")
    laid_out = contests([found, lost, unanswered, stranger], [1.0] * 4, fitted.shipped().ranker)
    assert [float(contest.right.sum()) for contest in laid_out] == [1.0, 0.0]


def test_the_layers_as_they_come_give_the_models_own_vectors(examples: list[Example]) -> None:
    layers = aiming.Layers(transformer()).eval()
    asked = examples[0].asked
    assert asked.states is not None
    padded, mask = aiming.padded([asked.states, asked.states[:3]])
    with torch.no_grad():
        vectors = layers(padded, mask).numpy()
    assert float(vectors[0] @ asked.vector) > 0.99
