"""Learns the aim: the matrix that moves a question's vector towards the rules that answer (see ``service.aim``).

For each question the right candidates compete with those that the ranker takes for right; the matrix is to lift the
right ones, on top of all that the ranker knows already, and is held small (listwise softmax, Cao et al., "Learning to
rank: from pairwise approach to listwise approach", 2007). It starts at nothing, which leaves the encoder's own vectors.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from eval.training import Example
from service.aim import ANY, Aim
from service.features import FEATURES, SPREAD
from service.fitted import Linear

RIGHT, WRONG, SENTENCES = 2, 8, 4
"""What stands for a question: at most so many right and wrong passages, and of a passage so many sentences."""
STEPS, RATE, PENALTY = 50, 3e-3, 1e-2
OUT = -40.0
"""The score of a place that no passage fills."""


@dataclass(frozen=True)
class Contest:
    """Questions with competing passages, as arrays over n questions and ``RIGHT + WRONG`` places.

    ``passages`` and ``sentences`` are vectors above what is usual in their language; ``known`` is what the
    ranker gives.
    """

    vectors: torch.Tensor
    moved: torch.Tensor
    passages: torch.Tensor
    sentences: torch.Tensor
    known: torch.Tensor
    right: torch.Tensor
    weights: torch.Tensor


def usual_questions(examples: Sequence[Example]) -> dict[str, NDArray[np.float32]]:
    """Return the mean question vector of each language, and of all under ``ANY``."""
    vectors = np.stack([example.asked.vector for example in examples])
    languages = np.array([example.asked.language for example in examples])
    means = {str(language): vectors[languages == language].mean(axis=0) for language in np.unique(languages)}
    return {ANY: vectors.mean(axis=0), **means}


def fit_aim(examples: Sequence[Example], weights: Sequence[float], ranker: Linear, model: str) -> Aim:
    """Learn an aim for the vectors of ``model``; ``weights`` tells what each example counts for.

    The ranker is one that was fitted with the encoder's own vectors, as must be those of the examples.
    """
    usual = usual_questions(examples)
    contest = contested(examples, weights, ranker, usual)
    return Aim(model, _matrix(contest, ranker), usual)


def contested(
    examples: Sequence[Example],
    weights: Sequence[float],
    ranker: Linear,
    usual: dict[str, NDArray[np.float32]],
) -> Contest:
    """Lay out the questions that have both right and wrong candidates."""
    usable = [pair for pair in zip(examples, weights, strict=True) if _is_contest(pair[0])]
    places = [_places(example, ranker) for example, _ in usable]
    vectors = np.stack([example.asked.vector for example, _ in usable])
    own = np.stack([usual.get(example.asked.language, usual[ANY]) for example, _ in usable])
    passages, sentences, known, right = (torch.from_numpy(np.stack(column)) for column in zip(*places, strict=True))
    return Contest(
        torch.from_numpy(vectors),
        torch.from_numpy(vectors - own),
        passages,
        sentences,
        known,
        right,
        torch.tensor([weight for _, weight in usable]),
    )


def _is_contest(example: Example) -> bool:
    return example.answerable and bool(example.right.any()) and not example.right.all()


def _places(example: Example, ranker: Linear) -> tuple[NDArray[np.float32], ...]:
    """Return passage vectors, sentence vectors, scores and rightness of a question's places."""
    scores = ranker.of(FEATURES, example.found.features)
    order = np.argsort(-scores, kind="stable")
    chosen = [*order[example.right[order]][:RIGHT], *order[~(example.right | example.near)[order]][:WRONG]]
    rows, size = example.found.rows[chosen], RIGHT + WRONG
    dimension = len(example.asked.vector)
    passages = np.zeros((size, dimension), np.float32)
    sentences = np.zeros((size, SENTENCES, dimension), np.float32)
    for place, (row, language) in enumerate(zip(rows, example.scope.languages_of(rows), strict=True)):
        usual = example.scope.centroids[str(language)]
        passages[place] = example.index.vectors(np.array([row]))[0] - usual
        own = example.index.sentence_vectors(int(row))[:SENTENCES]
        sentences[place] = passages[place]
        sentences[place, : len(own)] = own - usual
    known = np.full(size, OUT, np.float32)
    known[: len(chosen)] = scores[chosen]
    right = np.zeros(size, np.float32)
    right[: len(chosen)] = example.right[chosen]
    return passages, sentences, known, right


def _matrix(contest: Contest, ranker: Linear) -> NDArray[np.float32]:
    dimension = contest.vectors.shape[1]
    matrix = torch.zeros(dimension, dimension, requires_grad=True)
    trust = torch.ones(1, requires_grad=True)
    optimizer = torch.optim.Adam([matrix, trust], lr=RATE)
    before = _best(contest.sentences, contest.vectors)
    dense, sentence = SPREAD * ranker.weights["dense"], SPREAD * ranker.weights["sentence"]
    for _ in range(STEPS):
        step = contest.moved @ matrix.T
        lifted = dense * (contest.passages @ step[:, :, None])[:, :, 0]
        lifted = lifted + sentence * (_best(contest.sentences, contest.vectors + step) - before)
        loss = _loss(contest, trust * contest.known + lifted) + PENALTY * (matrix**2).sum()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return np.asarray((matrix / trust).detach().numpy(), np.float32)


def _best(sentences: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    """Return each passage's highest product of a sentence with its question, shape (n, places)."""
    n, places, count, dimension = sentences.shape
    products = sentences.view(n, places * count, dimension) @ vectors[:, :, None]
    return products.view(n, places, count).max(dim=-1).values


def _loss(contest: Contest, scores: torch.Tensor) -> torch.Tensor:
    """Return the mean surprise that one of the right passages is first."""
    likely = torch.log_softmax(scores, dim=-1).masked_fill(contest.right == 0, OUT)
    surprise = -torch.logsumexp(likely, dim=-1)
    return (surprise * contest.weights).sum() / contest.weights.sum()
