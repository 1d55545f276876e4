"""Learns the aim: a model's last layers, for questions, towards the rules that answer (see ``service.aim``).

For each question the right candidates compete with those that the ranker takes for right; the vector is to lift the
right ones, on top of all that the ranker knows already (listwise softmax, Cao et al., "Learning to rank: from pairwise
approach to listwise approach", 2007), and not to stray far from the encoder's own. Questions that nothing answers are
to lie near to nothing: whether a right one is there is to show in the best score and its lead. The layers start as the
model has them.
"""

import random
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from corpus.layers import Last
from corpus.onnx_export import STATES, STATES_AFTER, export_module, quantize
from corpus.outliers import part_outliers
from eval.layers import copied, pace
from eval.training import STRANGERS, Example
from service import aim
from service.features import FEATURES, SPREAD
from service.fitted import Linear
from service.learned import MODEL

RIGHT, WRONG, SENTENCES = 2, 14, 4
"""What stands for a question: at most so many right and wrong passages, and of a passage so many sentences."""
EPOCHS, BATCH, WARM_UP = 3, 48, 20
RATE, TRUST_RATE, LEAST = 1e-4, 3e-3, 0.05
"""Learning rates of the layers and of the trust in the ranker; both fall to a share ``LEAST`` of themselves."""
STRAYING, SILENCE = 0.5, 0.5
"""What the squared distance from the encoder's own vector costs, and not to tell an answer from silence."""
SURE = (0.5, 1.0, -1.0)
"""What the best score, its lead over the next and nothing at all say for an answer, to begin with."""
DROPPED = 0.1
"""Share of the layers' numbers that is left out at each step."""
OUT = -40.0
"""The score of a place that no passage fills."""
SEED = 0
SEEN_AGAIN = 48
"""Questions that tell which channels are large."""


@dataclass(frozen=True)
class Contest:
    """A question with competing passages: ``RIGHT + WRONG`` places.

    ``states`` of its tokens, shape (tokens, dimension), and its own ``vector``; ``passages`` and ``sentences``, shapes
    (places, dimension) and (places, ``SENTENCES``, dimension), are vectors above what is usual in their language;
    ``known`` is what the ranker gives. ``weight`` is what the question counts for.
    """

    states: NDArray[np.float32]
    vector: NDArray[np.float32]
    passages: NDArray[np.float16]
    sentences: NDArray[np.float16]
    known: NDArray[np.float32]
    right: NDArray[np.float32]
    weight: float


class Layers(torch.nn.Module):
    """A transformer's last layers with the mean of their states, brought to unit length."""

    def __init__(self, transformer: Any) -> None:
        super().__init__()
        self.last = copied(Last(transformer, STATES_AFTER), DROPPED)

    def forward(self, states: torch.Tensor, mask: torch.Tensor | None = None) -> torch.Tensor:
        """Return vectors, shape (n, dimension), of states of shape (n, tokens, dimension); ``mask`` is 1 at tokens."""
        kept = torch.ones_like(states[:, :, 0]) if mask is None else mask
        states = self.last(states, kept)
        return torch.nn.functional.normalize((states * kept[:, :, None]).sum(dim=1), dim=1)


def fit_aim(
    examples: Sequence[Example], weights: Sequence[float], ranker: Linear, model: str, transformer: Any
) -> bytes:
    """Learn an aim for ``model``, whose torch transformer is given, and return the graph that ``aim.opened`` opens.

    ``weights`` tells what each example counts for. The ranker is one that was fitted with the encoder's own vectors,
    as must be those of the examples.
    """
    layers, held = Layers(transformer), contests(examples, weights, ranker)
    _learn(layers, held, ranker)
    return _graph(layers.eval(), held[:SEEN_AGAIN], model)


def contests(examples: Sequence[Example], weights: Sequence[float], ranker: Linear) -> list[Contest]:
    """Lay out the questions that have right and wrong candidates, and those that their rulebooks do not answer."""
    return [
        _contest(example, weight, ranker)
        for example, weight in zip(examples, weights, strict=True)
        if _is_contest(example)
    ]


def _is_contest(example: Example) -> bool:
    if example.asked.states is None or example.right.all():  # nothing found is nothing to tell apart, either
        return False
    return bool(example.right.any()) if example.answerable else example.group != STRANGERS


def _contest(example: Example, weight: float, ranker: Linear) -> Contest:
    assert example.asked.states is not None
    scores = ranker.of(FEATURES, example.found.features)
    order = np.argsort(-scores, kind="stable")
    chosen = [*order[example.right[order]][:RIGHT], *order[~(example.right | example.near)[order]][:WRONG]]
    size = RIGHT + WRONG
    known, right = np.full(size, OUT, np.float32), np.zeros(size, np.float32)
    known[: len(chosen)], right[: len(chosen)] = scores[chosen], example.right[chosen]
    passages, sentences = _vectors(example, example.found.rows[chosen])
    return Contest(example.asked.states, example.asked.vector, passages, sentences, known, right, weight)


def _vectors(example: Example, rows: NDArray[np.int64]) -> tuple[NDArray[np.float16], NDArray[np.float16]]:
    size, dimension = RIGHT + WRONG, len(example.asked.vector)
    passages = np.zeros((size, dimension), np.float16)
    sentences = np.zeros((size, SENTENCES, dimension), np.float16)
    for place, (row, language) in enumerate(zip(rows, example.scope.languages_of(rows), strict=True)):
        usual = example.scope.centroids[str(language)]
        passages[place] = example.index.vectors(np.array([row]))[0] - usual
        own = example.index.sentence_vectors(int(row))[:SENTENCES]
        sentences[place] = passages[place]
        sentences[place, : len(own)] = own - usual
    return passages, sentences


