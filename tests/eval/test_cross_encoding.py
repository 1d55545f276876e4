"""Learning to read a question beside a passage, on a game whose rules are worded unlike the questions about them."""

import random
from dataclasses import replace

import numpy as np
import pytest
import torch

from corpus.graph_model import padded
from eval import cross_encoding
from eval.cross_encoding import Layers, fit_cross_encoder
from eval.fit import is_learned_from
from eval.training import Example
from service import cross_encoder, fitted
from service.retrieval import ranked
from tests.eval.test_aiming import examples, judge, model, of, transformer

__all__ = ["examples", "judge"]
pytestmark = pytest.mark.model


def read_first(example: Example, reader: cross_encoder.CrossEncoder) -> float:
    """Return what the right passages are read as, above the best wrong one."""
    words = model().words
    assert words is not None
    rows = ranked(example.found, fitted.shipped().ranker).rows[:4].tolist()
    scores = reader.of(list(cross_encoder.Excerpts(example.index, words).pairs(example.asked, rows)), words)
    right = np.array([bool(example.right[example.found.rows.tolist().index(row)]) for row in rows])
    return float(scores[right].max() - scores[~right].max())


def test_what_was_learned_of_one_game_reads_the_rules_of_another(
    examples: list[Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cross_encoding, "EPOCHS", 40)
    monkeypatch.setattr(cross_encoding, "WARM_UP", 5)
    monkeypatch.setattr(cross_encoder, "PAIR", 160)  # room for what sets the rules of these games apart
    words = model().words
    assert words is not None
    own = of("harbour", examples)
    graph = fit_cross_encoder(own, [1.0] * len(own), fitted.shipped().ranker, words, "e5", transformer())
    reader = cross_encoder.opened(graph)
    assert (reader.model, reader.dimension) == ("e5", 384)
    assert all(read_first(example, reader) > 0 for example in of("castle", examples))


def test_layers_begin_without_an_opinion_and_padding_changes_nothing() -> None:
    words, layers = model().words, Layers(transformer()).eval()
    assert words is not None
    torch.nn.init.ones_(layers.score.weight)
    tokens, mask = padded([[0, 11, 12, 2], [0, 11, 12, 13, 14, 2]])
    alone, own = padded([[0, 11, 12, 2]])
    with torch.no_grad():
        both = layers(torch.from_numpy(words.of(tokens)), torch.from_numpy(mask).float())
        one = layers(torch.from_numpy(words.of(alone)), torch.from_numpy(own).float())
    assert float(both[0]) == pytest.approx(float(one[0]), abs=1e-3)
    assert not Layers(transformer()).score.weight.detach().any()


def test_a_question_stands_with_its_right_passage_first_or_with_wrong_ones_alone(examples: list[Example]) -> None:
    example = examples[0]
    ranking = cross_encoding._Ranking.of(example, fitted.shipped().ranker)
    right = set(example.found.rows[example.right].tolist())
    drawn = [ranking.drawn(random.Random(seed)) for seed in range(60)]
    assert all((rows[0] in right) is answered and not right.intersection(rows[1:]) for rows, answered in drawn)
    assert {answered for _, answered in drawn} == {True, False}
    open_one = replace(ranking, example=replace(example, answerable=False))
    assert not any(open_one.drawn(random.Random(seed))[1] for seed in range(20))


def test_a_game_is_learned_from_or_kept_as_a_whole(examples: list[Example]) -> None:
    practised = [
        replace(examples[0], group="practice", game=f"game {number}", asked=replace(examples[0].asked, text=text))
        for number in range(50)
        for text in ("one", "two")
    ]
    learned = [is_learned_from(each) for each in practised]
    assert learned[::2] == learned[1::2]
    assert 0.5 < np.mean(learned) < 1
    assert not any(is_learned_from(each) for each in examples)