def _learn(layers: Layers, held: Sequence[Contest], ranker: Linear) -> None:
    torch.manual_seed(SEED)
    draw = random.Random(SEED)
    trust, sure = torch.nn.Parameter(torch.ones(1)), torch.nn.Parameter(torch.tensor(SURE))
    learned = [weight for name, weight in layers.named_parameters() if "LayerNorm" not in name]
    optimizer = torch.optim.AdamW(
        [{"params": learned, "lr": RATE}, {"params": [trust, sure], "lr": TRUST_RATE}], weight_decay=0
    )
    steps = EPOCHS * -(-len(held) // BATCH)
    falling = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: pace(step, steps, WARM_UP, LEAST))
    layers.train()
    for _ in range(EPOCHS):
        for batch in _batches(held, draw):
            optimizer.zero_grad()
            _loss(layers, batch, ranker, trust, sure).backward()  # type: ignore[no-untyped-call]
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            falling.step()


def _batches(held: Sequence[Contest], draw: random.Random) -> Iterator[list[Contest]]:
    """Yield contests by the batch, of like length, so that little padding is computed; each once."""
    order = sorted(held, key=lambda contest: len(contest.states) + 4 * draw.random())
    starts = list(range(0, len(order), BATCH))
    draw.shuffle(starts)
    yield from (order[start : start + BATCH] for start in starts)


def _loss(
    layers: Layers, batch: Sequence[Contest], ranker: Linear, trust: torch.Tensor, sure: torch.Tensor
) -> torch.Tensor:
    """Return the mean surprise that a right passage is first and that one is there at all, and the cost of straying."""
    passages, sentences, known, right, own = _stacked(batch)
    vectors: torch.Tensor = layers(*padded([contest.states for contest in batch]))
    step = vectors - own
    dense, sentence = SPREAD * ranker.weights["dense"], SPREAD * ranker.weights["sentence"]
    scores = trust * known + dense * (passages @ step[:, :, None])[:, :, 0]
    scores = scores + sentence * (_best(sentences, vectors) - _best(sentences, own))
    weights = torch.tensor([contest.weight for contest in batch])
    cost = _misplaced(scores, right, weights) + SILENCE * _misjudged(scores, right, weights, sure)
    return cost + STRAYING * (step**2).sum(dim=1).mean()


def _misplaced(scores: torch.Tensor, right: torch.Tensor, weights: torch.Tensor) -> torch.Tensor:
    """Return the mean surprise that a right passage is first, over the questions that have one."""
    likely = torch.log_softmax(scores, dim=-1).masked_fill(right == 0, OUT)
    asked = weights * (right.sum(dim=1) > 0)
    mean: torch.Tensor = -(torch.logsumexp(likely, dim=-1) * asked).sum() / asked.sum().clamp(min=1e-6)
    return mean


def _misjudged(scores: torch.Tensor, right: torch.Tensor, weights: torch.Tensor, sure: torch.Tensor) -> torch.Tensor:
    """Return the mean surprise that a question has a right passage, or that it has none."""
    first, second = scores.topk(2, dim=1).values.T
    told = sure[0] * torch.logsumexp(scores, dim=1) + sure[1] * (first - second) + sure[2]
    there = (right.sum(dim=1) > 0).float()
    surprise = torch.nn.functional.binary_cross_entropy_with_logits(told, there, reduction="none")
    mean: torch.Tensor = (surprise * weights).sum() / weights.sum()
    return mean


def _stacked(batch: Sequence[Contest]) -> list[torch.Tensor]:
    columns = zip(
        *((each.passages, each.sentences, each.known, each.right, each.vector) for each in batch), strict=True
    )
    return [torch.from_numpy(np.stack(column).astype(np.float32)) for column in columns]


def padded(states: Sequence[NDArray[np.float32]]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return states of several questions in one tensor, shape (n, tokens, dimension), and 1 where tokens are."""
    padded = torch.nn.utils.rnn.pad_sequence([torch.from_numpy(each) for each in states], batch_first=True)
    lengths = torch.tensor([len(each) for each in states])
    return padded, (torch.arange(padded.shape[1]) < lengths[:, None]).float()


def _best(sentences: torch.Tensor, vectors: torch.Tensor) -> torch.Tensor:
    """Return each passage's highest product of a sentence with its question, shape (n, places)."""
    n, places, count, dimension = sentences.shape
    products = sentences.view(n, places * count, dimension) @ vectors[:, :, None]
    return products.view(n, places, count).max(dim=-1).values


def _graph(layers: Layers, seen: Sequence[Contest], model: str) -> bytes:
    """Return the layers as an int8 graph; of the contests ``seen`` it is told which channels stay floats."""
    states = padded([contest.states for contest in seen])
    part_outliers(layers.last.layers, lambda: layers(*states))
    with tempfile.TemporaryDirectory() as work:
        dimension = next(layers.parameters()).shape[-1]
        whole = Path(work) / "whole.onnx"
        export_module(layers, [torch.zeros(1, 8, dimension)], whole, [STATES], aim.VECTOR, {MODEL: model})
        return quantize(whole, Path(work) / "int8.onnx").read_bytes()
